"""Solves puzzles of the classic solitaire with SAT: on which cell every card is placed, in which order, and
which card of the deck it is."""

from __future__ import annotations

from functools import partial

from puzzles.end_of_line.board import CARDS, INITIATIVE
from puzzles.end_of_line.classic import KIND
from puzzles.end_of_line.classic_puzzle import MIN_CARDS_TO_REVERSE, ClassicPuzzle, ClassicSolution
from solvers.backends import sat_numbers
from solvers.backends.sat import Sat
from solvers.end_of_line.classic_roots import Root, greatest_score, root_after, start_root, trivial_outcome
from solvers.end_of_line.line_sat import LineModel, lose_fewer_points
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
MAX_CELLS = 120


class _Model(LineModel):
    """Literals by index n in the order of placing also tell which card of the root is placed: which[n][i].

    placed_by[n][i]: card i has been placed, at index n or before. A card that waits has been drawn and not
    been placed; what waits above a card keeps it from being placed."""

    def __init__(self, root: Root, sat: Sat) -> None:
        self.root = root
        types = [card for card in CARDS if card in root.puzzle.deck]
        super().__init__(root.puzzle.area, types, root.placed, sat)
        self.new_indices = self.indices[len(root.placed) :]
        self.numbers = range(len(root.cards))
        for build in (
            self.add_places,
            self._reverses,
            self.add_line,
            self.add_entries,
            self.add_exits,
            self._which_cards,
            self._pile,
            self._count_types,
        ):
            if sat.limit_reached():
                return
            build()
        sat.vary([x for cells in self.at for x in cells.values()])

    def _reverses(self) -> None:
        sat, never = self.sat, -self.always
        reversed_before = [action.reverse for action in self.root.actions if action.cell is not None]
        self.back = [self.always if reverse else never for reverse in reversed_before]
        for n in self.new_indices:
            possible = n >= MIN_CARDS_TO_REVERSE and self.root.energy > 0
            self.back.append(sat.new_variable() if possible else never)
        self.new_reverses = [self.back[n] for n in self.new_indices if self.back[n] != never]
        sat.at_most(self.new_reverses, self.root.energy)

    def _which_cards(self) -> None:
        """Adds that each place has a card of its own."""
        sat, cards = self.sat, self.root.cards
        self.which = {n: [sat.new_variable() for _ in self.numbers] for n in self.new_indices}
        for n, literals in self.which.items():
            sat.exactly_one(literals)
            for i, literal in enumerate(literals):
                sat.add(-literal, self.card[n][cards[i]])
        self.placed_by: dict[int, list[int]] = {self.new_indices[0] - 1: [-self.always for _ in self.numbers]}
        for n, literals in self.which.items():
            before, now = self.placed_by[n - 1], [sat.new_variable() for _ in self.numbers]
            for i, literal in enumerate(literals):
                sat.add(-literal, -before[i])
                sat.add(-literal, now[i])
                sat.add(-before[i], now[i])
                sat.add(-now[i], before[i], literal)
            self.placed_by[n] = now

    def _pile(self) -> None:
        """Adds that a card is placed only while no card that was drawn after it waits.

        So nothing below a card that is never placed is placed later. That is implied, too."""
        sat, placed_ever = self.sat, self.placed_by[self.indices[-1]]
        drawn = [self.always if i < len(self.root.pile) else -self.always for i in self.numbers]
        for n, literals in self.which.items():
            placed, waiting_above, stuck = self.placed_by[n - 1], -self.always, -self.always
            now = [sat.new_variable() for _ in self.numbers]
            for i in reversed(self.numbers):
                sat.add(-literals[i], -waiting_above)
                sat.add(-stuck, placed[i], -placed_ever[i])
                waits, stuck_below = sat.new_variable(), sat.new_variable()
                sat.add(-waiting_above, waits)
                sat.add(-drawn[i], placed[i], waits)
                sat.add(-stuck, stuck_below)
                sat.add(-drawn[i], placed_ever[i], stuck_below)
                waiting_above, stuck = waits, stuck_below
                sat.add(-literals[i], now[i])
                sat.add(-drawn[i], now[i])
                if i + 1 in self.numbers:
                    sat.add(-now[i + 1], now[i])
            drawn = now

    def _count_types(self) -> None:
        """Adds how many cards of each type are placed up to each index. It is implied that these numbers have
        the sum that they have, but stating it makes proofs shorter."""
        sat, cards = self.sat, self.root.cards
        types = [card for card in CARDS if card in cards]
        before = {card: sat_numbers.Number(0) for card in types}
        spare = len(cards) - len(self.new_indices)
        for done, n in enumerate(self.new_indices, 1):
            left = len(self.new_indices) - done
            counts = {}
            for card in types:
                have = cards.count(card)
                counts[card] = sat_numbers.number(sat, max(0, have - spare - left), min(have, done))
                sat_numbers.is_one_more(sat, counts[card], before[card], self.card[n][card], self.always)
            everything = sat_numbers.total(sat, list(counts.values()), done)
            for literal in everything.above:
                sat.add(literal)
            before = counts
        self.placed_count = before

    def points(self) -> int:
        """Returns all points that a solution can lose or keep."""
        return sum(INITIATIVE[card] for card in self.root.cards) + self.root.energy

    def points_lost(self, maximum: int) -> sat_numbers.Number:
        """Returns the points that a solution loses, by initiative placed and energy spent, limited to
        `maximum`."""
        everything = self.points()
        parts = [sat_numbers.Number(0, (x,)) for x in self.new_reverses]
        for initiative in sorted(set(INITIATIVE.values())):
            of_cards = [c for c in self.placed_count if INITIATIVE[c] == initiative]
            counts = [self.placed_count[card] for card in of_cards]
            n = sat_numbers.total(self.sat, counts, sum(c.maximum for c in counts))
            parts.append(n.times(initiative))
        spare_energy = greatest_score(self.root) - (everything - maximum)
        self.sat.at_most(self.new_reverses, max(0, spare_energy))
        return sat_numbers.total(self.sat, parts, maximum)

    def block(self, true: set[int]) -> None:
        """Forbids what a model says of cells, reverses and cards."""
        literals = [x for n in self.new_indices for x in (*self.at[n].values(), *self.which[n]) if x in true]
        self.sat.add(*(-x for x in literals), *(-x if x in true else x for x in self.new_reverses))

    def literals(self, solution: ClassicSolution) -> list[int]:
        """Returns the literals that a solution makes true: cells, reverses and cards."""
        actions = solution.actions[len(self.root.actions) :]
        pile, drawn = list(range(len(self.root.pile))), len(self.root.pile)
        literals: list[int] = []
        for action in actions:
            if action.do == "recover":
                card = pile.pop()
            else:
                card, drawn = drawn, drawn + 1
            if action.cell is None:
                pile.append(card)
                continue
            n = len(self.root.placed) + len(literals) // 3
            back = self.back[n] if action.reverse else -self.back[n]
            literals += [self.at[n][action.cell], self.which[n][card], back]
        return literals

    def solution(self, true: set[int]) -> ClassicSolution:
        line = [(self.placed(n, true).cell, self.back[n] in true) for n in self.new_indices]
        cards = [next(i for i in self.numbers if self.which[n][i] in true) for n in self.new_indices]
        return self.root.solution(line, cards)


class ClassicSat:
    name = "sat"

    def solve(self, puzzle: ClassicPuzzle, goal: Goal, limits: Limits) -> Outcome[ClassicSolution]:
        return _solve(start_root(puzzle), goal, limits)

    def confirm(self, puzzle: ClassicPuzzle, best: Solved[ClassicSolution], limits: Limits) -> bool | None:
        """Whether a solution, and that none has a greater score, agree with the model; None at a limit."""
        root, score = start_root(puzzle), KIND.score(puzzle, best.solution)
        if score != best.score:
            return False
        with Sat(limits.start(), limits) as sat:
            model = _Model(root, sat)
            witness = None if sat.stop else sat.solve(model.literals(best.solution))
            if witness is None:
                return None
            if witness is False:
                return False
            if score == greatest_score(root):
                return True
            model.points_lost(model.points() - score - 1)
            better = sat.solve()
            return None if better is None else better is False

    def count(self, puzzle: ClassicPuzzle, cap: int, limits: Limits) -> Count:
        return _count(start_root(puzzle), cap, limits)


class ClassicContinuationSat:
    """Continues solutions: what is settled is fixed."""

    name = "sat"

    def solve(
        self, continuation: Continuation[ClassicPuzzle, ClassicSolution], goal: Goal, limits: Limits
    ) -> Outcome[ClassicSolution]:
        return _solve(root_after(continuation.puzzle, continuation.progress), goal, limits)

    def count(
        self, continuation: Continuation[ClassicPuzzle, ClassicSolution], cap: int, limits: Limits
    ) -> Count:
        return _count(root_after(continuation.puzzle, continuation.progress), cap, limits)


def _solve(root: Root, goal: Goal, limits: Limits) -> Outcome[ClassicSolution]:
    trivial = trivial_outcome(root, MAX_CELLS)
    if trivial is not None:
        return trivial
    with Sat(limits.start(), limits) as sat:
        model = _Model(root, sat)
        true = None if sat.stop else sat.solve()
        if true is None:
            return Unknown(sat.stop or "time")
        if true is False:
            return Impossible()
        solution = model.solution(true)
        if goal == "any":
            return Solved(solution)
        return lose_fewer_points(model, solution, partial(KIND.score, root.puzzle), greatest_score(root))


def _count(root: Root, cap: int, limits: Limits) -> Count:
    """Counts lines with their cards, and for each of them the ways to lay them: a card that is placed when it
    is drawn can as well be discarded and recovered at once."""
    trivial = trivial_outcome(root, MAX_CELLS)
    if trivial is not None:
        return count_of(trivial)
    with Sat(limits.start(), limits) as sat:
        model = _Model(root, sat)
        n = 0
        while n < cap:
            true = None if sat.stop else sat.solve()
            if not true:
                return Count(n, true is False)
            actions = model.solution(true).actions[len(root.actions) :]
            n += 1 << sum(action.do == "place" for action in actions)
            model.block(true)
        return Count(cap, False)
