"""The probe of the database: a write that is committed, once a second at most."""

from __future__ import annotations

from contextlib import closing

import pytest
from sqlalchemy import select, text

from api.store import probe as probes
from api.store.database import Database, DatabaseUnavailable
from api.store.probe import WriteProbe
from api.store.schema import probe
from tests.api.store import postgres
from tests.api.store.concurrently import at_once


def _written(database: Database) -> list[float]:
    with database.reading() as c:
        return list(c.execute(select(probe.c.written)).scalars())


def test_a_check_writes_the_row_once_a_second(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    write_probe = WriteProbe(database)
    at_once(lambda _: write_probe.check(), range(8))
    (first,) = _written(database)
    monkeypatch.setattr(probes, "_VALID", 0.0)
    write_probe.check()
    assert _written(database) == [first]
    at_once(lambda one: one.check(), [WriteProbe(database) for _ in range(4)])
    (last,) = _written(database)
    assert last > first


def test_a_failure_is_not_cached(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    write_probe = WriteProbe(database)
    with monkeypatch.context() as patch:
        patch.setattr(WriteProbe, "_write", _fail)
        for _ in range(2):
            with pytest.raises(DatabaseUnavailable):
                write_probe.check()
    write_probe.check()
    assert len(_written(database)) == 1


def _fail(_: WriteProbe) -> None:
    raise DatabaseUnavailable("gone")


def test_a_server_that_only_reads_is_reported(server: postgres.Server) -> None:
    """As a replica of PostgreSQL; the connection is replaced."""
    url = server.new()
    Database(url).migrate()
    with closing(Database(url)) as database:
        with database.writing() as c:
            c.execute(text("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY"))
        with pytest.raises(DatabaseUnavailable) as failure:
            WriteProbe(database).check()
        assert failure.value.fault == "read-only"
        WriteProbe(database).check()
