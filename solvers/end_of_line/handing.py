"""Hands out a tray's cards along a line: a bipartite matching, as a flow between turns and card types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import networkx as nx

from puzzles.end_of_line.board import CARDS, EXITS, TURNS, Cell, turned
from puzzles.end_of_line.cover import CoverPuzzle

# What the last card has to do: nothing.
_ANY = "any"


def hand_out(puzzle: CoverPuzzle, line: Sequence[Cell]) -> tuple[str, ...] | None:
    """A card for every cell of the line, given cards in their places; None when the tray cannot pay."""
    given = {g.cell: g.card for g in puzzle.givens}
    needs = [_ANY if need is None else need for need in _turns(puzzle, line)]
    demand = Counter(need for cell, need in zip(line, needs, strict=True) if cell not in given)
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(["source", "sink"])
    for need, n in demand.items():
        graph.add_edge("source", f"need {need}", capacity=n)
        for card in CARDS:
            if need == _ANY or need in EXITS[card]:
                graph.add_edge(f"need {need}", card)
    for card, n in zip(CARDS, puzzle.tray_left(), strict=True):
        graph.add_edge(card, "sink", capacity=max(n, 0))
    value, flow = nx.maximum_flow(graph, "source", "sink")
    if value < demand.total() or min(puzzle.tray_left()) < 0:
        return None
    hands = {need: [c for c, n in flow[f"need {need}"].items() for _ in range(n)] for need in demand}
    return tuple(
        given[cell] if cell in given else hands[need].pop() for cell, need in zip(line, needs, strict=True)
    )


def _turns(puzzle: CoverPuzzle, line: Sequence[Cell]) -> list[str | None]:
    """The turn with which the line leaves each of its cells; None for the last."""
    area = puzzle.area
    headings = [area.heading_between(a, b) for a, b in pairwise([area.start.cell, *line])]
    return [next((t for t in TURNS if a and turned(a, t) == b), None) for a, b in pairwise(headings)] + [None]
