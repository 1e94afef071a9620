"""The yardstick of end_of_line.classic: a plain CP-SAT model, with the line of the solo yardstick.

One worker. which[place][i] says that card i of the deck is placed there; a card is placed only while no card
that was drawn after it waits on the pile.
"""

import time
from typing import Any

from ortools.sat.python import cp_model

from tests.bench.board import INITIATIVE, Board, energy_of, read_board
from tests.bench.yardstick_cpsat import SoloModel, hopeless, solver_for


class ClassicModel(SoloModel):
    def __init__(self, puzzle: dict[str, Any], board: Board, best: bool) -> None:
        self.board, self.deck, self.energy = board, list(puzzle["deck"]), energy_of(puzzle)
        self.n, self.types, self.best = len(board.cells), sorted(set(puzzle["deck"])), best
        self.model = cp_model.CpModel()
        new, places = self.model.new_bool_var, range(self.n)
        self.at = [[new("") for _ in places] for _ in places]
        self.enter = [[new("") for _ in range(4)] for _ in places]
        self.card = [{card: new("") for card in self.types} for _ in places]
        self.back = [new("") if p >= 2 else self.model.new_constant(0) for p in places]
        self.which = [[new("") for _ in self.deck] for _ in places]
        self.model.add(sum(self.back) <= self.energy)
        self.add_places()
        for p in range(1, self.n):
            self.add_step(p - 1, p, [self.back[p]])
            if p >= 2:
                self.add_step(p - 2, p, [~self.back[p]])
        self.add_pile()
        if best:
            cost = [INITIATIVE[card] * x for which in self.which for card, x in zip(self.deck, which)]  # noqa: B905  # of equal length
            self.model.minimize(sum(cost) + sum(self.back))

    def add_places(self) -> None:
        model, board = self.model, self.board
        for p in range(self.n):
            for literals in (self.at[p], self.enter[p], self.card[p].values(), self.which[p]):
                model.add_exactly_one(literals)
            model.add_exactly_one(self.at[q][p] for q in range(self.n))
            for i, card in enumerate(self.deck):
                model.add_implication(self.which[p][i], self.card[p][card])
        for i in range(len(self.deck)):
            model.add_at_most_one(which[i] for which in self.which)
        assert board.first is not None
        model.add_bool_and(self.at[0][board.first], self.enter[0][board.heading])

    def add_pile(self) -> None:
        """A card is placed after every card drawn later, unless that one is drawn after it is placed."""
        model, cards = self.model, range(len(self.deck))
        for p in range(1, self.n):
            drawn = [model.new_bool_var("") for _ in cards]
            waits = [model.new_bool_var("") for _ in cards]
            for i in cards:
                placed = [self.which[q][i] for q in range(p)]
                for x in placed:
                    model.add_implication(x, drawn[i])
                model.add_bool_or(~drawn[i], *placed, waits[i])
                if i:
                    model.add_implication(drawn[i], drawn[i - 1])
                    model.add_implication(waits[i], waits[i - 1])
                    model.add_implication(self.which[p][i - 1], ~waits[i])


def classic_best(puzzle: dict[str, Any], seconds: float) -> tuple[str, int | None, bool]:
    """Returns the greatest score: (status, best score found, proven)."""
    deadline = time.monotonic() + seconds
    board, maximum = read_board(puzzle), energy_of(puzzle) + sum(INITIATIVE[card] for card in puzzle["deck"])
    if not board.cells:
        return "solved", maximum, True
    if hopeless(puzzle, board):
        return "impossible", None, True
    solver = solver_for(deadline, linearization=1)
    status = solver.solve(ClassicModel(puzzle, board, best=True).model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return "solved", maximum - round(solver.objective_value), status == cp_model.OPTIMAL
    return ("impossible", None, True) if status == cp_model.INFEASIBLE else ("unknown", None, False)
