"""The engines of end_of_line.classic: the search comes first; on areas that are not large a SAT model joins
it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from puzzles.end_of_line.classic import KIND
from puzzles.end_of_line.classic_puzzle import ClassicPuzzle, ClassicSolution
from puzzles.texts import Phrase
from solvers.end_of_line.classic_roots import Root, root_after
from solvers.end_of_line.cover_continuation import from_the_last_card_on, rest_of_area
from solvers.end_of_line.refutations import Demand, refute, refute_thoroughly
from solvers.protocol import Continuation, Counting, KindSolvers, Limits, engine_at

# Up to this many cells SAT sometimes proves what the search does not.
MAX_FOR_SAT = 50

_Continuation = Continuation[ClassicPuzzle, ClassicSolution]


def _demand(puzzle: ClassicPuzzle) -> Demand:
    return Demand(puzzle.area, puzzle.deck, {}, puzzle.energy, "deck")


def _refute_rest(
    continuation: _Continuation, refute_line: Callable[[Demand], Phrase | None]
) -> Phrase | None:
    """Refutes that the line goes on from the last card, where nothing else can be continued."""
    root = root_after(continuation.puzzle, continuation.progress)
    if not root.placed:
        return refute_line(_demand(root.puzzle))
    demand = _demand_of_the_rest(root)
    return None if demand is None else from_the_last_card_on(refute_line(demand))


def _demand_of_the_rest(root: Root) -> Demand | None:
    """Returns what the line from the last card on is made of, that card included.

    None where the card before may be continued, or has been by a reverse."""
    reverses = [action.reverse for action in root.actions if action.cell is not None]
    may_reverse = root.before is not None and root.energy > 0
    if not root.free or may_reverse or reverses[-1]:
        return None
    area, _ = rest_of_area(root.puzzle.area, [card.cell for card in root.placed])
    last = root.placed[-1]
    return Demand(area, (last.card, *root.cards), {last.cell: last.card}, root.energy, "deck")


def _partners(puzzle: ClassicPuzzle) -> tuple[str, ...]:
    return ("sat",) if len(puzzle.area.free_cells()) <= MAX_FOR_SAT else ()


_ENGINES = (
    engine_at("search", "solvers.end_of_line.classic_search:ClassicSearch"),
    engine_at("sat", "solvers.end_of_line.classic_sat:ClassicSat"),
)
_CONTINUING = (
    engine_at("search", "solvers.end_of_line.classic_search:ClassicContinuationSearch"),
    engine_at("sat", "solvers.end_of_line.classic_sat:ClassicContinuationSat"),
)


def _warm_up(_folder: Path) -> None:
    _compile()


def _compile() -> None:
    puzzle = KIND.parse({"kind": KIND.id, "deck": ["LSR"] * 24})
    SOLVERS.engine("search").solve(puzzle, "any", Limits())


_CONTINUATIONS: KindSolvers[_Continuation, ClassicSolution] = KindSolvers(
    kind=KIND.id,
    refute=lambda continuation: _refute_rest(continuation, refute),
    refute_thoroughly=lambda continuation: _refute_rest(continuation, refute_thoroughly),
    engines=_CONTINUING,
    partners=lambda continuation: _partners(continuation.puzzle),
    counting=Counting(_CONTINUING, lambda continuation: _refute_rest(continuation, refute)),
)

SOLVERS: KindSolvers[ClassicPuzzle, ClassicSolution] = KindSolvers(
    kind=KIND.id,
    refute=lambda puzzle: refute(_demand(puzzle)),
    refute_thoroughly=lambda puzzle: refute_thoroughly(_demand(puzzle)),
    engines=_ENGINES,
    partners=_partners,
    counting=Counting(_ENGINES, lambda puzzle: refute(_demand(puzzle))),
    continuations=_CONTINUATIONS,
    warm_up=_warm_up,
    compile=_compile,
)
