from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.api.running_service import Served, served


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A whole service, for all tests that only post to it. It makes no stock."""
    with served(tmp_path_factory.mktemp("running"), LINEWORKS_STOCK="0") as service:
        yield service
