"""LINE by its lines: what ends beside every free place is known before the card is tried there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from puzzles.light_line.cards import BEYOND, MEETS, Tube, ends_of
from puzzles.light_line.place import MOST_SCORE, PlacePuzzle, Placing
from solvers.protocol import Count, Goal, Impossible, Limits, Outcome, Solved

_Socket = tuple[tuple[int, int], str]


@dataclass(frozen=True)
class _Strand:
    """A whole line as it lies, by its number."""

    number: int
    colour: str
    sections: int


class PlaceSearch:
    """All there is to see is seen in no time, so no limit ends it."""

    name = "search"

    def solve(self, puzzle: PlacePuzzle, goal: Goal, limits: Limits) -> Outcome[Placing]:
        scores = dict(placings(puzzle))
        if not scores:
            return Impossible()
        best = max(scores, key=scores.__getitem__)
        return Solved(best, True, scores[best], scores[best]) if goal == "best" else Solved(best)

    def count(self, puzzle: PlacePuzzle, cap: int, limits: Limits) -> Count:
        found = sum(1 for _ in placings(puzzle))
        return Count(min(cap, found), found < cap)


def placings(puzzle: PlacePuzzle) -> Iterator[tuple[Placing, int]]:
    """Every legal placing with its score."""
    strands = _strands(puzzle)
    taken = {laid.place for laid in puzzle.layout}
    beside = {_beyond(place, side) for place in taken for side in BEYOND} - taken
    for row, col in sorted(beside):
        for turned in (False, True):
            placing = Placing(row, col, turned)
            score = _score(puzzle.card.tubes, placing, strands)
            if score:
                yield placing, min(MOST_SCORE, score)


def _beyond(place: tuple[int, int], side: str) -> tuple[int, int]:
    down, right = BEYOND[side]
    return place[0] + down, place[1] + right


def _strands(puzzle: PlacePuzzle) -> dict[_Socket, _Strand]:
    """The line at every socket where one is."""
    sections = [
        (tube.colour, [(laid.place, end) for end in ends_of(tube, laid.turned)])
        for card, laid in zip(puzzle.cards, puzzle.layout, strict=True)
        for tube in card.tubes
    ]
    at = {end: number for number, (_, ends) in enumerate(sections) for end in ends}
    found: dict[_Socket, _Strand] = {}
    for number, (colour, ends) in enumerate(sections):
        if ends[0] in found:
            continue
        line, look = {number}, [number]
        while look:
            beyond = (at.get(_opposite(end)) for end in sections[look.pop()][1])
            more = {n for n in beyond if n is not None and n not in line and sections[n][0] == colour}
            line |= more
            look += more
        strand = _Strand(number, colour, len(line))
        found.update((end, strand) for n in line for end in sections[n][1])
    return found


def _opposite(socket: _Socket) -> _Socket:
    place, end = socket
    return _beyond(place, end[0]), MEETS[end]


def _score(tubes: tuple[Tube, ...], placing: Placing, strands: dict[_Socket, _Strand]) -> int:
    """The sections of all lines that grow; 0 when none does."""
    # Lines as they come about: the old ones that they join, and how many sections of the card they have.
    lines: list[tuple[set[_Strand], int]] = []
    for tube in tubes:
        ends = [_opposite((placing.place, end)) for end in ends_of(tube, placing.turned)]
        met = {strands[end] for end in ends if end in strands and strands[end].colour == tube.colour}
        own = 1
        for line in [line for line in lines if line[0] & met]:
            lines.remove(line)
            met, own = met | line[0], own + line[1]
        if met:
            lines.append((met, own))
    return sum(own + sum(strand.sections for strand in met) for met, own in lines)
