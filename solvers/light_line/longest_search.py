"""Solves LONG-LINE with an exact search: lines of each colour, each longer than the best so far."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from puzzles.light_line.line_kinds import LineSolution
from puzzles.light_line.longest import LongestPuzzle
from solvers.light_line.line_growth import ATTEMPT_FACTOR, FIRST_ATTEMPT, SLICE, Growth, Start
from solvers.light_line.palette import large_parts, palettes
from solvers.light_line.socket_parity import max_cards_of_line
from solvers.protocol import Goal, Impossible, Limits, Outcome, Solved, Stop, Unknown
from solvers.resumable import Effort


@dataclass
class _Colour:
    """The search in one colour, or in a part of it: the starts that are not finished, and the most cards that
    a line can have."""

    growth: Growth
    unfinished: list[Start]
    max_cards: int


class LongestSearch:
    name = "search"

    def solve(self, puzzle: LongestPuzzle, goal: Goal, limits: Limits) -> Outcome[LineSolution]:
        parts = large_parts(palettes(puzzle.cards, wild=False), 1)
        return longest_grown(puzzle, [Growth(part, 1) for part in parts], goal, limits)


def longest_grown(
    puzzle: LongestPuzzle, growths: Sequence[Growth], goal: Goal, limits: Limits
) -> Outcome[LineSolution]:
    """Grows the longest line."""
    return _Search(puzzle, growths, goal, limits).solve()


class _Search:
    def __init__(self, puzzle: LongestPuzzle, growths: Sequence[Growth], goal: Goal, limits: Limits) -> None:
        self.puzzle, self.goal = puzzle, goal
        self.effort, self.rng = Effort(limits, SLICE), random.Random(limits.seed)
        self.best: LineSolution | None = None
        self.score = 0
        self.colours = [_Colour(growth, growth.starts(), len(growth.palette.cards)) for growth in growths]

    def solve(self) -> Outcome[LineSolution]:
        """Makes short attempts from every section first, then longer and longer ones from unfinished
        sections."""
        stop, steps = None, FIRST_ATTEMPT
        while stop is None and self._open() and not (self.best is not None and self.goal == "any"):
            for colour in self._open():
                stop = stop or self._lengthen(colour, steps)
            if steps == FIRST_ATTEMPT:
                # This bound is worth its price only where the first attempts do not finish.
                for colour in self._open():
                    colour.max_cards = min(colour.max_cards, max_cards_of_line(colour.growth.palette))
            steps *= ATTEMPT_FACTOR
        bound = max([self.score, *(colour.max_cards for colour in self._open())])
        if self.best is None:
            return Impossible() if stop is None else Unknown(stop, bound)
        if self.goal == "any":
            return Solved(self.best)
        return Solved(self.best, bound == self.score, self.score, bound)

    def _open(self) -> list[_Colour]:
        """Returns the colours that may still have a longer line, the most promising first."""
        open_colours = [
            colour for colour in self.colours if colour.unfinished and colour.max_cards > self.score
        ]
        return sorted(open_colours, key=lambda colour: -colour.max_cards)

    def _lengthen(self, colour: _Colour, steps: int) -> Stop | None:
        """Grows lines longer than the best from every start, for `steps` steps from each."""
        growth, unfinished = colour.growth, list[Start]()
        for i, start in enumerate(colour.unfinished):
            growth.begin(start, self.score + 1, self.rng)
            stop = self.effort.spend(growth, steps)
            while growth.found_count:
                self.best = growth.solution(self.puzzle.cards)
                self.score = len({section.card for section in self.best.line})
                if self.score == colour.max_cards or self.goal == "any":
                    return None
                growth.ask_for_more()
                stop = self.effort.spend(growth, steps)
            if not growth.finished:
                unfinished.append(start)
            if stop is not None:
                colour.unfinished = unfinished + colour.unfinished[i + 1 :]
                return stop
        colour.unfinished = unfinished
        return None
