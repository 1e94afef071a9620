"""CP-SAT models for lines of one colour: a circuit through directed sections, and places for the cards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from puzzles.light_line.cards import BEYOND, SOCKETS, Card, PlacedCard, Section
from puzzles.light_line.line_kinds import LineSolution
from solvers.light_line.palette import Join, Palette

if TYPE_CHECKING:
    from ortools.sat.python import cp_model
else:
    from solvers.backends import lazy_cp_model as cp_model

Node = tuple[int, int]  # a section, and the end by which the line comes into it
_OUTSIDE = 0


class LineModel:
    """A line with at least `min_cards` cards of a palette: a circuit from outside through its sections and
    out."""

    def __init__(self, palette: Palette, min_cards: int, single: bool) -> None:
        """`single`: the line has at most one section on any card."""
        self.palette, self.model = palette, cp_model.CpModel()
        self.arcs: list[tuple[int, int, cp_model.IntVar]] = []
        self.step: dict[tuple[Node | None, Node | None], cp_model.IntVar] = {}
        new = self.model.new_bool_var
        self.turned = {card: new("") for card in palette.cards}
        # If the line must have all cards, the first one is pinned, so that every layout has only one place.
        self.pinned = min_cards == palette.size
        reach = len(palette.cards) - 1
        values = range(-reach, reach + 1) if self.pinned else range(reach + 1)
        self.row = {card: {y: new("") for y in values} for card in palette.cards}
        self.col = {card: {x: new("") for x in values} for card in palette.cards}
        self._circuit()
        self._cards(min_cards, single)
        for join in palette.joins:
            self._meet(join)

    def _circuit(self) -> None:
        nodes = [(section, end) for section in range(len(self.palette.sections)) for end in (0, 1)]
        self.number = {node: i for i, node in enumerate(nodes, _OUTSIDE + 1)}
        self.used = [self.model.new_bool_var("") for _ in self.palette.sections]
        idle = {node: self.model.new_bool_var("") for node in nodes}
        for node in nodes:
            self._arc(None, node)
            self._arc(node, None)
            self.arcs.append((self.number[node], self.number[node], idle[node]))
        for join in self.palette.joins:
            # The line leaves a section by the end that it did not come in by.
            (one, out), (other, into) = join.one, join.other
            self._arc((one, 1 - out), (other, into))
            self._arc((other, 1 - into), (one, out))
        for section, used in enumerate(self.used):
            self.model.add(idle[section, 0] + idle[section, 1] == 2 - used)
        self.model.add_circuit(self.arcs)

    def _arc(self, tail: Node | None, head: Node | None) -> None:
        step = self.step[tail, head] = self.model.new_bool_var("")
        numbers = [_OUTSIDE if node is None else self.number[node] for node in (tail, head)]
        self.arcs.append((numbers[0], numbers[1], step))

    def _cards(self, min_cards: int, single: bool) -> None:
        model, palette = self.model, self.palette
        self.on = {card: model.new_bool_var("") for card in palette.cards}
        for card, on in self.on.items():
            sections = [self.used[i] for i in palette.on_card[card]]
            model.add_max_equality(on, sections)
            if single:
                model.add_at_most_one(sections)
            for literals in (self.row[card], self.col[card]):
                model.add(sum(literals.values()) == on)
        for a, b in combinations(palette.cards, 2):
            self._apart(a, b)
        model.add(sum(self.on.values()) >= min_cards)
        if self.pinned:
            first = palette.cards[0]
            for at, value in ((self.turned[first], 0), (self.row[first][0], 1), (self.col[first][0], 1)):
                model.add(at == value)

    def _apart(self, a: int, b: int) -> None:
        # Not add_no_overlap_2d: with it CP-SAT aborted the process over a solution that it judged wrong
        # itself.
        same = []
        for literals in (self.row, self.col):
            alike = self.model.new_bool_var("")
            for value, literal in literals[a].items():
                self.model.add_bool_or(~literal, ~literals[b][value], alike)
            same.append(~alike)
        self.model.add_bool_or(same)

    def _meet(self, join: Join) -> None:
        """Adds what a join implies for the places of its two cards."""
        (one, out), (other, into) = join.one, join.other
        a, b = self.palette.sections[one].card, self.palette.sections[other].card
        down, right = BEYOND[SOCKETS[self.palette.sections[one].ends[out]][0]]
        joined = self.model.new_bool_var("")
        self.model.add(
            self.step[(one, 1 - out), (other, into)] + self.step[(other, 1 - into), (one, out)] == joined
        )
        turned = self.turned[a]
        same = self.turned[b] if join.alike else ~self.turned[b]
        self.model.add(turned == same).only_enforce_if(joined)
        for literals, step in ((self.row, down), (self.col, right)):
            # If the first card is turned, its sockets face the other way.
            for unless, there in (([turned], step), ([~turned], -step)) if step else (([], 0),):
                for value, here in literals[a].items():
                    self.model.add_bool_or(~joined, *unless, ~here, *_literals(literals[b], value + there))
                for value, here in literals[b].items():
                    self.model.add_bool_or(~joined, *unless, ~here, *_literals(literals[a], value - there))

    def maximize_cards(self) -> None:
        """Makes the number of cards on the line the objective."""
        self.model.maximize(sum(self.on.values()))

    def line(self, solver: cp_model.CpSolver) -> list[int]:
        """Returns the sections of the line in their order."""
        after = {tail: head for (tail, head), step in self.step.items() if solver.value(step)}
        line, node = [], after[None]
        while node is not None:
            line.append(node[0])
            node = after[node]
        return line

    def placements(self, solver: cp_model.CpSolver) -> dict[int, tuple[int, int, bool]]:
        """Returns row, column and turn of every card on the line."""
        return {
            card: (_value(solver, self.row[card]), _value(solver, self.col[card]), _true(solver, turned))
            for card, turned in self.turned.items()
            if solver.value(self.on[card])
        }

    def block(self, placements: dict[int, tuple[int, int, bool]]) -> None:
        """Forbids these placements: at least one card must be placed differently."""
        turns = [
            ~self.turned[card] if turned else self.turned[card] for card, (_, _, turned) in placements.items()
        ]
        moves = [
            ~at
            for card, (row, col, _) in placements.items()
            for at in (self.row[card][row], self.col[card][col])
        ]
        self.model.add_bool_or(*turns, *moves)

    def solution(
        self, cards: Sequence[Card], solver: cp_model.CpSolver, max_length: int | None = None
    ) -> LineSolution:
        """Returns the line, or its first `max_length` sections, with the cards that it passes."""
        sections, placements = (
            [self.palette.sections[i] for i in self.line(solver)[:max_length]],
            self.placements(solver),
        )
        passed = dict.fromkeys(section.card for section in sections)
        return LineSolution(
            tuple(PlacedCard(cards[card].id, *placements[card]) for card in passed),
            tuple(Section(cards[section.card].id, section.tube) for section in sections),
        )


def _literals(literals: dict[int, cp_model.IntVar], value: int) -> tuple[cp_model.IntVar, ...]:
    """Returns the literal of a value; no literal where the value is impossible."""
    return (literals[value],) if value in literals else ()


def _value(solver: cp_model.CpSolver, literals: dict[int, cp_model.IntVar]) -> int:
    return next(value for value, literal in literals.items() if solver.value(literal))


def _true(solver: cp_model.CpSolver, literal: cp_model.IntVar) -> bool:
    return bool(solver.value(literal))
