"""The CP-SAT engines of the line kinds: one model for each colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from puzzles.light_line.cards import Card
from puzzles.light_line.head import HeadPuzzle
from puzzles.light_line.line_kinds import LineSolution
from puzzles.light_line.longest import LongestPuzzle
from puzzles.light_line.solo import SoloPuzzle
from solvers.backends.cpsat import CpSat, has_solution
from solvers.light_line.chain_cpsat import ChainModel
from solvers.light_line.palette import Palette, full_palettes, palettes
from solvers.light_line.per_colour import Found, Lying, count_layouts, first_line, longest_line
from solvers.protocol import Count, Goal, Limits, Outcome, Stop

if TYPE_CHECKING:
    from ortools.sat.python import cp_model
else:
    from solvers.backends import lazy_cp_model as cp_model

# The weight of a palette beyond which no model is built.
_HEAVIEST = 20_000


class SoloCpSat:
    name = "cpsat"

    def solve(self, puzzle: SoloPuzzle, goal: Goal, limits: Limits) -> Outcome[LineSolution]:
        cpsat, cards = CpSat(limits.start(), limits), puzzle.cards

        def look(palette: Palette) -> Found:
            return _line(palette, cards, len(cards), False, cpsat)

        return first_line(full_palettes(cards), len(cards), _HEAVIEST, look)

    def count(self, puzzle: SoloPuzzle, cap: int, limits: Limits) -> Count:
        """Solve, forbid the layout, solve again."""
        cpsat = CpSat(limits.start(), limits)

        def layouts(palette: Palette) -> Iterator[Lying | None]:
            model = ChainModel(palette, palette.size, once=False)
            while has_solution(status := cpsat.run(model.model)):
                lying = model.lying(cpsat.solver)
                yield lying
                model.block(lying)
            if status != cp_model.INFEASIBLE:
                yield None

        return count_layouts(puzzle, cap, _HEAVIEST, layouts)


class HeadCpSat:
    name = "cpsat"

    def solve(self, puzzle: HeadPuzzle, goal: Goal, limits: Limits) -> Outcome[LineSolution]:
        cpsat, cards = CpSat(limits.start(), limits), puzzle.cards

        def look(palette: Palette) -> Found:
            return _line(palette, cards, puzzle.length, True, cpsat)

        return first_line(palettes(cards, wild=False), puzzle.length, _HEAVIEST, look)


class LongestCpSat:
    name = "cpsat"

    def solve(self, puzzle: LongestPuzzle, goal: Goal, limits: Limits) -> Outcome[LineSolution]:
        """The longest line of each colour that can still beat the best."""
        cpsat = CpSat(limits.start(), limits)

        def look(palette: Palette, least: int) -> Found:
            model = ChainModel(palette, least, once=False)
            if goal == "best":
                model.most()
            status = cpsat.run(model.model)
            line = model.solution(puzzle.cards, cpsat.solver) if has_solution(status) else None
            return line, _stop(cpsat, status)

        return longest_line(puzzle, goal, _HEAVIEST, look)


def _line(palette: Palette, cards: Sequence[Card], wanted: int, once: bool, cpsat: CpSat) -> Found:
    """A line with so many cards; `once`: with one section on each of just these."""
    model = ChainModel(palette, wanted, once)
    status = cpsat.run(model.model)
    if not has_solution(status):
        return None, _stop(cpsat, status)
    # A line that passes more cards once has such a part.
    return model.solution(cards, cpsat.solver, wanted if once else None), None


def _stop(cpsat: CpSat, status: cp_model.CpSolverStatus) -> Stop | None:
    """Why there is no proof; None where there is one."""
    return None if status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) else cpsat.stop or "time"
