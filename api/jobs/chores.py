"""What the foreman does beside the jobs: publishes the day's puzzles, forgets what is out of date, and has
puzzles made for the days after the packs' ends."""

from __future__ import annotations

import os
import time
from datetime import date
from typing import Any

from distributed import Client, Future

from api.dailies import Dailies, left_of, sequences, today
from api.jobs import task
from api.made import entry_of
from api.settings import Settings
from api.store import answers, bank, books, dailies, jobs
from api.store.database import Database
from api.web.logs import LOG

_EVERY = 20.0
# Where the seeds of refilled puzzles begin: far from those of the packs, which will grow.
FIRST_SEED = 2**40
# Seconds for one puzzle. Whether it suffices decides nothing but which seed comes next.
_SECONDS = 600


class Chores:
    def __init__(self, settings: Settings, database: Database, client: Client) -> None:
        self._settings, self._database, self._client = settings, database, client
        self._dailies = Dailies(database)
        self._day: date | None = None
        self._looked = 0.0
        self._making: tuple[str, str, int, Future[Any]] | None = None
        # Seeds that made nothing, by kind and grade: the next one is after them.
        self._vain: dict[tuple[str, str], int] = {}

    def round(self, idle: bool) -> None:
        """A moment's work; `idle`: no job has to wait for it."""
        if self._day != today():
            self._dailies.publish()
            self._day = today()
        if self._making is not None:
            self._take_made()
        if time.monotonic() - self._looked < _EVERY:
            return
        self._looked = time.monotonic()
        now = time.time()
        with self._database.writing() as c:
            answers.forget(c, now)
            jobs.forget(c, now)
            books.forget(c)
        if idle and self._making is None:
            self._refill()

    def _refill(self) -> None:
        with self._database.reading() as c:
            left = {pair: left_of(c, *pair) for pair in sequences()}
        pair = min(left, key=left.__getitem__)
        if left[pair] < self._settings.stock:
            self._make(*pair)

    def _make(self, kind: str, grade: str) -> None:
        with self._database.reading() as c:
            used = bank.last_seed(c, kind, grade, "refill")
        seed = max(FIRST_SEED, (used or 0) + 1, self._vain.get((kind, grade), 0) + 1)
        body = {"kind": kind, "grade": grade, "seed": seed, "options": {}}
        request = {"call": "generate", "body": body, "lane": "job", "seconds": _SECONDS}
        key = f"refill-{kind}-{grade}-{seed}-{os.getpid()}"
        future = self._client.submit(task.run, request, key, key=key, pure=False, priority=-10)
        self._making = kind, grade, seed, future

    def _take_made(self) -> None:
        if self._making is None or not self._making[3].done():
            return
        kind, grade, seed, future = self._making
        self._making = None
        message: dict[str, Any] = future.result() if future.status == "finished" else {}
        entry = entry_of(message.get("answer"))
        if entry is None or entry.solution is None:
            self._vain[kind, grade] = seed
            return
        with self._database.writing() as c:
            added = dailies.add_stock(c, kind, grade, entry, time.time())
        if not added:
            self._vain[kind, grade] = seed
        LOG.info("refilled", kind=kind, grade=grade, seed=seed, added=added)
        # The next without a wait.
        self._looked = 0.0
