"""Combines the results of the model engines, which have a model for each colour, into one answer.

The result of a colour is the line found, if any, and the reason if a limit ended the work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from puzzles.light_line.line_kinds import LineSolution
from solvers.protocol import Count, Goal, Impossible, Outcome, Solved, Stop, Unknown

ColourResult = tuple[LineSolution | None, Stop | None]
# By card: its row, its column, and whether it is turned.
Placements = dict[int, tuple[int, int, bool]]


class Candidate(Protocol):
    """A palette, or one for lines that continue a layout: its cards, and how large a model of it is."""

    @property
    def cards(self) -> tuple[int, ...]: ...
    @property
    def weight(self) -> int: ...


C = TypeVar("C", bound=Candidate)


def first_line(
    candidates: Iterable[C], heaviest: int, solve_colour: Callable[[C], ColourResult]
) -> Outcome[LineSolution]:
    """Finds a line in the first colour that has one; skips palettes heavier than `heaviest`."""
    for palette in candidates:
        line, stop = (None, "size") if palette.weight > heaviest else solve_colour(palette)
        if line is not None:
            return Solved(line)
        if stop is not None:
            return Unknown(stop)
    return Impossible()


def longest_line(
    candidates: Iterable[C], goal: Goal, heaviest: int, solve_colour: Callable[[C, int], ColourResult]
) -> Outcome[LineSolution]:
    """Finds the longest line of all colours.

    `solve_colour` gets a palette and a number of cards, and finds a line with at least that many cards: the
    longest where the goal is `best`."""
    best: LineSolution | None = None
    score, bound = 0, 0
    limit: Stop | None = None
    for palette in sorted(candidates, key=lambda p: -len(p.cards)):
        if len(palette.cards) <= score or (best is not None and goal == "any"):
            continue
        line, stop = (None, "size") if palette.weight > heaviest else solve_colour(palette, score + 1)
        if line is not None:
            best, score = line, len({section.card for section in line.line})
        if stop is not None:
            limit, bound = stop, max(bound, len(palette.cards))
    bound = max(bound, score)
    if best is None:
        return Impossible() if limit is None else Unknown(limit, bound)
    return Solved(best) if goal == "any" else Solved(best, bound == score, score, bound)


def count_layouts(
    candidates: Iterable[C], cap: int, heaviest: int, layouts: Callable[[C], Iterator[Placements | None]]
) -> Count:
    """Counts the layouts of all colours. A layout with lines of several colours is counted once.

    `layouts` yields those of one colour, and None where a limit ended the work."""
    seen: set[tuple[tuple[int, tuple[int, int, bool]], ...]] = set()
    for palette in candidates:
        if palette.weight > heaviest:
            return Count(len(seen), False)
        for placements in layouts(palette):
            if placements is None:
                return Count(len(seen), False)
            seen.add(tuple(sorted(placements.items())))
            if len(seen) >= cap:
                return Count(cap, False)
    return Count(len(seen), True)
