"""Kernels: the same answers as plain Python and compiled."""

from __future__ import annotations

import subprocess
import sys
from itertools import product

import pytest

from puzzles.end_of_line.cover import KIND, CoverPuzzle
from solvers.end_of_line.cover_search import CoverSearch
from solvers.protocol import Limits
from tests.api.program import ROOT

# More cells than any search here looks at.
ENDLESS = 10**12


def board(size: int, **tray: int) -> CoverPuzzle:
    puzzle = {"kind": KIND.id, "rows": size, "cols": size, "tray": tray}
    return KIND.parse(puzzle)


PUZZLES = (board(4, LSR=15), board(4, L=8, R=8), board(5, LS=12, R=8, SR=6), board(5, L=24))


@pytest.mark.parametrize(("puzzle", "seed"), list(product(PUZZLES, (0, 5))))
def test_python_and_compiled_kernels_agree(puzzle: CoverPuzzle, seed: int) -> None:
    limits = Limits(seconds=60, seed=seed)
    outcomes = [CoverSearch(cells).solve(puzzle, "any", limits) for cells in (0, 500, ENDLESS)]
    assert outcomes[1:] == outcomes[:-1]
    counts = [CoverSearch(cells).count(puzzle, 300, limits) for cells in (0, 500, ENDLESS)]
    assert counts[1:] == counts[:-1]


@pytest.mark.process
def test_a_small_search_loads_neither_numba_nor_numpy() -> None:
    program = """
import sys
from solvers.registry import solvers_for
from solvers.protocol import Limits
from tests.solvers.test_kernels import PUZZLES
print(solvers_for("end_of_line.cover").engine("search").solve(PUZZLES[0], "any", Limits(seconds=60)))
print(sorted({"numba", "numpy"} & set(sys.modules)))
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=True, text=True
    )
    assert ended.stdout.startswith("Solved")
    assert ended.stdout.splitlines()[-1] == "[]"
