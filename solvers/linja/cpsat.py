"""Solves endgames with CP-SAT: a number for each position, tied to those of its successors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from puzzles.linja.board import Board, Options, Player
from solvers.backends.cpsat import CpSat, has_solution
from solvers.linja.engine import EndgameEngine
from solvers.linja.position_graph import Graph, graph
from solvers.protocol import Limits, Stop

if TYPE_CHECKING:
    from ortools.sat.python import cp_model
else:
    from solvers.backends import lazy_cp_model as cp_model


def cpsat_values(
    boards: Sequence[Board], player: Player, options: Options, limits: Limits
) -> Sequence[int] | Stop:
    """Returns the values, see solvers.linja.engine.Values."""
    clock = limits.start()
    positions = graph(boards, player, options, clock)
    if isinstance(positions, str):
        return positions
    cp = CpSat(clock, limits)
    model, margins = _model(positions)
    if has_solution(cp.run(model)):
        return [cp.solver.value(margins[start]) for start in positions.starts]
    if cp.stop is None:
        raise AssertionError("a finite game has a value")
    return cp.stop


class CpSatEngine(EndgameEngine):
    """See solvers.protocol.Solver."""

    def __init__(self) -> None:
        super().__init__("cpsat", cpsat_values)


def _model(positions: Graph) -> tuple[cp_model.CpModel, list[cp_model.IntVar | int]]:
    """Builds the model of the margin that the player can force from each position: the greatest that they can
    choose, or the least that the opponent can choose. Where the game is over it is a plain number."""
    model = cp_model.CpModel()
    domain = cp_model.Domain.from_values(positions.margins)
    margins = [
        positions.margin[n] if n in positions.margin else model.new_int_var_from_domain(domain, "")
        for n in range(len(positions.positions))
    ]
    for n, successors in enumerate(positions.successors):
        if successors:
            tie = model.add_max_equality if positions.positions[n][1] else model.add_min_equality
            tie(margins[n], [margins[successor] for successor in successors])
    return model, margins
