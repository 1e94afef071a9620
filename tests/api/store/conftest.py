"""Every test of the store runs on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from api.store.database import Database
from tests.api.store import postgres
from tests.programs import skip_unless_ci


@pytest.fixture(scope="session")
def server() -> Iterator[postgres.Server]:
    try:
        with postgres.server() as begun:
            yield begun
    except postgres.Absent as e:
        skip_unless_ci(str(e))


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.process)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new database, without tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/lineworks.db"
    server: postgres.Server = request.getfixturevalue("server")
    return server.new()


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    new_database = Database(url)
    new_database.migrate()
    yield new_database
    new_database.close()
