"""Endgames with CP-SAT: a number for each position, tied to those of its successors."""

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
    """See solvers.linja.engine.Values."""
    clock = limits.start()
    found = graph(boards, player, options, clock)
    if isinstance(found, str):
        return found
    cp = CpSat(clock, limits)
    model, margins = _model(found)
    if has_solution(cp.run(model)):
        return [cp.solver.value(margins[start]) for start in found.starts]
    if cp.stop is None:
        raise AssertionError("a finite game has a value")
    return cp.stop


class CpSatEngine(EndgameEngine):
    """See solvers.protocol.Solver."""

    def __init__(self) -> None:
        super().__init__("cpsat", cpsat_values)


def _model(found: Graph) -> tuple[cp_model.CpModel, list[cp_model.IntVar | int]]:
    """The margin that the player can force from each position: the greatest of those that he can choose, the
    least of those that the opponent can choose. Ends are plain numbers."""
    model = cp_model.CpModel()
    domain = cp_model.Domain.from_values(found.margins)
    margins = [
        found.margin[n] if n in found.margin else model.new_int_var_from_domain(domain, "")
        for n in range(len(found.positions))
    ]
    for n, successors in enumerate(found.successors):
        if successors:
            tie = model.add_max_equality if found.positions[n][1] else model.add_min_equality
            tie(margins[n], [margins[successor] for successor in successors])
    return model, margins
