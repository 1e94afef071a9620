"""The database of the service: SQLite, or PostgreSQL for more than one machine."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, Dialect, Engine, create_engine, event, exc, func, select
from sqlalchemy.engine import URL, ExceptionContext, make_url
from sqlalchemy.pool import QueuePool

# Seconds to wait for one of the pool's connections, and on SQLite for another writer.
CONNECTION_TIMEOUT = 10
# Seconds to wait for a PostgreSQL server, and for how long nobody tries again to reach one that failed.
_SERVER_TIMEOUT, _REST = 3, 3.0
# What a failure means. Connections that saw one of _SPOILT are not used again: one that SQLite could only
# open for reading stays so, and after an error of the disk nothing is certain.
Fault = Literal["read-only", "full", "damaged", "lost", "busy"]
_SPOILT = ("read-only", "full", "damaged", "lost")
_SQLITE_FAULTS: dict[int, Fault] = {
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_IOERR: "lost",
    sqlite3.SQLITE_CANTOPEN: "lost",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
}
# By SQLSTATE: disk_full, read_only_sql_transaction, feature_not_supported (how a replica refuses to begin a
# transaction that writes), data_corrupted, index_corrupted.
_POSTGRESQL_FAULTS: dict[str, Fault] = {
    "53100": "full",
    "25006": "read-only",
    "0A000": "read-only",
    "XX001": "damaged",
    "XX002": "damaged",
}
# Connections that stay open, and how many more there may be. Few, as each is a process of PostgreSQL, and
# transactions are short.
_POOL_SIZE, _OVERFLOW = 5, 5
# How many connections write to an SQLite file: one does, and another waits for its lock.
_WRITERS = 2
# Bytes of SQLite's write-ahead log that stay on the disk once it is written to the database.
_MAX_LOG = 16_000_000
# The first number of all our advisory locks in PostgreSQL; the second is that of the lock.
_LOCK_GROUP = 0x4C494E45
_LOCKS = ("schema", "bank", "claim", "probe")
_EXPECTED = "expected sqlite:////PATH or postgresql://USER@HOST/NAME"


class DatabaseUnavailable(RuntimeError):
    """The database cannot be used: it is gone, full, damaged or busy for too long."""

    def __init__(self, message: str, fault: Fault = "lost") -> None:
        super().__init__(message)
        self.fault = fault


class TooNew(RuntimeError):
    """The database was last written by a newer lineworks."""


class BadUrl(ValueError):
    """The URL does not name a database that can be used."""


class _Engines(NamedTuple):
    """Two views of one pool of connections; on SQLite two pools, so that no reader waits for a writer."""

    reading: Engine
    writing: Engine


class Database:
    """A database, to which each process connects for itself when it first uses it.

    A connection must not be shared by a fork.
    """

    def __init__(self, url: str) -> None:
        self._url = _parse(url)
        # By process. A forked child leaves its parent's engine alone, as closing it there would break it.
        self._engines: dict[int, _Engines] = {}
        # Why the server could not be reached, and until when nobody tries again.
        self._failure, self._failed_until = "", 0.0

    @property
    def name(self) -> str:
        """The URL without the password."""
        return self._url.render_as_string(hide_password=True)

    @property
    def file(self) -> Path | None:
        """The file of an SQLite database."""
        return Path(self._url.database or "") if self._url.drivername == "sqlite" else None

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Begins a short transaction that sees one state of everything, whatever others write meanwhile."""
        with self._translating_errors(), self._engines_here().reading.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Begins a short transaction. At its end everything is on disk; after an error nothing is."""
        with self._translating_errors(), self._engines_here().writing.begin() as connection:
            yield connection

    def migrate(self) -> None:
        """Creates the tables, or brings them up to date; TooNew where they are newer than this program."""
        from api.store.migrate import migrate  # noqa: PLC0415  # it needs this module

        migrate(self)

    def close(self) -> None:
        """Closes the connections of this process."""
        engines = self._engines.pop(os.getpid(), None)
        if engines is not None:
            for engine in engines:
                engine.dispose()

    def unavailable(self, cause: BaseException) -> DatabaseUnavailable:
        """The error to raise for a failure of the database: one line, without a statement's values."""
        original = getattr(cause, "orig", None) or cause
        reason = str(original).strip().partition("\n")[0]
        fault = "busy" if isinstance(cause, exc.TimeoutError) else _fault_of(original) or "lost"
        state = None if self.file is None else _state_of(self.file)
        if fault == "lost" and state is not None and not state[1]:
            # SQLite cannot even open a file whose log it cannot write.
            fault = "read-only"
        return DatabaseUnavailable(f"{self.name}: {reason}", fault)

    def _engines_here(self) -> _Engines:
        """The engines of this process."""
        engines = self._engines.get(os.getpid())
        # If two threads create engines at once, one engine stays, and the other has not connected yet.
        return engines or self._engines.setdefault(os.getpid(), self._create_engines())

    def _create_engines(self) -> _Engines:
        pool: dict[str, Any] = {
            "pool_size": _POOL_SIZE,
            "max_overflow": _OVERFLOW,
            "pool_timeout": CONNECTION_TIMEOUT,
        }
        if self.file is not None:
            # Writers wait for a connection rather than for the lock of the file: there it goes by turns.
            few = pool | {"pool_size": _WRITERS, "max_overflow": 0}
            return _Engines(_on_file(self.file, pool, "BEGIN"), _on_file(self.file, few, "BEGIN IMMEDIATE"))
        # In seconds, and in milliseconds for what was sent to a server that vanished: the system would wait
        # for minutes, and without signs of life between packets for hours.
        wait = {"connect_timeout": _SERVER_TIMEOUT, "tcp_user_timeout": _SERVER_TIMEOUT * 1000,
                "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 2}  # fmt: skip
        engine = create_engine(self._url, pool_pre_ping=True, connect_args=wait, **pool)
        event.listen(engine, "do_connect", self._connect_to_server)
        event.listen(engine, "handle_error", _spoil_connections)
        reading = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        return _Engines(reading, engine)

    def _connect_to_server(self, dialect: Dialect, _: Any, args: list[Any], options: dict[str, Any]) -> Any:
        """Connects, unless that has just failed: of many requests few wait for a server that is gone."""
        if time.monotonic() < self._failed_until:
            raise DatabaseUnavailable(self._failure)
        try:
            return dialect.connect(*args, **options)
        except dialect.loaded_dbapi.OperationalError as e:
            self._failure, self._failed_until = str(self.unavailable(e)), time.monotonic() + _REST
            raise

    @contextmanager
    def _translating_errors(self) -> Iterator[None]:
        try:
            yield
        except (exc.DBAPIError, exc.TimeoutError) as e:
            # A violated constraint or a wrong statement is an error of the program, not of the database.
            program_errors = (exc.IntegrityError, exc.ProgrammingError, exc.DataError, exc.NotSupportedError)
            if isinstance(e, program_errors) and not e.connection_invalidated:
                raise
            raise self.unavailable(e) from e


def lock(connection: Connection, name: Literal["schema", "bank", "claim", "probe"]) -> None:
    """Takes a lock until the transaction ends; it may have it already. SQLite has only one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK_GROUP, _LOCKS.index(name))))


def _parse(url: str) -> URL:
    try:
        database_url = make_url(url)
    except (exc.ArgumentError, ValueError) as e:
        raise BadUrl(f"{_EXPECTED}, got something else") from e
    if database_url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return database_url.set(drivername="postgresql+psycopg")
    if database_url.drivername != "sqlite":
        raise BadUrl(f"{_EXPECTED}, got a {database_url.drivername} URL")
    if database_url.database in (None, "", ":memory:") or database_url.query:
        raise BadUrl(f"{_EXPECTED}; an SQLite URL must name a file, without further options")
    return database_url


def _on_file(path: Path, pool: dict[str, Any], begin_statement: str) -> Engine:
    engine = create_engine("sqlite://", creator=partial(_connect, path), poolclass=QueuePool, **pool)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A writer that began with a read could be overtaken by another, and would have to start again.
        connection.exec_driver_sql(begin_statement)

    @event.listens_for(engine, "connect")
    def connect(_: Any, record: Any) -> None:
        record.info["file"] = _state_of(path)

    @event.listens_for(engine, "checkout")
    def checkout(_: Any, record: Any, __: Any) -> None:
        # What is written to a file that was deleted or replaced would be lost silently, and a connection made
        # while the file could only be read never writes.
        if record.info["file"] is None or record.info["file"] != _state_of(path):
            raise exc.DisconnectionError("the file was replaced")

    event.listen(engine, "handle_error", _spoil_connections)
    return engine


def _connect(path: Path) -> sqlite3.Connection:
    """Connects to a file that exists, as only migrate creates one; without Python's own transactions."""
    uri = f"{path.absolute().as_uri()}?mode=rw"
    raw = sqlite3.connect(
        uri, uri=True, timeout=CONNECTION_TIMEOUT, isolation_level=None, check_same_thread=False
    )
    raw.execute("PRAGMA foreign_keys = ON")
    # With a write-ahead log NORMAL would lose the last transactions when the power fails.
    raw.execute("PRAGMA synchronous = FULL")
    # Otherwise pages of deleted rows are overwritten with zeros, and all of them pass through the log.
    raw.execute("PRAGMA secure_delete = OFF")
    # One large transaction would otherwise leave a large log for ever.
    raw.execute(f"PRAGMA journal_size_limit = {_MAX_LOG}")
    return raw


def _state_of(path: Path) -> tuple[int, bool] | None:
    """Returns the inode of a file, and whether it can be written; None where there is no file."""
    try:
        return path.stat().st_ino, os.access(path, os.W_OK)
    except OSError:
        return None


def _spoil_connections(context: ExceptionContext) -> None:
    """Has this and all other open connections replaced after an error that leaves them unusable."""
    if _fault_of(context.original_exception) in _SPOILT:
        context.is_disconnect = True


def _fault_of(error: BaseException) -> Fault | None:
    """Returns what an error of a driver says about the database; None where that is nothing."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None:
        # The lowest byte of an extended code is the code that it refines.
        return _SQLITE_FAULTS.get(code & 0xFF)
    return _POSTGRESQL_FAULTS.get(getattr(error, "sqlstate", None) or "")
