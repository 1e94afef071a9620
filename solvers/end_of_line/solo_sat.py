"""Solves solo puzzles with SAT: on which cell every card is placed, in which order."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise

from puzzles.end_of_line.board import INITIATIVE, Round
from puzzles.end_of_line.solo import HAND_SIZE, KIND, SoloPuzzle, SoloSolution
from solvers.backends import sat_numbers
from solvers.backends.sat import Sat
from solvers.end_of_line.arrays import FIRST_ENERGY_INDEX
from solvers.end_of_line.line_sat import LineModel, lose_fewer_points
from solvers.end_of_line.solo_draws import (
    Beginning,
    DrawLimits,
    beginning_of,
    greatest_score,
    trivial_continuation,
    trivial_outcome,
)
from solvers.end_of_line.solo_roots import positions_after
from solvers.protocol import (
    Continuation,
    Count,
    Goal,
    Impossible,
    Limits,
    Outcome,
    Solved,
    Unknown,
    count_of,
)

# No formula is built for more cells: it grows with their square.
MAX_CELLS = 200
_EFFECTS = ("brake", "extra_gas", "reverse")


class _Model(LineModel):
    """Literals by index n in the order of placing also tell where rounds begin, begins[n], and what they
    spend, spends[n][effect]. `speed_up` is never needed.

    placed_count[type] is how many cards of the type are placed in the end. Of the rounds begun nothing is
    left open but which cards were reversed."""

    def __init__(self, puzzle: SoloPuzzle, sat: Sat, beginning: Beginning) -> None:
        self.puzzle, self.beginning = puzzle, beginning
        self.draw_limits = DrawLimits(puzzle, beginning)
        super().__init__(puzzle.area, self.draw_limits.types, beginning.cards, sat)
        self.begins: list[int] = []
        self.spends: list[dict[str, int]] = []
        for build in (
            self.add_places,
            self._rounds,
            self._reverses,
            self.add_line,
            self.add_entries,
            self.add_exits,
            self._hand,
        ):
            if sat.limit_reached():
                return
            build()
        sat.vary([x for cells in self.at for x in cells.values()])

    def _rounds(self) -> None:
        """Adds the rounds: two cards, or one after a brake; rounds 1 and 2 have one card and two."""
        sat, never = self.sat, -self.always
        for n in self.indices:
            spends = dict.fromkeys(_EFFECTS, never)
            begins = self.always if self.draw_limits.begins_without_energy(n) else never
            if self.draw_limits.energy_possible(n):
                spends = {effect: sat.new_variable() for effect in _EFFECTS}
                sat.at_most_one(list(spends.values()))
                first = max(FIRST_ENERGY_INDEX, self.beginning.next_round)
                begins = self.always if n == first else sat.new_variable()
                for literal in spends.values():
                    sat.add(-literal, begins)
                if n > first:
                    before, brake = self.begins[n - 1], self.spends[n - 1]["brake"]
                    sat.add(before, begins)
                    sat.add(-brake, begins)
                    sat.add(-before, brake, -begins)
            self.begins.append(begins)
            self.spends.append(spends)
        self.all_spends = [
            x for n in self.indices if self.draw_limits.energy_possible(n) for x in self.spends[n].values()
        ]
        sat.at_most(self.all_spends, self.beginning.energy)

    def _reverses(self) -> None:
        """Adds that a reverse is for one card of its round: its first or its second.

        Two cards in a row are never both reversed: instead of that, the first of them and the card before it
        could be placed the other way round, unless that one is laid already."""
        sat, never = self.sat, -self.always
        self.back = [
            sat.new_variable() if self.draw_limits.energy_possible(n) else never for n in self.indices
        ]
        for paid in self.beginning.reverses():
            possible = [n for n in paid if n in self.indices]
            for n in possible:
                self.back[n] = sat.new_variable()
            sat.at_most_one([self.back[n] for n in possible])
        for n in filter(self.draw_limits.energy_possible, self.indices):
            sat.add(-self.back[n], self.spends[n]["reverse"], self.spends[n - 1]["reverse"])
            sat.add(-self.spends[n]["reverse"], self.back[n], self.reversed_at(n + 1))
            sat.add(-self.back[n], -self.reversed_at(n + 1))

    def _hand(self) -> None:
        """Adds that no more cards of a type are placed than have been drawn.

        It is implied that all cards drawn are placed except the few in hand, but stating it makes proofs very
        much shorter."""
        sat = self.sat
        laid = [card.card for card in self.beginning.cards]
        before = {card: sat_numbers.Number(laid.count(card)) for card in self.draw_limits.types}
        for n in self.indices[len(laid) :]:
            counts = {}
            for card in self.draw_limits.types:
                counts[card] = sat_numbers.number(sat, *self.draw_limits.placed_range(card, n))
                sat_numbers.is_one_more(sat, counts[card], before[card], self.card[n][card], self.always)
            if self.draw_limits.energy_possible(n):
                self._limit_last_draws(n, counts)
            everything = sat_numbers.total(sat, list(counts.values()), n + 1)
            for literal in everything.above:
                sat.add(literal)
            if sat.limit_reached():
                return
            before = counts
        self.placed_count = before

    def _limit_last_draws(self, n: int, counts: dict[str, sat_numbers.Number]) -> None:
        """Adds that the last card that could be drawn comes only with gas, and the one before it only where a
        round begins or after gas."""
        gas, gas_before = self.spends[n]["extra_gas"], self.spends[n - 1]["extra_gas"]
        for drawn, conditions in ((n + HAND_SIZE + 1, (gas,)), (n + HAND_SIZE, (self.begins[n], gas_before))):
            if drawn <= len(self.puzzle.deck):
                card = self.puzzle.deck[drawn - 1]
                self.sat.add(
                    -counts[card].reaches(self.draw_limits.count_among(card, drawn), self.always), *conditions
                )

    def points(self) -> int:
        """Returns all points that a solution can lose or keep."""
        return sum(INITIATIVE[card] for card in self.puzzle.deck) + self.beginning.energy

    def points_lost(self, maximum: int) -> sat_numbers.Number:
        """Returns the points that a solution loses, by initiative placed and energy spent, limited to
        `maximum`."""
        parts = [n.times(INITIATIVE[card]) for card, n in self.placed_count.items()]
        parts += [sat_numbers.Number(0, (x,)) for x in self.all_spends]
        return sat_numbers.total(self.sat, parts, maximum)

    def block(self, solution: SoloSolution) -> None:
        cards = [card for played in solution.rounds for card in played.cards]
        self.sat.add(*(-x for n, c in enumerate(cards) for x in (self.at[n][c.cell], self.card[n][c.card])))

    def solution(self, true: set[int]) -> SoloSolution:
        rounds, next_round = list(self.beginning.rounds), self.beginning.next_round
        if rounds:
            begun = range(len(self.beginning.cards), min(next_round, len(self.indices)))
            cards = tuple(self.placed(n, true) for n in begun)
            rounds[-1] = replace(rounds[-1], cards=(*rounds[-1].cards, *cards))
        starts = [n for n in self.indices if n >= next_round and self.begins[n] in true]
        for first, after in pairwise([*starts, len(self.indices)]):
            cards = tuple(self.placed(n, true) for n in range(first, after))
            spent = next((effect for effect, x in self.spends[first].items() if x in true), None)
            rounds.append(Round(cards, spent))
        return SoloSolution(tuple(rounds))


class SoloSat:
    name = "sat"

    def solve(self, puzzle: SoloPuzzle, goal: Goal, limits: Limits) -> Outcome[SoloSolution]:
        start = Beginning((), 0, 0, puzzle.energy)
        return trivial_outcome(puzzle, MAX_CELLS) or _solve(puzzle, start, goal, limits)

    def count(self, puzzle: SoloPuzzle, cap: int, limits: Limits) -> Count:
        trivial = trivial_outcome(puzzle, MAX_CELLS)
        if trivial is not None:
            return count_of(trivial)
        with Sat(limits.start(), limits) as sat:
            model = _Model(puzzle, sat, Beginning((), 0, 0, 0))
            for n in range(cap):
                true = None if sat.stop else sat.solve()
                if not true:
                    return Count(n, true is False)
                model.block(model.solution(true))
            return Count(cap, False)


class SoloContinuationSat:
    """Continues solutions: the cards laid are fixed."""

    name = "sat"

    def solve(
        self, continuation: Continuation[SoloPuzzle, SoloSolution], goal: Goal, limits: Limits
    ) -> Outcome[SoloSolution]:
        puzzle = continuation.puzzle
        positions = positions_after(puzzle, continuation.progress)
        outcome = trivial_continuation(positions, MAX_CELLS)
        # All positions differ only in which cards were reversed, which the model leaves open.
        return outcome or _solve(puzzle, beginning_of(positions[0]), goal, limits)


def _solve(puzzle: SoloPuzzle, beginning: Beginning, goal: Goal, limits: Limits) -> Outcome[SoloSolution]:
    with Sat(limits.start(), limits) as sat:
        model = _Model(puzzle, sat, beginning)
        true = None if sat.stop else sat.solve()
        if true is None:
            return Unknown(sat.stop or "time")
        if true is False:
            return Impossible()
        solution = model.solution(true)
        if goal == "any":
            return Solved(solution)
        return lose_fewer_points(model, solution, partial(KIND.score, puzzle), greatest_score(puzzle))
