"""Gives the room of deleted rows back to the disk. PostgreSQL does so by itself."""

from __future__ import annotations

import sqlite3
from typing import Any

from api.store.database import Database

# Pages of 4 KiB that stay in the file for what is added next, and how many are given back at a time.
_SPARE, _AT_A_TIME = 2_000, 2_500

# The value of auto_vacuum that api.store.migrate sets.
_INCREMENTAL = 2


def release(database: Database) -> None:
    """Shortens an SQLite file by a part of its free pages; no effect on files of earlier versions."""
    if database.file is None:
        return
    with database.reading() as c:
        free: int = c.exec_driver_sql("PRAGMA freelist_count").scalar_one()
        can_shrink: bool = c.exec_driver_sql("PRAGMA auto_vacuum").scalar_one() == _INCREMENTAL
    if free <= _SPARE or not can_shrink:
        return
    with database.writing() as c:
        cursor: Any = c.connection.cursor()
        try:
            # Each step of this statement gives one page back, but Python's module takes only the first.
            for _ in range(min(free - _SPARE, _AT_A_TIME)):
                cursor.execute("PRAGMA incremental_vacuum")
        except sqlite3.Error as e:
            raise database.unavailable(e) from e
        finally:
            cursor.close()
