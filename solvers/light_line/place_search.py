"""Solves LINE: finds the lines of the layout first, then tries the card in every free cell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from puzzles.light_line.cards import BEYOND, MEETS, Tube, ends_of
from puzzles.light_line.place import MAX_SCORE, PartialPlacement, Placement, PlacePuzzle
from solvers.protocol import Continuation, Count, Goal, Impossible, Limits, Outcome, Solved

PlaceContinuation = Continuation[PlacePuzzle, PartialPlacement]
# Nothing is settled.
OPEN = PartialPlacement()
_Socket = tuple[tuple[int, int], str]


@dataclass(frozen=True)
class _Strand:
    """A whole line of the layout, with its number and its count of sections."""

    number: int
    colour: str
    sections: int


class PlaceSearch:
    """Checks every placement. That takes so little time that no limit is checked."""

    name = "search"

    def solve(self, puzzle: PlacePuzzle, goal: Goal, limits: Limits) -> Outcome[Placement]:
        return _best(puzzle, OPEN, goal)

    def count(self, puzzle: PlacePuzzle, cap: int, limits: Limits) -> Count:
        return _count(puzzle, OPEN, cap)


class PlaceContinuationSearch:
    """The same for placements of which something is settled."""

    name = "search"

    def solve(self, continuation: PlaceContinuation, goal: Goal, limits: Limits) -> Outcome[Placement]:
        return _best(continuation.puzzle, continuation.progress, goal)

    def count(self, continuation: PlaceContinuation, cap: int, limits: Limits) -> Count:
        return _count(continuation.puzzle, continuation.progress, cap)


def _best(puzzle: PlacePuzzle, progress: PartialPlacement, goal: Goal) -> Outcome[Placement]:
    scores = dict(placements(puzzle, progress))
    if not scores:
        return Impossible()
    best = max(scores, key=scores.__getitem__)
    return Solved(best, True, scores[best], scores[best]) if goal == "best" else Solved(best)


def _count(puzzle: PlacePuzzle, progress: PartialPlacement, cap: int) -> Count:
    n = sum(1 for _ in placements(puzzle, progress))
    return Count(min(cap, n), n < cap)


def placements(puzzle: PlacePuzzle, progress: PartialPlacement = OPEN) -> Iterator[tuple[Placement, int]]:
    """Yields every legal placement that agrees with what is settled, with its score."""
    strands = _strands(puzzle)
    occupied = {placed_card.cell for placed_card in puzzle.layout}
    beside = {_beyond(place, side) for place in occupied for side in BEYOND} - occupied
    for row, col in sorted(beside):
        for turned in (False, True):
            placement = Placement(row, col, turned)
            score = _score(puzzle.card.tubes, placement, strands) if progress.admits(placement) else 0
            if score:
                yield placement, min(MAX_SCORE, score)


def _beyond(place: tuple[int, int], side: str) -> tuple[int, int]:
    down, right = BEYOND[side]
    return place[0] + down, place[1] + right


def _strands(puzzle: PlacePuzzle) -> dict[_Socket, _Strand]:
    """Returns the line at every socket that has one."""
    sections = [
        (tube.colour, [(placed_card.cell, end) for end in ends_of(tube, placed_card.turned)])
        for card, placed_card in zip(puzzle.cards, puzzle.layout, strict=True)
        for tube in card.tubes
    ]
    at = {end: number for number, (_, ends) in enumerate(sections) for end in ends}
    strands: dict[_Socket, _Strand] = {}
    for number, (colour, ends) in enumerate(sections):
        if ends[0] in strands:
            continue
        line, stack = {number}, [number]
        while stack:
            beyond = (at.get(_opposite(end)) for end in sections[stack.pop()][1])
            more = {n for n in beyond if n is not None and n not in line and sections[n][0] == colour}
            line |= more
            stack += more
        strand = _Strand(number, colour, len(line))
        strands.update((end, strand) for n in line for end in sections[n][1])
    return strands


def _opposite(socket: _Socket) -> _Socket:
    place, end = socket
    return _beyond(place, end[0]), MEETS[end]


def _score(tubes: tuple[Tube, ...], placement: Placement, strands: dict[_Socket, _Strand]) -> int:
    """Counts the sections of all lines that grow; 0 when none does."""
    # The lines so far: the old lines that each joins, and how many sections of the card it has.
    lines: list[tuple[set[_Strand], int]] = []
    for tube in tubes:
        ends = [_opposite((placement.cell, end)) for end in ends_of(tube, placement.turned)]
        joined = {strands[end] for end in ends if end in strands and strands[end].colour == tube.colour}
        own = 1
        for line in [line for line in lines if line[0] & joined]:
            lines.remove(line)
            joined, own = joined | line[0], own + line[1]
        if joined:
            lines.append((joined, own))
    return sum(own + sum(strand.sections for strand in joined) for joined, own in lines)
