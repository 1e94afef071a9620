"""Hands out a tray's cards along a line: a bipartite matching, as a flow between turns and card types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from puzzles.end_of_line.board import CARDS, EXITS, TURNS, Cell, Placed, turned
from puzzles.end_of_line.cover import CoverPuzzle, CoverSolution
from solvers.protocol import Impossible, Outcome, Solved, Unknown

# What the last card has to do: nothing.
_ANY = "any"
_NEEDS = (*TURNS, _ANY)
# Nodes of the flow are numbers: sets of words would come in another order in every process.
_SOURCE, _SINK = -1, -2
_NEED_NODES = {need: len(CARDS) + i for i, need in enumerate(_NEEDS)}


def at_once(puzzle: CoverPuzzle, most_cells: int | None = None) -> Outcome[CoverSolution] | None:
    """What is plain before any work: cards that cannot be paid, nothing to cover, more cells than an engine
    takes on."""
    cells = len(puzzle.area.free_cells())
    if min(puzzle.tray_left()) < 0 or sum(puzzle.tray) < cells:
        return Impossible()
    if cells == 0:
        return Solved(CoverSolution(()))
    return Unknown("size") if most_cells is not None and cells > most_cells else None


def paid(puzzle: CoverPuzzle, line: Sequence[Cell]) -> CoverSolution:
    """The line with its cards, as an engine found it: one that the tray cannot pay is a fault of ours."""
    cards = hand_out(puzzle, line)
    if cards is None:
        raise AssertionError("an engine found a line that the tray cannot pay")
    return CoverSolution(tuple(map(Placed, cards, line)))


def hand_out(puzzle: CoverPuzzle, line: Sequence[Cell]) -> tuple[str, ...] | None:
    """A card for every cell of the line, given cards in their places; None when the tray cannot pay."""
    import networkx as nx  # noqa: PLC0415  # slow to import, and not every command hands out cards

    given = {g.cell: g.card for g in puzzle.givens}
    needs = [_ANY if need is None else need for need in _turns(puzzle, line)]
    demand = Counter(need for cell, need in zip(line, needs, strict=True) if cell not in given)
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from([_SOURCE, _SINK])
    for need, n in demand.items():
        graph.add_edge(_SOURCE, _NEED_NODES[need], capacity=n)
        for i, card in enumerate(CARDS):
            if need == _ANY or need in EXITS[card]:
                graph.add_edge(_NEED_NODES[need], i)
    for i, n in enumerate(puzzle.tray_left()):
        graph.add_edge(i, _SINK, capacity=max(n, 0))
    value, flow = nx.maximum_flow(graph, _SOURCE, _SINK)
    if value < demand.total() or min(puzzle.tray_left()) < 0:
        return None
    hands = {
        need: [CARDS[i] for i, n in sorted(flow[_NEED_NODES[need]].items()) for _ in range(n)]
        for need in demand
    }
    pairs = zip(line, needs, strict=True)
    return tuple(given[cell] if cell in given else hands[need].pop() for cell, need in pairs)


def _turns(puzzle: CoverPuzzle, line: Sequence[Cell]) -> list[str | None]:
    """The turn with which the line leaves each of its cells; None for the last."""
    area = puzzle.area
    headings = [area.heading_between(a, b) for a, b in pairwise([area.start.cell, *line])]
    return [next((t for t in TURNS if a and turned(a, t) == b), None) for a, b in pairwise(headings)] + [None]
