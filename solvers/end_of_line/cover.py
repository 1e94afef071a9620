"""The engines of end_of_line.cover: the search first, later a SAT model, or CP-SAT on large areas."""

from __future__ import annotations

from puzzles.end_of_line.board import CARDS
from puzzles.end_of_line.cover import CoverPuzzle, CoverSolution
from puzzles.texts import Phrase
from solvers.end_of_line import refutations
from solvers.end_of_line.cover_cards import OwedTurns
from solvers.end_of_line.cover_continuation import continuation_solvers
from solvers.protocol import Counting, KindSolvers, engine_at

# The most cells for which SAT is faster than CP-SAT: it is on 9x9 boards, and not on 13x13.
MAX_FOR_SAT = 110


def _demand(puzzle: CoverPuzzle, owed_turns: OwedTurns) -> refutations.Demand:
    cards = tuple(card for card, n in zip(CARDS, puzzle.tray, strict=True) for _ in range(n))
    givens = {given.cell: given.card for given in puzzle.givens}
    return refutations.Demand(puzzle.area, cards, givens, 0, "tray", owed_turns)


def _refute(puzzle: CoverPuzzle, owed_turns: OwedTurns = ()) -> Phrase | None:
    return refutations.refute(_demand(puzzle, owed_turns))


def _refute_thoroughly(puzzle: CoverPuzzle, owed_turns: OwedTurns = ()) -> Phrase | None:
    return refutations.refute_thoroughly(_demand(puzzle, owed_turns))


def _partners(puzzle: CoverPuzzle) -> tuple[str, ...]:
    return ("sat",) if len(puzzle.area.free_cells()) <= MAX_FOR_SAT else ("cpsat",)


_ENGINES = (
    engine_at("search", "solvers.end_of_line.cover_search:engine"),
    engine_at("sat", "solvers.end_of_line.cover_sat:CoverSat"),
    engine_at("cpsat", "solvers.end_of_line.cover_cpsat:CoverCpSat"),
)

SOLVERS: KindSolvers[CoverPuzzle, CoverSolution] = KindSolvers(
    kind="end_of_line.cover",
    refute=_refute,
    refute_thoroughly=_refute_thoroughly,
    engines=_ENGINES,
    partners=_partners,
    counting=Counting(_ENGINES, _refute),
    continuations=continuation_solvers("end_of_line.cover", _ENGINES, _refute, _refute_thoroughly, _partners),
    compile=lambda: _ENGINES[0].load().compile(),
)
