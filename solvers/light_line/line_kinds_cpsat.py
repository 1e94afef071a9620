"""The CP-SAT engines of the line kinds: a model for each colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from puzzles.light_line.cards import Card
from puzzles.light_line.head import HeadPuzzle
from puzzles.light_line.line_kinds import LineSolution
from puzzles.light_line.longest import LongestPuzzle
from puzzles.light_line.solo import SoloPuzzle
from solvers.backends.cpsat import CpSat, has_solution
from solvers.light_line.line_model_cpsat import LineModel
from solvers.light_line.palette import Palette, full_palettes, large_parts, palettes
from solvers.light_line.per_colour import ColourResult, Placements, count_layouts, first_line, longest_line
from solvers.protocol import Count, Goal, Limits, Outcome, Stop

if TYPE_CHECKING:
    from ortools.sat.python import cp_model
else:
    from solvers.backends import lazy_cp_model as cp_model

# No model is built for palettes of greater weight.
_HEAVIEST = 20_000


class SoloCpSat:
    name = "cpsat"

    def solve(self, puzzle: SoloPuzzle, goal: Goal, limits: Limits) -> Outcome[LineSolution]:
        cpsat, cards = CpSat(limits.start(), limits), puzzle.cards

        def solve_colour(palette: Palette) -> ColourResult:
            return _line(palette, cards, len(cards), False, cpsat)

        return first_line(large_parts(full_palettes(cards), len(cards)), _HEAVIEST, solve_colour)

    def count(self, puzzle: SoloPuzzle, cap: int, limits: Limits) -> Count:
        """Solves and forbids the layout until there is none left."""
        cpsat = CpSat(limits.start(), limits)

        def layouts(palette: Palette) -> Iterator[Placements | None]:
            model = LineModel(palette, palette.size, single=False)
            while has_solution(status := cpsat.run(model.model)):
                placements = model.placements(cpsat.solver)
                yield placements
                model.block(placements)
            if status != cp_model.INFEASIBLE:
                yield None

        return count_layouts(
            large_parts(full_palettes(puzzle.cards), len(puzzle.cards)), cap, _HEAVIEST, layouts
        )


class HeadCpSat:
    name = "cpsat"

    def solve(self, puzzle: HeadPuzzle, goal: Goal, limits: Limits) -> Outcome[LineSolution]:
        cpsat, cards = CpSat(limits.start(), limits), puzzle.cards

        def solve_colour(palette: Palette) -> ColourResult:
            return _line(palette, cards, puzzle.length, True, cpsat)

        return first_line(large_parts(palettes(cards, wild=False), puzzle.length), _HEAVIEST, solve_colour)


class LongestCpSat:
    name = "cpsat"

    def solve(self, puzzle: LongestPuzzle, goal: Goal, limits: Limits) -> Outcome[LineSolution]:
        """Finds the longest line of each colour that can still beat the best."""
        cpsat = CpSat(limits.start(), limits)

        def solve_colour(palette: Palette, min_cards: int) -> ColourResult:
            model = LineModel(palette, min_cards, single=False)
            if goal == "best":
                model.maximize_cards()
            status = cpsat.run(model.model)
            line = model.solution(puzzle.cards, cpsat.solver) if has_solution(status) else None
            return line, _stop(cpsat, status)

        return longest_line(large_parts(palettes(puzzle.cards, wild=False), 1), goal, _HEAVIEST, solve_colour)


def _line(palette: Palette, cards: Sequence[Card], length: int, single: bool, cpsat: CpSat) -> ColourResult:
    """Finds a line with `length` cards; `single`: with exactly those cards, and one section on each."""
    model = LineModel(palette, length, single)
    status = cpsat.run(model.model)
    if not has_solution(status):
        return None, _stop(cpsat, status)
    # A line with single sections on more cards has such a part.
    return model.solution(cards, cpsat.solver, length if single else None), None


def _stop(cpsat: CpSat, status: cp_model.CpSolverStatus) -> Stop | None:
    """Returns why there is no proof; None where there is one."""
    return None if status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) else cpsat.stop or "time"
