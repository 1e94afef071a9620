"""A measure of how hard co-operative puzzles are, which the grader does not use."""

from __future__ import annotations

from statistics import median

from puzzles.end_of_line.coop_puzzle import CoopPuzzle
from solvers.backends.sat import Sat
from solvers.end_of_line.coop_sat_model import CoopModel, Plan
from solvers.end_of_line.coop_search import CoopSearch
from solvers.end_of_line.coop_turns import Begun, is_in_order, possible_rounds
from solvers.protocol import Limits, Solved

ORDERS = 5


def conflicts_to_best(puzzle: CoopPuzzle) -> float:
    """Returns the conflicts of the SAT engine until it has a solution of the best score, in random order."""
    outcome = CoopSearch().solve(puzzle, "best", Limits())
    assert isinstance(outcome, Solved)
    assert outcome.score is not None
    return median(_conflicts(puzzle, outcome.score, order) for order in range(1, ORDERS + 1))


def _conflicts(puzzle: CoopPuzzle, score: int, order: int) -> int:
    begun, energy = (Begun(),) * len(puzzle.players), (puzzle.energy,) * len(puzzle.players)
    conflicts = 0
    for rounds in possible_rounds(puzzle, begun, energy):
        limits = Limits(seed=order)
        with Sat(limits.start(), limits) as sat:
            model = CoopModel(puzzle, sat, Plan(rounds, begun, energy))
            model.require_score(score)
            sat.vary([x for line in model.lines for at in line.at for x in at.values()])
            while true := sat.solve(()):
                if is_in_order(lines := model.read(true)):
                    return conflicts + sat.conflicts
                model.refuse_order(true, lines)
            conflicts += sat.conflicts
    raise AssertionError("the best score has a solution")
