"""Makes the tables and brings them up to date. It loads alembic: import it only to do so."""

from __future__ import annotations

import fcntl
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from api.store.database import PATIENCE, Database, TooNew, hold


def migrate(database: Database) -> None:
    """All of it or nothing; of several processes that begin at once the others wait for the first."""
    with _file(database), database.writing() as connection:
        hold(connection, "schema")
        _upgrade(database, connection)


@contextmanager
def _file(database: Database) -> Iterator[None]:
    """The file of an SQLite database, made where there is none, for this process alone."""
    path = database.file
    if path is None:
        yield
        return
    with _opened(database, Path(f"{path}.lock")) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            with closing(sqlite3.connect(path, timeout=PATIENCE)) as raw:
                # Readers then do not wait for a writer. The file remembers it.
                raw.execute("PRAGMA journal_mode = WAL")
        except sqlite3.Error as e:
            raise database.lost(e) from e
        yield


def _opened(database: Database, path: Path) -> BinaryIO:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("wb")
    except OSError as e:
        raise database.lost(e) from e


def _upgrade(database: Database, connection: Connection) -> None:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "api.store:migrations")
    script = ScriptDirectory.from_config(config)
    known = {revision.revision for revision in script.walk_revisions()}
    there = set(MigrationContext.configure(connection).get_current_heads())
    for unknown in there - known:
        raise TooNew(f"{database.name}: a newer lineworks has written it (revision {unknown}); use that one")
    if there != set(script.get_heads()):
        command.upgrade(config, "head")
