"""The puzzles of the day: of every kind and grade with a pack one for each UTC date, published at first need.

The n-th day's is the n-th of its pack; beyond the pack's end it is the first of what the refill made that was
never a daily. What has been published never changes, so the latest days that are whole are remembered here.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import Connection

from api.store import bank
from api.store import dailies as rows
from api.store.bank import Entry
from api.store.database import Database
from puzzles import packs

Record = dict[str, Any]
# Days; more than the feed tells of, and few enough for every process to keep.
_REMEMBERED = 20


@dataclass(frozen=True)
class Daily:
    kind: str
    grade: str
    record: Record


def today() -> date:
    return datetime.now(UTC).date()


def midnight_in(day: date | None = None) -> float:
    """Seconds until the UTC day is over."""
    end = datetime.combine((day or today()) + timedelta(days=1), datetime.min.time(), UTC)
    return max(0.0, end.timestamp() - time.time())


def sequences() -> Iterator[tuple[str, str]]:
    """Every kind and grade that has a daily."""
    for kind, grades in packs.packed().items():
        for grade in grades:
            yield kind, grade


def is_whole(of: tuple[Daily, ...]) -> bool:
    """Whether all of the day was published."""
    return len(of) == len(list(sequences()))


class Dailies:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._first = packs.first_day()
        self._whole: dict[date, tuple[Daily, ...]] = {}
        self._lock = threading.Lock()

    @property
    def first(self) -> date:
        return self._first

    def of(self, day: date) -> tuple[Daily, ...]:
        """All of the day, kinds and grades in their order; fewer where there was no stock. None of a day to
        come, or before the first."""
        if not self._first <= day <= today():
            return ()
        found = self._whole.get(day)
        if found is None:
            # One thread publishes, the others find it published.
            with self._lock:
                found = self._whole.get(day) or self._published(day)
        return found

    def find(self, day: date, kind: str, grade: str) -> Daily | None:
        return next((each for each in self.of(day) if (each.kind, each.grade) == (kind, grade)), None)

    def _published(self, day: date) -> tuple[Daily, ...]:
        wanted = list(sequences())
        found = self._read(day)
        missing = [pair for pair in wanted if pair not in found]
        if missing:
            self._publish(day, missing)
            found = self._read(day)
        whole = tuple(found[pair] for pair in wanted if pair in found)
        if is_whole(whole):
            self._whole[day] = whole
            if len(self._whole) > _REMEMBERED:
                del self._whole[min(self._whole)]
        return whole

    def _read(self, day: date) -> dict[tuple[str, str], Daily]:
        with self._database.reading() as c:
            return {
                (kind, grade): Daily(kind, grade, record)
                for kind, grade, _, record in rows.day_of(c, day.isoformat())
            }

    def _publish(self, day: date, missing: list[tuple[str, str]]) -> None:
        entries = {pair: self._from_pack(day, *pair) for pair in missing}
        with self._database.writing() as c:
            for (kind, grade), entry in entries.items():
                # A day that went by without stock stays without.
                if entry is not None or day == today():
                    now = time.time()
                    made = rows.publish(c, day.isoformat(), kind, grade, entry, now)
                    if made is None and day == today():
                        # What stands in the pack was a daily before: it may come from the refill.
                        rows.publish(c, day.isoformat(), kind, grade, None, now)

    def _from_pack(self, day: date, kind: str, grade: str) -> Entry | None:
        n = (day - self._first).days
        if n >= packs.size(kind, grade):
            return None
        found = packs.entry(kind, grade, n)
        return Entry(dict(found.record), dict(found.solution), found.score)


def left_of(c: Connection, kind: str, grade: str) -> int:
    """Days after today that there are puzzles for."""
    used = (today() - packs.first_day()).days + 1
    return max(0, packs.size(kind, grade) - used) + rows.stock_left(c, kind, grade)


def open_solution(database: Database, puzzle_id: str) -> tuple[Record, int | None] | None:
    """The solution of a puzzle that may be seen, once it is no longer the day's."""
    with database.reading() as c:
        found = bank.find(c, puzzle_id)
        if found is None or not found.shown or (found.day is not None and found.day >= today().isoformat()):
            return None
        return bank.solution(c, puzzle_id)
