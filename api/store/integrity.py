"""Checks whether a database is whole: a damaged one would lose more with every write."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import Connection, exc, inspect

from api.store.database import Database, DatabaseUnavailable
from api.store.schema import METADATA

# Seconds after which the check of a large file is broken off, without a verdict.
_SECONDS = 5.0
# Instructions of SQLite's machine between two looks at the clock.
_STEP = 10_000


def check_integrity(database: Database) -> bool:
    """DatabaseUnavailable where the database is damaged; False where it is too large to find out soon."""
    with database.reading() as c:
        missing = METADATA.tables.keys() - set(inspect(c).get_table_names())
        if missing:
            raise _damaged(database, f"the table {min(missing)} is missing")
        return database.file is None or _check_file(database, c)


def _check_file(database: Database, c: Connection) -> bool:
    end = time.monotonic() + _SECONDS
    raw: Any = c.connection.driver_connection
    raw.set_progress_handler(lambda: time.monotonic() > end, _STEP)
    try:
        fault = _fault_in_file(c)
    except exc.OperationalError:
        if time.monotonic() > end:
            return False
        raise
    finally:
        raw.set_progress_handler(None, 0)
    if fault is not None:
        raise _damaged(database, fault)
    return True


def _fault_in_file(c: Connection) -> str | None:
    """Returns the first fault that SQLite finds in its file."""
    pages: str = c.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    if pages != "ok":
        return " ".join(pages.split())
    orphan = c.exec_driver_sql("PRAGMA foreign_key_check").first()
    return None if orphan is None else f"a row of {orphan[0]} refers to none of {orphan[2]}"


def _damaged(database: Database, fault: str) -> DatabaseUnavailable:
    return DatabaseUnavailable(f"{database.name}: {fault}", "damaged")
