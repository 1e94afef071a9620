"""The SAT engines of the line kinds: a formula for each colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzles.light_line.cards import Card
from puzzles.light_line.head import HeadPuzzle
from puzzles.light_line.line_kinds import LineSolution
from puzzles.light_line.longest import LongestPuzzle
from puzzles.light_line.solo import SoloPuzzle
from solvers.backends.sat import Sat
from solvers.light_line.line_model_sat import LineModel
from solvers.light_line.palette import Palette, full_palettes, large_parts, palettes
from solvers.light_line.per_colour import ColourResult, Placements, count_layouts, first_line, longest_line
from solvers.protocol import Clock, Count, Goal, Limits, Outcome

# No formula is built for palettes of greater weight.
HEAVIEST = 60_000


class SoloSat:
    name = "sat"

    def solve(self, puzzle: SoloPuzzle, goal: Goal, limits: Limits) -> Outcome[LineSolution]:
        clock, cards = limits.start(), puzzle.cards

        def solve_colour(palette: Palette) -> ColourResult:
            return _line(palette, cards, len(cards), False, clock, limits)

        return first_line(large_parts(full_palettes(cards), len(cards)), HEAVIEST, solve_colour)

    def count(self, puzzle: SoloPuzzle, cap: int, limits: Limits) -> Count:
        """Solves and forbids the layout until there is none left."""
        clock = limits.start()

        def layouts(palette: Palette) -> Iterator[Placements | None]:
            with Sat(clock, limits) as sat:
                model = LineModel(palette, palette.size, single=False, sat=sat)
                while line := model.line():
                    placements = model.placements()
                    yield placements
                    model.block(placements)
                if line is None:
                    yield None

        return count_layouts(
            large_parts(full_palettes(puzzle.cards), len(puzzle.cards)), cap, HEAVIEST, layouts
        )


class HeadSat:
    name = "sat"

    def solve(self, puzzle: HeadPuzzle, goal: Goal, limits: Limits) -> Outcome[LineSolution]:
        clock, cards = limits.start(), puzzle.cards

        def solve_colour(palette: Palette) -> ColourResult:
            return _line(palette, cards, puzzle.length, True, clock, limits)

        return first_line(large_parts(palettes(cards, wild=False), puzzle.length), HEAVIEST, solve_colour)


class LongestSat:
    name = "sat"

    def solve(self, puzzle: LongestPuzzle, goal: Goal, limits: Limits) -> Outcome[LineSolution]:
        """Finds a line of each colour, and then repeatedly one with one more card."""
        clock = limits.start()

        def solve_colour(palette: Palette, min_cards: int) -> ColourResult:
            best = None
            with Sat(clock, limits) as sat:
                model = LineModel(palette, min_cards, single=False, sat=sat)
                while line := model.line():
                    best = model.solution(puzzle.cards, line)
                    if len(best.layout) == len(palette.cards) or goal == "any":
                        break
                    model.require(len(best.layout) + 1)
                return best, (sat.stop or "time") if line is None else None

        return longest_line(large_parts(palettes(puzzle.cards, wild=False), 1), goal, HEAVIEST, solve_colour)


def _line(
    palette: Palette, cards: Sequence[Card], length: int, single: bool, clock: Clock, limits: Limits
) -> ColourResult:
    """Finds a line with `length` cards; `single`: with exactly those cards, and one section on each."""
    with Sat(clock, limits) as sat:
        model = LineModel(palette, length, single, sat)
        line = model.line()
        if line is None:
            return None, sat.stop or "time"
        if line is False:
            return None, None
        # A line with single sections on more cards has such a part.
        return model.solution(cards, line[:length] if single else line), None
