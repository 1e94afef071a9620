"""The line of an END OF LINE puzzle as SAT clauses, and the best score of such a model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Protocol, TypeVar

from puzzles.end_of_line.board import EXITS, HEADINGS, TURNS, Area, PlacedCard, heading_after
from solvers.backends.sat import Sat
from solvers.backends.sat_numbers import Number
from solvers.protocol import Outcome, Solved

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)


class LineModel:
    """Literals by index n in the order of placing: at[n][cell], head[n][heading], card[n][type] and
    exit[n][turn]. back[n]: card n continues the last card but one; kinds say when it may.

    entry[cell][heading] is how the line enters a cell, at any place. `laid` are the first cards, which are
    settled."""

    def __init__(self, area: Area, types: Sequence[str], laid: Sequence[PlacedCard], sat: Sat) -> None:
        self.area, self.laid, self.sat, self.free = area, laid, sat, area.free_cells()
        self.indices = range(len(self.free))
        self.always = sat.new_variable()
        sat.add(self.always)
        self.at = [{cell: sat.new_variable() for cell in self.free} for _ in self.indices]
        self.head = [{h: sat.new_variable() for h in HEADINGS} for _ in self.indices]
        self.card = [{card: sat.new_variable() for card in types} for _ in self.indices]
        self.exit = [{turn: sat.new_variable() for turn in TURNS} for _ in self.indices]
        self.entry = {cell: {h: sat.new_variable() for h in HEADINGS} for cell in self.free}
        self.back: list[int] = []

    def add_places(self) -> None:
        """Adds that every card is of one type and lies on one cell, each on another one."""
        sat = self.sat
        for n in self.indices:
            for literals in (self.at[n], self.head[n], self.card[n]):
                sat.exactly_one(list(literals.values()))
            for card, literal in self.card[n].items():
                for turn in (t for t in TURNS if t not in EXITS[card]):  # never a set: its order varies
                    sat.add(-literal, -self.exit[n][turn])
        for cell in self.free:
            sat.exactly_one([self.at[n][cell] for n in self.indices])
        sat.add(self.at[0].get(self.area.first_cell(), -self.always))
        sat.add(self.head[0][self.area.start.heading])
        for n, laid in enumerate(self.laid):
            sat.add(self.at[n][laid.cell])
            sat.add(self.card[n][laid.card])

    def add_line(self) -> None:
        """Adds that every card continues the last one, or by a reverse the last but one."""
        for n in self.indices[1:]:
            self._continues(n, n - 1, (self.back[n],))
            if self.back[n] != -self.always:
                self._continues(n, n - 2, (-self.back[n],))

    def _continues(self, n: int, parent: int, unless: tuple[int, ...]) -> None:
        """Adds that card n lies where an exit of the parent card points."""
        sat = self.sat
        for h, heading in self.head[n].items():
            for cell, literal in self.at[parent].items():
                on = self.at[n].get(self.area.neighbour(cell, h))
                if on is None:
                    sat.add(-literal, -heading, *unless)
                else:
                    sat.add(-literal, -heading, *unless, on)
                    sat.add(-on, -heading, *unless, literal)
            for entry, entered in self.head[parent].items():
                turn = next((t for t in TURNS if heading_after(entry, t) == h), None)
                allowed = () if turn is None else (self.exit[parent][turn],)
                sat.add(-entered, -heading, *unless, *allowed)

    def add_entries(self) -> None:
        """Adds that every cell is entered once, from a free cell. This is implied, but lets the solver see at
        once what leaves a cell without a way in."""
        sat, begin = self.sat, (self.area.first_cell(), self.area.start.heading)
        for cell, entry in self.entry.items():
            sat.exactly_one(list(entry.values()))
            for h, literal in entry.items():
                behind = self.area.neighbour(cell, heading_after(heading_after(h, "R"), "R"))
                if behind not in self.entry and (cell, h) != begin:
                    sat.add(-literal)
                for n in self.indices:
                    sat.add(-self.at[n][cell], -self.head[n][h], literal)
                    sat.add(-self.at[n][cell], -literal, self.head[n][h])

    def add_exits(self) -> None:
        """Adds that the line leaves every cell once, except the last cell and the stub that a reverse leaves,
        and twice the card that a reverse goes back to. This is implied, too."""
        sat, begin = self.sat, (self.area.first_cell(), self.area.start.heading)
        for cell in self.free:
            steps = [(self.area.neighbour(cell, h), h) for h in HEADINGS]
            outs = [self.entry[ahead][h] for ahead, h in steps if ahead in self.entry and (ahead, h) != begin]
            none, two = sat.new_variable(), sat.new_variable()
            sat.add(*outs, none)
            for a, b in combinations(outs, 2):
                sat.add(-a, -b, two)
            for three in combinations(outs, 3):
                sat.add(*(-x for x in three))
            for n in self.indices:
                here = self.at[n][cell]
                if n != self.indices[-1]:
                    sat.add(-here, -none, self.reversed_at(n + 1))
                sat.add(-here, -two, self.reversed_at(n + 2))

    def reversed_at(self, n: int) -> int:
        """Returns the literal of a reverse at an index, which may lie behind the end."""
        return self.back[n] if n in self.indices else -self.always

    def placed(self, n: int, true: set[int]) -> PlacedCard:
        """Returns the card at an index in a model."""
        card = next(card for card, x in self.card[n].items() if x in true)
        return PlacedCard(card, next(cell for cell, x in self.at[n].items() if x in true))


class SatModel(Protocol[S_co]):
    """A SAT model of a puzzle.

    always       a literal that is true
    points       all points that a solution can lose or keep
    points_lost  the points that a solution loses, limited to a maximum
    solution     the solution of true literals
    """

    @property
    def sat(self) -> Sat: ...
    @property
    def always(self) -> int: ...

    def points(self) -> int: ...
    def points_lost(self, maximum: int) -> Number: ...
    def solution(self, true: set[int]) -> S_co: ...


def lose_fewer_points(
    model: SatModel[S], solution: S, score_of: Callable[[S], int], bound: int
) -> Outcome[S]:
    """Solves again with fewer points lost until that is impossible: the last solution is the best.

    `bound` is a score that no solution exceeds."""
    sat, everything, score = model.sat, model.points(), score_of(solution)
    if score < bound:
        lost = model.points_lost(everything - score - 1)
    while score < bound:
        true = sat.solve()
        if true is None:
            return Solved(solution, False, score, bound)
        if true is False:
            break
        solution = model.solution(true)
        score = score_of(solution)
        sat.add(-lost.reaches(everything - score, model.always))
    return Solved(solution, True, score, score)
