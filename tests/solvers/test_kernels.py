"""Kernels: the same answers as plain Python and compiled."""

from __future__ import annotations

import subprocess
import sys
from itertools import product

import pytest

from puzzles.end_of_line.cover import KIND, CoverPuzzle
from solvers.end_of_line import cover_kernel
from solvers.end_of_line.cover_search import CoverSearch, engine
from solvers.protocol import Limits, Solved
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


class _OnlyCompiled:
    """The kernel of the search, which visits no node as plain Python."""

    def __init__(self) -> None:
        self.compiled = cover_kernel.search.compiled

    def __call__(self, *args: object) -> None:
        nodes = args[3]
        assert nodes == 0


def test_a_process_that_answers_many_questions_uses_compiled_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    search = engine()
    search.compile()
    monkeypatch.setattr(cover_kernel, "search", _OnlyCompiled())
    assert isinstance(search.solve(PUZZLES[0], "any", Limits()), Solved)


def test_other_processes_begin_without_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cover_kernel, "search", _OnlyCompiled())
    with pytest.raises(AssertionError):
        engine().solve(PUZZLES[0], "any", Limits())
