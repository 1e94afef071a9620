"""Solo puzzles as SAT: which card lies where at each place of the order of placing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pysat.card import ITotalizer

from puzzles.end_of_line.board import CARDS, EXITS, HEADINGS, INITIATIVE, TURNS, Placed, turned
from puzzles.end_of_line.solo import FIRST_ENERGY_ROUND, HAND, KIND, Round, SoloPuzzle, SoloSolution
from solvers.base import Count, Goal, Impossible, Limits, Outcome, Solved, Unknown
from solvers.sat import Sat

# Cells to cover beyond which no formula is built: it grows with their square.
MOST_CELLS = 200
# The first place at which a round with energy can begin: after the rounds of one and two cards.
_FIRST_SPENT = sum(range(FIRST_ENERGY_ROUND))
_ACTIONS = ("brake", "extra_gas", "reverse")


class _Model:
    """Literals by place n in the order of placing: at[n][cell], head[n][heading], card[n][type], and where
    rounds begin, begins[n], and what they spend, spends[n][action]. `speed_up` is never needed."""

    def __init__(self, puzzle: SoloPuzzle, sat: Sat, energy: int) -> None:
        self.puzzle, self.sat, self.energy = puzzle, sat, energy
        self.area, self.free = puzzle.area, puzzle.area.free_cells()
        self.places = range(len(self.free))
        self.types = [card for card in CARDS if card in puzzle.deck]
        self.at = [{cell: sat.new() for cell in self.free} for _ in self.places]
        self.head = [{h: sat.new() for h in HEADINGS} for _ in self.places]
        self.card = [{card: sat.new() for card in self.types} for _ in self.places]
        self.exit = [{turn: sat.new() for turn in TURNS} for _ in self.places]
        self.never = sat.new()
        sat.add(-self.never)
        self.begins: list[int] = []
        self.spends: list[dict[str, int]] = []
        for build in (self._each_once, self._rounds, self._line, self._hand):
            if sat.late():
                return
            build()

    def _each_once(self) -> None:
        sat = self.sat
        for n in self.places:
            for literals in (self.at[n], self.head[n], self.card[n]):
                sat.exactly_one(list(literals.values()))
            for card, literal in self.card[n].items():
                for turn in set(TURNS) - set(EXITS[card]):
                    sat.add(-literal, -self.exit[n][turn])
        for cell in self.free:
            sat.exactly_one([self.at[n][cell] for n in self.places])
        first = self.at[0].get(self.area.first_cell())
        if first is None:
            sat.add()
        else:
            sat.add(first)
            sat.add(self.head[0][self.area.start.heading])

    def _rounds(self) -> None:
        """A round is two cards, or one after a brake; rounds 1 and 2 are one card and two."""
        sat, never = self.sat, self.never
        for n in self.places:
            spends = dict.fromkeys(_ACTIONS, never)
            if n < _FIRST_SPENT or not self.energy:
                begins = -never if n in (0, 1) or (n >= _FIRST_SPENT and n % 2) else never
            else:
                begins = -never if n == _FIRST_SPENT else sat.new()
                spends = {action: sat.new() for action in _ACTIONS}
                sat.at_most_one(list(spends.values()))
                for literal in spends.values():
                    sat.add(-literal, begins)
                if n > _FIRST_SPENT:
                    before, brake = self.begins[n - 1], self.spends[n - 1]["brake"]
                    sat.add(before, begins)
                    sat.add(-brake, begins)
                    sat.add(-before, brake, -begins)
            self.begins.append(begins)
            self.spends.append(spends)
        sat.at_most([x for spends in self.spends for x in spends.values() if x != never], self.energy)

    def _line(self) -> None:
        for n in self.places[1:]:
            back = self.spends[n]["reverse"]
            self._continues(n, n - 1, (back,))
            if back != self.never:
                self._continues(n, n - 2, (-back,))
            if self.sat.late():
                return

    def _continues(self, n: int, parent: int, unless: tuple[int, ...]) -> None:
        """Card n lies where an exit of the parent card points."""
        sat = self.sat
        for h, heading in self.head[n].items():
            for cell, literal in self.at[parent].items():
                on = self.at[n].get(self.area.neighbour(cell, h), self.never)
                sat.add(-literal, -heading, *unless, on)
                if on != self.never:
                    sat.add(-on, -heading, *unless, literal)
            for entry, entered in self.head[parent].items():
                turn = next((t for t in TURNS if turned(entry, t) == h), None)
                allowed = self.never if turn is None else self.exit[parent][turn]
                sat.add(-entered, -heading, *unless, allowed)

    def _hand(self) -> None:
        """Of no type more is laid than was drawn: laid[n][k] says that more than k lie after place n."""
        deck = self.puzzle.deck
        self.laid: dict[str, list[int]] = {}
        for card in self.types:
            most = deck[: len(self.free) + HAND].count(card)
            before: list[int] = []
            for n in self.places:
                now = [self.sat.new() for _ in range(min(n, most) + 1)]
                for k, literal in enumerate(now):
                    if k < len(before):
                        self.sat.add(-before[k], literal)
                    chained = () if k == 0 else (-before[k - 1],) if k <= len(before) else None
                    if chained is not None:
                        self.sat.add(-self.card[n][card], *chained, literal)
                self._drawn(n, card, now)
                before = now
            self.laid[card] = before

    def _drawn(self, n: int, card: str, laid: Sequence[int]) -> None:
        """Before place n there are drawn n + 4 cards, one more at a round's start, one more after gas."""
        deck, sat = self.puzzle.deck, self.sat
        sure = deck[: n + HAND - 1].count(card)
        gas_here, gas_before = (
            self.spends[n]["extra_gas"],
            self.spends[n - 1]["extra_gas"] if n else self.never,
        )
        conditions: list[list[int]] = []
        if deck[n + HAND - 1 : n + HAND] == (card,):
            conditions.append([self.begins[n], gas_before])
        if deck[n + HAND : n + HAND + 1] == (card,):
            conditions.append([gas_here])
        for k in range(sure, len(laid)):
            wanted = conditions[k - sure] if k - sure < len(conditions) else []
            sat.add(-laid[k], *wanted)

    def costs(self) -> list[int]:
        """A literal for every point that a solution loses: initiative laid, energy spent."""
        lost = [x for spends in self.spends for x in spends.values() if x != self.never]
        for card, laid in self.laid.items():
            lost += [x for x in laid for _ in range(INITIATIVE[card])]
        return lost

    def block(self, solution: SoloSolution) -> None:
        cards = [card for played in solution.rounds for card in played.cards]
        self.sat.add(*(-x for n, c in enumerate(cards) for x in (self.at[n][c.cell], self.card[n][c.card])))

    def solution(self, true: set[int]) -> SoloSolution:
        rounds: list[Round] = []
        starts = [n for n in self.places if self.begins[n] == -self.never or self.begins[n] in true]
        for first, after in pairwise([*starts, len(self.places)]):
            cards = tuple(self._placed(n, true) for n in range(first, after))
            spent = next((action for action, x in self.spends[first].items() if x in true), None)
            rounds.append(Round(cards, spent))
        return SoloSolution(tuple(rounds))

    def _placed(self, n: int, true: set[int]) -> Placed:
        card = next(card for card, x in self.card[n].items() if x in true)
        return Placed(card, next(cell for cell, x in self.at[n].items() if x in true))


class SoloSat:
    name = "sat"

    def solve(self, puzzle: SoloPuzzle, goal: Goal, limits: Limits) -> Outcome[SoloSolution]:
        cells = len(puzzle.area.free_cells())
        if cells == 0:
            score = KIND.score(puzzle, SoloSolution(()))
            return Solved(SoloSolution(()), True, score, score)
        if cells > MOST_CELLS:
            return Unknown("size")
        if len(puzzle.deck) < cells:
            return Impossible()
        with Sat(limits.start(), limits.work) as sat:
            model = _Model(puzzle, sat, puzzle.energy)
            found = None if sat.stop else sat.solve()
            if found is None:
                return Unknown(sat.stop or "time")
            if found is False:
                return Impossible()
            solution = model.solution(found)
            return Solved(solution) if goal == "any" else _improve(model, solution)

    def count(self, puzzle: SoloPuzzle, cap: int, limits: Limits) -> Count:
        cells = len(puzzle.area.free_cells())
        if cells == 0 or cells > MOST_CELLS or len(puzzle.deck) < cells:
            return Count(int(cells == 0), cells <= MOST_CELLS)
        with Sat(limits.start(), limits.work) as sat:
            model = _Model(puzzle, sat, 0)
            for n in range(cap):
                found = None if sat.stop else sat.solve()
                if not found:
                    return Count(n, found is False)
                model.block(model.solution(found))
            return Count(cap, False)


def _improve(model: _Model, solution: SoloSolution) -> Outcome[SoloSolution]:
    """Ask for ever less lost, until there is none: then the last was the best."""
    puzzle, sat = model.puzzle, model.sat
    most = sum(INITIATIVE[card] for card in puzzle.deck) + puzzle.energy
    costs = model.costs()
    score = KIND.score(puzzle, solution)
    totalizer = ITotalizer(costs, ubound=most - score, top_id=sat.top)
    sat.load(totalizer.cnf.clauses, totalizer.top_id)
    try:
        while not sat.late():
            lost = most - score
            found = sat.solve([-totalizer.rhs[lost - 1]]) if lost else False
            if found is None:
                break
            if found is False:
                return Solved(solution, True, score, score)
            solution = model.solution(found)
            score = KIND.score(puzzle, solution)
    finally:
        totalizer.delete()
    return Solved(solution, False, score, max(score, _bound(puzzle)))


def _bound(puzzle: SoloPuzzle) -> int:
    """The score if the cheapest cards that can be drawn were all that is laid."""
    cells = len(puzzle.area.free_cells())
    drawn = sorted(INITIATIVE[card] for card in puzzle.deck[: cells + HAND])
    return sum(INITIATIVE[card] for card in puzzle.deck) - sum(drawn[:cells]) + puzzle.energy
