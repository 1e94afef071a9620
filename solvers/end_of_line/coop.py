"""The engines of end_of_line.coop: on boards with few cells the search comes first, and SAT joins it; on others
SAT alone answers."""

from __future__ import annotations

from puzzles.end_of_line.coop_puzzle import CoopPuzzle, CoopSolution
from puzzles.texts import Phrase
from solvers.protocol import Continuation, Counting, KindSolvers, engine_at


def _refute(_puzzle: CoopPuzzle) -> Phrase | None:
    return None


_ENGINES = (
    engine_at("search", "solvers.end_of_line.coop_search:CoopSearch"),
    engine_at("sat", "solvers.end_of_line.coop_sat:CoopSat"),
)

_CONTINUATIONS: KindSolvers[Continuation[CoopPuzzle, CoopSolution], CoopSolution] = KindSolvers(
    kind="end_of_line.coop",
    refute=lambda _: None,
    refute_thoroughly=lambda _: None,
    engines=(engine_at("sat", "solvers.end_of_line.coop_sat:CoopContinuationSat"),),
    partners=lambda _: (),
)

SOLVERS: KindSolvers[CoopPuzzle, CoopSolution] = KindSolvers(
    kind="end_of_line.coop",
    refute=_refute,
    refute_thoroughly=_refute,
    engines=_ENGINES,
    partners=lambda _: ("sat",),
    counting=Counting(_ENGINES, _refute, restriction="without spending energy"),
    continuations=_CONTINUATIONS,
)
