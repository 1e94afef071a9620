"""What the model engines share: a model for each colour, and one answer from all of them.

An engine tells of one colour what it found and, where a limit ended its work, why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from puzzles.light_line.line_kinds import LineSolution
from puzzles.light_line.longest import LongestPuzzle
from puzzles.light_line.solo import SoloPuzzle
from solvers.light_line.palette import Palette, full_palettes, large_parts, palettes
from solvers.protocol import Count, Goal, Impossible, Outcome, Solved, Stop, Unknown

Found = tuple[LineSolution | None, Stop | None]
# By card its row, its column and whether it is turned.
Lying = dict[int, tuple[int, int, bool]]


def first_line(
    among: Iterable[Palette], wanted: int, heaviest: int, look: Callable[[Palette], Found]
) -> Outcome[LineSolution]:
    """A line with so many cards, in the first colour that has one. Heavier palettes are not looked at."""
    for palette in large_parts(among, wanted):
        line, stop = (None, "size") if palette.weight > heaviest else look(palette)
        if line is not None:
            return Solved(line)
        if stop is not None:
            return Unknown(stop)
    return Impossible()


def longest_line(
    puzzle: LongestPuzzle, goal: Goal, heaviest: int, look: Callable[[Palette, int], Found]
) -> Outcome[LineSolution]:
    """`look` is asked for a line with so many cards at least: the longest where the goal is the best."""
    best: LineSolution | None = None
    score, bound = 0, 0
    stopped: Stop | None = None
    found = large_parts(palettes(puzzle.cards, wild=False), 1)
    for palette in sorted(found, key=lambda p: -len(p.cards)):
        if len(palette.cards) <= score or (best is not None and goal == "any"):
            continue
        line, stop = (None, "size") if palette.weight > heaviest else look(palette, score + 1)
        if line is not None:
            best, score = line, len(line.layout)
        if stop is not None:
            stopped, bound = stop, max(bound, len(palette.cards))
    bound = max(bound, score)
    if best is None:
        return Impossible() if stopped is None else Unknown(stopped, bound)
    return Solved(best) if goal == "any" else Solved(best, bound == score, score, bound)


def count_layouts(
    puzzle: SoloPuzzle, cap: int, heaviest: int, layouts: Callable[[Palette], Iterator[Lying | None]]
) -> Count:
    """`layouts` are those of one colour, None where a limit ended them. One that has lines of several colours
    is counted once."""
    seen: set[tuple[tuple[int, tuple[int, int, bool]], ...]] = set()
    for palette in large_parts(full_palettes(puzzle.cards), len(puzzle.cards)):
        if palette.weight > heaviest:
            return Count(len(seen), False)
        for lying in layouts(palette):
            if lying is None:
                return Count(len(seen), False)
            seen.add(tuple(sorted(lying.items())))
            if len(seen) >= cap:
                return Count(cap, False)
    return Count(len(seen), True)
