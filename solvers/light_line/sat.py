"""The SAT engines of the line kinds: one formula for each colour."""

from __future__ import annotations

from puzzles.light_line.chain import LineSolution
from puzzles.light_line.head import HeadPuzzle
from puzzles.light_line.longest import LongestPuzzle
from puzzles.light_line.solo import SoloPuzzle
from solvers.base import Count, Goal, Impossible, Limits, Outcome, Solved, Stop, Uncounted, Unknown
from solvers.light_line.chain_sat import ChainModel
from solvers.light_line.palette import Palette, full_palettes, large_parts, palettes
from solvers.sat import Sat

# Joins times cards beyond which no formula is built.
_MOST = 60_000


def too_large(palette: Palette) -> bool:
    return len(palette.joins) * palette.size > _MOST


class SoloSat:
    name = "sat"

    def solve(self, puzzle: SoloPuzzle, goal: Goal, limits: Limits) -> Outcome[LineSolution]:
        clock = limits.start()
        for palette in large_parts(full_palettes(puzzle.cards), len(puzzle.cards)):
            if too_large(palette):
                return Unknown("size")
            with Sat(clock, limits) as sat:
                model = ChainModel(palette, palette.size, once=False, sat=sat)
                line = model.line()
                if line is None:
                    return Unknown(sat.stop or "time")
                if line is not False:
                    return Solved(model.solution(puzzle.cards, line))
        return Impossible()

    def count(self, puzzle: SoloPuzzle, cap: int, limits: Limits) -> Count:
        """Every layout is found, and forbidden; one that has lines of several colours is counted once."""
        clock = limits.start()
        layouts: set[tuple[tuple[int, tuple[int, int, bool]], ...]] = set()
        for palette in large_parts(full_palettes(puzzle.cards), len(puzzle.cards)):
            if too_large(palette):
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
        clock = limits.start()
        for palette in large_parts(palettes(puzzle.cards, wild=False), puzzle.length):
            if too_large(palette):
                return Unknown("size")
            with Sat(clock, limits) as sat:
                model = ChainModel(palette, puzzle.length, once=True, sat=sat)
                line = model.line()
                if line is None:
                    return Unknown(sat.stop or "time")
                if line is not False:
                    # A longer line has such a part.
                    return Solved(model.solution(puzzle.cards, line[: puzzle.length]))
        return Impossible()


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
            if too_large(palette):
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
