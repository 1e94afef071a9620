"""Finds puzzles that anybody may see: in the database or, while that cannot be used, in the packs."""

from __future__ import annotations

from dataclasses import dataclass

from api.bank import visibility
from api.bank.dailies import Dailies
from api.bank.days import today
from api.store.bank import Solution, StoredPuzzle
from api.store.database import Database, DatabaseUnavailable
from puzzles import packs


@dataclass(frozen=True)
class VisiblePuzzle:
    """A puzzle that anybody may see, and its solution where that is known and open.

    provisional  whether the database, which has the last word, could not be asked
    """

    puzzle: StoredPuzzle
    solution: Solution | None
    provisional: bool = False


def find_puzzle(database: Database, dailies: Dailies, puzzle_id: str) -> VisiblePuzzle | None:
    """Finds a visible puzzle; DatabaseUnavailable where only the database could tell."""
    try:
        with database.reading() as c:
            puzzle = visibility.find_visible(c, puzzle_id)
            if puzzle is not None:
                return VisiblePuzzle(puzzle, visibility.find_open_solution(c, puzzle_id))
    except DatabaseUnavailable:
        daily = _daily_of_packs(puzzle_id, provisional=True)
        if daily is None:
            raise
        return daily
    return _unpublished_daily(dailies, puzzle_id)


def _unpublished_daily(dailies: Dailies, puzzle_id: str) -> VisiblePuzzle | None:
    """Finds a daily that is due, but that nobody has published yet, or nobody can, as the disk is full."""
    own_day = visibility.pack_day(puzzle_id)
    if own_day is None or not visibility.is_due(own_day):
        return None
    day = dailies.read(own_day)
    if all(daily.record["id"] != puzzle_id for daily in day.dailies):
        return None
    return _daily_of_packs(puzzle_id, provisional=day.outage is not None)


def _daily_of_packs(puzzle_id: str, provisional: bool) -> VisiblePuzzle | None:
    own_day = visibility.pack_day(puzzle_id)
    location = packs.locate(puzzle_id)
    if own_day is None or location is None or not visibility.is_due(own_day):
        return None
    entry = packs.entry(*location)
    puzzle = StoredPuzzle(dict(entry.record), True, "pack", own_day.isoformat(), entry.score)
    solution = Solution(dict(entry.solution), entry.score)
    is_open = visibility.is_open_pack_puzzle(puzzle_id, today())
    return VisiblePuzzle(puzzle, solution if is_open else None, provisional)
