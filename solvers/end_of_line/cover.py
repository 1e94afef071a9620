"""The engines of end_of_line.cover: the search first, later a SAT model, or CP-SAT on large areas."""

from __future__ import annotations

from dataclasses import replace

from puzzles.end_of_line.board import CARDS
from puzzles.end_of_line.cover import CoverPuzzle, CoverSolution
from puzzles.texts import Phrase
from solvers.end_of_line import refutations
from solvers.end_of_line.cover_continuation import continuation_solvers
from solvers.protocol import Counting, KindSolvers, engine_at

# The most cells for which SAT is faster than CP-SAT: it is on 9x9 boards, and not on 13x13.
MAX_FOR_SAT = 110


def _demand(puzzle: CoverPuzzle) -> refutations.Demand:
    cards = tuple(card for card, n in zip(CARDS, puzzle.tray, strict=True) for _ in range(n))
    return refutations.Demand(puzzle.area, cards, {g.cell: g.card for g in puzzle.givens}, 0, "tray")


def _refute(puzzle: CoverPuzzle) -> Phrase | None:
    return refutations.refute(_demand(puzzle))


_ENGINES = (
    engine_at("search", "solvers.end_of_line.cover_search:engine"),
    engine_at("sat", "solvers.end_of_line.cover_sat:CoverSat"),
    engine_at("cpsat", "solvers.end_of_line.cover_cpsat:CoverCpSat"),
)

_COUNTING = Counting(_ENGINES, _refute)
_SOLVERS: KindSolvers[CoverPuzzle, CoverSolution] = KindSolvers(
    kind="end_of_line.cover",
    refute=_refute,
    refute_thoroughly=lambda puzzle: refutations.refute_thoroughly(_demand(puzzle)),
    engines=_ENGINES,
    partners=lambda puzzle: ("sat",) if len(puzzle.area.free_cells()) <= MAX_FOR_SAT else ("cpsat",),
    counting=_COUNTING,
    compile=lambda: _ENGINES[0].load().compile(),
)
SOLVERS = replace(_SOLVERS, continuations=continuation_solvers(_SOLVERS, _COUNTING))
