"""Decides who may see which puzzle and which solution, and when. No other module decides that.

- Once a puzzle of the bank is visible, anybody may see it, for ever.
- A puzzle that is reserved for a daily to come is not visible before its day. Reserved are the puzzles in
  stock, and those of the packs whose place in the pack is that of a later day.
- The solution of a daily opens when its day is over. Any other puzzle's opens with the puzzle.
- A book that is ordered over HTTP holds no puzzle whose solution was not open on the day of the order.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy import Connection

from api.bank.days import seconds_until_over, today
from api.store import bank
from api.store.bank import Solution, StoredPuzzle
from api.store.database import lock
from puzzles import packs


def find_visible(c: Connection, puzzle_id: str) -> StoredPuzzle | None:
    """Finds a puzzle that anybody may see."""
    puzzle = bank.find(c, puzzle_id)
    return puzzle if puzzle is not None and puzzle.visible else None


def find_open(c: Connection, puzzle_id: str, day: date) -> StoredPuzzle | None:
    """Finds a visible puzzle whose solution is open on a day."""
    puzzle = find_visible(c, puzzle_id)
    return puzzle if puzzle is not None and (puzzle.day is None or puzzle.day < day.isoformat()) else None


def find_open_solution(c: Connection, puzzle_id: str) -> Solution | None:
    """Finds the solution of a puzzle, where it is known and open today."""
    return None if find_open(c, puzzle_id, today()) is None else bank.solution(c, puzzle_id)


def seconds_until_open(puzzle: StoredPuzzle) -> float:
    """Seconds until the solution of a visible puzzle opens; 0 when it is open."""
    return 0.0 if puzzle.day is None else seconds_until_over(date.fromisoformat(puzzle.day))


def opening(puzzle: StoredPuzzle) -> datetime | None:
    """Returns the moment at which the solution of a visible puzzle opens; None when it is open."""
    if not seconds_until_open(puzzle) or puzzle.day is None:
        return None
    return datetime.combine(date.fromisoformat(puzzle.day) + timedelta(days=1), time(), UTC)


def is_open_pack_puzzle(puzzle_id: str, day: date) -> bool:
    """Whether a puzzle is in the packs, and its solution is open on a day."""
    own_day = pack_day(puzzle_id)
    return own_day is not None and own_day < day


def is_due(day: date) -> bool:
    """Whether the dailies of a day may be seen: it has come, and is not before the first day of all."""
    return packs.first_day() <= day <= today()


def is_reserved(c: Connection, puzzle_id: str) -> bool:
    """Whether a puzzle is reserved for a daily to come."""
    own_day = pack_day(puzzle_id)
    return (own_day is not None and own_day > today()) or bank.is_in_stock(c, puzzle_id)


def make_visible(c: Connection, puzzle_id: str, now: float) -> None:
    """Makes a puzzle of the bank visible, unless it is reserved."""
    # The lock keeps others from putting it in stock between the check and the change.
    lock(c, "bank")
    if not is_reserved(c, puzzle_id):
        bank.make_visible(c, puzzle_id, now)


def pack_day(puzzle_id: str) -> date | None:
    """The day whose daily a puzzle of the packs is, by its number there; None for any other puzzle."""
    location = packs.locate(puzzle_id)
    return None if location is None else packs.first_day() + timedelta(days=location[2])
