"""Solves solo puzzles with CP-SAT: on which cell every card is placed, in which order."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from puzzles.end_of_line.board import (
    CARDS,
    EXITS,
    HEADINGS,
    INITIATIVE,
    TURNS,
    PlacedCard,
    Round,
    heading_after,
)
from puzzles.end_of_line.solo import HAND_SIZE, KIND, SoloPuzzle, SoloSolution
from solvers.backends.cpsat import CpSat, has_solution
from solvers.end_of_line.arrays import FIRST_ENERGY_INDEX
from solvers.end_of_line.solo_draws import begins_without_energy, trivial_outcome
from solvers.protocol import Count, Goal, Impossible, Limits, Outcome, Solved, Unknown, count_of

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    Bool = cp_model.IntVar
else:
    from solvers.backends import lazy_cp_model as cp_model

# No model is built for more cells: it grows with their square.
MAX_CELLS = 130
_EFFECTS = ("brake", "extra_gas", "reverse")


class _Model:
    """Variables by index n in the order of placing: at[n][cell], head[n][heading], card[n][type], and where
    rounds begin, begins[n], and what they spend, spends[n][effect]. back[n]: card n continues the last
    card but one."""

    def __init__(self, puzzle: SoloPuzzle, cpsat: CpSat, energy: int) -> None:
        self.puzzle, self.cpsat, self.energy = puzzle, cpsat, energy
        self.area, self.free = puzzle.area, puzzle.area.free_cells()
        self.model = cp_model.CpModel()
        self.indices = range(len(self.free))
        types = [card for card in CARDS if card in puzzle.deck]
        self.at = [{cell: self._bool() for cell in self.free} for _ in self.indices]
        self.head = [{h: self._bool() for h in HEADINGS} for _ in self.indices]
        self.card = [{card: self._bool() for card in types} for _ in self.indices]
        self.begins = [self._bool() for _ in self.indices]
        self.spends = [{effect: self._bool() for effect in _EFFECTS} for _ in self.indices]
        self.back = [self._bool() for _ in self.indices]
        for build in (self._one_of_each, self._rounds, self._reverses, self._line, self._hand):
            if cpsat.limit_reached():
                return
            build()

    def _bool(self) -> Bool:
        return self.model.new_bool_var("")

    def _one_of_each(self) -> None:
        for n in self.indices:
            for variables in (self.at[n], self.head[n], self.card[n]):
                self.model.add_exactly_one(variables.values())
        for cell in self.free:
            self.model.add_exactly_one(self.at[n][cell] for n in self.indices)
        first = self.at[0].get(self.area.first_cell())
        self.model.add_bool_and(self.head[0][self.area.start.heading])
        self.model.add_bool_or([] if first is None else [first])

    def _rounds(self) -> None:
        """Adds the rounds: two cards, or one after a brake; rounds 1 and 2 have one card and two."""
        for n in self.indices:
            begins, spends = self.begins[n], self.spends[n]
            if n <= FIRST_ENERGY_INDEX:
                self.model.add(begins == begins_without_energy(n))
            else:
                before, brake = self.begins[n - 1], self.spends[n - 1]["brake"]
                self.model.add(begins == 1 - before + brake)
            if n < FIRST_ENERGY_INDEX:
                self.model.add(sum(spends.values()) == 0)
            else:
                self.model.add(sum(spends.values()) <= begins)
        self.model.add(sum(x for spends in self.spends for x in spends.values()) <= self.energy)

    def _reverses(self) -> None:
        """Adds that a reverse is for at most one card of its round: its first or its second."""
        for n in self.indices:
            reverse = self.spends[n]["reverse"]
            self.model.add(self.back[n] <= reverse + (self.spends[n - 1]["reverse"] if n else 0))
            if n + 1 < len(self.indices):
                self.model.add(self.back[n] + self.back[n + 1] <= 1).only_enforce_if(reverse)

    def _line(self) -> None:
        for n in self.indices[1:]:
            self._continues(n, n - 1, ~self.back[n])
            if n >= FIRST_ENERGY_INDEX and self.energy:
                self._continues(n, n - 2, self.back[n])
            if self.cpsat.limit_reached():
                return

    def _continues(self, n: int, parent: int, when: cp_model.LiteralT) -> None:
        """Adds that card n lies where an exit of the parent card points."""
        for h, heading in self.head[n].items():
            for cell, here in self.at[parent].items():
                on = self.at[n].get(self.area.neighbour(cell, h))
                self.model.add_bool_or([] if on is None else [on]).only_enforce_if(here, heading, when)
            for entry, entered in self.head[parent].items():
                turn = next((t for t in TURNS if heading_after(entry, t) == h), None)
                fitting = [x for card, x in self.card[parent].items() if turn and turn in EXITS[card]]
                self.model.add_bool_or(fitting).only_enforce_if(entered, heading, when)

    def _hand(self) -> None:
        """Adds that no more cards of a type are placed than have been drawn: n + 4 cards before index n, one
        more where a round begins or after gas, and another one for the gas itself."""
        deck = self.puzzle.deck
        for n in self.indices:
            gas = self.spends[n]["extra_gas"]
            before = self.spends[n - 1]["extra_gas"] if n else 0
            for card in self.card[n]:
                drawn_cards = deck[: n + HAND_SIZE - 1].count(card)
                first = self.begins[n] + before if deck[n + HAND_SIZE - 1 : n + HAND_SIZE] == (card,) else 0
                extra = gas if deck[n + HAND_SIZE : n + HAND_SIZE + 1] == (card,) else 0
                self.model.add(sum(self.card[i][card] for i in range(n + 1)) <= drawn_cards + first + extra)

    def maximize(self) -> None:
        lost = [INITIATIVE[card] * x for cards in self.card for card, x in cards.items()]
        lost += [x for spends in self.spends for x in spends.values()]
        maximum = sum(INITIATIVE[card] for card in self.puzzle.deck) + self.puzzle.energy
        self.model.maximize(maximum - sum(lost))

    def block(self) -> None:
        value = self.cpsat.solver.value
        used = [x for n in self.indices for xs in (self.at[n], self.card[n]) for x in xs.values() if value(x)]
        self.model.add_bool_or(~x for x in used)

    def solution(self) -> SoloSolution:
        value = self.cpsat.solver.value
        starts = [n for n in self.indices if value(self.begins[n])]
        rounds = []
        for first, after in pairwise([*starts, len(self.indices)]):
            cards = tuple(self._placed(n) for n in range(first, after))
            rounds.append(Round(cards, next((a for a, x in self.spends[first].items() if value(x)), None)))
        return SoloSolution(tuple(rounds))

    def _placed(self, n: int) -> PlacedCard:
        value = self.cpsat.solver.value
        card = next(card for card, x in self.card[n].items() if value(x))
        return PlacedCard(card, next(cell for cell, x in self.at[n].items() if value(x)))


class SoloCpSat:
    name = "cpsat"

    def solve(self, puzzle: SoloPuzzle, goal: Goal, limits: Limits) -> Outcome[SoloSolution]:
        trivial = trivial_outcome(puzzle, MAX_CELLS)
        if trivial is not None:
            return trivial
        cpsat = CpSat(limits.start(), limits)
        model = _Model(puzzle, cpsat, puzzle.energy)
        if goal == "best":
            model.maximize()
        status = cpsat.run(model.model)
        if not has_solution(status):
            return Impossible() if status == cp_model.INFEASIBLE else Unknown(cpsat.stop or "time")
        solution = model.solution()
        if goal == "any":
            return Solved(solution)
        bound = round(cpsat.solver.best_objective_bound)
        return Solved(solution, status == cp_model.OPTIMAL, KIND.score(puzzle, solution), bound)

    def count(self, puzzle: SoloPuzzle, cap: int, limits: Limits) -> Count:
        trivial = trivial_outcome(puzzle, MAX_CELLS)
        if trivial is not None:
            return count_of(trivial)
        cpsat = CpSat(limits.start(), limits)
        model = _Model(puzzle, cpsat, 0)
        for n in range(cap):
            status = cpsat.run(model.model)
            if not has_solution(status):
                return Count(n, status == cp_model.INFEASIBLE)
            model.block()
        return Count(cap, False)
