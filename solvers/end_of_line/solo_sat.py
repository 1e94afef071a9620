"""Solves solo puzzles with SAT: on which cell every card is placed, in which order."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

from puzzles.end_of_line.board import EXITS, HEADINGS, INITIATIVE, TURNS, PlacedCard, Round, heading_after
from puzzles.end_of_line.solo import HAND_SIZE, KIND, SoloPuzzle, SoloSolution
from solvers.backends import sat_numbers
from solvers.backends.sat import Sat
from solvers.end_of_line.arrays import FIRST_ENERGY_INDEX
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


class _Model:
    """Literals by index n in the order of placing: at[n][cell], head[n][heading], card[n][type], and where
    rounds begin, begins[n], and what they spend, spends[n][effect]. `speed_up` is never needed. back[n]:
    card n continues the last card but one.

    entry[cell][heading] is how the line enters a cell, at any place; placed_count[type] is how many cards of
    the type are placed in the end. Of the rounds begun nothing is left open but which cards were reversed."""

    def __init__(self, puzzle: SoloPuzzle, sat: Sat, beginning: Beginning) -> None:
        self.puzzle, self.sat, self.beginning = puzzle, sat, beginning
        self.area, self.free = puzzle.area, puzzle.area.free_cells()
        self.indices = range(len(self.free))
        self.draw_limits = DrawLimits(puzzle, beginning)
        self.always = sat.new_variable()
        sat.add(self.always)
        self.at = [{cell: sat.new_variable() for cell in self.free} for _ in self.indices]
        self.head = [{h: sat.new_variable() for h in HEADINGS} for _ in self.indices]
        self.card = [{card: sat.new_variable() for card in self.draw_limits.types} for _ in self.indices]
        self.exit = [{turn: sat.new_variable() for turn in TURNS} for _ in self.indices]
        self.entry = {cell: {h: sat.new_variable() for h in HEADINGS} for cell in self.free}
        self.begins: list[int] = []
        self.spends: list[dict[str, int]] = []
        self.back: list[int] = []
        for build in (
            self._one_of_each,
            self._rounds,
            self._reverses,
            self._line,
            self._entries,
            self._exits,
            self._hand,
        ):
            if sat.limit_reached():
                return
            build()
        sat.vary([x for cells in self.at for x in cells.values()])

    def _one_of_each(self) -> None:
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
        for n, laid in enumerate(self.beginning.cards):
            sat.add(self.at[n][laid.cell])
            sat.add(self.card[n][laid.card])

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
            sat.add(-self.spends[n]["reverse"], self.back[n], self._reversed(n + 1))
            sat.add(-self.back[n], -self._reversed(n + 1))

    def _line(self) -> None:
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

    def _entries(self) -> None:
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

    def _exits(self) -> None:
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
                    sat.add(-here, -none, self._reversed(n + 1))
                sat.add(-here, -two, self._reversed(n + 2))

    def _reversed(self, n: int) -> int:
        return self.back[n] if n in self.indices else -self.always

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
            cards = tuple(self._placed(n, true) for n in begun)
            rounds[-1] = replace(rounds[-1], cards=(*rounds[-1].cards, *cards))
        starts = [n for n in self.indices if n >= next_round and self.begins[n] in true]
        for first, after in pairwise([*starts, len(self.indices)]):
            cards = tuple(self._placed(n, true) for n in range(first, after))
            spent = next((effect for effect, x in self.spends[first].items() if x in true), None)
            rounds.append(Round(cards, spent))
        return SoloSolution(tuple(rounds))

    def _placed(self, n: int, true: set[int]) -> PlacedCard:
        card = next(card for card, x in self.card[n].items() if x in true)
        return PlacedCard(card, next(cell for cell, x in self.at[n].items() if x in true))


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
        return Solved(solution) if goal == "any" else _improve(model, solution)


def _improve(model: _Model, solution: SoloSolution) -> Outcome[SoloSolution]:
    """Solves again with fewer points lost until that is impossible: the last solution is the best."""
    puzzle, sat = model.puzzle, model.sat
    everything = sum(INITIATIVE[card] for card in puzzle.deck) + model.beginning.energy
    score, bound = KIND.score(puzzle, solution), greatest_score(puzzle)
    if score < bound:
        lost = model.points_lost(everything - score - 1)
    while score < bound:
        true = sat.solve()
        if true is None:
            return Solved(solution, False, score, bound)
        if true is False:
            break
        solution = model.solution(true)
        score = KIND.score(puzzle, solution)
        sat.add(-lost.reaches(everything - score, model.always))
    return Solved(solution, True, score, score)
