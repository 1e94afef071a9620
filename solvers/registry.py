"""What solves every kind, by name."""

from __future__ import annotations

from typing import Any

from solvers.end_of_line import cover, solo
from solvers.light_line import head, longest, place
from solvers.light_line import solo as light_solo
from solvers.linja import endgame
from solvers.protocol import KindSolvers

SOLVERS: tuple[KindSolvers[Any, Any], ...] = (
    solo.SOLVERS,
    cover.SOLVERS,
    light_solo.SOLVERS,
    longest.SOLVERS,
    head.SOLVERS,
    place.SOLVERS,
    endgame.SOLVERS,
)


def solvers_for(kind: str) -> KindSolvers[Any, Any]:
    return next(s for s in SOLVERS if s.kind == kind)
