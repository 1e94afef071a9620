"""Grows lines with cards that are laid already: the core of the searches that continue layouts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import takewhile

import numpy as np

from puzzles.light_line.cards import SOCKETS, TURNED, Card, Section
from puzzles.light_line.line_kinds import LineSolution
from solvers.light_line import continuation_kernel as kernel
from solvers.light_line import line_kernel
from solvers.light_line.line_growth import Growth, Start
from solvers.light_line.palette import Palette
from solvers.light_line.partial_layout import AnchoredPalette, PartialLayout, beside_the_laid


class ContinuedGrowth(Growth):
    """A resumable search for lines through the anchor of a palette.

    `hand`: how many cards may be laid beside those that lie."""

    def __init__(self, source: AnchoredPalette, cap: int, hand: int, revisit: bool = True) -> None:
        super().__init__(source.palette, cap, revisit)
        self.source, self._hand = source, hand
        # One step more than there are sections: the switch to the other end.
        self.steps = np.zeros((len(source.palette.sections) + 2, 7), np.int32)
        self.state = np.array([-1, 0, 0, 0, 0, 0, 0], np.int64)
        cards = [(number, *place) for number, place in source.places.items()]
        sections = [source.palette.sections[number] for number in source.line]
        line = [(section.card, section.tube) for section in sections]
        self.laid = kernel.Laid(
            np.array(cards, np.int32),
            np.array(line, np.int32).reshape(-1, 2),
            np.zeros(source.palette.size, np.int32),
        )

    def starts(self) -> list[Start]:
        """Returns the sections of the anchor; or the ways on from the partial line."""
        source = self.source
        if not source.line:
            sections = (source.palette.sections[i] for i in source.palette.on_card[source.anchor])
            return [Start(source.anchor, section.ends[0]) for section in sections]
        last = source.partial_layout.passages()[-1]
        turned = last.placed_card is not None and last.placed_card.turned
        sockets = [TURNED[socket] if turned else socket for socket in last.exits]
        return [
            Start(source.partial_layout.number(last.section.card), SOCKETS.index(socket))
            for socket in sockets
        ]

    def begin(self, start: Start, cards: int, rng: random.Random) -> None:
        self._begin([], cards, rng)
        kernel.begin(
            self.deal, self.table, self.laid, self.steps, self.state, start.card, start.socket, cards,
            self._hand,
        )  # fmt: skip
        if self.state[line_kernel.LEFT] <= 0:
            self._add_layouts(self.table.cards[None, :, :3])

    def run(self, steps: int) -> None:
        n = kernel.search_all(
            self.deal, self.table, self.laid, self.steps, self.state, self.order, self.start_array,
            self.length, self._hand, steps, self.batch,
        )  # fmt: skip
        self._add_layouts(self.batch[:n])

    def solution(self, cards: Sequence[Card]) -> LineSolution:
        source, middle = self.source, self.table.grid.shape[0] // 2
        new_cards = [
            source.placed_card(number, (row - middle, col - middle, bool(turned)))
            for number, (row, col, turned, lies) in enumerate(self.table.cards.tolist())
            if lies and number not in source.places
        ]
        return source.partial_layout.solution(new_cards, self._line(cards))

    def _line(self, cards: Sequence[Card]) -> list[Section]:
        """Returns the sections of the line: its first steps lead on from the first section, those after the
        switch the other way."""
        steps = self.steps[: int(self.state[line_kernel.DEPTH]) + 1, [line_kernel.CARD, line_kernel.TUBE]]
        passed = [(int(card), int(tube)) for card, tube in steps]
        onward = list(takewhile(lambda step: step[0] != kernel.NO_CARD, passed))
        back = passed[len(onward) + 1 :]
        sections = [Section(cards[card].id, tube) for card, tube in [*reversed(back), *onward]]
        return [*self.source.partial_layout.progress.line, *sections[1:]] if self.source.line else sections


class SeparateGrowth(Growth):
    """A search for lines that pass none of the laid cards, and lie beside them."""

    def __init__(self, partial_layout: PartialLayout, palette: Palette) -> None:
        super().__init__(palette, 1)
        self._partial_layout = partial_layout

    def solution(self, cards: Sequence[Card]) -> LineSolution:
        return beside_the_laid(self._partial_layout, super().solution(cards))
