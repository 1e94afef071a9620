"""Lines of one colour as SAT: which ends meet, how cards lie. Rings beside the line are cut off as they
turn up.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Literal

from puzzles.light_line.cards import BEYOND, SOCKETS, Card, Laid, Section
from puzzles.light_line.line_kinds import LineSolution
from solvers.backends.sat import Sat
from solvers.light_line.palette import Join, Palette

End = tuple[int, int]


class ChainModel:
    """A line with at least so many cards of a palette.

    used[piece]: it is on the line. loose[end]: a used piece's end meets nothing. A card's row and column are
    one literal each of those that they can be, or none where the line does not pass it.
    """

    def __init__(self, palette: Palette, least: int, once: bool, sat: Sat) -> None:
        """`once`: the line has one section at most on any card."""
        self.palette, self.least, self.once, self.sat = palette, least, once, sat
        cards = palette.cards
        # Where all cards lie the first one is pinned, so that every layout has one place.
        self.pinned = least == palette.size
        reach = range(1 - len(cards), len(cards)) if self.pinned else range(len(cards))
        self.turned = {card: sat.new_variable() for card in cards}
        self.row = {card: {y: sat.new_variable() for y in reach} for card in cards}
        self.col = {card: {x: sat.new_variable() for x in reach} for card in cards}
        self.used = [sat.new_variable() for _ in palette.pieces]
        self.loose: dict[End, int] = {
            (p, end): sat.new_variable() for p in range(len(self.used)) for end in (0, 1)
        }
        self.join = {join: sat.new_variable() for join in palette.joins}
        self._line()
        self._places()
        for join, literal in self.join.items():
            self._meet(join, literal)

    def _line(self) -> None:
        sat = self.sat
        at: dict[End, list[int]] = {end: [literal] for end, literal in self.loose.items()}
        for join, literal in self.join.items():
            at[join.one].append(literal)
            at[join.other].append(literal)
        for (piece, _), ways in at.items():
            sat.add(-self.used[piece], *ways)
            sat.at_most_one(ways)
            for literal in ways:
                sat.add(-literal, self.used[piece])
        sat.at_most(list(self.loose.values()), 2)
        self.on = {card: self._passed(card) for card in self.palette.cards}
        self.ask(self.least)

    def _passed(self, card: int) -> int:
        """Whether the line passes a card."""
        pieces = [self.used[i] for i in self.palette.on_card[card]]
        if self.once:
            self.sat.at_most_one(pieces)
        on = self.sat.new_variable()
        self.sat.add(-on, *pieces)
        for piece in pieces:
            self.sat.add(-piece, on)
        return on

    def ask(self, least: int) -> None:
        """From now on for a line with at least so many cards."""
        self.least = least
        self.sat.at_most([-on for on in self.on.values()], len(self.on) - least)

    def _places(self) -> None:
        sat = self.sat
        for card, on in self.on.items():
            for ways in (self.row[card], self.col[card]):
                sat.add(-on, *ways.values())
                sat.at_most_one(list(ways.values()))
        if self.pinned:
            first = self.palette.cards[0]
            for literal in (-self.turned[first], self.row[first][0], self.col[first][0]):
                sat.add(literal)
        for a, b in combinations(self.palette.cards, 2):
            self._apart(a, b)

    def _apart(self, a: int, b: int) -> None:
        sat = self.sat
        same = []
        for ways in (self.row, self.col):
            alike = sat.new_variable()
            for value, literal in ways[a].items():
                sat.add(-literal, -ways[b][value], alike)
            same.append(-alike)
        sat.add(*same)

    def _meet(self, join: Join, literal: int) -> None:
        """What a join says of how its two cards lie."""
        sat, piece = self.sat, self.palette.pieces[join.one[0]]
        a, b = piece.card, self.palette.pieces[join.other[0]].card
        ta, tb = self.turned[a], self.turned[b] if join.alike else -self.turned[b]
        sat.add(-literal, -ta, tb)
        sat.add(-literal, ta, -tb)
        down, right = BEYOND[SOCKETS[piece.ends[join.one[1]]][0]]
        for ways, step in ((self.row, down), (self.col, right)):
            # Where the first card lies turned its sockets look the other way.
            for unless, there in (((ta,), step), ((-ta,), -step)) if step else (((), 0),):
                for value, here in ways[a].items():
                    sat.add(-literal, *unless, -here, *_known(ways[b], value + there))
                for value, here in ways[b].items():
                    sat.add(-literal, *unless, -here, *_known(ways[a], value - there))

    def line(self) -> list[int] | Literal[False] | None:
        """The pieces of a line in their order; False when there is none, None when a limit came first."""
        while True:
            self.model = self.sat.solve()
            if self.model is None or self.model is False:
                return self.model
            runs = self._runs(self.model)
            for run in runs:
                if len({self.palette.pieces[i].card for i in run}) >= self.least:
                    return run
            for run in runs:
                self._cut(set(run))

    def _runs(self, model: set[int]) -> list[list[int]]:
        """The used pieces as they hang together: a line from one loose end, then rings."""
        meets: dict[End, End] = {}
        for join, literal in self.join.items():
            if literal in model:
                meets[join.one], meets[join.other] = join.other, join.one
        loose = [end for end, literal in self.loose.items() if literal in model]
        starts = loose + [(piece, 0) for piece, used in enumerate(self.used) if used in model]
        runs: list[list[int]] = []
        seen: set[int] = set()
        for piece, end in starts:
            run = []
            while piece not in seen:
                seen.add(piece)
                run.append(piece)
                piece, end = meets.get((piece, 1 - end), (piece, end))
            runs += [run] if run else []
        return runs

    def _cut(self, run: set[int]) -> None:
        """A line with enough cards that has any of these pieces goes on to others."""
        out = [
            literal for join, literal in self.join.items() if (join.one[0] in run) != (join.other[0] in run)
        ]
        for piece in sorted(run):
            self.sat.add(-self.used[piece], *out)

    def lying(self) -> dict[int, tuple[int, int, bool]]:
        """Row, column and turn of every card in the last model."""
        model = self.model or set()
        return {
            card: (_told(self.row[card], model), _told(self.col[card], model), self.turned[card] in model)
            for card, on in self.on.items()
            if on in model
        }

    def block(self, lying: dict[int, tuple[int, int, bool]]) -> None:
        """Some card lies otherwise."""
        literals = []
        for card, (y, x, turned) in lying.items():
            turn = self.turned[card]
            literals += [-self.row[card][y], -self.col[card][x], -turn if turned else turn]
        self.sat.add(*literals)

    def solution(self, cards: Sequence[Card], run: Sequence[int]) -> LineSolution:
        """The line of these pieces, with the cards that it passes."""
        pieces, lying = [self.palette.pieces[i] for i in run], self.lying()
        passed = dict.fromkeys(piece.card for piece in pieces)
        return LineSolution(
            tuple(Laid(cards[card].id, *lying[card]) for card in passed),
            tuple(Section(cards[piece.card].id, piece.tube) for piece in pieces),
        )


def _known(ways: dict[int, int], value: int) -> tuple[int, ...]:
    """The literal of a value; none where the value cannot be."""
    return (ways[value],) if value in ways else ()


def _told(ways: dict[int, int], model: set[int]) -> int:
    return next(value for value, literal in ways.items() if literal in model)
