"""The CP-SAT engines of the line kinds: one model for each colour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ortools.sat.python import cp_model

from puzzles.light_line.cards import Card
from puzzles.light_line.chain import LineSolution
from puzzles.light_line.head import HeadPuzzle
from puzzles.light_line.longest import LongestPuzzle
from puzzles.light_line.solo import SoloPuzzle
from solvers.base import Count, Goal, Impossible, Limits, Outcome, Solved, Stop, Uncounted, Unknown
from solvers.cpsat import FOUND, CpSat
from solvers.light_line.chain_cpsat import ChainModel
from solvers.light_line.palette import Palette, full_palettes, large_parts, palettes

# The weight of a palette beyond which no model is built.
_MOST = 20_000


def _first_line(
    among: Iterable[Palette], cards: Sequence[Card], wanted: int, once: bool, limits: Limits
) -> Outcome[LineSolution]:
    """A line with so many cards, in the first colour that has one; `once`: one section on each of these."""
    cpsat = CpSat(limits.start(), limits)
    for palette in large_parts(among, wanted):
        if palette.weight > _MOST:
            return Unknown("size")
        model = ChainModel(palette, wanted, once)
        status = cpsat.run(model.model)
        if status in FOUND:
            # A line that passes more cards once has such a part.
            return Solved(model.solution(cards, cpsat.solver, wanted if once else None))
        if status != cp_model.INFEASIBLE:
            return Unknown(cpsat.stop or "time")
    return Impossible()


class SoloCpSat:
    name = "cpsat"

    def solve(self, puzzle: SoloPuzzle, goal: Goal, limits: Limits) -> Outcome[LineSolution]:
        return _first_line(full_palettes(puzzle.cards), puzzle.cards, len(puzzle.cards), False, limits)

    def count(self, puzzle: SoloPuzzle, cap: int, limits: Limits) -> Count:
        """Solve, forbid the layout, solve again; one that has lines of several colours is counted once."""
        cpsat = CpSat(limits.start(), limits)
        layouts: set[tuple[tuple[int, tuple[int, int, bool]], ...]] = set()
        for palette in large_parts(full_palettes(puzzle.cards), len(puzzle.cards)):
            if palette.weight > _MOST:
                return Count(len(layouts), False)
            model = ChainModel(palette, palette.size, once=False)
            while (status := cpsat.run(model.model)) in FOUND:
                lying = model.lying(cpsat.solver)
                layouts.add(tuple(sorted(lying.items())))
                if len(layouts) >= cap:
                    return Count(cap, False)
                model.block(lying)
            if status != cp_model.INFEASIBLE:
                return Count(len(layouts), False)
        return Count(len(layouts), True)


class HeadCpSat(Uncounted):
    name = "cpsat"

    def solve(self, puzzle: HeadPuzzle, goal: Goal, limits: Limits) -> Outcome[LineSolution]:
        return _first_line(palettes(puzzle.cards, wild=False), puzzle.cards, puzzle.length, True, limits)


class LongestCpSat(Uncounted):
    name = "cpsat"

    def solve(self, puzzle: LongestPuzzle, goal: Goal, limits: Limits) -> Outcome[LineSolution]:
        """The longest line of each colour that can still beat the best."""
        cpsat = CpSat(limits.start(), limits)
        best, score, bound = None, 0, 0
        stop: Stop | None = None
        found = large_parts(palettes(puzzle.cards, wild=False), 1)
        for palette in sorted(found, key=lambda p: -len(p.cards)):
            if len(palette.cards) <= score or (best is not None and goal == "any"):
                continue
            if palette.weight > _MOST:
                stop, bound = "size", max(bound, len(palette.cards))
                continue
            model = ChainModel(palette, score + 1, once=False)
            if goal == "best":
                model.most()
            status = cpsat.run(model.model)
            if status in FOUND:
                best = model.solution(puzzle.cards, cpsat.solver)
                score = len(best.layout)
            if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
                stop = cpsat.stop or "time"
                bound = max(bound, len(palette.cards))
        bound = max(bound, score)
        if best is None:
            return Impossible() if stop is None else Unknown(stop, bound)
        return Solved(best) if goal == "any" else Solved(best, bound == score, score, bound)
