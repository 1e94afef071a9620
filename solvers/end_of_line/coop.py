"""The engines of end_of_line.coop: the search comes first, and SAT joins it; where lines are too long for the
search, SAT does so at once."""

from __future__ import annotations

from dataclasses import replace

from puzzles.end_of_line.coop_puzzle import CoopPuzzle, CoopSolution
from puzzles.texts import Phrase
from solvers.end_of_line.coop_refutations import refute, refute_thoroughly
from solvers.protocol import Continuation, Counting, KindSolvers, engine_at


def _refute_counted(puzzle: CoopPuzzle) -> Phrase | None:
    """Refutes that there is a solution that spends no energy."""
    return refute(replace(puzzle, energy=0))


_ENGINES = (
    engine_at("search", "solvers.end_of_line.coop_search:CoopSearch"),
    engine_at("sat", "solvers.end_of_line.coop_sat:CoopSat"),
)

_CONTINUATIONS: KindSolvers[Continuation[CoopPuzzle, CoopSolution], CoopSolution] = KindSolvers(
    kind="end_of_line.coop",
    refute=lambda continuation: refute(continuation.puzzle),
    refute_thoroughly=lambda continuation: refute_thoroughly(continuation.puzzle),
    engines=(
        engine_at("search", "solvers.end_of_line.coop_search:CoopContinuationSearch"),
        engine_at("sat", "solvers.end_of_line.coop_sat:CoopContinuationSat"),
    ),
    partners=lambda _: ("sat",),
)

SOLVERS: KindSolvers[CoopPuzzle, CoopSolution] = KindSolvers(
    kind="end_of_line.coop",
    refute=refute,
    refute_thoroughly=refute_thoroughly,
    engines=_ENGINES,
    partners=lambda _: ("sat",),
    counting=Counting(_ENGINES, _refute_counted, restriction="without spending energy"),
    continuations=_CONTINUATIONS,
)
