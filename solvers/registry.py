"""What solves every kind, by name."""

from __future__ import annotations

from typing import Any

from solvers.base import KindSolvers
from solvers.end_of_line import cover, solo

SOLVERS: tuple[KindSolvers[Any, Any], ...] = (solo.SOLVERS, cover.SOLVERS)


def solvers_for(kind: str) -> KindSolvers[Any, Any]:
    return next(s for s in SOLVERS if s.kind == kind)
