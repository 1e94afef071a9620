"""The SAT engines of the line kinds: one formula for each colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzles.light_line.cards import Card
from puzzles.light_line.head import HeadPuzzle
from puzzles.light_line.line_kinds import LineSolution
from puzzles.light_line.longest import LongestPuzzle
from puzzles.light_line.solo import SoloPuzzle
from solvers.backends.sat import Sat
from solvers.light_line.chain_sat import ChainModel
from solvers.light_line.palette import Palette, full_palettes, palettes
from solvers.light_line.per_colour import Found, Lying, count_layouts, first_line, longest_line
from solvers.protocol import Clock, Count, Goal, Limits, Outcome

# The weight of a palette beyond which no formula is built.
_HEAVIEST = 60_000


class SoloSat:
    name = "sat"

    def solve(self, puzzle: SoloPuzzle, goal: Goal, limits: Limits) -> Outcome[LineSolution]:
        clock, cards = limits.start(), puzzle.cards

        def look(palette: Palette) -> Found:
            return _line(palette, cards, len(cards), False, clock, limits)

        return first_line(full_palettes(cards), len(cards), _HEAVIEST, look)

    def count(self, puzzle: SoloPuzzle, cap: int, limits: Limits) -> Count:
        """Every layout is found, and forbidden."""
        clock = limits.start()

        def layouts(palette: Palette) -> Iterator[Lying | None]:
            with Sat(clock, limits) as sat:
                model = ChainModel(palette, palette.size, once=False, sat=sat)
                while line := model.line():
                    lying = model.lying()
                    yield lying
                    model.block(lying)
                if line is None:
                    yield None

        return count_layouts(puzzle, cap, _HEAVIEST, layouts)


class HeadSat:
    name = "sat"

    def solve(self, puzzle: HeadPuzzle, goal: Goal, limits: Limits) -> Outcome[LineSolution]:
        clock, cards = limits.start(), puzzle.cards

        def look(palette: Palette) -> Found:
            return _line(palette, cards, puzzle.length, True, clock, limits)

        return first_line(palettes(cards, wild=False), puzzle.length, _HEAVIEST, look)


class LongestSat:
    name = "sat"

    def solve(self, puzzle: LongestPuzzle, goal: Goal, limits: Limits) -> Outcome[LineSolution]:
        """Colour by colour a line, and then always one with a card more."""
        clock = limits.start()

        def look(palette: Palette, least: int) -> Found:
            best = None
            with Sat(clock, limits) as sat:
                model = ChainModel(palette, least, once=False, sat=sat)
                while line := model.line():
                    best = model.solution(puzzle.cards, line)
                    if len(best.layout) == len(palette.cards) or goal == "any":
                        break
                    model.ask(len(best.layout) + 1)
                return best, (sat.stop or "time") if line is None else None

        return longest_line(puzzle, goal, _HEAVIEST, look)


def _line(
    palette: Palette, cards: Sequence[Card], wanted: int, once: bool, clock: Clock, limits: Limits
) -> Found:
    """A line with so many cards; `once`: with one section on each of just these."""
    with Sat(clock, limits) as sat:
        model = ChainModel(palette, wanted, once, sat)
        line = model.line()
        if line is None:
            return None, sat.stop or "time"
        if line is False:
            return None, None
        # A line that passes more cards once has such a part.
        return model.solution(cards, line[:wanted] if once else line), None
