"""Creates the tables and brings them up to date.

It loads alembic, which is slow: import it only to migrate.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from api.store.database import CONNECTION_TIMEOUT, Database, TooNew, lock


def migrate(database: Database) -> None:
    """Migrates in one transaction. Of several processes that start at once, the others wait for the first."""
    with _prepared_file(database), database.writing() as connection:
        lock(connection, "schema")
        _upgrade(database, connection)


@contextmanager
def _prepared_file(database: Database) -> Iterator[None]:
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
                # Readers then do not wait for a writer. The setting stays in the file.
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


def _upgrade(database: Database, connection: Connection) -> None:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "api.store:migrations")
    script = ScriptDirectory.from_config(config)
    known_revisions = {revision.revision for revision in script.walk_revisions()}
    current = set(MigrationContext.configure(connection).get_current_heads())
    for unknown in current - known_revisions:
        message = f"was written by a newer version of lineworks (revision {unknown}); use that version"
        raise TooNew(f"{database.name}: {message}")
    if current != set(script.get_heads()):
        command.upgrade(config, "head")
