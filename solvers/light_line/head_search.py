"""Solves HEAD-LINE with an exact search."""

from __future__ import annotations

from puzzles.light_line.head import HeadPuzzle
from puzzles.light_line.line_kinds import LineSolution
from solvers.light_line.line_growth import first_line
from solvers.light_line.palette import large_parts, palettes
from solvers.protocol import Goal, Limits, Outcome


class HeadSearch:
    name = "search"

    def solve(self, puzzle: HeadPuzzle, goal: Goal, limits: Limits) -> Outcome[LineSolution]:
        candidates = large_parts(palettes(puzzle.cards, wild=False), puzzle.length)
        return first_line(candidates, puzzle.cards, puzzle.length, limits, revisit=False)
