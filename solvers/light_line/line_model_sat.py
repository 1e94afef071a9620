"""SAT formulas for lines of one colour: which ends meet, and how the cards lie.

Rings beside the line are excluded when they turn up.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Literal

from puzzles.light_line.cards import BEYOND, SOCKETS, Card, PlacedCard, Section
from puzzles.light_line.line_kinds import LineSolution
from solvers.backends.sat import Sat
from solvers.light_line.palette import Join, Palette

End = tuple[int, int]


class LineModel:
    """A line with at least `min_cards` cards of a palette.

    used[section]: the line has the section. loose[end]: the end of a used section meets nothing. One
    literal of a card's row and one of its column are true if the line runs through the card.
    """

    def __init__(
        self, palette: Palette, min_cards: int, single: bool, sat: Sat, pinned: bool = False
    ) -> None:
        """`single`: the line has at most one section on any card. `pinned`: a card of it has its place."""
        self.palette, self.min_cards, self.single, self.sat = palette, min_cards, single, sat
        cards = palette.cards
        # If the line must have all cards, the first one is pinned, so that every layout has only one place.
        self.pinned = pinned or min_cards == palette.size
        reach = range(1 - len(cards), len(cards)) if self.pinned else range(len(cards))
        self.turned = {card: sat.new_variable() for card in cards}
        self.row = {card: {y: sat.new_variable() for y in reach} for card in cards}
        self.col = {card: {x: sat.new_variable() for x in reach} for card in cards}
        self.used = [sat.new_variable() for _ in palette.sections]
        self.loose: dict[End, int] = {
            (p, end): sat.new_variable() for p in range(len(self.used)) for end in (0, 1)
        }
        self.join = {join: sat.new_variable() for join in palette.joins}
        self._line()
        self._place_cards()
        for join, literal in self.join.items():
            self._meet(join, literal)

    def _line(self) -> None:
        sat = self.sat
        at: dict[End, list[int]] = {end: [literal] for end, literal in self.loose.items()}
        for join, literal in self.join.items():
            at[join.one].append(literal)
            at[join.other].append(literal)
        for (section, _), literals in at.items():
            sat.add(-self.used[section], *literals)
            sat.at_most_one(literals)
            for literal in literals:
                sat.add(-literal, self.used[section])
        sat.at_most(list(self.loose.values()), 2)
        self.on = {card: self._on_line(card) for card in self.palette.cards}
        self.require(self.min_cards)

    def _on_line(self, card: int) -> int:
        """Returns the literal that the line passes a card."""
        sections = [self.used[i] for i in self.palette.on_card[card]]
        if self.single:
            self.sat.at_most_one(sections)
        on = self.sat.new_variable()
        self.sat.add(-on, *sections)
        for section in sections:
            self.sat.add(-section, on)
        return on

    def require(self, min_cards: int) -> None:
        """Requires from now on a line with at least `min_cards` cards."""
        self.min_cards = min_cards
        self.sat.at_most([-on for on in self.on.values()], len(self.on) - min_cards)

    def _place_cards(self) -> None:
        sat = self.sat
        for card, on in self.on.items():
            for literals in (self.row[card], self.col[card]):
                sat.add(-on, *literals.values())
                sat.at_most_one(list(literals.values()))
        if self.pinned:
            self._pin()
        for a, b in combinations(self.palette.cards, 2):
            self._apart(a, b)

    def _pin(self) -> None:
        """Gives the first card its place."""
        first = self.palette.cards[0]
        for literal in (-self.turned[first], self.row[first][0], self.col[first][0]):
            self.sat.add(literal)

    def _apart(self, a: int, b: int) -> None:
        sat = self.sat
        same = []
        for literals in (self.row, self.col):
            alike = sat.new_variable()
            for value, literal in literals[a].items():
                sat.add(-literal, -literals[b][value], alike)
            same.append(-alike)
        sat.add(*same)

    def _meet(self, join: Join, literal: int) -> None:
        """Adds what a join implies for the places of its two cards."""
        sat, section = self.sat, self.palette.sections[join.one[0]]
        a, b = section.card, self.palette.sections[join.other[0]].card
        ta, tb = self.turned[a], self.turned[b] if join.alike else -self.turned[b]
        sat.add(-literal, -ta, tb)
        sat.add(-literal, ta, -tb)
        down, right = BEYOND[SOCKETS[section.ends[join.one[1]]][0]]
        for literals, step in ((self.row, down), (self.col, right)):
            # If the first card is turned, its sockets face the other way.
            for unless, there in (((ta,), step), ((-ta,), -step)) if step else (((), 0),):
                for value, here in literals[a].items():
                    sat.add(-literal, *unless, -here, *_literals(literals[b], value + there))
                for value, here in literals[b].items():
                    sat.add(-literal, *unless, -here, *_literals(literals[a], value - there))

    def line(self) -> list[int] | Literal[False] | None:
        """Returns the sections of a line in their order; False when there is none, None when a limit came
        first."""
        while True:
            self.model = self.sat.solve()
            if self.model is None or self.model is False:
                return self.model
            chains = self._chains(self.model)
            for chain in chains:
                if self._is_line(chain):
                    return chain
            for chain in chains:
                self._exclude(set(chain))

    def _is_line(self, chain: Sequence[int]) -> bool:
        """Whether a chain has as many cards as the line must have."""
        return len({self.palette.sections[i].card for i in chain}) >= self.min_cards

    def _chains(self, model: set[int]) -> list[list[int]]:
        """Returns the chains of joined sections: first the line from one loose end, then rings."""
        meets: dict[End, End] = {}
        for join, literal in self.join.items():
            if literal in model:
                meets[join.one], meets[join.other] = join.other, join.one
        loose = [end for end, literal in self.loose.items() if literal in model]
        starts = loose + [(section, 0) for section, used in enumerate(self.used) if used in model]
        chains: list[list[int]] = []
        seen: set[int] = set()
        for section, end in starts:
            chain = []
            while section not in seen:
                seen.add(section)
                chain.append(section)
                section, end = meets.get((section, 1 - end), (section, end))
            chains += [chain] if chain else []
        return chains

    def _exclude(self, chain: set[int]) -> None:
        """Adds that a line with any of these sections goes on to others: alone they are no line with enough
        cards."""
        out = [
            literal
            for join, literal in self.join.items()
            if (join.one[0] in chain) != (join.other[0] in chain)
        ]
        for section in sorted(chain):
            self.sat.add(-self.used[section], *out)

    def placements(self) -> dict[int, tuple[int, int, bool]]:
        """Returns row, column and turn of every card in the last model."""
        model = self.model or set()
        return {
            card: (_value(self.row[card], model), _value(self.col[card], model), self.turned[card] in model)
            for card, on in self.on.items()
            if on in model
        }

    def block(self, placements: dict[int, tuple[int, int, bool]]) -> None:
        """Forbids these placements: at least one card must be placed differently."""
        literals = []
        for card, (y, x, turned) in placements.items():
            turn = self.turned[card]
            literals += [-self.row[card][y], -self.col[card][x], -turn if turned else turn]
        self.sat.add(*literals)

    def solution(self, cards: Sequence[Card], line: Sequence[int]) -> LineSolution:
        """Returns the solution with the line of these sections, and the cards that it passes."""
        sections, placements = [self.palette.sections[i] for i in line], self.placements()
        passed = dict.fromkeys(section.card for section in sections)
        return LineSolution(
            tuple(PlacedCard(cards[card].id, *placements[card]) for card in passed),
            tuple(Section(cards[section.card].id, section.tube) for section in sections),
        )


def _literals(literals: dict[int, int], value: int) -> tuple[int, ...]:
    """Returns the literal of a value; no literal where the value is impossible."""
    return (literals[value],) if value in literals else ()


def _value(literals: dict[int, int], model: set[int]) -> int:
    return next(value for value, literal in literals.items() if literal in model)
