"""The exact search for cover puzzles: strong propagation, few nodes.

Most puzzles take so few nodes that plain Python is done sooner than numba is loaded. So plain Python looks at
the first nodes in a process, and the compiled kernels at all others.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from puzzles.end_of_line.cover import CoverPuzzle, CoverSolution
from solvers.end_of_line import cover_kernel as kernel
from solvers.end_of_line.cover_cards import OwedTurns, solution_of, trivial_outcome
from solvers.end_of_line.cover_model import CoverModel
from solvers.protocol import Count, Goal, Impossible, Limits, Outcome, Solved, Unknown, count_of
from solvers.resumable import Effort

# Work between two looks at the clock, in cells, where a node counts as all free cells: some 10 ms.
_SLICE = 25_000
# The first try's nodes when any line will do; every later try, in another order, may take half as many again.
_FIRST_ATTEMPT = 300
# Cells that plain Python looks at in less time than it takes to load numba and the compiled kernels.
_PYTHON_CELLS = 20_000


@dataclass
class _Allowance:
    """How many cells all searches of an engine together may still look at in plain Python."""

    cells: int


class _Search:
    """One search through all lines of a puzzle, which can be interrupted and continued.

    Every attempt but the first goes in an order of its own."""

    def __init__(
        self, model: CoverModel, allowance: _Allowance, seed: int, cap: int = 1, attempt: int = 0
    ) -> None:
        self.model = model
        self.cap = cap
        self._allowance = allowance
        self._order = _order(cells=len(self.model.cells), seed=seed, attempt=attempt)
        cells, depth = len(self.model.cells), len(self.model.free) + 2
        self._board, self._work = self.model.board(), self.model.work()
        self._nodes: Any = [[0] * cells for _ in range(depth)]
        self._changed: Any = [-1] * depth
        self._state: Any = [0, 0, 0]
        self._answer: Any = [0] * cells
        self._compiled = False
        if self.model.possible:
            root = self._nodes[0] = self.model.root()
            self._state[0] = int(all(root[cell] for cell in self.model.free))

    def run(self, steps: int) -> None:
        end = self.step_count + steps
        if not self._compiled:
            before = self.step_count
            self._advance(kernel.search, min(steps, self._allowance.cells // len(self.model.free)))
            self._allowance.cells -= (self.step_count - before) * len(self.model.free)
            if self.finished or self.found_count >= self.cap or self.step_count == end:
                return
            self._compile()
        self._advance(kernel.search.compiled, end - self.step_count)

    def _advance(self, search: Callable[..., None], nodes: int) -> None:
        search(
            self._nodes, self._changed, self._state, nodes, self.cap, self._board, self._order, self._work,
            self._answer,
        )  # fmt: skip

    def _compile(self) -> None:
        """Replaces the lists by arrays, which the compiled kernels need."""
        from solvers.end_of_line import cover_arrays as arrays  # noqa: PLC0415  # most searches do without numpy

        self._board, self._work = arrays.board_arrays(self._board), arrays.work_arrays(self._work)
        self._order = kernel.Order(*map(arrays.numbers, self._order))
        self._nodes, self._answer = arrays.domains(self._nodes), arrays.domains(self._answer)
        self._changed, self._state = arrays.numbers(self._changed), arrays.counters(self._state)
        self._compiled = True

    @property
    def finished(self) -> bool:
        return bool(self._state[0] == 0)

    @property
    def found_count(self) -> int:
        return int(self._state[1])

    @property
    def step_count(self) -> int:
        """Nodes looked at, all attempts together."""
        return int(self._state[2])

    def solution(self) -> CoverSolution:
        """The first line found, with its cards handed out."""
        model = self.model
        line, at = [], model.first
        while True:
            line.append(model.cells[at])
            outs = int(kernel.outs_of(int(self._answer[at])))
            if outs == 1 << 4:
                return solution_of(model.puzzle, line)
            at = model.nbr[at][outs.bit_length() - 1]


class CoverSearch:
    """The engine. `python_cells`: how many cells plain Python looks at before the kernels are compiled."""

    name = "search"

    def __init__(self, python_cells: int = 0) -> None:
        self._allowance = _Allowance(python_cells)

    def compile(self) -> None:
        """Uses compiled kernels for all searches from now on."""
        self._allowance.cells = 0

    def solve(
        self, puzzle: CoverPuzzle, goal: Goal, limits: Limits, owed_turns: OwedTurns = ()
    ) -> Outcome[CoverSolution]:
        trivial = trivial_outcome(puzzle, owed_turns)
        if trivial is not None:
            return trivial
        model = CoverModel(puzzle, owed_turns)
        # One search is continued until it is complete; between its turns others are tried, in new orders.
        main = search = _Search(model, self._allowance, limits.seed)
        effort, attempt, nodes = _effort(search, limits), 0, _FIRST_ATTEMPT
        while True:
            stop = effort.spend(search, nodes)
            if search.found_count:
                return Solved(search.solution())
            if search.finished:
                return Impossible()
            if stop is not None:
                return Unknown(stop)
            attempt += 1
            search = main
            if attempt % 2:
                search = _Search(model, self._allowance, limits.seed, attempt=attempt)
                nodes = nodes * 3 // 2

    def count(self, puzzle: CoverPuzzle, cap: int, limits: Limits, owed_turns: OwedTurns = ()) -> Count:
        trivial = trivial_outcome(puzzle, owed_turns)
        if trivial is not None:
            return count_of(trivial)
        search = _Search(CoverModel(puzzle, owed_turns), self._allowance, limits.seed, cap)
        stop = _effort(search, limits).spend(search)
        return Count(search.found_count, stop is None and search.found_count < cap)


def _order(cells: int, seed: int, attempt: int) -> kernel.Order:
    noise, prefer = [0] * cells, list(range(16))
    if attempt or seed:
        rng = random.Random(seed * 1_000_003 + attempt)
        noise = [rng.randrange(1024) for _ in noise]
        rng.shuffle(prefer)
    return kernel.Order(noise, prefer)


def _effort(search: _Search, limits: Limits) -> Effort:
    return Effort(limits, max(100, _SLICE // len(search.model.free)))


def engine() -> CoverSearch:
    """The engine as the program uses it, in which the first puzzles need not wait for numba."""
    return CoverSearch(_PYTHON_CELLS)
