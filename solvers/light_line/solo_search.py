"""The exact search for SOLO-LINE: lines grown from every section by either end, rigid cards first."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzles.light_line.cards import BLACK, COLOURS, MOST_TUBES, SOCKETS, Laid, Section
from puzzles.light_line.solo import SoloPuzzle, SoloSolution
from solvers.base import Count, Goal, Impossible, Limits, Outcome, Solved, Unknown
from solvers.light_line import solo_kernel as kernel
from solvers.stretches import Effort

# Steps between two looks at the clock: some 10 ms of work.
_STRETCH = 200_000
# Steps of the first try from each section; every later try may take four times as many.
_FIRST_TRY = 300
# Layouts that the kernel hands over at a time.
_BATCH = 4096

Layouts = set[bytes]


@dataclass(frozen=True)
class _Start:
    """The line's first section: its colour, its card, and the socket by which it goes on."""

    colour: str
    card: int
    socket: int


class _Search:
    """The growing of lines, from one start at a time; can be stopped and gone on with."""

    def __init__(self, puzzle: SoloPuzzle, cap: int) -> None:
        self.cards, self.cap = puzzle.cards, cap
        n = len(self.cards)
        self.tube = np.full((n, len(SOCKETS)), -1, np.int32)
        self.leads = np.full((n, len(SOCKETS)), -1, np.int32)
        for i, card in enumerate(self.cards):
            for number, each in enumerate(card.tubes):
                one, other = map(SOCKETS.index, each.ends)
                self.tube[i, [one, other]] = number
                self.leads[i, [one, other]] = other, one
        self.usable = {colour: self._usable(colour) for colour in COLOURS if colour != BLACK}
        size = 2 * n + 1
        self.table = kernel.Table(
            np.zeros((size, size), np.int32), np.zeros((n, 4), np.int32), np.zeros((n, MOST_TUBES), np.bool_)
        )
        self.steps = np.zeros((n * MOST_TUBES + 1, 7), np.int32)
        self.state = np.array([-1, 0, 0], np.int64)
        self.batch = np.zeros((1 if cap == 1 else _BATCH, n, 3), np.int32)
        self.layouts: Layouts = set()

    def _usable(self, colour: str) -> NDArray[np.bool_]:
        usable = np.zeros((len(self.cards), MOST_TUBES), np.bool_)
        for i, card in enumerate(self.cards):
            for number, each in enumerate(card.tubes):
                usable[i, number] = each.colour in (colour, BLACK)
        return usable

    def starts(self) -> list[_Start]:
        """Every section by either end, in every colour that all cards have; rigid cards first."""
        found = []
        for colour, usable in self.usable.items():
            ways = usable.sum(axis=1)
            if ways.all():
                found += [
                    (int(ways[i]), _Start(colour, i, socket))
                    for i in range(len(self.cards))
                    for socket in range(len(SOCKETS))
                    if self.tube[i, socket] >= 0 and usable[i, self.tube[i, socket]]
                ]
        return [start for _, start in sorted(found, key=lambda pair: pair[0])]

    def begin(self, start: _Start, rng: random.Random) -> None:
        """Grow from a start, which nothing is lost by leaving unturned; rigid cards are tried first."""
        table, n = self.table, len(self.cards)
        table.grid[:], table.laid[:], table.used[:] = 0, 0, False
        usable = self.usable[start.colour]
        self.deal = kernel.Deal(self.tube, self.leads, usable)
        ways = usable.sum(axis=1).tolist()
        self.order = np.array(sorted(range(n), key=lambda i: (ways[i], rng.random())), np.int32)
        tube = self.tube[start.card, start.socket]
        table.grid[n, n] = 2 * start.card + 1
        table.laid[start.card] = n, n, 0, 1
        table.used[start.card, tube] = True
        self.steps[0] = n, n, start.socket, 0, 1, start.card, tube
        self.state[[kernel.DEPTH, kernel.LEFT]] = 0, n - 1
        if n == 1:
            self._keep(table.laid[None, :, :3])

    def run(self, steps: int) -> None:
        found = kernel.search(self.deal, self.table, self.steps, self.state, self.order, steps, self.batch)
        self._keep(self.batch[:found])

    def _keep(self, layouts: NDArray[np.int32]) -> None:
        """One of all that a shift or a half turn of the whole makes of each."""
        if not len(layouts):
            return
        kept = layouts.copy()
        half = kept[:, 0, 2] == 1
        kept[half, :, :2] *= -1
        kept[half, :, 2] ^= 1
        kept[:, :, :2] -= kept[:, :, :2].min(axis=1, keepdims=True)
        self.layouts.update(each.tobytes() for each in kept.astype(np.int8))

    @property
    def finished(self) -> bool:
        return bool(self.state[kernel.DEPTH] < 0)

    @property
    def found(self) -> int:
        return min(self.cap, len(self.layouts))

    @property
    def spent(self) -> int:
        return int(self.state[kernel.SPENT])

    def solution(self) -> SoloSolution:
        """The layout and the line at which the search stands."""
        n = len(self.cards)
        layout = tuple(
            Laid(card.id, row - n, col - n, bool(turned))
            for card, (row, col, turned, _) in zip(self.cards, self.table.laid.tolist(), strict=True)
        )
        steps = self.steps[: int(self.state[kernel.DEPTH]) + 1].tolist()
        line = tuple(Section(self.cards[step[kernel.CARD]].id, step[kernel.TUBE]) for step in steps)
        return SoloSolution(layout, line)


class SoloSearch:
    name = "search"

    def solve(self, puzzle: SoloPuzzle, goal: Goal, limits: Limits) -> Outcome[SoloSolution]:
        search, effort = _Search(puzzle, 1), Effort(limits, _STRETCH)
        rng = random.Random(limits.seed)
        starts, steps = search.starts(), _FIRST_TRY
        while starts:
            left = []
            for start in starts:
                search.begin(start, rng)
                stop = effort.spend(search, steps)
                if search.found:
                    return Solved(search.solution())
                if stop is not None:
                    return Unknown(stop)
                left += [] if search.finished else [start]
            starts, steps = left, steps * 4
        return Impossible()

    def count(self, puzzle: SoloPuzzle, cap: int, limits: Limits) -> Count:
        search, effort = _Search(puzzle, cap), Effort(limits, _STRETCH)
        rng = random.Random(limits.seed)
        for start in search.starts():
            search.begin(start, rng)
            stop = effort.spend(search)
            if search.found >= cap or stop is not None:
                return Count(search.found, False)
        return Count(search.found, True)
