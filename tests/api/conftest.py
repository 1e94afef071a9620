from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.test import Client

from api.web.context import Service
from tests.api import running_service


@pytest.fixture(scope="session")
def pool_address() -> Iterator[str]:
    with running_service.pool() as address:
        yield address


@pytest.fixture
def service(tmp_path: Path, pool_address: str) -> Service:
    """A client with an empty store, where days are published when they are first needed."""
    return running_service.service_on(tmp_path, pool_address)


@pytest.fixture
def client(service: Service) -> Client:
    return running_service.client_of(service)


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory, pool_address: str) -> Service:
    """A client with every day so far published, shared by all tests; only for reading."""
    service = running_service.service_on(tmp_path_factory.mktemp("published"), pool_address)
    running_service.publish(service)
    return service


@pytest.fixture
def reader(published: Service) -> Client:
    return running_service.client_of(published)
