"""The engines and generators, loaded when first used: with numba and ortools they take far longer to load
than all the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api.problem_documents import Refused
from puzzles.errors import Problem
from puzzles.json_shapes import quote
from puzzles.registry import KINDS

if TYPE_CHECKING:
    from generators.protocol import KindGenerators
    from solvers.protocol import Counting, KindSolvers


def solvers_of(kind: str, engine: str | None = None, *, continuing: bool = False) -> KindSolvers[Any, Any]:
    """Returns the solvers of a kind; Refused where none of its engines has the name.

    `continuing`: its engines must be able to continue a partial solution."""
    from solvers.registry import solvers_for  # noqa: PLC0415  # slow to import: only where something is solved

    solvers = solvers_for(kind)
    able = solvers.continuations if continuing else solvers
    if able is None:
        raise Refused([Problem("/progress", f"continuing solutions of {kind} is not supported")])
    names = [available.name for available in able.engines]
    if engine is not None and engine not in names:
        raise Refused([Problem("/engine", f"expected one of {', '.join(names)}, got {quote(engine)}")])
    return solvers


def engine_names() -> list[str]:
    """Returns the names of all engines. Not every kind has all of them."""
    names = (engine.name for kind in KINDS for engine in solvers_of(kind.id).engines)
    return list(dict.fromkeys(names))


def counting_of(kind: str) -> Counting[Any] | None:
    """Returns how solutions of a kind's puzzles are counted; None where they are not."""
    return solvers_of(kind).counting


def counts_all(kind: str, *, continuing: bool = False) -> bool:
    """Whether a count leaves out no solution, so that one counted is the only one.

    `continuing`: a count of the solutions that continue a partial one."""
    solvers = solvers_of(kind).continuations if continuing else solvers_of(kind)
    return solvers is not None and solvers.counting is not None and solvers.counting.complete


def generators_of(kind: str) -> KindGenerators[Any]:
    """Returns what makes, grades and explains puzzles of a kind."""
    from generators.registry import generators_for  # noqa: PLC0415  # slow to import

    return generators_for(kind)
