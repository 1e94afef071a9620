"""The engines and generators, loaded when first used: with numba and ortools they take far longer to load
than all the rest."""

from __future__ import annotations

from typing import Any

from api.problem_documents import Refused
from generators.protocol import KindGenerators
from puzzles.errors import Problem
from puzzles.json_shapes import quote
from puzzles.registry import KINDS
from solvers.protocol import KindSolvers


def solvers_of(kind: str, engine: str | None = None) -> KindSolvers[Any, Any]:
    """What solves puzzles of a kind; Refused where none of it is the engine named."""
    from solvers.registry import solvers_for  # noqa: PLC0415  # slow to import: only where something is solved

    solvers = solvers_for(kind)
    names = [each.name for each in solvers.engines]
    if engine is not None and engine not in names:
        raise Refused([Problem("/engine", f"expected one of {', '.join(names)}, got {quote(engine)}")])
    return solvers


def engine_names() -> list[str]:
    """The names of all engines; not every kind has each."""
    names = (engine.name for kind in KINDS for engine in solvers_of(kind.id).engines)
    return list(dict.fromkeys(names))


def generators_of(kind: str) -> KindGenerators[Any]:
    """What makes, grades and explains puzzles of a kind."""
    from generators.registry import generators_for  # noqa: PLC0415  # slow to import

    return generators_for(kind)
