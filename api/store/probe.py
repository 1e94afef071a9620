"""Checks that the database can be written, by writing: nothing else shows it."""

from __future__ import annotations

import threading
import time

from sqlalchemy import insert, update

from api.store.database import Database, lock
from api.store.schema import probe

# Seconds for which a success holds, so that somebody who asks all the time does not keep the disk busy.
_VALID = 1.0
_ROW = 1


class WriteProbe:
    """Writes the one row of a table of its own, at most once a second for all threads of a process."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._valid_until = 0.0

    def check(self) -> None:
        """DatabaseUnavailable where nothing can be written."""
        with self._lock:
            if time.monotonic() < self._valid_until:
                return
            self._write()
            self._valid_until = time.monotonic() + _VALID

    def _write(self) -> None:
        values = {"written": time.time()}
        with self._database.writing() as c:
            # Two processes may insert the first row at once.
            lock(c, "probe")
            if c.execute(update(probe).where(probe.c.id == _ROW).values(values)).rowcount == 0:
                c.execute(insert(probe).values(id=_ROW, **values))
