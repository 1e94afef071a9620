"""Transactions, migrations, and what becomes of it all when the database is gone."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from multiprocessing import get_context
from pathlib import Path
from threading import Thread
from typing import Any

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event, func, inspect, select, text
from sqlalchemy.exc import IntegrityError

from api.service.settings import read_settings, variable
from api.store import bank, free_space, integrity
from api.store import books as books_store
from api.store.alembic_run import upgrade_tables
from api.store.database import BadUrl, Database, DatabaseUnavailable, TooNew
from api.store.integrity import check_integrity
from api.store.migrate import stored_revision
from api.store.schema import METADATA, REVISION, VERSION, books, jobs, puzzles, visible
from solvers import data_folder
from tests.api.store import postgres
from tests.api.store.concurrently import at_once, in_processes
from tests.api.store.entries import entry, record
from tests.programs import skip_unless_ci


def _add(database: Database, n: int) -> None:
    with database.writing() as c:
        bank.add(c, entry(n), "made", 1.0)


def _total(database: Database) -> int:
    with database.reading() as c:
        return c.execute(select(func.count()).select_from(puzzles)).scalar_one()


def test_an_error_undoes_all_of_a_transaction(database: Database) -> None:
    with pytest.raises(ZeroDivisionError), database.writing() as c:
        bank.add(c, entry(1), "made", 1.0)
        bank.make_visible(c, record(1)["id"], 1 / 0)
    assert _total(database) == 0


def test_our_own_mistakes_are_not_the_databases(database: Database) -> None:
    with pytest.raises(IntegrityError), database.writing() as c:
        c.execute(visible.insert().values(place=1, puzzle_id="none", kind="", grade="", since=1.0))


def test_a_reader_sees_one_state(database: Database) -> None:
    _add(database, 1)
    with database.reading() as c:
        count = select(func.count()).select_from(puzzles)
        assert c.execute(count).scalar_one() == 1
        _add(database, 2)
        assert c.execute(count).scalar_one() == 1
    assert _total(database) == 2


def test_many_threads_share_few_connections(database: Database) -> None:
    at_once(lambda n: _add(database, n), range(32))
    assert at_once(lambda _: _total(database), range(32)) == [32] * 32


def test_no_reader_waits_for_writers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are, and however long another program keeps the file locked."""
    monkeypatch.setattr("api.store.database.CONNECTION_TIMEOUT", 0.3)
    with closing(Database(f"sqlite:///{tmp_path / 'lineworks.db'}")) as database, ExitStack() as stack:
        database.migrate()
        other = stack.enter_context(closing(sqlite3.connect(str(database.file), isolation_level=None)))
        other.execute("BEGIN EXCLUSIVE")
        writers = [Thread(target=_fails, args=(database, n)) for n in range(12)]
        for writer in writers:
            writer.start()
        assert at_once(lambda _: _total(database), range(8)) == [0] * 8
        assert all(writer.is_alive() for writer in writers)
        for writer in writers:
            writer.join()


def _fails(database: Database, n: int) -> None:
    with pytest.raises(DatabaseUnavailable, match=r"locked|timed out"):
        _add(database, n)


@pytest.mark.process
def test_a_forked_child_connects_anew(database: Database) -> None:
    """And leaves the connections of its parent alone, also when it ends."""
    _add(database, 1)
    with database.reading() as c:
        children = [get_context("fork").Process(target=_add, args=(database, n)) for n in (2, 3)]
        for child in children:
            child.start()
        for child in children:
            child.join(60)
        assert [child.exitcode for child in children] == [0, 0]
        assert c.execute(text("SELECT 1")).scalar_one() == 1
    _add(database, 4)
    assert _total(database) == 4


def test_what_was_closed_connects_again(database: Database) -> None:
    database.close()
    database.close()
    _add(database, 1)
    assert _total(database) == 1


def _migrate_to(database: Database, revision: str) -> None:
    """Applies the migrations up to a revision, as earlier versions did to a new database."""
    if database.file is not None:
        database.file.touch()
    with database.writing() as c:
        upgrade_tables(c, database.name, revision)


def _tables(c: Connection) -> dict[str, Any]:
    """All that the database knows about its tables, by name."""
    inspector = inspect(c)
    return {
        name: (
            # Their types have no equality of their own.
            [column | {"type": repr(column["type"])} for column in inspector.get_columns(name)],
            inspector.get_pk_constraint(name),
            inspector.get_foreign_keys(name),
            sorted(inspector.get_unique_constraints(name), key=str),
            sorted(inspector.get_indexes(name), key=str),
        )
        for name in inspector.get_table_names()
    }


def test_new_tables_are_those_that_the_migrations_make(url: str, request: pytest.FixtureRequest) -> None:
    other = f"{url}2" if url.startswith("sqlite") else request.getfixturevalue("server").new()
    with closing(Database(url)) as new, closing(Database(other)) as migrated:
        new.migrate()
        _migrate_to(migrated, "head")
        with new.reading() as c, migrated.reading() as d:
            tables = _tables(c)
            assert tables == _tables(d)
            assert tables.keys() == {*METADATA.tables, VERSION.name}
            revisions = {connection.execute(select(VERSION)).scalar_one() for connection in (c, d)}
            assert revisions == {REVISION}
            for connection in (c, d):
                assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_jobs_of_an_earlier_version_get_their_sizes(url: str) -> None:
    with closing(Database(url)) as database:
        _migrate_to(database, "0003")
        columns = "id, call, body, work_key, state, created, attempt, result"
        with database.writing() as c:
            for name, result in (("a", "'{}'"), ("b", "NULL")):
                values = f"'{name}', 'book', '[1, 2]', 'w', 'done', 1.0, 1, {result}"
                c.execute(text(f"INSERT INTO jobs ({columns}) VALUES ({values})"))
            c.execute(books.insert().values(job_id="a", pdf=b"\xff" * 10, answers=b"123"))
        database.migrate()
        with database.reading() as c:
            rows = c.execute(select(jobs.c.id, jobs.c.bytes, jobs.c.client).order_by(jobs.c.id)).all()
        assert rows == [("a", 21, None), ("b", 6, None)]


def test_migrating_again_changes_nothing(database: Database) -> None:
    _add(database, 1)
    database.migrate()
    assert _total(database) == 1


@pytest.mark.process
def test_several_processes_migrate_at_once(url: str) -> None:
    in_processes(_migrate, [url] * 4)
    with closing(Database(url)) as database:
        assert _total(database) == 4


def _migrate(url: str) -> None:
    database = Database(url)
    database.migrate()
    _add(database, os.getpid())


def test_a_newer_database_is_refused_and_left_as_it_is(database: Database) -> None:
    _add(database, 1)
    with database.writing() as c:
        c.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(TooNew, match=r"was written by a newer version of lineworks \(revision 9999\)"):
        database.migrate()
    with database.reading() as c:
        assert c.execute(text("SELECT version_num FROM alembic_version")).scalar_one() == "9999"
    assert _total(database) == 1


def test_a_migration_that_fails_leaves_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new database has no tables then, and an older one those that it had."""
    with closing(Database(url)) as database:
        for revision in (None, "0003"):
            if revision is not None:
                _migrate_to(database, revision)
            with monkeypatch.context() as patch:
                patch.setattr("alembic.op.create_table", lambda *_, **__: 1 / 0)
                patch.setattr("api.store.migrate.insert", lambda *_: 1 / 0)
                with pytest.raises(ZeroDivisionError):
                    database.migrate()
            with database.reading() as c:
                assert stored_revision(c) == revision
                tables = _tables(c)
            assert revision is None or "client" not in str(tables["jobs"])
            assert bool(tables) == (revision is not None)
        database.migrate()
        assert _total(database) == 0


def _is_refused(use: Callable[[], object]) -> None:
    with pytest.raises(DatabaseUnavailable):
        use()


def test_an_sqlite_file_that_is_gone_or_another_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b.db"
    database = Database(f"sqlite:///{path}")
    _is_refused(lambda: _total(database))
    database.migrate()
    _add(database, 1)
    path.unlink()
    _is_refused(lambda: _add(database, 2))
    _is_refused(lambda: _total(database))
    assert not path.exists(), "nobody but migrate makes a file"
    _empty(path.parent)
    Database(f"sqlite:///{path}").migrate()
    assert _total(database) == 0
    _empty(path.parent)
    path.write_bytes(b"no database at all" * 1000)
    _is_refused(lambda: _total(database))
    _is_refused(database.migrate)
    database.close()


def test_an_sqlite_file_is_closed_to_other_users(tmp_path: Path) -> None:
    path = tmp_path / "new" / "lineworks.db"
    database = Database(f"sqlite:///{path}")
    database.migrate()
    assert (path.parent.stat().st_mode & 0o777, path.stat().st_mode & 0o777) == (0o700, 0o600)
    path.chmod(0o644)
    database.migrate()
    _add(database, 1)
    modes = {file.name: file.stat().st_mode & 0o077 for file in path.parent.glob("lineworks.db*")}
    assert {mode for name, mode in modes.items() if not name.endswith(".lock")} == {0}, modes
    database.close()


def _empty(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()


def test_an_sqlite_file_where_none_can_be_is_lost(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    _is_refused(Database(f"sqlite:///{tmp_path}/file/b.db").migrate)
    _is_refused(Database(f"sqlite:///{tmp_path}").migrate)


def test_a_full_disk_is_reported_and_stored_puzzles_stay(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/lineworks.db")
    database.migrate()
    _add(database, 1)
    with pytest.raises(DatabaseUnavailable, match="disk is full"), database.writing() as c:
        c.exec_driver_sql("PRAGMA max_page_count = 1")  # as many as there are: it can grow no more
        for n in range(2, 2000):
            bank.add(c, entry(n), "made", 1.0)
    assert _total(database) == 1


def _only_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite then opens files as on a disk that is mounted read-only, which also holds for root."""
    connect = sqlite3.connect
    monkeypatch.setattr(
        sqlite3, "connect", lambda name, **options: connect(name.replace("mode=rw", "mode=ro"), **options)
    )


@pytest.mark.parametrize("noticed", [True, False])
def test_a_file_that_could_only_be_read_is_written_as_soon_as_it_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, noticed: bool
) -> None:
    """Connections that were opened meanwhile do not write, whether or not something shows it."""
    Database(f"sqlite:///{tmp_path}/lineworks.db").migrate()
    access = os.access
    with closing(Database(f"sqlite:///{tmp_path}/lineworks.db")) as database:
        with monkeypatch.context() as patch:
            _only_reading(patch)
            if noticed:
                patch.setattr(os, "access", lambda path, mode: mode != os.W_OK and access(path, mode))
            assert at_once(lambda _: _total(database), range(4)) == [0] * 4
            with pytest.raises(DatabaseUnavailable, match="readonly") as failure:
                _add(database, 1)
            assert failure.value.fault == "read-only"
            at_once(lambda _: _total(database), range(4))
        at_once(lambda n: _add(database, n), range(8))
        assert _total(database) == 8


@pytest.mark.parametrize(
    ("code", "fault"),
    [(sqlite3.SQLITE_IOERR_WRITE, "lost"), (sqlite3.SQLITE_FULL, "full"), (sqlite3.SQLITE_BUSY, "busy")],
)
def test_a_connection_that_saw_an_error_of_the_disk_is_replaced(
    tmp_path: Path, code: int, fault: str
) -> None:
    with closing(Database(f"sqlite:///{tmp_path}/lineworks.db")) as database:
        database.migrate()

        def fail(*_: object) -> None:
            error = sqlite3.OperationalError("it happens")
            error.sqlite_errorcode = code
            raise error

        with pytest.raises(DatabaseUnavailable) as failure, database.writing() as c:
            used = c.connection.driver_connection
            event.listen(c.engine, "do_execute", fail)
            try:
                c.exec_driver_sql("SELECT 1")
            finally:
                event.remove(c.engine, "do_execute", fail)
        assert failure.value.fault == fault
        with database.writing() as c:
            assert (c.connection.driver_connection is used) == (fault == "busy")


@pytest.mark.process
def test_a_server_that_ended_is_lost() -> None:
    try:
        with postgres.server() as server:
            database = Database(server.new())
            database.migrate()
            _add(database, 1)
            server.end()
            _is_refused(lambda: _add(database, 2))
            _is_refused(lambda: _total(database))
            _is_refused(database.migrate)
    except postgres.Absent as e:
        skip_unless_ci(str(e))


def test_connections_that_the_server_ended_are_replaced(server: postgres.Server) -> None:
    database = Database(server.new())
    database.migrate()
    _add(database, 1)
    with closing(database):
        with pytest.raises(DatabaseUnavailable), database.writing() as c:
            bank.add(c, entry(2), "made", 1.0)
            c.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
        _add(database, 3)
        assert _total(database) == 2


def test_an_absent_server_is_not_tried_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    attempts: list[object] = []
    connect = psycopg.Connection.connect

    def counted(*args: Any, **options: Any) -> Any:
        attempts.append(args)
        return connect(*args, **options)

    monkeypatch.setattr(psycopg, "connect", counted)
    database = Database("postgresql://postgres:secret@127.0.0.1:1/none")
    for _ in range(5):
        _is_refused(lambda: _total(database))
    assert len(attempts) == 1
    monkeypatch.setattr(database, "_failed_until", 0.0)
    _is_refused(lambda: _total(database))
    assert len(attempts) == 2


def test_a_password_is_not_printed() -> None:
    database = Database("postgresql://me:secret@127.0.0.1:1/none")
    assert database.name == "postgresql+psycopg://me:***@127.0.0.1:1/none"
    with pytest.raises(DatabaseUnavailable) as caught:
        _total(database)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    "url", ["", "lineworks.db", "mysql://a/b", "sqlite://", "sqlite:///:memory:", "sqlite:////a.db?mode=ro"]
)
def test_other_urls_are_refused(url: str) -> None:
    with pytest.raises(BadUrl, match="expected sqlite:"):
        Database(url)


def test_the_url_is_the_one_named_or_a_file_in_the_data_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(data_folder.VARIABLE, str(tmp_path / "new % folder?"))
    database = Database(read_settings().database_url)
    assert database.file == tmp_path / "new % folder?" / "lineworks.db"
    database.migrate()
    _add(database, 1)
    assert _total(database) == 1
    database.close()
    monkeypatch.setenv(variable("database_url"), "postgresql://somewhere/else")
    assert read_settings().database_url == "postgresql+psycopg://somewhere/else"


@pytest.mark.process
def test_alembic_is_loaded_for_older_databases_alone(tmp_path: Path) -> None:
    program = (
        "import sys; from api.store import answer_cache, bank, dailies, database, jobs;"
        f"it = database.Database('sqlite:///{tmp_path}/a.db');"
        "it.migrate(); it.migrate(); print('alembic' in sys.modules)"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout == "False\n"


def test_room_of_deleted_rows_is_given_back_to_the_disk(database: Database) -> None:
    def file_size() -> int:
        assert database.file is not None
        database.close()  # writes the log to the file
        return database.file.stat().st_size

    free_space.release(database)
    if database.file is None:
        return
    with database.writing() as c:
        c.execute(books.insert().values(job_id="a", pdf=bytes(12_000_000), answers=None))
    full = file_size()
    with database.writing() as c:
        books_store.delete_orphans(c)
    assert file_size() == full
    free_space.release(database)
    assert full - file_size() > 3_000_000
    free_space.release(database)
    assert file_size() > 4_000_000, "some room stays, for what is added next"


def _damage(path: Path) -> None:
    """Overwrites the root pages of the tables, but not the first page."""
    with path.open("r+b") as file:
        file.seek(4096 * 3)
        file.write(b"\xa5" * 4096 * 8)


def test_a_damaged_file_is_reported(tmp_path: Path) -> None:
    with closing(Database(f"sqlite:///{tmp_path}/lineworks.db")) as database:
        database.migrate()
        _add(database, 1)
        assert check_integrity(database)
    path = tmp_path / "lineworks.db"
    _damage(path)
    damaged = path.read_bytes()
    with pytest.raises(DatabaseUnavailable, match=str(path)) as failure:
        check_integrity(database)
    assert failure.value.fault == "damaged"
    database.close()
    assert path.read_bytes() == damaged


def test_a_missing_table_or_row_is_reported(database: Database) -> None:
    with database.writing() as c:
        c.execute(text("DROP TABLE books"))
    with pytest.raises(DatabaseUnavailable, match="the table books is missing"):
        check_integrity(database)
    if database.file is None:
        return
    with closing(sqlite3.connect(database.file)) as raw:
        raw.execute("CREATE TABLE books (x)")
        raw.execute("INSERT INTO solutions VALUES ('none', '{}', 1)")
        raw.commit()
    with pytest.raises(DatabaseUnavailable, match="a row of solutions refers to none of puzzles"):
        check_integrity(database)


def test_a_check_that_takes_too_long_is_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(Database(f"sqlite:///{tmp_path}/lineworks.db")) as database:
        database.migrate()
        monkeypatch.setattr(integrity, "_SECONDS", -1.0)
        monkeypatch.setattr(integrity, "_STEP", 1)
        assert not check_integrity(database)
        assert _total(database) == 0, "the connection is as good as before"
