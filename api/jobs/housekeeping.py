"""Housekeeping, which the dispatcher does beside the jobs: publishes the day's puzzles, deletes what has
expired, and has puzzles generated for the days after the ends of the packs."""

from __future__ import annotations

import time
from collections import Counter
from datetime import timedelta

from api.bank.dailies import Dailies, days_left, sequences
from api.bank.days import today
from api.bank.generated import new_puzzle_of
from api.calls.generate import GENERATE
from api.jobs.runner import Runner, Task
from api.service.logs import LOG
from api.service.settings import Settings
from api.store import answer_cache, bank, books, dailies, free_space, jobs
from api.store.database import Database
from api.workers.protocol import Request, json_bytes
from puzzles import packs

_ROUND_SECONDS, _DAYS_PER_CALL = 20.0, 5
# The first seed for the stock: far from the seeds of the packs, which will grow.
FIRST_SEED = 2**40
# Seconds to generate a puzzle. Where they are too few, the next seed is tried.
_SECONDS = 600


class Housekeeping:
    def __init__(self, settings: Settings, database: Database, runner: Runner) -> None:
        self._settings, self._database, self._runner = settings, database, runner
        self._dailies = Dailies(database)
        # The first day that may not be published yet.
        self._next = packs.first_day()
        self._last_round = 0.0
        self._refilling: tuple[str, str, int, Task] | None = None
        # By kind and grade: the last seed without a new puzzle, so that the next attempt takes a later one;
        # and how many failed in a row, so that a grade with few new puzzles leaves the others their turn.
        self._failed_seed: dict[tuple[str, str], int] = {}
        self._failures: Counter[tuple[str, str]] = Counter()

    def tick(self, idle: bool) -> None:
        """Does a short piece of work; `idle`: no job has to wait for it."""
        # Past days are published for the archive, and in order for the pages of the bank. A few a call, as
        # there may be years of them, and the leases of jobs must be renewed meanwhile.
        for _ in range(_DAYS_PER_CALL):
            if self._next <= today():
                self._dailies.publish(self._next)
                self._next += timedelta(days=1)
        if self._refilling is not None:
            self._collect()
        if time.monotonic() - self._last_round < _ROUND_SECONDS:
            return
        self._last_round = time.monotonic()
        now = time.time()
        with self._database.writing() as c:
            answer_cache.delete_expired(c, now)
            jobs.delete_expired(c, now)
            books.delete_orphans(c)
        free_space.release(self._database)
        if idle and self._refilling is None:
            self._refill()

    def _refill(self) -> None:
        with self._database.reading() as c:
            days = {pair: days_left(c, *pair) for pair in sequences()}
        low = [pair for pair in days if days[pair] < self._settings.stock]
        if low:
            self._generate(*min(low, key=lambda pair: days[pair] + self._failures[pair]))

    def _generate(self, kind: str, grade: str) -> None:
        with self._database.reading() as c:
            last_seed = bank.last_seed(c, kind, grade, "refill")
        seed = max(FIRST_SEED, (last_seed or 0) + 1, self._failed_seed.get((kind, grade), 0) + 1)
        body = {"kind": kind, "grade": grade, "seed": seed, "options": {}}
        request = Request(GENERATE.name, "job", _SECONDS, json_bytes(body))
        self._refilling = kind, grade, seed, self._runner.submit(request, urgent=False)

    def _collect(self) -> None:
        if self._refilling is None or not self._refilling[3].done():
            return
        kind, grade, seed, task = self._refilling
        self._refilling = None
        message = task.outcome()
        if message is None:
            # It gave way to a job, or was lost: the same seed has another turn.
            return
        new_puzzle = new_puzzle_of(message.json()) if message.kind == "answer" else None
        is_new = False
        if new_puzzle is not None and new_puzzle.solution is not None:
            with self._database.writing() as c:
                is_new = dailies.add_stock(c, kind, grade, new_puzzle, time.time())
            # The next puzzle without a wait.
            self._last_round = 0.0
        LOG.info("refilled", kind=kind, grade=grade, seed=seed, added=is_new)
        if is_new:
            del self._failures[kind, grade]
        else:
            self._failed_seed[kind, grade] = seed
            self._failures[kind, grade] += 1
