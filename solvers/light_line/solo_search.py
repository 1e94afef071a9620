"""Solves SOLO-LINE with an exact search, and counts its layouts."""

from __future__ import annotations

import random
from collections.abc import Iterable

from puzzles.light_line.line_kinds import LineSolution
from puzzles.light_line.solo import SoloPuzzle
from solvers.light_line.line_growth import SLICE, Growth, first_line
from solvers.light_line.palette import full_palettes, large_parts
from solvers.protocol import Count, Goal, Limits, Outcome
from solvers.resumable import Effort


class SoloSearch:
    name = "search"

    def solve(self, puzzle: SoloPuzzle, goal: Goal, limits: Limits) -> Outcome[LineSolution]:
        size = len(puzzle.cards)
        return first_line(large_parts(full_palettes(puzzle.cards), size), puzzle.cards, size, limits)

    def count(self, puzzle: SoloPuzzle, cap: int, limits: Limits) -> Count:
        return count_layouts(puzzle, cap, limits)


def count_layouts(puzzle: SoloPuzzle, cap: int, limits: Limits, revisit: bool = True) -> Count:
    """Counts the layouts; without `revisit` only those with a line that has one section on each card."""
    parts = large_parts(full_palettes(puzzle.cards), len(puzzle.cards))
    return count_grown(puzzle, (Growth(palette, cap, revisit) for palette in parts), cap, limits)


def count_grown(puzzle: SoloPuzzle, growths: Iterable[Growth], cap: int, limits: Limits) -> Count:
    """Counts the layouts with a line through all cards."""
    effort, rng = Effort(limits, SLICE), random.Random(limits.seed)
    layouts: set[bytes] = set()
    for growth in growths:
        growth.begin_all(len(puzzle.cards), rng)
        stop = effort.spend(growth)
        layouts |= growth.layouts
        if len(layouts) >= cap or stop is not None:
            return Count(min(cap, len(layouts)), False)
    return Count(len(layouts), True)
