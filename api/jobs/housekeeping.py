"""What the foreman does beside the jobs: publishes the day's puzzles, forgets what is out of date, and has
puzzles made for the days after the packs' ends."""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from datetime import timedelta
from typing import Any

from distributed import Client, Future

from api.bank.dailies import Dailies, left_of, sequences, today
from api.bank.publication import entry_of
from api.jobs import dask_task
from api.service.logs import LOG
from api.service.settings import Settings
from api.store import answer_cache, bank, books, dailies, jobs
from api.store.database import Database

_EVERY, _DAYS = 20.0, 5
# Where the seeds of refilled puzzles begin: far from those of the packs, which will grow.
FIRST_SEED = 2**40
# Seconds for one puzzle. Whether it suffices decides nothing but which seed comes next.
_SECONDS = 600


class Chores:
    def __init__(self, settings: Settings, database: Database, client: Client) -> None:
        self._settings, self._database, self._client = settings, database, client
        self._dailies = Dailies(database)
        # The first day that may not be published yet.
        self._next = self._dailies.first
        self._looked = 0.0
        self._making: tuple[str, str, int, Future[Any]] | None = None
        # By kind and grade the last seed that made nothing new, as the next one is after it, and how many did
        # in a row, so that what can hardly be made does not keep all others from their turn.
        self._vain: dict[tuple[str, str], int] = {}
        self._in_vain: Counter[tuple[str, str]] = Counter()

    def round(self, idle: bool) -> None:
        """A moment's work; `idle`: no job has to wait for it."""
        # For the archive, and for the bank's pages, which are in the order of time. A few a round: there may
        # be years of them, and the leases of jobs are to be renewed meanwhile.
        for _ in range(_DAYS):
            if self._next <= today():
                self._dailies.of(self._next)
                self._next += timedelta(days=1)
        if self._making is not None:
            self._take_made()
        if time.monotonic() - self._looked < _EVERY:
            return
        self._looked = time.monotonic()
        now = time.time()
        with self._database.writing() as c:
            answer_cache.forget(c, now)
            jobs.forget(c, now)
            books.forget(c)
        if idle and self._making is None:
            self._refill()

    def _refill(self) -> None:
        with self._database.reading() as c:
            left = {pair: left_of(c, *pair) for pair in sequences()}
        low = [pair for pair in left if left[pair] < self._settings.stock]
        if low:
            self._make(*min(low, key=lambda pair: left[pair] + self._in_vain[pair]))

    def _make(self, kind: str, grade: str) -> None:
        with self._database.reading() as c:
            used = bank.last_seed(c, kind, grade, "refill")
        seed = max(FIRST_SEED, (used or 0) + 1, self._vain.get((kind, grade), 0) + 1)
        body = {"kind": kind, "grade": grade, "seed": seed, "options": {}}
        request = {"call": "generate", "body": body, "lane": "job", "seconds": _SECONDS}
        key = f"refill-{kind}-{grade}-{seed}-{os.getpid()}"
        text = json.dumps(request)
        future = self._client.submit(dask_task.run, text, key, key=key, pure=False, priority=-10)
        self._making = kind, grade, seed, future

    def _take_made(self) -> None:
        if self._making is None or not self._making[3].done():
            return
        kind, grade, seed, future = self._making
        self._making = None
        message: dict[str, Any] = future.result() if future.status == "finished" else {}
        entry = entry_of(message.get("answer"))
        added = False
        if entry is not None and entry.solution is not None:
            with self._database.writing() as c:
                added = dailies.add_stock(c, kind, grade, entry, time.time())
            # The next without a wait.
            self._looked = 0.0
        LOG.info("refilled", kind=kind, grade=grade, seed=seed, added=added)
        if added:
            del self._in_vain[kind, grade]
        else:
            self._vain[kind, grade] = seed
            self._in_vain[kind, grade] += 1
