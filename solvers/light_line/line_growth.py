"""The growing of lines, section by section: what the exact searches of the line kinds are made of."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzles.light_line.cards import MOST_TUBES, SOCKETS, Card, Laid, Section
from puzzles.light_line.line_kinds import LineSolution
from solvers.light_line import chain_kernel as kernel
from solvers.light_line.palette import Palette
from solvers.protocol import Impossible, Limits, Outcome, Solved, Unknown
from solvers.resumable import Effort

# Steps between two looks at the clock: some 10 ms of work.
STRETCH = 200_000
# Steps of the first try from each section; every later try may take four times as many.
FIRST_TRY = 300
MORE = 4
# Layouts that the kernel hands over at a time: at most, and for each that is wanted.
_BATCH, _PER_LAYOUT = 4096, 16


@dataclass(frozen=True)
class Start:
    """The line's first section: its card, and the socket by which it goes on."""

    card: int
    socket: int


class Growth:
    """Lines of one palette with so many cards, grown section by section. Can be stopped and gone on with.

    `again`: the line may come back to a card, by another section. Of several cards that are alike for the
    line the first is always laid first, unless all layouts are wanted."""

    def __init__(self, palette: Palette, cap: int, again: bool = True) -> None:
        self.palette, self.cap = palette, cap
        n = palette.size
        tube, leads = tubes_of(palette)
        after = np.full(n, -1, np.int32) if cap > 1 else _twins(leads)
        self.deal = kernel.Deal(tube, leads, after, int(again))
        # A line has at most as many cards: it never leaves the grid.
        size = 2 * len(palette.cards) + 1
        self.table = kernel.Table(
            np.zeros((size, size), np.int32), np.zeros((n, 4), np.int32), np.zeros((n, MOST_TUBES), np.bool_)
        )
        self.steps = np.zeros((len(palette.pieces) + 1, 7), np.int32)
        self.state = np.array([-1, 0, 0, 0], np.int64)
        self.batch = np.zeros((1 if cap == 1 else min(_BATCH, _PER_LAYOUT * cap), n, 3), np.int32)
        self.layouts: set[bytes] = set()
        self.left = np.zeros((0, 2), np.int32)

    def starts(self) -> list[Start]:
        """Every section by either end; those of cards with few come first."""
        palette = self.palette
        found = [
            Start(piece.card, socket)
            for piece in palette.pieces
            if self.deal.after[piece.card] < 0
            for socket in sorted(piece.ends)
        ]
        return sorted(found, key=lambda start: len(palette.on_card[start.card]))

    def begin(self, start: Start, cards: int, rng: random.Random) -> None:
        """Grow lines with so many cards from a start."""
        self._begin([], cards, rng)
        kernel.begin(self.deal, self.table, self.steps, self.state, start.card, start.socket, cards)
        if cards == 1:
            self._keep(self.table.laid[None, :, :3])

    def begin_all(self, cards: int, rng: random.Random) -> None:
        """Grow lines with so many cards from all starts, one after the other."""
        self._begin([(start.card, start.socket) for start in self.starts()], cards, rng)
        self.state[kernel.DEPTH] = -1

    def _begin(self, starts: list[tuple[int, int]], cards: int, rng: random.Random) -> None:
        palette = self.palette
        rigid = sorted(palette.cards, key=lambda card: (len(palette.on_card[card]), rng.random()))
        self.order = np.array(rigid, np.int32)
        self.left, self.wanted = np.array(starts, np.int32).reshape(-1, 2), cards
        self.state[kernel.STARTS] = 0
        self.layouts.clear()

    def ask_for_more(self) -> None:
        """Go on from the line that stands to one with one card more."""
        self.state[kernel.LEFT] = 1
        self.layouts.clear()

    def run(self, steps: int) -> None:
        found = kernel.search_all(
            self.deal,
            self.table,
            self.steps,
            self.state,
            self.order,
            self.left,
            self.wanted,
            steps,
            self.batch,
        )
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
        return bool(self.state[kernel.DEPTH] < 0 and self.state[kernel.STARTS] == len(self.left))

    @property
    def found_count(self) -> int:
        return min(self.cap, len(self.layouts))

    @property
    def step_count(self) -> int:
        return int(self.state[kernel.SPENT])

    def solution(self, cards: Sequence[Card]) -> LineSolution:
        """The layout and the line at which the search stands."""
        middle = len(self.palette.cards)
        layout = tuple(
            Laid(card.id, row - middle, col - middle, bool(turned))
            for card, (row, col, turned, lies) in zip(cards, self.table.laid.tolist(), strict=True)
            if lies
        )
        steps = self.steps[: int(self.state[kernel.DEPTH]) + 1].tolist()
        line = tuple(Section(cards[step[kernel.CARD]].id, step[kernel.TUBE]) for step in steps)
        return LineSolution(layout, line)


def tubes_of(palette: Palette) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """By card and socket which tube a line may use there (-1: none), and where it leads."""
    tube = [[-1] * len(SOCKETS) for _ in range(palette.size)]
    leads = [[-1] * len(SOCKETS) for _ in range(palette.size)]
    for piece in palette.pieces:
        one, other = piece.ends
        tube[piece.card][one] = tube[piece.card][other] = piece.tube
        leads[piece.card][one], leads[piece.card][other] = other, one
    return np.array(tube, np.int32), np.array(leads, np.int32)


def first_line(
    among: Iterable[Palette], cards: Sequence[Card], wanted: int, limits: Limits, again: bool = True
) -> Outcome[LineSolution]:
    """A line with so many of the cards: short tries from every section, then longer and longer ones where not
    all was seen."""
    effort, rng = Effort(limits, STRETCH), random.Random(limits.seed)
    # Made one by one, as the first is hardly ever in vain.
    growths = (Growth(palette, 1, again) for palette in among)
    tries: Iterable[tuple[Growth, Start]] = (
        (growth, start) for growth in growths for start in growth.starts()
    )
    steps = FIRST_TRY
    while True:
        left = []
        for growth, start in tries:
            growth.begin(start, wanted, rng)
            stop = effort.spend(growth, steps)
            if growth.found_count:
                return Solved(growth.solution(cards))
            if stop is not None:
                return Unknown(stop)
            left += [] if growth.finished else [(growth, start)]
        if not left:
            return Impossible()
        tries, steps = left, steps * MORE


def _twins(leads: NDArray[np.int32]) -> NDArray[np.int32]:
    """For every card the one before it whose tubes join the same sockets."""
    last: dict[bytes, int] = {}
    found = []
    for card, ways in enumerate(leads):
        found.append(last.get(ways.tobytes(), -1))
        last[ways.tobytes()] = card
    return np.array(found, np.int32)
