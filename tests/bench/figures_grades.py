"""Compares the grades with measures of difficulty that the graders do not use.

end_of_line.cover: cells that a plain walker enters (tests/bench/walker.py); end_of_line.solo: moves that the
exact search looks at, in random order, before it has a solution of the best score; end_of_line.coop:
conflicts of the SAT engine until then (tests/bench/coop_measures.py); light_line.longest and head: the same,
the cards in random order; light_line.solo: how rare its layouts are among all arrangements; light_line.place:
games that an erring player misses (tests/bench/light_line_measures.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import median, quantiles
from typing import Any

from generators.protocol import Spec
from generators.registry import generators_for
from generators.seeding import seeded
from puzzles.end_of_line.cover import CoverPuzzle
from puzzles.end_of_line.solo import SoloPuzzle
from puzzles.grades import GRADES
from puzzles.light_line.cards import Card
from puzzles.light_line.longest import LongestPuzzle
from solvers.backends.sat import Sat
from solvers.end_of_line import solo_kernel
from solvers.end_of_line.solo_roots import start_roots
from solvers.end_of_line.solo_search import Search, SoloSearch
from solvers.light_line.line_model_sat import LineModel
from solvers.light_line.longest_search import LongestSearch
from solvers.light_line.palette import palettes
from solvers.protocol import Limits, Solved
from tests.bench.coop_measures import conflicts_to_best
from tests.bench.light_line_measures import misses, rarity
from tests.bench.timing import table
from tests.bench.walker import cells_entered

PUZZLES = 100
ORDERS = 3


def _moves(puzzle: SoloPuzzle) -> float:
    best = SoloSearch().solve(puzzle, "best", Limits())
    assert isinstance(best, Solved)
    assert best.score is not None
    moves = []
    for order in range(ORDERS):
        search = Search(puzzle, start_roots(puzzle))
        search.begin(solo_kernel.Aim(solo_kernel.BEST, best.score), puzzle.energy, 1, order)
        while not search.found_count:
            search.run(1_000_000)
        moves.append(search.step_count)
    return median(moves)


def _strays(puzzle: CoverPuzzle) -> float:
    return median(cells_entered(puzzle, order) for order in range(ORDERS))


def _conflicts(cards: Sequence[Card], length: int, once: bool) -> float:
    """Returns the conflicts until a line with so many cards is found."""
    conflicts = []
    for order in range(ORDERS):
        shuffled = seeded("order", order).sample(cards, len(cards))
        conflicts.append(0)
        for palette in palettes(shuffled, wild=False):
            if len(palette.cards) < length:
                continue
            with Sat(Limits().start(), Limits()) as sat:
                line = LineModel(palette, length, once, sat).line()
                conflicts[-1] += sat.conflicts
            if line:
                break
    return median(conflicts)


def _longest(puzzle: LongestPuzzle) -> float:
    best = LongestSearch().solve(puzzle, "best", Limits())
    assert isinstance(best, Solved)
    assert best.score is not None
    return _conflicts(puzzle.cards, best.score, once=False)


def main() -> None:
    _table("end_of_line.cover", "cells entered by a walker", _strays)
    _table("end_of_line.solo", "moves of the search", _moves)
    _table("end_of_line.coop", "conflicts", conflicts_to_best)


def light() -> None:
    _table("light_line.solo", "halvings", rarity)
    _table("light_line.longest", "conflicts", _longest)
    _table("light_line.head", "conflicts", lambda p: _conflicts(p.cards, p.length, once=True))
    _table("light_line.place", "missed of 100", misses)


def _table(kind: str, measure: str, measure_of: Callable[[Any], float]) -> None:
    maker = generators_for(kind).maker
    rows = [[f"{kind}: {measure}", "puzzles", "difficulty", "lower quartile", "median", "upper quartile"]]
    medians = []
    for grade in GRADES:
        specs = [Spec(grade, seed, maker.options.read({})) for seed in range(PUZZLES)]
        puzzles = [maker.generate(spec, seeded(grade, spec.seed)) for spec in specs]
        quartiles = quantiles([measure_of(m.puzzle) for m in puzzles], n=4)
        medians.append(quartiles[1])
        difficulty = median(m.grading.difficulty for m in puzzles)
        rows.append([grade, str(len(puzzles)), f"{difficulty:.0f}", *(f"{q:.0f}" for q in quartiles)])
    table(rows)
    rising = all(a < b for a, b in pairwise(medians))
    print(f"  medians rise from grade to grade: {'yes' if rising else 'NO'}", flush=True)
