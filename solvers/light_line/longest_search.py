"""The exact search for LONG-LINE: lines of each colour, each longer than the best so far."""

from __future__ import annotations

import random
from dataclasses import dataclass

from puzzles.light_line.line_kinds import LineSolution
from puzzles.light_line.longest import LongestPuzzle
from solvers.light_line.line_growth import FIRST_TRY, MORE, STRETCH, Growth, Start
from solvers.light_line.palette import large_parts, palettes
from solvers.light_line.socket_parity import most_cards
from solvers.protocol import Goal, Impossible, Limits, Outcome, Solved, Stop, Unknown
from solvers.resumable import Effort


@dataclass
class _Colour:
    """The search in one colour, or in a part of it: the starts that are not seen to their end, and the most
    cards that a line can have."""

    growth: Growth
    left: list[Start]
    most: int


class LongestSearch:
    name = "search"

    def solve(self, puzzle: LongestPuzzle, goal: Goal, limits: Limits) -> Outcome[LineSolution]:
        return _Search(puzzle, goal, limits).solve()


class _Search:
    def __init__(self, puzzle: LongestPuzzle, goal: Goal, limits: Limits) -> None:
        self.puzzle, self.goal = puzzle, goal
        self.effort, self.rng = Effort(limits, STRETCH), random.Random(limits.seed)
        self.best: LineSolution | None = None
        self.score = 0
        growths = [Growth(part, 1) for part in large_parts(palettes(puzzle.cards, wild=False), 1)]
        self.colours = [_Colour(growth, growth.starts(), len(growth.palette.cards)) for growth in growths]

    def solve(self) -> Outcome[LineSolution]:
        """Short tries from every section first, and longer and longer ones where not all was seen."""
        stop, steps = None, FIRST_TRY
        while stop is None and self._open() and not (self.best is not None and self.goal == "any"):
            for colour in self._open():
                stop = stop or self._look(colour, steps)
            if steps == FIRST_TRY:
                # Worth its price where the first tries have not seen all.
                for colour in self._open():
                    colour.most = min(colour.most, most_cards(colour.growth.palette))
            steps *= MORE
        bound = max([self.score, *(colour.most for colour in self._open())])
        if self.best is None:
            return Impossible() if stop is None else Unknown(stop, bound)
        if self.goal == "any":
            return Solved(self.best)
        return Solved(self.best, bound == self.score, self.score, bound)

    def _open(self) -> list[_Colour]:
        """The colours in which a longer line may still be found, the most promising first."""
        found = [colour for colour in self.colours if colour.left and colour.most > self.score]
        return sorted(found, key=lambda colour: -colour.most)

    def _look(self, colour: _Colour, steps: int) -> Stop | None:
        """Grow lines longer than the best from every start, so many steps from each."""
        growth, unseen = colour.growth, list[Start]()
        for i, start in enumerate(colour.left):
            growth.begin(start, self.score + 1, self.rng)
            stop = self.effort.spend(growth, steps)
            while growth.found_count:
                self.best, self.score = growth.solution(self.puzzle.cards), self.score + 1
                if self.score == colour.most or self.goal == "any":
                    return None
                growth.ask_for_more()
                stop = self.effort.spend(growth, steps)
            if not growth.finished:
                unseen.append(start)
            if stop is not None:
                colour.left = unseen + colour.left[i + 1 :]
                return stop
        colour.left = unseen
        return None
