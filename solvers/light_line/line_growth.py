"""Grows lines section by section: the core of the exact searches of the line kinds."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzles.light_line.cards import MAX_TUBES, SOCKETS, Card, PlacedCard, Section
from puzzles.light_line.line_kinds import LineSolution
from solvers.light_line import line_kernel as kernel
from solvers.light_line.palette import Palette
from solvers.protocol import Impossible, Limits, Outcome, Solved, Unknown
from solvers.resumable import Effort

# Steps between two looks at the clock: about 10 ms of work.
SLICE = 200_000
# The most steps of the first attempt from each section; every later one may take four times as many.
FIRST_ATTEMPT = 300
ATTEMPT_FACTOR = 4
# How many layouts the kernel returns at a time: at most, and for each layout of the cap.
_BATCH, _PER_LAYOUT = 4096, 16


@dataclass(frozen=True)
class Start:
    """The line's first section: its card, and the socket by which it goes on."""

    card: int
    socket: int


class Growth:
    """A resumable search for lines of one palette, which grow section by section.

    `revisit`: the line may come back to a card, by another section. Of several cards with the same tubes the
    first is always placed first, unless all layouts are counted."""

    def __init__(self, palette: Palette, cap: int, revisit: bool = True) -> None:
        self.palette, self.cap = palette, cap
        n = palette.size
        tube, leads = tubes_of(palette)
        predecessor = np.full(n, -1, np.int32) if cap > 1 else _previous_with_same_tubes(leads)
        self.deal = kernel.Deal(tube, leads, predecessor, int(revisit))
        # A line has no more cards than that, so it never leaves the grid.
        size = 2 * len(palette.cards) + 1
        self.table = kernel.Table(
            np.zeros((size, size), np.int32), np.zeros((n, 4), np.int32), np.zeros((n, MAX_TUBES), np.bool_)
        )
        self.steps = np.zeros((len(palette.sections) + 1, 7), np.int32)
        self.state = np.array([-1, 0, 0, 0], np.int64)
        self.batch = np.zeros((1 if cap == 1 else min(_BATCH, _PER_LAYOUT * cap), n, 3), np.int32)
        self.layouts: set[bytes] = set()
        self.start_array = np.zeros((0, 2), np.int32)

    def starts(self) -> list[Start]:
        """Returns every section by either end, those of cards with few sections first."""
        palette = self.palette
        starts = [
            Start(section.card, socket)
            for section in palette.sections
            if self.deal.predecessor[section.card] < 0
            for socket in sorted(section.ends)
        ]
        return sorted(starts, key=lambda start: len(palette.on_card[start.card]))

    def begin(self, start: Start, cards: int, rng: random.Random) -> None:
        """Begins to grow lines with `cards` cards from a start."""
        self._begin([], cards, rng)
        kernel.begin(self.deal, self.table, self.steps, self.state, start.card, start.socket, cards)
        if cards == 1:
            self._add_layouts(self.table.cards[None, :, :3])

    def begin_all(self, cards: int, rng: random.Random) -> None:
        """Begins to grow lines with `cards` cards from all starts, one after the other."""
        self._begin([(start.card, start.socket) for start in self.starts()], cards, rng)
        self.state[kernel.DEPTH] = -1

    def _begin(self, starts: list[tuple[int, int]], cards: int, rng: random.Random) -> None:
        palette = self.palette
        order = sorted(palette.cards, key=lambda card: (len(palette.on_card[card]), rng.random()))
        self.order = np.array(order, np.int32)
        self.start_array, self.length = np.array(starts, np.int32).reshape(-1, 2), cards
        self.state[kernel.STARTS] = 0
        self.layouts.clear()

    def ask_for_more(self) -> None:
        """Continues from the line just found to one with one more card."""
        self.state[kernel.LEFT] = 1
        self.layouts.clear()

    def run(self, steps: int) -> None:
        n = kernel.search_all(
            self.deal,
            self.table,
            self.steps,
            self.state,
            self.order,
            self.start_array,
            self.length,
            steps,
            self.batch,
        )
        self._add_layouts(self.batch[:n])

    def _add_layouts(self, layouts: NDArray[np.int32]) -> None:
        """Adds the layouts in a normal form that shifts and half turns of the whole do not change."""
        if not len(layouts):
            return
        normal = layouts.copy()
        half = normal[:, 0, 2] == 1
        normal[half, :, :2] *= -1
        normal[half, :, 2] ^= 1
        normal[:, :, :2] -= normal[:, :, :2].min(axis=1, keepdims=True)
        self.layouts.update(layout.tobytes() for layout in normal.astype(np.int8))

    @property
    def finished(self) -> bool:
        return bool(self.state[kernel.DEPTH] < 0 and self.state[kernel.STARTS] == len(self.start_array))

    @property
    def found_count(self) -> int:
        return min(self.cap, len(self.layouts))

    @property
    def step_count(self) -> int:
        return int(self.state[kernel.SPENT])

    def solution(self, cards: Sequence[Card]) -> LineSolution:
        """Returns the layout and the line at which the search has stopped."""
        middle = len(self.palette.cards)
        layout = tuple(
            PlacedCard(card.id, row - middle, col - middle, bool(turned))
            for card, (row, col, turned, lies) in zip(cards, self.table.cards.tolist(), strict=True)
            if lies
        )
        steps = self.steps[: int(self.state[kernel.DEPTH]) + 1].tolist()
        line = tuple(Section(cards[step[kernel.CARD]].id, step[kernel.TUBE]) for step in steps)
        return LineSolution(layout, line)


def tubes_of(palette: Palette) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Returns, by card and socket, which tube a line may use there (-1: none), and where it leads."""
    tube = [[-1] * len(SOCKETS) for _ in range(palette.size)]
    leads = [[-1] * len(SOCKETS) for _ in range(palette.size)]
    for section in palette.sections:
        one, other = section.ends
        tube[section.card][one] = tube[section.card][other] = section.tube
        leads[section.card][one], leads[section.card][other] = other, one
    return np.array(tube, np.int32), np.array(leads, np.int32)


def first_line(
    candidates: Iterable[Palette], cards: Sequence[Card], length: int, limits: Limits, revisit: bool = True
) -> Outcome[LineSolution]:
    """Finds a line with `length` of the cards."""
    # Created one by one, as the first palette mostly has a line.
    return first_grown((Growth(palette, 1, revisit) for palette in candidates), cards, length, limits)


def first_grown(
    growths: Iterable[Growth], cards: Sequence[Card], length: int, limits: Limits
) -> Outcome[LineSolution]:
    """Grows a line with `length` of the cards: by short attempts from every start, then by longer and longer
    ones from the starts that are not finished."""
    effort, rng = Effort(limits, SLICE), random.Random(limits.seed)
    attempts: Iterable[tuple[Growth, Start]] = (
        (growth, start) for growth in growths for start in growth.starts()
    )
    steps = FIRST_ATTEMPT
    while True:
        unfinished = []
        for growth, start in attempts:
            growth.begin(start, length, rng)
            stop = effort.spend(growth, steps)
            if growth.found_count:
                return Solved(growth.solution(cards))
            if stop is not None:
                return Unknown(stop)
            unfinished += [] if growth.finished else [(growth, start)]
        if not unfinished:
            return Impossible()
        attempts, steps = unfinished, steps * ATTEMPT_FACTOR


def _previous_with_same_tubes(leads: NDArray[np.int32]) -> NDArray[np.int32]:
    """Returns for every card the last one before it with the same tubes; -1 where there is none."""
    last: dict[bytes, int] = {}
    before = []
    for card, ways in enumerate(leads):
        before.append(last.get(ways.tobytes(), -1))
        last[ways.tobytes()] = card
    return np.array(before, np.int32)
