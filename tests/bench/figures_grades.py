"""Do the grades mean something? Held against measures that the graders did not use.

cover: cells that a plain walker enters (tests/bench/walker.py); solo: moves that the exact search looks at,
in random order, before it has a solution of the best score.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from statistics import median, quantiles
from typing import Any

from generators.base import GRADES, Spec, seeded
from generators.registry import generator_for
from puzzles.end_of_line.cover import CoverPuzzle
from puzzles.end_of_line.solo import SoloPuzzle
from solvers.base import Limits, Solved
from solvers.end_of_line import solo_kernel
from solvers.end_of_line.solo_search import Search, SoloSearch
from tests.bench.timing import table
from tests.bench.walker import strays

PUZZLES = 100
ORDERS = 3


def _moves(puzzle: SoloPuzzle) -> float:
    best = SoloSearch().solve(puzzle, "best", Limits())
    assert isinstance(best, Solved)
    assert best.score is not None
    moves = []
    for order in range(ORDERS):
        search = Search(puzzle)
        search.begin(solo_kernel.Aim(solo_kernel.BEST, best.score), puzzle.energy, 1, order)
        while not search.found:
            search.run(1_000_000)
        moves.append(search.spent)
    return median(moves)


def _strays(puzzle: CoverPuzzle) -> float:
    return median(strays(puzzle, order) for order in range(ORDERS))


def main() -> None:
    _table("end_of_line.cover", "cells entered by a walker", _strays)
    _table("end_of_line.solo", "moves of the search", _moves)


def _table(kind: str, measure: str, of: Callable[[Any], float]) -> None:
    generator = generator_for(kind)
    rows = [[f"{kind}: {measure}", "puzzles", "difficulty", "lower quartile", "median", "upper quartile"]]
    medians = []
    for grade in GRADES:
        specs = [Spec(grade, seed, generator.options.read({})) for seed in range(PUZZLES)]
        made = [generator.generate(spec, seeded(grade, spec.seed)) for spec in specs]
        quartiles = quantiles([of(m.puzzle) for m in made], n=4)
        medians.append(quartiles[1])
        difficulty = median(m.grading.difficulty for m in made)
        rows.append([grade, str(len(made)), f"{difficulty:.0f}", *(f"{q:.0f}" for q in quartiles)])
    table(rows)
    rising = all(a < b for a, b in pairwise(medians))
    print(f"  medians rise from grade to grade: {'yes' if rising else 'NO'}", flush=True)
