"""Solves LINE by brute force: places the card everywhere, and scores the layout as a graph of its sockets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from puzzles.light_line.cards import BEYOND, Card, PlacedCard, ends_of
from puzzles.light_line.place import MAX_SCORE, PartialPlacement, Placement, PlacePuzzle
from solvers.light_line.place_search import OPEN, PlaceContinuation
from solvers.protocol import Clock, Count, Goal, Impossible, Limits, Outcome, Solved, Stop, Unknown

if TYPE_CHECKING:
    import networkx as nx

# Sockets that meet are one point, named after the N or W side of a card. The offset from a card to the one
# that names the points on its S and E sides:
_FAR = {"S": (1, 0), "E": (0, 1)}


class PlaceGraph:
    name = "graph"

    def solve(self, puzzle: PlacePuzzle, goal: Goal, limits: Limits) -> Outcome[Placement]:
        return _Placings(puzzle, OPEN, limits.start()).best(goal)

    def count(self, puzzle: PlacePuzzle, cap: int, limits: Limits) -> Count:
        return _Placings(puzzle, OPEN, limits.start()).count(cap)


class PlaceContinuationGraph:
    """The same for placements of which something is settled."""

    name = "graph"

    def solve(self, continuation: PlaceContinuation, goal: Goal, limits: Limits) -> Outcome[Placement]:
        return _Placings(continuation.puzzle, continuation.progress, limits.start()).best(goal)

    def count(self, continuation: PlaceContinuation, cap: int, limits: Limits) -> Count:
        return _Placings(continuation.puzzle, continuation.progress, limits.start()).count(cap)


class _Placings:
    """The legal placements that agree with what is settled; `stop` is why a limit ended the work, if one
    did."""

    def __init__(self, puzzle: PlacePuzzle, progress: PartialPlacement, clock: Clock) -> None:
        self._puzzle, self._progress, self._clock = puzzle, progress, clock
        self.stop: Stop | None = None

    def best(self, goal: Goal) -> Outcome[Placement]:
        best, score = None, 0
        for placement, points in self.all():
            if points > score:
                best, score = placement, points
        if best is None:
            return Impossible() if self.stop is None else Unknown(self.stop, MAX_SCORE)
        bound = score if self.stop is None else MAX_SCORE
        return Solved(best) if goal == "any" else Solved(best, bound == score, score, bound)

    def count(self, cap: int) -> Count:
        n = sum(1 for _ in self.all())
        return Count(min(cap, n), self.stop is None and n < cap)

    def all(self) -> Iterator[tuple[Placement, int]]:
        occupied = {placed_card.cell for placed_card in self._puzzle.layout}
        beside = {
            (row + down, col + right) for row, col in occupied for down, right in BEYOND.values()
        } - occupied
        for row, col in sorted(beside):
            for turned in (False, True):
                self.stop = self.stop or self._clock.stopped()
                if self.stop is not None:
                    return
                placement = Placement(row, col, turned)
                score = _score(self._puzzle, placement) if self._progress.admits(placement) else 0
                if score:
                    yield placement, min(MAX_SCORE, score)


def _score(puzzle: PlacePuzzle, placement: Placement) -> int:
    """Counts the sections of all lines that have both new and old ones."""
    import networkx as nx  # noqa: PLC0415  # slow to import, and only a second opinion

    new = PlacedCard(puzzle.card.id, placement.row, placement.col, placement.turned)
    graph = nx.Graph()
    for card, placed_card in [*zip(puzzle.cards, puzzle.layout, strict=True), (puzzle.card, new)]:
        _add(graph, card, placed_card)
    score = 0
    for line in nx.connected_components(graph):
        sections = [node for node in line if len(node) == 2]
        if {card == puzzle.card.id for card, _ in sections} == {False, True}:
            score += len(sections)
    return score


def _add(graph: nx.Graph, card: Card, placed_card: PlacedCard) -> None:
    """Adds a card: a section is a node joined to the two points where it ends; points are distinct by
    colour."""
    for number, tube in enumerate(card.tubes):
        for end in ends_of(tube, placed_card.turned):
            down, right = _FAR.get(end[0], (0, 0))
            sides = "NS" if end[0] in "NS" else "WE"
            graph.add_edge(
                (card.id, number),
                (sides, placed_card.row + down, placed_card.col + right, end[1], tube.colour),
            )
