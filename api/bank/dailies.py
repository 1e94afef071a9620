"""The dailies: one puzzle of every kind and grade with a pack for each UTC day.

The n-th day has the n-th puzzle of its pack; beyond the end of the pack, the first in stock. A day is
published by whichever process comes first: a web process that gets a request for it, or the dispatcher in its
housekeeping. What has been published never changes, so the latest days that are whole are cached here.

While the database cannot be used, the packs alone say what a day has.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Connection

from api.bank import visibility
from api.bank.days import today
from api.store import dailies as rows
from api.store.bank import NewPuzzle
from api.store.database import Database, DatabaseUnavailable
from puzzles import packs

Record = dict[str, Any]
# Days; more than the feed lists, and few enough for every process to keep.
_CACHED_DAYS = 20


@dataclass(frozen=True)
class Daily:
    """A daily. `best_score`: where its kind has one and it is known."""

    kind: str
    grade: str
    record: Record
    best_score: int | None = None


@dataclass(frozen=True)
class Day:
    """The dailies of a day. `outage`: the failure of the database because of which these are from the packs,
    and not certainly the published ones."""

    dailies: tuple[Daily, ...]
    outage: DatabaseUnavailable | None = None

    def find(self, kind: str, grade: str) -> Daily | None:
        """Finds a daily; DatabaseUnavailable where only the database could tell."""
        for daily in self.dailies:
            if (daily.kind, daily.grade) == (kind, grade):
                return daily
        if self.outage is not None:
            raise self.outage
        return None


def sequences() -> Iterator[tuple[str, str]]:
    """Every kind and grade that has a daily."""
    for kind, grades in packs.grades_by_kind().items():
        for grade in grades:
            yield kind, grade


def is_complete(dailies: tuple[Daily, ...]) -> bool:
    """Whether these are all the dailies that a day can have."""
    return len(dailies) == len(list(sequences()))


class Dailies:
    """Publishes days, and finds their puzzles. Several threads, processes and machines may do so at once."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._complete_days: dict[date, tuple[Daily, ...]] = {}
        self._lock = threading.Lock()

    def publish(self, day: date) -> tuple[Daily, ...]:
        """Publishes the dailies of a day, unless that has been done, and returns them in their order.

        They are fewer where there was no stock, and none if the day is not due.
        """
        if not visibility.is_due(day):
            return ()
        dailies = self._complete_days.get(day)
        if dailies is None:
            # One thread publishes, the others find the result; the lock of the database does the same between
            # processes.
            with self._lock:
                dailies = self._complete_days.get(day) or self._publish(day)
        return dailies

    def read(self, day: date) -> Day:
        """Returns the dailies of a day, and publishes it if that has not been done.

        While the database cannot be used they are those of the packs; DatabaseUnavailable if these have none.
        """
        try:
            return Day(self.publish(day))
        except DatabaseUnavailable as e:
            dailies = self._without_writing(day)
            if not dailies:
                raise
            return Day(dailies, e)

    def _without_writing(self, day: date) -> tuple[Daily, ...]:
        published: dict[tuple[str, str], Daily] = {}
        # A full disk can still be read.
        with suppress(DatabaseUnavailable):
            published = self._read(day)
        dailies = (published.get(pair) or _pack_daily(day, *pair) for pair in sequences())
        return tuple(daily for daily in dailies if daily is not None)

    def _publish(self, day: date) -> tuple[Daily, ...]:
        pairs = list(sequences())
        published = self._read(day)
        missing = [pair for pair in pairs if pair not in published]
        if missing:
            self._publish_missing(day, missing)
            published = self._read(day)
        dailies = tuple(published[pair] for pair in pairs if pair in published)
        if is_complete(dailies):
            self._complete_days[day] = dailies
            if len(self._complete_days) > _CACHED_DAYS:
                del self._complete_days[min(self._complete_days)]
        return dailies

    def _read(self, day: date) -> dict[tuple[str, str], Daily]:
        with self._database.reading() as c:
            return {
                (kind, grade): Daily(kind, grade, record, best_score)
                for kind, grade, _, record, best_score in rows.day_of(c, day.isoformat())
            }

    def _publish_missing(self, day: date, missing: list[tuple[str, str]]) -> None:
        from_packs = {pair: _pack_puzzle(day, *pair) for pair in missing}
        with self._database.writing() as c:
            for (kind, grade), new_puzzle in from_packs.items():
                # A past day for which there was no stock stays without a puzzle.
                if new_puzzle is not None or day == today():
                    now = time.time()
                    puzzle_id = rows.publish(c, day.isoformat(), kind, grade, new_puzzle, now)
                    if puzzle_id is None and day == today():
                        # The pack's puzzle was a daily before: one from the stock takes its place.
                        rows.publish(c, day.isoformat(), kind, grade, None, now)


def _pack_puzzle(day: date, kind: str, grade: str) -> NewPuzzle | None:
    """Returns the puzzle that a pack has for a day; None beyond its end."""
    n = (day - packs.first_day()).days
    if n >= packs.size(kind, grade):
        return None
    entry = packs.entry(kind, grade, n)
    return NewPuzzle(dict(entry.record), dict(entry.solution), entry.score)


def _pack_daily(day: date, kind: str, grade: str) -> Daily | None:
    """Returns the daily that a pack has for a day; None beyond its end."""
    new_puzzle = _pack_puzzle(day, kind, grade)
    return None if new_puzzle is None else Daily(kind, grade, new_puzzle.record, new_puzzle.score)


def days_left(c: Connection, kind: str, grade: str) -> int:
    """Returns how many days after today there are puzzles for."""
    used = (today() - packs.first_day()).days + 1
    return max(0, packs.size(kind, grade) - used) + rows.stock_left(c, kind, grade)
