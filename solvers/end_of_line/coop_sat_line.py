"""The formula of one player's line in a co-operative puzzle: its turns, its cards, its way over the board.

Literals by index i in the order of placing: at[i][cell], head[i][heading], card[i][j] (the j-th card of the
deck), active[i] (the line has a card i), back[i] (card i continues the last card but one); begins[t][i]: turn
t begins at index i; spends[t][effect]. Literals that cannot be true are left out where that saves most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzles.end_of_line.board import (
    EXITS,
    HEADINGS,
    INITIATIVE,
    TURNS,
    Area,
    Cell,
    PlacedCard,
    heading_after,
)
from puzzles.end_of_line.coop_puzzle import CoopPuzzle, Turn
from puzzles.end_of_line.solo_puzzle import FIRST_ENERGY_ROUND, HAND_SIZE, round_size
from solvers.backends.sat import Sat
from solvers.end_of_line.coop_turns import Begun, Line, starts_of_turns

# The turn between two headings; None for the way back.
TURN_BETWEEN = {
    (entry, heading): next((turn for turn in TURNS if heading_after(entry, turn) == heading), None)
    for entry in HEADINGS
    for heading in HEADINGS
}
_SIZES = range(1, 4)


@dataclass(frozen=True)
class LinePlan:
    """What a line may do: what is begun, the energy it may still spend and on what, and the rounds in all."""

    begun: Begun
    energy: int
    effects: tuple[str, ...]
    rounds: int


class LineModel:
    """The formula of the line of one player; roles in the last round are literals, of which one holds."""

    def __init__(self, sat: Sat, puzzle: CoopPuzzle, player: int, plan: LinePlan, always: int) -> None:
        self.sat, self.always, self.plan = sat, always, plan
        self.player, self.deck = player, puzzle.players[player].deck
        self.area: Area = puzzle.area_of(player)
        self.free = set(puzzle.free_cells)
        shifts = plan.energy if {"speed_up", "brake"} & set(plan.effects) else 0
        self.starts = starts_of_turns(plan.begun, shifts, plan.rounds)
        self.early, self.finisher, self.late = (sat.new_variable() for _ in range(3))
        sat.exactly_one([self.early, self.finisher, self.late])
        most = min(self.starts[-1][-1], len(self.deck), len(puzzle.free_cells))
        self.indices = range(most)
        for build in (
            self._turns, self._length, self._reverses, self._cells, self._steps, self._exits, self._cards,
            self._begun,
        ):  # fmt: skip
            if sat.limit_reached():
                return
            build()

    def can_reverse(self) -> bool:
        return bool(self._reverse_literals)

    def _turns(self) -> None:
        sat, plan, never = self.sat, self.plan, -self.always
        self.begins: list[dict[int, int]] = []
        for starts in self.starts:
            self.begins.append({i: sat.new_variable() for i in starts})
            sat.exactly_one(list(self.begins[-1].values()))
        self.spends: list[dict[str, int]] = [{} for _ in self.starts]
        for t in range(1, plan.rounds + 1):
            if t <= len(plan.begun.turns):
                effect = plan.begun.turns[t - 1].energy
                self.spends[t] = {effect: self.always} if effect else {}
            elif t >= FIRST_ENERGY_ROUND and plan.energy:
                self.spends[t] = {effect: sat.new_variable() for effect in plan.effects}
                sat.at_most_one(list(self.spends[t].values()))
            for size, literal in self._size_literals(t).items():
                for start, begins in self.begins[t - 1].items():
                    sat.add(-begins, -literal, self.begins[t].get(start + size, never))
        self.new_spends = [x for t in self._new_turns() for x in self.spends[t].values()]
        sat.at_most(self.new_spends, plan.energy)

    def _new_turns(self) -> range:
        return range(len(self.plan.begun.turns) + 1, self.plan.rounds + 1)

    def _size_literals(self, turn: int) -> dict[int, int]:
        """Returns by size of a turn the literal of it."""
        usual, sizes = round_size(turn, None), {}
        for effect, literal in self.spends[turn].items():
            size = round_size(turn, effect)
            if size != usual:
                sizes[size] = literal
        if not sizes:
            return {usual: self.always}
        if self.always in sizes.values():
            return sizes
        plain = self.sat.new_variable()
        self.sat.exactly_one([plain, *sizes.values()])
        return {usual: plain, **sizes}

    def _length(self) -> None:
        """Adds where the line ends: in the last round those who are late place nothing, those who are early
        a whole turn, and the finisher one card at least."""
        sat, rounds = self.sat, self.plan.rounds
        self.active = [sat.new_variable() for _ in self.indices]
        for i in self.indices[1:]:
            sat.add(-self.active[i], self.active[i - 1])
        for start, begins in self.begins[rounds - 1].items():
            self._is_active(start - 1, True, begins)
            self._is_active(start, False, begins, self.late)
            self._is_active(start, True, begins, self.finisher)
        for end, ends in self.begins[rounds].items():
            self._is_active(end - 1, True, ends, self.early)
            self._is_active(end, False, ends)
        if rounds <= len(self.plan.begun.turns):
            sat.add(-self.late)
        else:
            for literal in self.spends[rounds].values():
                sat.add(-self.late, -literal)

    def _is_active(self, i: int, value: bool, *conditions: int) -> None:
        unless = [-x for x in conditions]
        if i in self.indices:
            self.sat.add(*unless, self.active[i] if value else -self.active[i])
        elif value == (i >= 0):
            # No card comes before the first, and none can come after the last.
            self.sat.add(*unless)

    def _turn_of(self, i: int) -> list[tuple[int, int, int]]:
        """Returns the turns to which card i can belong: the turn, its start, the literal of that start."""
        return [
            (t, start, literal)
            for t in range(1, self.plan.rounds + 1)
            for start, literal in self.begins[t - 1].items()
            if 0 <= i - start < max(_SIZES)
        ]

    def _reverses(self) -> None:
        """Adds that a turn with a reverse goes back once at most, and no other turn does."""
        sat, never = self.sat, -self.always
        self.back = [never for _ in self.indices]
        self._reverse_literals = {
            t: spends["reverse"] for t, spends in enumerate(self.spends) if "reverse" in spends
        }
        for i in self.indices[2:]:
            turns = [(t, start, x) for t, start, x in self._turn_of(i)]
            if not any(t in self._reverse_literals for t, _, _ in turns):
                continue
            self.back[i] = sat.new_variable()
            sat.add(-self.back[i], self.active[i])
            for t, start, literal in turns:
                # With two cards in a turn, the next turn begins before the third.
                following = [x for s, x in self.begins[t].items() if s <= i]
                sat.add(-literal, *following, -self.back[i], self._reverse_literals.get(t, never))
                if t in self._reverse_literals:
                    for j in range(max(start, 2), i):
                        sat.add(-literal, *following, -self.back[i], -self.back[j])

    def _cells(self) -> None:
        sat, distance = self.sat, self._distances()
        self.at = [
            {cell: sat.new_variable() for cell, d in distance.items() if d <= i and (i or not d)}
            for i in self.indices
        ]
        self.head = [{h: sat.new_variable() for h in HEADINGS} for _ in self.indices]
        for i in self.indices:
            for literals in (self.at[i], self.head[i]):
                sat.at_most_one(list(literals.values()))
                sat.add(-self.active[i], *literals.values())
                for literal in literals.values():
                    sat.add(-literal, self.active[i])
        for i in self.indices[:1]:
            sat.add(-self.active[i], self.head[i][self.area.start.heading])

    def _distances(self) -> dict[Cell, int]:
        """Returns how many steps it is from the line's first cell to every cell that it can reach."""
        first = self.area.first_cell()
        distance, queue = ({first: 0}, [first]) if first in self.free else ({}, [])
        for cell in queue:
            for heading in HEADINGS:
                beside = self.area.neighbour(cell, heading)
                if beside in self.free and beside not in distance:
                    distance[beside] = distance[cell] + 1
                    queue.append(beside)
        return distance

    def _steps(self) -> None:
        for i in self.indices[1:]:
            self._continues(i, i - 1, (self.back[i],))
            if self.back[i] != -self.always:
                self._continues(i, i - 2, (-self.back[i],))

    def _continues(self, i: int, parent: int, unless: tuple[int, ...]) -> None:
        """Adds that card i lies beside the parent card."""
        sat, at, before = self.sat, self.at[i], self.at[parent]
        unless = tuple(x for x in unless if x != -self.always)
        for h, heading in self.head[i].items():
            opposite = HEADINGS[(HEADINGS.index(h) + 2) % 4]
            for cell, literal in before.items():
                on = at.get(self.area.neighbour(cell, h))
                sat.add(-literal, -heading, *unless, *([] if on is None else [on]))
            for cell, literal in at.items():
                behind = before.get(self.area.neighbour(cell, opposite))
                sat.add(-literal, -heading, *unless, *([] if behind is None else [behind]))

    def _exits(self) -> None:
        """Adds which exits each card needs."""
        sat = self.sat
        self.need = [{turn: sat.new_variable() for turn in TURNS} for _ in self.indices]
        for i in self.indices[1:]:
            for parent, unless in ((i - 1, self.back[i]), (i - 2, -self.back[i])):
                if unless == self.always:
                    continue
                for (entry, heading), turn in TURN_BETWEEN.items():
                    needs = [] if turn is None else [self.need[parent][turn]]
                    sat.add(-self.head[parent][entry], -self.head[i][heading], unless, *needs)
            sat.add(-self.active[i], self.back[i], *self.need[i - 1].values())

    def _cards(self) -> None:
        """Adds that every card has been drawn in time, has the exits needed, and is placed once."""
        sat = self.sat
        gas = [self._gas(i) for i in self.indices]
        begin = [self._begins_at(i) for i in self.indices]
        self.card: list[dict[int, int]] = []
        for i in self.indices:
            drawn = {
                HAND_SIZE: [gas[i]],
                HAND_SIZE - 1: [begin[i], *gas[max(0, i - 1) : i]],
                HAND_SIZE - 2: begin[max(0, i - 1) : i + 1],
            }
            literals: dict[int, int] = {}
            for j in range(min(len(self.deck), i + HAND_SIZE + 1)):
                needs = drawn.get(j - i)
                if needs is not None and set(needs) == {-self.always}:
                    continue
                literals[j] = literal = sat.new_variable()
                sat.add(-literal, self.active[i])
                if needs is not None:
                    sat.add(-literal, *needs)
                for turn in TURNS:
                    if turn not in EXITS[self.deck[j]]:
                        sat.add(-literal, -self.need[i][turn])
            sat.at_most_one(list(literals.values()))
            sat.add(-self.active[i], *literals.values())
            self.card.append(literals)
        self.placed = [
            [literals[j] for literals in self.card if j in literals] for j in range(len(self.deck))
        ]
        for placings in self.placed:
            sat.at_most_one(placings)

    def _begins_at(self, i: int) -> int:
        """Returns the literal of a turn that begins at index i."""
        return self._any([begins[i] for begins in self.begins[:-1] if i in begins])

    def _gas(self, i: int) -> int:
        """Returns the literal of a turn that begins at index i with extra gas."""
        both = []
        for t in range(1, self.plan.rounds + 1):
            begins, gas = self.begins[t - 1].get(i), self.spends[t].get("extra_gas")
            if begins is not None and gas is not None:
                both.append(self.sat.new_variable())
                self.sat.add(-both[-1], begins)
                self.sat.add(-both[-1], gas)
        return self._any(both)

    def _any(self, literals: Sequence[int]) -> int:
        """Returns a literal that implies that one of these holds."""
        if not literals:
            return -self.always
        if len(literals) == 1:
            return literals[0]
        some = self.sat.new_variable()
        self.sat.add(-some, *literals)
        return some

    def _begun(self) -> None:
        """Fixes the cards that are laid."""
        for i, laid in enumerate(self.plan.begun.cards):
            self.sat.add(*(x for x in [self.at[i].get(laid.cell)] if x is not None))
            self.sat.add(*(x for j, x in self.card[i].items() if self.deck[j] == laid.card))

    def of_initiative(self, i: int, test: Sequence[int]) -> list[int]:
        """Returns the literals of cards at index i with one of these initiatives."""
        return [x for j, x in self.card[i].items() if INITIATIVE[self.deck[j]] in test]

    def line(self, true: set[int]) -> Line:
        """Reads the line out of a model."""
        cards = []
        for i in self.indices:
            if self.active[i] not in true:
                break
            cell = next(cell for cell, x in self.at[i].items() if x in true)
            cards.append(PlacedCard(next(self.deck[j] for j, x in self.card[i].items() if x in true), cell))
        starts = [next(i for i, x in begins.items() if x in true) for begins in self.begins]
        last = self.plan.rounds - (self.late in true)
        turns = []
        for t in range(1, last + 1):
            effect = next((effect for effect, x in self.spends[t].items() if x in true), None)
            turns.append(Turn(self.player, tuple(cards[starts[t - 1] : starts[t]]), effect))
        return Line(tuple(turns))
