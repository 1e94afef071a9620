"""The dailies: a puzzle for each day, kind and grade, never changed and never repeated; and their stock,
which holds puzzles for days after the ends of the packs."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select

from api.store import bank
from api.store.bank import NewPuzzle
from api.store.database import lock
from api.store.schema import dailies, puzzles, solutions, stock, visible


def puzzle_of(c: Connection, day: str, kind: str, grade: str) -> str | None:
    """The id of a day's puzzle, once it is published."""
    of_pair = dailies.c.day == day, dailies.c.kind == kind, dailies.c.grade == grade
    return c.execute(select(dailies.c.puzzle_id).where(*of_pair)).scalar()


def day_of(c: Connection, day: str) -> list[tuple[str, str, str, dict[str, Any], int | None]]:
    """Kind, grade, id, record and best score of each daily of a day."""
    columns = dailies.c.kind, dailies.c.grade, dailies.c.puzzle_id, puzzles.c.record, solutions.c.score
    joined = dailies.join(puzzles).outerjoin(solutions, solutions.c.puzzle_id == puzzles.c.id)
    query = select(*columns).select_from(joined).where(dailies.c.day == day)
    rows = c.execute(query.order_by(dailies.c.kind, dailies.c.grade))
    return [(row.kind, row.grade, row.puzzle_id, json.loads(row.record), row.score) for row in rows]


def days(c: Connection, before: str | None, limit: int) -> list[str]:
    """The days that have dailies, the latest first."""
    query = select(dailies.c.day).distinct().order_by(dailies.c.day.desc()).limit(limit)
    if before is not None:
        query = query.where(dailies.c.day < before)
    return list(c.execute(query).scalars())


def publish(
    c: Connection, day: str, kind: str, grade: str, new_puzzle: NewPuzzle | None, now: float
) -> str | None:
    """Publishes the puzzle of a day, unless it has one, and returns its id.

    That is the new puzzle, or without one the first of the stock. None where there is nothing in stock, or
    the new puzzle was that of another day.
    """
    lock(c, "bank")
    published_id = puzzle_of(c, day, kind, grade)
    if published_id is not None:
        return published_id
    puzzle_id = _first_of_stock(c, kind, grade) if new_puzzle is None else new_puzzle.record["id"]
    if puzzle_id is None or bank.is_in(c, dailies, puzzle_id):
        return None
    if new_puzzle is not None:
        bank.add(c, new_puzzle, "pack", now)
    c.execute(delete(stock).where(stock.c.puzzle_id == puzzle_id))
    bank.make_visible(c, puzzle_id, now)
    c.execute(insert(dailies).values(day=day, kind=kind, grade=grade, puzzle_id=puzzle_id))
    return str(puzzle_id)


def stock_left(c: Connection, kind: str, grade: str) -> int:
    """Counts the puzzles of a kind and grade that are in stock."""
    of_pair = stock.c.kind == kind, stock.c.grade == grade
    return c.execute(select(func.count()).select_from(stock).where(*of_pair)).scalar_one()


def add_stock(c: Connection, kind: str, grade: str, new_puzzle: NewPuzzle, now: float) -> bool:
    """Adds a puzzle to the stock; False where it was a daily, is in stock, or is visible already."""
    lock(c, "bank")
    puzzle_id = new_puzzle.record["id"]
    if any(bank.is_in(c, table, puzzle_id) for table in (dailies, stock, visible)):
        return False
    bank.add(c, new_puzzle, "refill", now)
    last = select(func.coalesce(func.max(stock.c.n), 0)).where(stock.c.kind == kind, stock.c.grade == grade)
    n = c.execute(last).scalar_one() + 1
    c.execute(insert(stock).values(kind=kind, grade=grade, n=n, puzzle_id=puzzle_id))
    return True


def _first_of_stock(c: Connection, kind: str, grade: str) -> str | None:
    of_pair = stock.c.kind == kind, stock.c.grade == grade
    return c.execute(select(stock.c.puzzle_id).where(*of_pair).order_by(stock.c.n).limit(1)).scalar()
