"""Backups: what is restored is what there was, on either database, or nothing is."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Double,
    Integer,
    LargeBinary,
    Table,
    Text,
    insert,
    select,
    text,
)

from api.store import bank, jobs, schema
from api.store.alembic_run import upgrade_tables
from api.store.backup import write_backup
from api.store.database import Database, DatabaseUnavailable, TooNew
from api.store.restore import BadBackup, NotEmpty, restore
from api.store.schema import METADATA, REVISION
from tests.api.store.entries import entry, record
from tests.tiers import examples

Rows = dict[str, list[tuple[Any, ...]]]
# The texts that both databases can store: PostgreSQL has no NUL, and neither has lone surrogates.
TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=20)
VALUES: dict[type, st.SearchStrategy[Any]] = {
    BigInteger: st.integers(-(2**63), 2**63 - 1),
    Integer: st.integers(-(2**31), 2**31 - 1),
    Double: st.floats(allow_nan=False, allow_infinity=False),
    Boolean: st.booleans(),
    LargeBinary: st.binary(max_size=50),
    Text: TEXTS,
}


def _values(column: Column[Any]) -> st.SearchStrategy[Any]:
    values = next(VALUES[type_] for type_ in VALUES if isinstance(column.type, type_))
    return st.none() | values if column.nullable else values


@st.composite
def contents(draw: st.DrawFn) -> dict[str, list[dict[str, Any]]]:
    """Rows for every table: unique where they must be, and referring to rows that are there."""
    drawn: dict[str, list[dict[str, Any]]] = {}
    for table in METADATA.sorted_tables:
        size = draw(st.integers(0, 4))
        rows = [{c.name: draw(_values(c)) for c in table.columns} for _ in range(size)]
        for number, row in enumerate(rows):
            for column in table.columns:
                for key in column.foreign_keys:
                    row[column.name] = (
                        drawn[key.column.table.name][number][key.column.name]
                        if number < len(drawn[key.column.table.name])
                        else None
                    )
        rows = [row for row in rows if all(row[c.name] is not None or c.nullable for c in table.columns)]
        key_names = [column.name for column in table.primary_key.columns]
        drawn[table.name] = list({tuple(row[name] for name in key_names): row for row in rows}.values())
    return drawn


def _fill(c: Connection, rows: dict[str, list[dict[str, Any]]]) -> None:
    for table in METADATA.sorted_tables:
        if rows[table.name]:
            c.execute(insert(table), rows[table.name])


def _clear(c: Connection) -> None:
    for table in reversed(METADATA.sorted_tables):
        c.execute(table.delete())


def _contents(database: Database) -> Rows:
    with database.reading() as c:
        return {table.name: sorted(_rows(c, table), key=repr) for table in METADATA.sorted_tables}


def _rows(c: Connection, table: Table) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in c.execute(select(table))]


def _backup(database: Database) -> bytes:
    file = BytesIO()
    write_backup(database, file)
    return file.getvalue()


@pytest.fixture
def other(request: pytest.FixtureRequest, database: Database, tmp_path: Path) -> Iterator[Database]:
    """A database of the other type."""
    if database.file is None:
        url = f"sqlite:///{tmp_path}/other.db"
    else:
        url = request.getfixturevalue("server").new()
    with closing(Database(url)) as new:
        yield new


def _is_restored_everywhere(database: Database, other: Database) -> None:
    @examples(25)
    @given(contents())
    def check(rows: dict[str, list[dict[str, Any]]]) -> None:
        with database.writing() as c:
            _clear(c)
            _fill(c, rows)
            jobs.release_all(c)
        backup, before = _backup(database), _contents(database)
        restore(other, BytesIO(backup), replace=True)
        assert _contents(other) == before
        restore(database, BytesIO(_backup(other)), replace=True)
        assert _contents(database) == before

    check()


@pytest.mark.process
def test_what_is_restored_is_what_there_was(database: Database, other: Database) -> None:
    _is_restored_everywhere(database, other)


def _fill_bank(database: Database, puzzles: int) -> Rows:
    rows: list[dict[str, Any]] = []
    for n in range(puzzles):
        new = record(n)
        columns = {name: new[name] for name in ("id", "kind", "grade", "difficulty", "seed", "generator")}
        rows.append(columns | {"record": json.dumps(new), "origin": "made", "added": n / 7})
    with database.writing() as c:
        c.execute(insert(schema.puzzles), rows)
    return _contents(database)


def _is_refused(database: Database, backup: bytes, refusal: Any = BadBackup) -> None:
    """Refuses the backup, and leaves the database as it was."""
    before = _contents(database)
    with pytest.raises(refusal):
        restore(database, BytesIO(backup), replace=True)
    assert _contents(database) == before


def _says_the_same(flipped: bytes, backup: bytes) -> bool:
    """Whether two backups have the same content: a flipped bit may refer to an equal part of the text."""
    try:
        return gzip.decompress(flipped) == gzip.decompress(backup)
    except (OSError, EOFError, zlib.error):
        return False


def test_a_cut_or_flipped_backup_is_refused(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    _fill_bank(database, 30)
    backup = _backup(database)
    for at in (0, 1, 100, len(backup) // 2, len(backup) - 9, len(backup) - 1):
        _is_refused(database, backup[:at])
        flipped = backup[:at] + bytes([backup[at] ^ 4]) + backup[at + 1 :]
        if not _says_the_same(flipped, backup):
            _is_refused(database, flipped, (BadBackup, TooNew))
    _is_refused(database, b"no backup at all")
    _is_refused(database, gzip.compress(b'{"format": "other"}\n'))
    _is_refused(database, backup + gzip.compress(b"more"))
    _is_refused(database, gzip.compress(b"[" * 100_000 + b"\n"))
    monkeypatch.setattr("api.store.restore._LONGEST_LINE", 50)
    _is_refused(database, backup)


def _changed(backup: bytes, change: Any) -> bytes:
    lines = [json.loads(line) for line in gzip.decompress(backup).splitlines()]
    change(lines)
    return gzip.compress(b"".join(json.dumps(line).encode() + b"\n" for line in lines))


def test_a_backup_with_other_lines_is_refused(database: Database) -> None:
    _fill_bank(database, 3)
    backup = _backup(database)
    at = next(n for n, line in enumerate(gzip.decompress(backup).splitlines()) if line.startswith(b"["))
    changes = (
        lambda lines: lines.pop(at),
        lambda lines: lines.insert(at, lines[at]),
        lambda lines: lines[at].pop(),
        lambda lines: lines[at].__setitem__(0, None),
        lambda lines: lines[at].__setitem__(0, ["list"]),
        lambda lines: lines[at].__setitem__(4, 2**70),
        lambda lines: lines[at].__setitem__(0, "other"),
        lambda lines: lines[at - 1]["columns"].pop(),
        lambda lines: lines[at - 1].__setitem__("table", "none"),
        lambda lines: lines[at - 1].__setitem__("table", ["puzzles"]),
        lambda lines: lines[0].__setitem__("version", 2),
        lambda lines: lines[-1]["rows"].__setitem__("puzzles", 4),
    )
    for change in changes:
        _is_refused(database, _changed(backup, change))
    _is_refused(database, _changed(backup, lambda lines: lines[0].__setitem__("revision", "9999")), TooNew)


def test_only_an_empty_database_is_filled_unless_its_content_is_to_be_replaced(url: str) -> None:
    with closing(Database(url)) as database:
        database.migrate()
        with database.writing() as c:
            bank.add(c, entry(5), "made", 1.0)
        backup = _backup(database)
        with pytest.raises(NotEmpty):
            restore(database, BytesIO(backup))
        with database.writing() as c:
            _clear(c)
            bank.add(c, entry(6), "made", 1.0)
        restore(database, BytesIO(backup), replace=True)
        with database.reading() as c:
            assert bank.find(c, entry(5).record["id"]) is not None
            assert bank.find(c, entry(6).record["id"]) is None
        with database.writing() as c:
            _clear(c)
        restore(database, BytesIO(backup))


def test_more_rows_than_are_inserted_at_once_are_restored_into_a_database_without_tables(
    database: Database, tmp_path: Path
) -> None:
    before = _fill_bank(database, 1100)
    with closing(Database(f"sqlite:///{tmp_path}/new/other.db")) as new:
        rows = restore(new, BytesIO(_backup(database)))
        assert _contents(new) == before
        assert (rows["puzzles"], rows["jobs"]) == (1100, 0)


def test_running_jobs_are_queued_again(database: Database) -> None:
    with database.writing() as c:
        for name in ("queued", "running"):
            jobs.create(c, name, "solve", {}, name, 1.0, None, "192.0.2.7")
        assert len(jobs.claim(c, "me", 2.0, 2e9, 1)) == 1
    restore(database, BytesIO(_backup(database)), replace=True)
    with database.writing() as c:
        assert jobs.count_by_state(c) == {"queued": 2}
        assert {job.id for job in jobs.claim(c, "you", 3.0, 2e9, 5)} == {"queued", "running"}


def test_a_backup_of_an_earlier_version_is_migrated(url: str, tmp_path: Path) -> None:
    with closing(Database(url)) as earlier, closing(Database(f"sqlite:///{tmp_path}/new.db")) as new:
        if earlier.file is not None:
            earlier.file.touch()
        with earlier.writing() as c:
            upgrade_tables(c, "", "0002")
            bank.add(c, entry(1), "made", 1.0)
            columns = "id, call, body, work_key, state, created, attempt"
            c.execute(
                text(f"INSERT INTO jobs ({columns}) VALUES ('a', 'solve', '{{}}', 'w', 'queued', 1, 0)")
            )
        restore(new, BytesIO(_backup(earlier)))
        with new.reading() as c:
            assert c.execute(text("SELECT version_num FROM alembic_version")).scalar_one() == REVISION
            assert bank.find(c, entry(1).record["id"]) is not None
            job = jobs.get(c, "a")
        assert job is not None
        assert job.bytes == 2


def test_without_tables_there_is_nothing_to_back_up(url: str) -> None:
    with closing(Database(url)) as database:
        if database.file is not None:
            database.file.touch()
        with pytest.raises(DatabaseUnavailable, match="no tables"):
            _backup(database)
