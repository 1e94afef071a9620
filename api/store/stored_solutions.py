"""Which version of a kind's solvers proved the stored solutions, and the solutions to be proved again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from api.store.bank import Solution
from api.store.database import lock
from api.store.schema import dailies, puzzles, solutions, solver_versions, stock, visible

# The version of all solvers before versions were stored.
_FIRST_VERSION = 1


@dataclass(frozen=True)
class StoredSolution:
    """A puzzle with its stored solution. `in_stock`: it waits, hidden, to become a daily."""

    record: dict[str, Any]
    solution: Solution
    in_stock: bool


def version_of(c: Connection, kind: str) -> int:
    """Returns the version of the solvers by which the solutions of a kind were proved."""
    stored = c.execute(select(solver_versions.c.version).where(solver_versions.c.kind == kind)).scalar()
    return _FIRST_VERSION if stored is None else int(stored)


def set_version(c: Connection, kind: str, version: int) -> None:
    lock(c, "bank")
    c.execute(delete(solver_versions).where(solver_versions.c.kind == kind))
    c.execute(insert(solver_versions).values(kind=kind, version=version))


def solved_after(c: Connection, kind: str, puzzle_id: str, limit: int) -> list[StoredSolution]:
    """Returns the next solved puzzles of a kind in the order of their ids."""
    columns = puzzles.c.record, solutions.c.solution, solutions.c.score, stock.c.n
    joined = puzzles.join(solutions).outerjoin(stock, stock.c.puzzle_id == puzzles.c.id)
    query = select(*columns).select_from(joined).where(puzzles.c.kind == kind, puzzles.c.id > puzzle_id)
    return [
        StoredSolution(
            json.loads(row.record), Solution(json.loads(row.solution), row.score), row.n is not None
        )
        for row in c.execute(query.order_by(puzzles.c.id).limit(limit))
    ]


def replace_solution(c: Connection, puzzle_id: str, proved: Solution | None) -> None:
    """Stores another solution of a puzzle; None where its solution is no longer known."""
    of_puzzle = solutions.c.puzzle_id == puzzle_id
    if proved is None:
        c.execute(delete(solutions).where(of_puzzle))
        return
    values = {"solution": json.dumps(proved.solution), "score": proved.score}
    c.execute(update(solutions).where(of_puzzle).values(values))


def discard_from_stock(c: Connection, puzzle_id: str) -> None:
    """Deletes a puzzle that waits in the stock, unless it has become visible meanwhile."""
    lock(c, "bank")
    c.execute(delete(stock).where(stock.c.puzzle_id == puzzle_id))
    used = select(func.count()).select_from(visible).where(visible.c.puzzle_id == puzzle_id).scalar_subquery()
    is_daily = select(func.count()).select_from(dailies).where(dailies.c.puzzle_id == puzzle_id)
    if c.execute(select(used + is_daily.scalar_subquery())).scalar_one() == 0:
        c.execute(delete(solutions).where(solutions.c.puzzle_id == puzzle_id))
        c.execute(delete(puzzles).where(puzzles.c.id == puzzle_id))
