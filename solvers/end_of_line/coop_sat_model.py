"""The formula of a co-operative puzzle with a given number of rounds: its lines, and what they share.

The order of turns matters in the last round only (see coop_turns). The formula says it by the initiatives of
the last cards; where these tie, `refuse_order` adds what a model has got wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from puzzles.end_of_line.board import HEADINGS, INITIATIVE, heading_after
from puzzles.end_of_line.coop_puzzle import CoopPuzzle
from puzzles.end_of_line.solo_puzzle import EFFECTS
from solvers.backends import sat_numbers
from solvers.backends.sat import Sat
from solvers.end_of_line.coop_sat_line import LineModel, LinePlan
from solvers.end_of_line.coop_turns import Begun, Line, everything_left, last_turn_order

_INITIATIVES = sorted(set(INITIATIVE.values()))


@dataclass(frozen=True)
class Plan:
    """What solutions a formula has.

    rounds   their number
    begun    what each player has begun
    energy   the points that each player may still spend
    effects  what they may be spent on
    roles    the players who have a whole turn in the last round, the one who covers the last cell, and the
             others, without ties between the three; None: whichever
    """

    rounds: int
    begun: tuple[Begun, ...]
    energy: tuple[int, ...]
    effects: tuple[str, ...] = EFFECTS
    roles: tuple[frozenset[int], int, frozenset[int]] | None = None


class CoopModel:
    def __init__(self, puzzle: CoopPuzzle, sat: Sat, plan: Plan) -> None:
        self.puzzle, self.sat, self.plan = puzzle, sat, plan
        self.always = sat.new_variable()
        sat.add(self.always)
        self.lines = [
            LineModel(sat, puzzle, p, LinePlan(begun, points, plan.effects, plan.rounds), self.always)
            for p, (begun, points) in enumerate(zip(plan.begun, plan.energy, strict=True))
        ]
        for build in (self._cover, self._entries, self._exits, self._order, self._fix_roles):
            if sat.limit_reached():
                return
            build()

    def _cover(self) -> None:
        by_cell: dict[tuple[int, int], list[int]] = {cell: [] for cell in self.puzzle.free_cells}
        for line in self.lines:
            for at in line.at:
                for cell, literal in at.items():
                    by_cell[cell].append(literal)
        for literals in by_cell.values():
            self.sat.exactly_one(literals)

    def _entries(self) -> None:
        """Adds that every cell is entered once, from a free cell or a start card. This is implied, but lets
        the solver see at once what leaves a cell without a way in."""
        sat, free = self.sat, set(self.puzzle.free_cells)
        self.entry = {cell: {h: sat.new_variable() for h in HEADINGS} for cell in self.puzzle.free_cells}
        firsts = {(line.area.first_cell(), line.area.start.heading) for line in self.lines}
        area = self.lines[0].area
        for cell, entry in self.entry.items():
            sat.exactly_one(list(entry.values()))
            for h, literal in entry.items():
                behind = area.neighbour(cell, heading_after(heading_after(h, "R"), "R"))
                if behind not in free and (cell, h) not in firsts:
                    sat.add(-literal)
        for line in self.lines:
            for at, head in zip(line.at, line.head, strict=True):
                for cell, literal in at.items():
                    for h, heading in head.items():
                        sat.add(-literal, -heading, self.entry[cell][h])
                        sat.add(-literal, -self.entry[cell][h], heading)

    def _exits(self) -> None:
        """Adds that a line leaves every cell once, except its last cell and the dead end that a reverse
        leaves, and twice the card that a reverse goes back to. This is implied, too."""
        sat, area = self.sat, self.lines[0].area
        firsts = {line.area.first_cell() for line in self.lines}
        for cell in self.entry:
            beside = [(area.neighbour(cell, h), h) for h in HEADINGS]
            outs = [self.entry[to][h] for to, h in beside if to in self.entry and to not in firsts]
            ends, two = sat.new_variable(), sat.new_variable()
            sat.add(*outs, ends)
            for a, b in combinations(outs, 2):
                sat.add(-a, -b, two)
            for three in combinations(outs, 3):
                sat.add(*(-x for x in three))
            for line in self.lines:
                for i, at in enumerate(line.at):
                    if cell in at:
                        follows = line.active[i + 1 : i + 2]
                        leaves = [-x for x in follows] + line.back[i + 1 : i + 2]
                        if follows:
                            sat.add(-at[cell], -ends, *leaves)
                        sat.add(-at[cell], -two, *line.back[i + 2 : i + 3])

    def _order(self) -> None:
        """Adds who has a turn in the last round, as far as the last cards tell."""
        sat, rounds = self.sat, self.plan.rounds
        sat.exactly_one([line.finisher for line in self.lines])
        if rounds == 1:
            for first, second in combinations(self.lines, 2):
                sat.add(-first.late, second.late)
                sat.add(-second.early, first.early)
            return
        level = {v: sat.new_variable() for v in _INITIATIVES[1:]}  # of the finisher: at least v
        for line in self.lines:
            for start, begins in line.begins[rounds - 1].items():
                if start > len(line.indices):
                    sat.add(-begins)
                    continue
                for v, reaches in level.items():
                    less = line.of_initiative(start - 1, [x for x in _INITIATIVES if x < v])
                    more = line.of_initiative(start - 1, [x for x in _INITIATIVES if x >= v])
                    for literal in less:
                        sat.add(-begins, -literal, -reaches, line.early)
                    for literal in more:
                        sat.add(-begins, -literal, reaches, line.late)

    def _fix_roles(self) -> None:
        if self.plan.roles is None:
            return
        early, finisher, late = self.plan.roles
        for p, line in enumerate(self.lines):
            self.sat.add(line.early if p in early else line.late if p in late else line.finisher)
        if self.plan.rounds == 1:
            return
        # The finisher's last card has some initiative between those of the others.
        middle = 2 if early and late else 1
        allowed = {p: [v for v in _INITIATIVES if v < middle] for p in early}
        allowed |= {p: [v for v in _INITIATIVES if v > middle] for p in late}
        allowed[finisher] = [middle] if early and late else [0, 1] if late else [1, 2, 3, 4, 5]
        if early and not late:
            allowed = {p: [0, 1, 2] for p in early} | {finisher: [3, 4, 5]}
        elif late and not early:
            allowed = {p: [2, 3, 4, 5] for p in late} | {finisher: [0, 1]}
        for p, initiatives in allowed.items():
            line = self.lines[p]
            for start, begins in line.begins[self.plan.rounds - 1].items():
                self.sat.add(-begins, *line.of_initiative(start - 1, initiatives))

    def read(self, true: set[int]) -> list[Line]:
        return [line.line(true) for line in self.lines]

    def refuse_order(self, true: set[int], lines: Sequence[Line]) -> None:
        """Forbids what makes the lines of a model play their last round in a wrong order."""
        rounds = self.plan.rounds
        order = last_turn_order(lines, rounds)
        finisher = next(p for p, model in enumerate(self.lines) if model.finisher in true)
        place = order.index(finisher)
        for p, model in enumerate(self.lines):
            role = model.early if order.index(p) > place else model.late
            if p != finisher and role in true:
                self._refuse(true, lines, finisher, p, role)

    def _refuse(self, true: set[int], lines: Sequence[Line], finisher: int, other: int, role: int) -> None:
        """Forbids that two players come in this order by the cards that decide between them."""
        hands = [line.before_turn(self.plan.rounds) for line in lines]
        values = [[INITIATIVE[card] for card in reversed(hand)] for hand in hands]
        depth = next(
            (k for k, (a, b) in enumerate(zip(values[finisher], values[other]), 1) if a != b),  # noqa: B905  # lines may differ in length
            max(len(values[finisher]), len(values[other])),
        )
        clause = [-self.lines[finisher].finisher, -role]
        for p, model in enumerate(self.lines):
            # A line that is too short to compare decides between those who tie with it.
            may_be_short = min(model.begins[self.plan.rounds - 1]) < depth
            if p in (finisher, other) or may_be_short:
                clause += self._unless_line(true, model, values[p][:depth])
        self.sat.add(*clause)

    def _unless_line(self, true: set[int], model: LineModel, values: Sequence[int]) -> Iterator[int]:
        """Yields literals, one of which holds where a line has another length or other last initiatives."""
        start, begins = next((i, x) for i, x in model.begins[self.plan.rounds - 1].items() if x in true)
        yield -begins
        for k, value in enumerate(values, 1):
            has_value = self.sat.new_variable()
            for literal in model.of_initiative(start - k, [value]):
                self.sat.add(-literal, has_value)
            yield -has_value

    def refuse(self, lines: Sequence[Line]) -> None:
        """Forbids a solution: the same cards on the same cells, in the same order on each line."""
        clause = []
        for model, line in zip(self.lines, lines, strict=True):
            for i, laid in enumerate(line.cards):
                clause.append(-model.at[i][laid.cell])
                same = self.sat.new_variable()
                for j, literal in model.card[i].items():
                    if model.deck[j] == laid.card:
                        self.sat.add(-literal, same)
                clause.append(-same)
        self.sat.add(*clause)

    def points_lost(self, maximum: int) -> sat_numbers.Number:
        """Returns the points that a solution loses, by initiative placed and energy spent, limited to
        `maximum`."""
        parts = []
        for line in self.lines:
            for j, literals in enumerate(line.placed):
                value = INITIATIVE[line.deck[j]]
                if value and literals:
                    placed = self.sat.new_variable()
                    for literal in literals:
                        self.sat.add(-literal, placed)
                    parts.append(sat_numbers.Number(0, (placed,)).times(value))
            parts += [sat_numbers.Number(0, (x,)) for x in line.new_spends]
            parts.append(sat_numbers.Number(line.plan.begun.energy_spent()))
        return sat_numbers.total(self.sat, parts, maximum)

    def require_score(self, score: int) -> None:
        self.points_lost(everything_left(self.puzzle) - score)
        if self.plan.roles is not None:
            self._settle_cards(score, *self.plan.roles)

    def _settle_cards(self, score: int, early: frozenset[int], finisher: int, late: frozenset[int]) -> None:
        """Adds which cards must be placed, and which must not, where the lengths of the lines are known.

        This is implied, but what the numbers of points and of cards mean together is hard to see."""
        rounds = self.plan.rounds
        lengths = {p: self.lines[p].starts[rounds][0] for p in early}
        lengths |= {p: self.lines[p].starts[rounds - 1][0] for p in late}
        lengths[finisher] = len(self.puzzle.free_cells) - sum(lengths.values())
        initiatives = [[INITIATIVE[card] for card in line.deck] for line in self.lines]
        kept = [sum(sorted(values)[lengths[p] :]) for p, values in enumerate(initiatives)]
        energy = sum(self.puzzle.energy - line.plan.begun.energy_spent() for line in self.lines)
        for p, line in enumerate(self.lines):
            spare = sum(kept) + energy - score
            for j, placings in enumerate(line.placed):
                others = sorted(initiatives[p][:j] + initiatives[p][j + 1 :])
                if kept[p] - sum(others[lengths[p] - 1 :]) > spare:
                    for literal in placings:
                        self.sat.add(-literal)
                if kept[p] - initiatives[p][j] - sum(others[lengths[p] :]) > spare:
                    self.sat.add(*placings)


def without_energy(plan: Plan) -> Plan:
    return replace(plan, energy=(0,) * len(plan.energy))
