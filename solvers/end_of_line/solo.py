"""The engines of end_of_line.solo: the search comes first; on areas that are not large a SAT model joins
it. CP-SAT works only where it is named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from puzzles.end_of_line.board import PlacedCard, Round
from puzzles.end_of_line.solo import KIND, SoloPuzzle, SoloSolution
from puzzles.texts import Phrase
from solvers.end_of_line.cover_continuation import from_the_last_card_on
from solvers.end_of_line.refutations import Demand, refute, refute_thoroughly
from solvers.end_of_line.solo_rest import demand_of_the_rest
from solvers.end_of_line.solo_roots import positions_after
from solvers.protocol import Continuation, Counting, KindSolvers, Limits, engine_at

# Up to this many cells SAT sometimes proves what the search does not; on larger areas it is never first.
MAX_FOR_SAT = 50


def _demand(puzzle: SoloPuzzle, stubs: int) -> Demand:
    return Demand(puzzle.area, puzzle.deck, {}, stubs, "deck")


def _refute_rest(
    continuation: Continuation[SoloPuzzle, SoloSolution], refute_line: Callable[[Demand], Phrase | None]
) -> Phrase | None:
    """Refutes that the line goes on from the last card that may still be continued."""
    demand = demand_of_the_rest(positions_after(continuation.puzzle, continuation.progress))
    return None if demand is None else from_the_last_card_on(refute_line(demand))


def _partners(puzzle: SoloPuzzle) -> tuple[str, ...]:
    return ("sat",) if len(puzzle.area.free_cells()) <= MAX_FOR_SAT else ()


_ENGINES = (
    engine_at("search", "solvers.end_of_line.solo_search:SoloSearch"),
    engine_at("sat", "solvers.end_of_line.solo_sat:SoloSat"),
    engine_at("cpsat", "solvers.end_of_line.solo_cpsat:SoloCpSat"),
)

# A large area, which needs a kernel of its own.
_LARGE = {"kind": KIND.id, "rows": 6, "cols": 6, "deck": ["LSR"] * 35}


# A beginning, which needs a kernel of its own, too.
_BEGUN = SoloSolution((Round((PlacedCard("LSR", (1, 2)),)),))


def _warm_up(_folder: Path) -> None:
    SOLVERS.engine("search").solve(KIND.parse(_LARGE), "any", Limits())
    _compile()


def _compile() -> None:
    puzzle = KIND.parse({"kind": KIND.id, "deck": ["LSR"] * 24})
    _CONTINUATIONS.engine("search").solve(Continuation(puzzle, _BEGUN), "any", Limits())


_CONTINUATIONS: KindSolvers[Continuation[SoloPuzzle, SoloSolution], SoloSolution] = KindSolvers(
    kind="end_of_line.solo",
    refute=lambda continuation: _refute_rest(continuation, refute),
    refute_thoroughly=lambda continuation: _refute_rest(continuation, refute_thoroughly),
    engines=(
        engine_at("search", "solvers.end_of_line.solo_search:SoloContinuationSearch"),
        engine_at("sat", "solvers.end_of_line.solo_sat:SoloContinuationSat"),
    ),
    partners=lambda continuation: _partners(continuation.puzzle),
)

SOLVERS: KindSolvers[SoloPuzzle, SoloSolution] = KindSolvers(
    kind="end_of_line.solo",
    version=2,
    refute=lambda puzzle: refute(_demand(puzzle, puzzle.energy)),
    refute_thoroughly=lambda puzzle: refute_thoroughly(_demand(puzzle, puzzle.energy)),
    engines=_ENGINES,
    partners=_partners,
    # A line that spends no energy leaves no stubs.
    counting=Counting(
        _ENGINES, lambda puzzle: refute(_demand(puzzle, 0)), restriction="without spending energy"
    ),
    continuations=_CONTINUATIONS,
    warm_up=_warm_up,
    compile=_compile,
)
