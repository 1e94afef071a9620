"""The bank: every puzzle once, with its solution, and the order in which puzzles became visible.

Who may see which of them is decided in api.bank.visibility.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, Select, Table, exists, func, insert, select

from api.store.database import lock
from api.store.schema import dailies, puzzles, solutions, stock, visible

# fill: lineworks bank fill; made: generated on request; refill: for dailies to come.
Origin = Literal["pack", "refill", "made", "import", "fill"]


@dataclass(frozen=True)
class NewPuzzle:
    """A puzzle to add: its record, `url` a path, and the best solution where it is known."""

    record: dict[str, Any]
    solution: dict[str, Any] | None = None
    score: int | None = None


@dataclass(frozen=True)
class StoredPuzzle:
    """A puzzle of the bank.

    day         the one whose daily it is or was
    best_score  the best score, where the kind has one and it is known
    """

    record: dict[str, Any]
    visible: bool
    origin: str
    day: str | None
    best_score: int | None = None


class Solution(NamedTuple):
    """The best solution of a puzzle, and its score where the kind has one."""

    solution: dict[str, Any]
    score: int | None


@dataclass(frozen=True)
class Tally:
    """How many puzzles of a kind and grade there are, how many are visible, and how many are in stock.

    The names are those of the JSON of lineworks bank stats.
    """

    kind: str
    grade: str
    total: int
    shown: int
    stock: int


def add(c: Connection, new_puzzle: NewPuzzle, origin: Origin, now: float) -> bool:
    """Adds a hidden puzzle; False if the puzzle or a twin is there already.

    The same puzzle, but not a twin, then gets a missing solution.
    """
    lock(c, "bank")
    record = new_puzzle.record
    stored_record = c.execute(select(puzzles.c.record).where(puzzles.c.id == record["id"])).scalar()
    if stored_record is None:
        columns = {name: record[name] for name in ("id", "kind", "grade", "difficulty", "seed", "generator")}
        row = columns | {"record": json.dumps(record), "origin": origin, "added": now}
        c.execute(insert(puzzles).values(row))
    # Twins share an id, but not their solutions.
    if stored_record is None or json.loads(stored_record)["puzzle"] == record["puzzle"]:
        _add_solution(c, new_puzzle)
    return stored_record is None


def _add_solution(c: Connection, new_puzzle: NewPuzzle) -> None:
    if new_puzzle.solution is not None and solution(c, new_puzzle.record["id"]) is None:
        row = {
            "puzzle_id": new_puzzle.record["id"],
            "solution": json.dumps(new_puzzle.solution),
            "score": new_puzzle.score,
        }
        c.execute(insert(solutions).values(row))


def make_visible(c: Connection, puzzle_id: str, now: float) -> None:
    """Makes a puzzle visible, after all that are; no effect where it is visible already, or unknown."""
    # Places are numbered in order: a place that is filled late would be behind the cursors of some readers.
    lock(c, "bank")
    row = c.execute(select(puzzles.c.kind, puzzles.c.grade).where(puzzles.c.id == puzzle_id)).one_or_none()
    if row is None or is_in(c, visible, puzzle_id):
        return
    place = c.execute(select(func.coalesce(func.max(visible.c.place), 0) + 1)).scalar_one()
    values = {"place": place, "puzzle_id": puzzle_id, "kind": row.kind, "grade": row.grade, "since": now}
    c.execute(insert(visible).values(values))


def is_in_stock(c: Connection, puzzle_id: str) -> bool:
    return is_in(c, stock, puzzle_id)


def is_in(c: Connection, table: Table, puzzle_id: str) -> bool:
    return c.execute(select(exists().where(table.c.puzzle_id == puzzle_id))).scalar_one()


def find(c: Connection, puzzle_id: str) -> StoredPuzzle | None:
    columns = puzzles.c.record, puzzles.c.origin, visible.c.place, dailies.c.day, solutions.c.score
    joined = puzzles.outerjoin(visible).outerjoin(dailies, dailies.c.puzzle_id == puzzles.c.id)
    joined = joined.outerjoin(solutions, solutions.c.puzzle_id == puzzles.c.id)
    row = c.execute(select(*columns).select_from(joined).where(puzzles.c.id == puzzle_id)).one_or_none()
    if row is None:
        return None
    return StoredPuzzle(json.loads(row.record), row.place is not None, row.origin, row.day, row.score)


def solution(c: Connection, puzzle_id: str) -> Solution | None:
    """Returns the best solution of a puzzle, whether it may be seen or not."""
    row = c.execute(select(solutions).where(solutions.c.puzzle_id == puzzle_id)).one_or_none()
    return None if row is None else Solution(json.loads(row.solution), row.score)


def page(
    c: Connection, kind: str | None, grade: str | None, after: int, limit: int
) -> list[tuple[int, dict[str, Any], int | None]]:
    """The next visible puzzles after a place: the place, record and best score of each."""
    joined = visible.join(puzzles).outerjoin(solutions, solutions.c.puzzle_id == puzzles.c.id)
    columns = visible.c.place, puzzles.c.record, solutions.c.score
    query = select(*columns).select_from(joined).where(visible.c.place > after)
    if kind is not None:
        query = query.where(visible.c.kind == kind)
    if grade is not None:
        query = query.where(visible.c.grade == grade)
    rows = c.execute(query.order_by(visible.c.place).limit(limit))
    return [(row.place, json.loads(row.record), row.score) for row in rows]


def counts(c: Connection) -> list[Tally]:
    """Returns the tally of each kind and grade that has puzzles."""
    tallies = func.count(), func.count(visible.c.place), func.count(stock.c.n)
    joined = puzzles.outerjoin(visible).outerjoin(stock, stock.c.puzzle_id == puzzles.c.id)
    kind_and_grade = puzzles.c.kind, puzzles.c.grade
    query = select(*kind_and_grade, *tallies).select_from(joined).group_by(*kind_and_grade)
    rows = c.execute(query.order_by(*kind_and_grade))
    return [Tally(*row) for row in rows]


def filled_seeds(c: Connection, kind: str, grade: str, generator: str, within: range) -> set[int]:
    """The seeds whose puzzles lineworks bank fill has added."""
    same_puzzles = puzzles.c.kind == kind, puzzles.c.grade == grade, puzzles.c.generator == generator
    filled_in_range = puzzles.c.seed.between(within.start, within.stop - 1), puzzles.c.origin == "fill"
    return set(c.execute(select(puzzles.c.seed).where(*same_puzzles, *filled_in_range)).scalars())


def last_seed(c: Connection, kind: str, grade: str, origin: Origin) -> int | None:
    """Returns the greatest seed of a kind's and grade's puzzles of an origin."""
    same_puzzles = puzzles.c.kind == kind, puzzles.c.grade == grade, puzzles.c.origin == origin
    return c.execute(select(func.max(puzzles.c.seed)).where(*same_puzzles)).scalar()


def everything(hidden: bool) -> Select[tuple[str, int | None, str | None, int | None]]:
    """Selects record, place, solution and score of the visible puzzles in order, then of the hidden ones."""
    columns = puzzles.c.record, visible.c.place, solutions.c.solution, solutions.c.score
    joined = puzzles.join(visible, isouter=hidden).outerjoin(solutions, solutions.c.puzzle_id == puzzles.c.id)
    order = visible.c.place.is_(None), visible.c.place, puzzles.c.added, puzzles.c.id
    return select(*columns).select_from(joined).order_by(*order)
