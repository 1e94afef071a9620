"""Creates the tables and brings them up to date.

New tables are made from their definition in api.store.schema, and a test compares them with those that the
migrations make. So alembic, which is slow to load, is needed for older databases only.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from sqlalchemy import Connection, insert, inspect, select

from api.store.database import CONNECTION_TIMEOUT, Database, lock
from api.store.schema import METADATA, REVISION, VERSION


def migrate(database: Database) -> None:
    """Migrates in one transaction. Of several processes that start at once, the others wait for the first."""
    with prepared_file(database):
        with database.reading() as connection:
            if stored_revision(connection) == REVISION:
                return
        with database.writing() as connection:
            upgrade(connection, database.name)


@contextmanager
def prepared_file(database: Database) -> Iterator[None]:
    """Creates the file of an SQLite database if there is none, under a lock against other processes."""
    path = database.file
    if path is None:
        yield
        return
    with _lock_file(database, Path(f"{path}.lock")) as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            _make_private(path)
            with closing(sqlite3.connect(path, timeout=CONNECTION_TIMEOUT)) as raw:
                # What is deleted can then be given back to the disk. No effect on a file that has tables.
                raw.execute("PRAGMA auto_vacuum = INCREMENTAL")
                # Readers then do not wait for a writer. Both settings stay in the file.
                raw.execute("PRAGMA journal_mode = WAL")
        except (sqlite3.Error, OSError) as e:
            raise database.unavailable(e) from e
        yield


def _make_private(path: Path) -> None:
    """Creates the file, or closes an existing one to other users. SQLite's own files beside it follow."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    # A file of another user is theirs to close.
    with suppress(PermissionError):
        path.chmod(0o600)


def _lock_file(database: Database, path: Path) -> BinaryIO:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return path.open("wb")
    except OSError as e:
        raise database.unavailable(e) from e


def upgrade(connection: Connection, name: str) -> None:
    """Creates the tables or brings them up to date, in the connection's transaction, under a lock."""
    lock(connection, "schema")
    revision = stored_revision(connection)
    if revision is None:
        METADATA.create_all(connection, checkfirst=False)
        VERSION.create(connection)
        connection.execute(insert(VERSION).values(version_num=REVISION))
    elif revision != REVISION:
        from api.store.alembic_run import upgrade_tables  # noqa: PLC0415  # loads alembic, which is slow

        upgrade_tables(connection, name)


def stored_revision(connection: Connection) -> str | None:
    """Returns the revision of the tables; None where there are none."""
    if not inspect(connection).has_table(VERSION.name):
        return None
    return connection.execute(select(VERSION.c.version_num)).scalar()
