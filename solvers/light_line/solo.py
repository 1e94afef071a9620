"""The engines of light_line.solo: the search comes first, a SAT model joins it."""

from __future__ import annotations

from puzzles.light_line.line_kinds import LineSolution
from puzzles.light_line.solo import SoloPuzzle
from solvers.light_line.refutations import refute_solo, refute_solo_thoroughly
from solvers.protocol import Continuation, Counting, KindSolvers, engine_at

_ENGINES = (
    engine_at("search", "solvers.light_line.solo_search:SoloSearch"),
    engine_at("sat", "solvers.light_line.line_kinds_sat:SoloSat"),
    engine_at("cpsat", "solvers.light_line.line_kinds_cpsat:SoloCpSat"),
)

_CONTINUING = (
    engine_at("search", "solvers.light_line.continuation_search:SoloContinuationSearch"),
    engine_at("sat", "solvers.light_line.continuation_sat:SoloContinuationSat"),
)
_CONTINUATIONS: KindSolvers[Continuation[SoloPuzzle, LineSolution], LineSolution] = KindSolvers(
    kind="light_line.solo",
    refute=lambda continuation: refute_solo(continuation.puzzle),
    refute_thoroughly=lambda continuation: refute_solo_thoroughly(continuation.puzzle),
    engines=_CONTINUING,
    partners=lambda continuation: ("sat",),
    counting=Counting(_CONTINUING, lambda continuation: refute_solo(continuation.puzzle)),
)

SOLVERS: KindSolvers[SoloPuzzle, LineSolution] = KindSolvers(
    kind="light_line.solo",
    refute=refute_solo,
    refute_thoroughly=refute_solo_thoroughly,
    engines=_ENGINES,
    partners=lambda puzzle: ("sat",),
    counting=Counting(_ENGINES, refute_solo),
    continuations=_CONTINUATIONS,
)
