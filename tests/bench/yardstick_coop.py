"""The yardstick of end_of_line.coop: a plain CP-SAT model of solutions that spend no energy, for any of them.

One worker, and the settings that suit the solo yardstick. Lines are modelled as there; in the last round ties
of the last card are left out, so that "impossible" means no more than that the model has no solution.
"""

import time
from itertools import permutations

from ortools.sat.python import cp_model

from puzzles.end_of_line.board import HEADINGS, PlacedCard
from puzzles.end_of_line.coop_puzzle import CoopPuzzle, CoopSolution, Turn
from puzzles.end_of_line.solo_puzzle import HAND_SIZE, round_size
from solvers.end_of_line.coop_turns import Line, solution_of
from tests.bench.board import EXITS, INITIATIVE, TURNS
from tests.bench.yardstick_cpsat import Literal, solver_for


class CoopModel:
    def __init__(self, puzzle: CoopPuzzle) -> None:
        self.puzzle, self.model = puzzle, cp_model.CpModel()
        self.cells, self.players = puzzle.free_cells, range(len(puzzle.players))
        self.before = 0
        for number in range(1, len(self.cells) + 1):
            if len(self.players) * (self.before + round_size(number, None)) >= len(self.cells):
                break
            self.before += round_size(number, None)
        size = self.before + round_size(number, None)
        self.places = range(size)
        new = self.model.new_bool_var
        self.used = [[new("") for _ in self.places] for _ in self.players]
        self.at = [[{c: new("") for c in self.cells} for _ in self.places] for _ in self.players]
        self.enter = [[[new("") for _ in HEADINGS] for _ in self.places] for _ in self.players]
        self.card = [
            [{card: new("") for card in sorted(set(player.deck))} for _ in self.places]
            for player in puzzle.players
        ]
        for cell in self.cells:
            self.model.add_exactly_one(self.at[p][i][cell] for p in self.players for i in self.places)
        for p in self.players:
            self.add_line(p)
            self.add_hand(p)
        self.add_order()

    def add_line(self, p: int) -> None:
        model, area = self.model, self.puzzle.area_of(p)
        for i in self.places:
            used = self.used[p][i]
            for literals in (self.at[p][i].values(), self.enter[p][i], self.card[p][i].values()):
                model.add(sum(literals) == used)
            if i < self.before:
                model.add(used == 1)
            if i:
                model.add_implication(used, self.used[p][i - 1])
                self.add_step(p, i)
        model.add(self.at[p][0][area.first_cell()] == 1)
        model.add(self.enter[p][0][HEADINGS.index(area.start.heading)] == 1)

    def add_step(self, p: int, i: int) -> None:
        model, area = self.model, self.puzzle.area_of(p)
        before, enter = self.at[p][i - 1], self.enter[p]
        for cell in self.cells:
            for k, heading in enumerate(HEADINGS):
                to = self.at[p][i].get(area.neighbour(cell, heading))
                model.add_bool_or([~before[cell], ~enter[i][k], *([] if to is None else [to])])
        for came in range(len(HEADINGS)):
            model.add_bool_or([~enter[i - 1][came], ~enter[i][(came + 2) % 4]])
            for turn, quarter in TURNS.items():
                fitting = [x for card, x in self.card[p][i - 1].items() if turn in EXITS[card]]
                model.add_bool_or([~enter[i - 1][came], ~enter[i][(came + quarter) % 4], *fitting])

    def add_hand(self, p: int) -> None:
        """No more of a type is placed than drawn."""
        deck = self.puzzle.players[p].deck
        for i in self.places:
            drawn = deck[: (0 if i == 0 else i - (i - 1) % 2) + HAND_SIZE]
            for card in set(deck):
                self.model.add(sum(self.card[p][k][card] for k in range(i + 1)) <= drawn.count(card))

    def add_order(self) -> None:
        """Those who play in the last round come before the others, and whoever is cut short is the last."""
        plays = [self.used[p][self.before] for p in self.players]
        whole = [self.used[p][-1] for p in self.players]
        self.model.add(sum(plays) - sum(whole) <= 1)
        initiative: list[Literal] = [
            sum(INITIATIVE[card] * x for card, x in self.card[p][self.before - 1].items())
            for p in self.players
        ]
        for p, q in permutations(self.players, 2):
            comes_first = self.model.add(initiative[p] + 1 <= initiative[q])
            comes_first.only_enforce_if([plays[p], ~plays[q]])
            if self.places.stop - self.before > 1:
                last = self.model.add(initiative[q] + 1 <= initiative[p])
                last.only_enforce_if([plays[p], ~whole[p], whole[q]])

    def solution(self, solver: cp_model.CpSolver) -> CoopSolution:
        lines = []
        for p in self.players:
            cards = []
            for i in self.places:
                if solver.boolean_value(self.used[p][i]):
                    cell = next(cell for cell, x in self.at[p][i].items() if solver.boolean_value(x))
                    card = next(card for card, x in self.card[p][i].items() if solver.boolean_value(x))
                    cards.append(PlacedCard(card, cell))
            turns: list[Turn] = []
            at = 0
            while at < len(cards):
                size = round_size(len(turns) + 1, None)
                turns.append(Turn(p, tuple(cards[at : at + size])))
                at += size
            lines.append(Line(tuple(turns)))
        return solution_of(lines)


def coop_any(puzzle: CoopPuzzle, seconds: float) -> CoopSolution | None:
    """Returns a solution without energy; None where none was found in time, or there is none."""
    deadline = time.monotonic() + seconds
    model = CoopModel(puzzle)
    solver = solver_for(deadline, linearization=0)
    status = solver.solve(model.model)
    return model.solution(solver) if status in (cp_model.OPTIMAL, cp_model.FEASIBLE) else None
