"""A bound on the score of co-operative puzzles by counting, with CP-SAT: the lines may go anywhere.

What counts is how many cards each player places, what points are spent, and which cards have been drawn by
then. Where the bound is reached, this proves a best score without any search for lines, also on boards that
are too large for the complete formula of `coop_sat`. It shares nothing with `coop_turns.greatest_score`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzles.end_of_line.board import INITIATIVE
from puzzles.end_of_line.coop_puzzle import CoopPuzzle
from puzzles.end_of_line.solo_puzzle import FIRST_ENERGY_ROUND, HAND_SIZE, round_size
from solvers.backends.cpsat import CpSat
from solvers.protocol import Limits

if TYPE_CHECKING:
    from ortools.sat.python import cp_model
else:
    from solvers.backends import lazy_cp_model as cp_model

_FIRST, _LATER = round_size(1, None), round_size(2, None)
_MORE, _FEWER = (round_size(FIRST_ENERGY_ROUND, effect) - _LATER for effect in ("speed_up", "brake"))


def is_beyond_counting(puzzle: CoopPuzzle, score: int, limits: Limits) -> bool | None:
    """Whether counting alone shows that no solution has that score; None at a limit."""
    for rounds in range(1, len(puzzle.free_cells) + 2):
        cpsat = CpSat(limits.start(), limits)
        status = cpsat.run(_model(puzzle, rounds, score))
        if status == cp_model.UNKNOWN:
            return None
        if status != cp_model.INFEASIBLE:
            return False
    return True


def _model(puzzle: CoopPuzzle, rounds: int, score: int) -> cp_model.CpModel:
    """Returns the model of solutions with so many rounds and at least that score."""
    model = cp_model.CpModel()
    placed, points = [], []
    for player in range(len(puzzle.players)):
        length, kept = _add_player(model, puzzle, player, rounds)
        placed.append(length)
        points.append(kept)
    model.add(sum(placed) == len(puzzle.free_cells))
    model.add(sum(points) >= score)
    return model


def _add_player(
    model: cp_model.CpModel, puzzle: CoopPuzzle, player: int, rounds: int
) -> tuple[cp_model.LinearExpr, cp_model.LinearExpr]:
    """Adds a player's turns and cards; returns the number of cards placed and the points kept."""
    deck = puzzle.players[player].deck

    def number(most: int) -> cp_model.IntVar:
        return model.new_int_var(0, most, "")

    more, fewer = number(puzzle.energy), number(puzzle.energy)
    draws = number(1)  # each lasts for a turn only, so that another one costs a point and gains nothing
    last_more, last_fewer = number(1), number(1)
    model.add(more + fewer + draws <= puzzle.energy)
    model.add(more + fewer + draws <= max(0, rounds - FIRST_ENERGY_ROUND + 1))
    model.add(last_more + last_fewer <= int(rounds >= FIRST_ENERGY_ROUND))
    model.add(last_more <= more)
    model.add(last_fewer <= fewer)
    lies = [model.new_bool_var("") for _ in deck]
    length = cp_model.LinearExpr.sum(lies)
    if rounds == 1:
        model.add(length <= _FIRST)
    else:
        before = _FIRST + _LATER * (rounds - 2) + _MORE * (more - last_more) + _FEWER * (fewer - last_fewer)
        model.add(length >= before)
        model.add(length <= before + _LATER + _MORE * last_more + _FEWER * last_fewer)
    for index, x in enumerate(lies):
        # The last card is placed from a hand that was filled when at least one card less lay.
        model.add(length + HAND_SIZE - 1 + draws > index).only_enforce_if(x)
    kept = sum(INITIATIVE[card] for card in deck) - cp_model.LinearExpr.weighted_sum(
        lies, [INITIATIVE[card] for card in deck]
    )
    return length, kept + puzzle.energy - more - fewer - draws
