"""The SAT engines of the line kinds: one formula for each colour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from puzzles.light_line.cards import Card
from puzzles.light_line.chain import LineSolution
from puzzles.light_line.head import HeadPuzzle
from puzzles.light_line.longest import LongestPuzzle
from puzzles.light_line.solo import SoloPuzzle
from solvers.base import Count, Goal, Impossible, Limits, Outcome, Solved, Stop, Uncounted, Unknown
from solvers.light_line.chain_sat import ChainModel
from solvers.light_line.palette import Palette, full_palettes, large_parts, palettes
from solvers.sat import Sat

# The weight of a palette beyond which no formula is built.
_MOST = 60_000


def _first_line(
    among: Iterable[Palette], cards: Sequence[Card], wanted: int, once: bool, limits: Limits
) -> Outcome[LineSolution]:
    """A line with so many cards, in the first colour that has one; `once`: one section on each of these."""
    clock = limits.start()
    for palette in large_parts(among, wanted):
        if palette.weight > _MOST:
            return Unknown("size")
        with Sat(clock, limits) as sat:
            model = ChainModel(palette, wanted, once, sat)
            line = model.line()
            if line is None:
                return Unknown(sat.stop or "time")
            if line is not False:
                # A line that passes more cards once has such a part.
                return Solved(model.solution(cards, line[:wanted] if once else line))
    return Impossible()


class SoloSat:
    name = "sat"

    def solve(self, puzzle: SoloPuzzle, goal: Goal, limits: Limits) -> Outcome[LineSolution]:
        return _first_line(full_palettes(puzzle.cards), puzzle.cards, len(puzzle.cards), False, limits)

    def count(self, puzzle: SoloPuzzle, cap: int, limits: Limits) -> Count:
        """Every layout is found, and forbidden; one that has lines of several colours is counted once."""
        clock = limits.start()
        layouts: set[tuple[tuple[int, tuple[int, int, bool]], ...]] = set()
        for palette in large_parts(full_palettes(puzzle.cards), len(puzzle.cards)):
            if palette.weight > _MOST:
                return Count(len(layouts), False)
            with Sat(clock, limits) as sat:
                model = ChainModel(palette, palette.size, once=False, sat=sat)
                while line := model.line():
                    layouts.add(tuple(sorted(model.lying().items())))
                    if len(layouts) >= cap:
                        return Count(cap, False)
                    model.block(model.lying())
                if line is None:
                    return Count(len(layouts), False)
        return Count(len(layouts), True)


class HeadSat(Uncounted):
    name = "sat"

    def solve(self, puzzle: HeadPuzzle, goal: Goal, limits: Limits) -> Outcome[LineSolution]:
        return _first_line(palettes(puzzle.cards, wild=False), puzzle.cards, puzzle.length, True, limits)


class LongestSat(Uncounted):
    name = "sat"

    def solve(self, puzzle: LongestPuzzle, goal: Goal, limits: Limits) -> Outcome[LineSolution]:
        """Colour by colour a line, and then always one with a card more."""
        clock = limits.start()
        best, score, bound = None, 0, 0
        stop: Stop | None = None
        found = large_parts(palettes(puzzle.cards, wild=False), 1)
        for palette in sorted(found, key=lambda p: -len(p.cards)):
            if len(palette.cards) <= score or (best is not None and goal == "any"):
                continue
            if palette.weight > _MOST:
                stop, bound = "size", max(bound, len(palette.cards))
                continue
            with Sat(clock, limits) as sat:
                model = ChainModel(palette, score + 1, once=False, sat=sat)
                while line := model.line():
                    best = model.solution(puzzle.cards, line)
                    score = len(best.layout)
                    if score == len(palette.cards) or goal == "any":
                        break
                    model.ask(score + 1)
                if line is None:
                    stop, bound = sat.stop or "time", max(bound, len(palette.cards))
        bound = max(bound, score)
        if best is None:
            return Impossible() if stop is None else Unknown(stop, bound)
        return Solved(best) if goal == "any" else Solved(best, bound == score, score, bound)
