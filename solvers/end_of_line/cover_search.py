"""Solves cover puzzles with an exact search, compiled, which needs few nodes thanks to strong propagation."""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from puzzles.end_of_line.board import CARDS, HEADINGS
from puzzles.end_of_line.cover import CoverPuzzle, CoverSolution
from solvers.end_of_line import cover_kernel as kernel
from solvers.end_of_line.arrays import EXIT_BITS
from solvers.end_of_line.cover_cards import solution_of, trivial_outcome
from solvers.protocol import Count, Goal, Impossible, Limits, Outcome, Solved, Unknown, count_of
from solvers.resumable import Effort

# Nodes times cells between two looks at the clock: about 10 ms of work.
_SLICE = 25_000
# The most nodes of the first attempt; every later one, in another order, may take half as many more.
_FIRST_ATTEMPT = 300


class CoverModel:
    """A puzzle as arrays for the kernel: what does not change during a search."""

    def __init__(self, puzzle: CoverPuzzle) -> None:
        area = puzzle.area
        self.puzzle = puzzle
        self.cells, self.number = area.torus.cells, area.torus.number
        self.neighbours = area.torus.near
        self.nbr = np.array(self.neighbours, np.int32)
        free_cells = area.free_cells()
        self.free = np.array([self.number[cell] for cell in free_cells], np.int32)
        self.first = self.number[area.first_cell()]
        self.given = np.zeros(len(self.cells), np.bool_)
        self.given[[self.number[g.cell] for g in puzzle.givens]] = True
        left = puzzle.tray_left()
        # supply[turns]: cards left that have one of the turns (bits: left, straight, right).
        self.supply = np.array(
            [
                sum(n for card, n in zip(CARDS, left, strict=True) if turns & _EXITS[card])
                for turns in range(8)
            ],
            np.int32,
        )
        enough_cards = min(left) >= 0 and sum(puzzle.tray) >= len(free_cells)
        self.possible = enough_cards and area.first_cell() in free_cells
        self.board = kernel.Board(self.nbr, self.free, self.first, self.given, self.supply)
        size = len(self.cells)
        self.work = kernel.Work(
            np.zeros(size, np.int32),
            np.zeros(size, np.bool_),
            np.zeros(size, np.int32),
            np.zeros(size, np.int32),
            np.zeros(16, np.int32),
        )

    def root(self) -> NDArray[np.uint16]:
        """Returns every cell's domain before anything is decided."""
        area = self.puzzle.area
        nbr = self.neighbours
        domains = [0] * len(self.cells)
        for cell in self.free.tolist():
            domains[cell] = kernel.FULL
        start, heading = self.number[area.start.cell], HEADINGS.index(area.start.heading)
        # No step leads into a blocked cell or the start card, or out of one, but for the start card's exit.
        for wall in [i for i, states in enumerate(domains) if not states]:
            for h in range(4):
                domains[nbr[wall][h - 2]] &= kernel.FULL ^ _LEAVE[h]
                if wall != start or h != heading:
                    domains[nbr[wall][h]] &= kernel.FULL ^ _ENTER[h]
        domains[self.first] &= _ENTER[heading]
        for given in self.puzzle.givens:
            exits = _EXITS[given.card] | 1 << kernel.END
            headings = range(4) if given.heading is None else (HEADINGS.index(given.heading),)
            domains[self.number[given.cell]] &= sum(exits << 4 * h for h in headings)
        return np.array(domains, np.uint16)

    def follow(self, domains: NDArray[np.uint16], cell: int, *, deep: bool) -> bool:
        """Draws the consequences of a change in one cell; returns false when they contradict each other.

        `deep`: by every rule of the kernel; else only by what neighbouring cells imply for each other."""
        follow = kernel.propagate if deep else kernel.agree
        return bool(follow(domains, self.board, cell, self.work))


class _Search(CoverModel):
    """A resumable search through all lines of a puzzle."""

    def __init__(self, puzzle: CoverPuzzle, seed: int, cap: int = 1) -> None:
        super().__init__(puzzle)
        self.seed, self.cap = seed, cap
        self.answer = np.zeros(len(self.cells), np.uint16)
        self.nodes = np.zeros((len(self.free) + 2, len(self.cells)), np.uint16)
        self.changed = np.full(len(self.free) + 2, -1, np.int32)
        self.state = np.zeros(3, np.int64)
        self.restart(0)

    def restart(self, attempt: int) -> None:
        """Begins anew. Every attempt but the first tries the choices in an order of its own."""
        size = len(self.cells)
        noise, prefer = [0] * size, list(range(16))
        if attempt or self.seed:
            rng = random.Random(self.seed * 1_000_003 + attempt)
            noise = [rng.randrange(1024) for _ in noise]
            rng.shuffle(prefer)
        self.order = kernel.Order(np.array(noise, np.int32), np.array(prefer, np.int32))
        self.state[:2] = 0
        if self.possible:
            self.nodes[0] = self.root()
            self.state[0] = int(self.nodes[0][self.free].all())
            self.changed[0] = -1

    def run(self, steps: int) -> None:
        kernel.search(
            self.nodes, self.changed, self.state, steps, self.cap, self.board, self.order, self.work,
            self.answer,
        )  # fmt: skip

    @property
    def finished(self) -> bool:
        return bool(self.state[0] == 0)

    @property
    def found_count(self) -> int:
        return int(self.state[1])

    @property
    def step_count(self) -> int:
        """How many nodes all attempts together have visited."""
        return int(self.state[2])

    def solution(self) -> CoverSolution:
        """Returns the first line found, with its cards."""
        line, at = [], self.first
        while True:
            line.append(self.cells[at])
            outs = int(kernel.outs_of(int(self.answer[at])))
            if outs == 1 << 4:
                return solution_of(self.puzzle, line)
            at = int(self.nbr[at, outs.bit_length() - 1])


# By heading, the states that enter and that leave with it; by card, its exits as bits.
_ENTER: list[int] = kernel.ENTER.tolist()
_LEAVE: list[int] = kernel.LEAVE.tolist()
_EXITS: dict[str, int] = dict(zip(CARDS, EXIT_BITS.tolist(), strict=True))


class CoverSearch:
    name = "search"

    def solve(self, puzzle: CoverPuzzle, goal: Goal, limits: Limits) -> Outcome[CoverSolution]:
        trivial = trivial_outcome(puzzle)
        if trivial is not None:
            return trivial
        # One search goes on to its end; between its slices other searches try their luck in other orders.
        main = search = _Search(puzzle, limits.seed)
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
                search = _Search(puzzle, limits.seed)
                search.restart(attempt)
                nodes = nodes * 3 // 2

    def count(self, puzzle: CoverPuzzle, cap: int, limits: Limits) -> Count:
        trivial = trivial_outcome(puzzle)
        if trivial is not None:
            return count_of(trivial)
        search = _Search(puzzle, limits.seed, cap)
        stop = _effort(search, limits).spend(search)
        return Count(search.found_count, stop is None and search.found_count < cap)


def _effort(search: _Search, limits: Limits) -> Effort:
    return Effort(limits, max(100, _SLICE // search.free.size))
