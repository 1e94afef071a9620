"""The engines of light_line.longest: the search comes first, a SAT model joins it."""

from __future__ import annotations

from puzzles.light_line.line_kinds import LineSolution
from puzzles.light_line.longest import LongestPuzzle
from solvers.light_line.refutations import refute_longest
from solvers.protocol import Continuation, KindSolvers, engine_at

_CONTINUING = (
    engine_at("search", "solvers.light_line.continuation_search:LongestContinuationSearch"),
    engine_at("sat", "solvers.light_line.continuation_sat:LongestContinuationSat"),
)
_CONTINUATIONS: KindSolvers[Continuation[LongestPuzzle, LineSolution], LineSolution] = KindSolvers(
    kind="light_line.longest",
    refute=lambda continuation: refute_longest(continuation.puzzle),
    refute_thoroughly=lambda continuation: None,
    engines=_CONTINUING,
    partners=lambda continuation: ("sat",),
)

SOLVERS: KindSolvers[LongestPuzzle, LineSolution] = KindSolvers(
    kind="light_line.longest",
    refute=refute_longest,
    refute_thoroughly=lambda puzzle: None,
    engines=(
        engine_at("search", "solvers.light_line.longest_search:LongestSearch"),
        engine_at("sat", "solvers.light_line.line_kinds_sat:LongestSat"),
        engine_at("cpsat", "solvers.light_line.line_kinds_cpsat:LongestCpSat"),
    ),
    partners=lambda puzzle: ("sat",),
    continuations=_CONTINUATIONS,
)
