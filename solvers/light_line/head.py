"""The engines of light_line.head: the search comes first, a SAT model joins it."""

from __future__ import annotations

from puzzles.light_line.head import HeadPuzzle
from puzzles.light_line.line_kinds import LineSolution
from solvers.light_line.refutations import refute_head, refute_head_thoroughly
from solvers.protocol import Continuation, KindSolvers, engine_at

_CONTINUING = (
    engine_at("search", "solvers.light_line.continuation_search:HeadContinuationSearch"),
    engine_at("sat", "solvers.light_line.continuation_sat:HeadContinuationSat"),
)
_CONTINUATIONS: KindSolvers[Continuation[HeadPuzzle, LineSolution], LineSolution] = KindSolvers(
    kind="light_line.head",
    refute=lambda continuation: refute_head(continuation.puzzle),
    refute_thoroughly=lambda continuation: refute_head_thoroughly(continuation.puzzle),
    engines=_CONTINUING,
    partners=lambda continuation: ("sat",),
)

SOLVERS: KindSolvers[HeadPuzzle, LineSolution] = KindSolvers(
    kind="light_line.head",
    refute=refute_head,
    refute_thoroughly=refute_head_thoroughly,
    engines=(
        engine_at("search", "solvers.light_line.head_search:HeadSearch"),
        engine_at("sat", "solvers.light_line.line_kinds_sat:HeadSat"),
        engine_at("cpsat", "solvers.light_line.line_kinds_cpsat:HeadCpSat"),
    ),
    partners=lambda puzzle: ("sat",),
    continuations=_CONTINUATIONS,
)
