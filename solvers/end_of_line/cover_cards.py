"""Assigns the cards of a tray to a line: a bipartite matching, as a flow between turns and card types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from puzzles.end_of_line.board import CARDS, EXITS, TURNS, Area, Cell, PlacedCard, heading_after
from puzzles.end_of_line.card_matching import can_pay
from puzzles.end_of_line.cover import CoverPuzzle, CoverSolution
from solvers.end_of_line.card_flow import card_flow
from solvers.protocol import Impossible, Outcome, Solved, Unknown

# Turns of cells that are not in the puzzle, for which its tray must have cards, too.
OwedTurns = tuple[str, ...]


def trivial_outcome(
    puzzle: CoverPuzzle, owed_turns: OwedTurns, max_cells: int | None = None
) -> Outcome[CoverSolution] | None:
    """Returns the outcome that needs no search: too few cards, nothing to cover, or too many cells.

    `max_cells` is how many cells the engine takes on."""
    cells, left = len(puzzle.area.free_cells()), puzzle.tray_left()
    if min(left) < 0 or sum(puzzle.tray) < cells + len(owed_turns):
        return Impossible()
    if owed_turns and not can_pay(left, owed_turns):
        return Impossible()
    if cells == 0:
        return Solved(CoverSolution(()))
    return Unknown("size") if max_cells is not None and cells > max_cells else None


def solution_of(
    puzzle: CoverPuzzle, line: Sequence[Cell], stated_cards: Mapping[Cell, str] = MappingProxyType({})
) -> CoverSolution:
    """Returns an engine's line with its cards, those that are stated in their places. A line for which the
    tray has no cards is a fault of the engine."""
    cards = _assign_cards(puzzle, line, stated_cards)
    if cards is None:
        raise AssertionError("an engine found a line for which the tray has no cards")
    return CoverSolution(tuple(map(PlacedCard, cards, line)))


def _assign_cards(
    puzzle: CoverPuzzle, line: Sequence[Cell], stated_cards: Mapping[Cell, str]
) -> tuple[str, ...] | None:
    """Returns a card for every cell of the line, givens included; None when the tray has too few."""
    settled = {**{g.cell: g.card for g in puzzle.givens}, **stated_cards}
    turns = turns_along(puzzle.area, line)
    demand = Counter(turn for cell, turn in zip(line, turns, strict=True) if cell not in settled)
    settled_counts = Counter(settled.values())
    left = [n - settled_counts[card] for card, n in zip(CARDS, puzzle.tray, strict=True)]
    fits = [[i for i, card in enumerate(CARDS) if turn is None or turn in EXITS[card]] for turn in demand]
    flow = None if min(left) < 0 else card_flow(list(demand.values()), fits, left)
    if flow is None:
        return None
    cards_by_turn = {
        turn: [CARDS[card] for card in fits[need] for _ in range(flow[need, card])]
        for need, turn in enumerate(demand)
    }
    pairs = zip(line, turns, strict=True)
    return tuple(settled[cell] if cell in settled else cards_by_turn[turn].pop() for cell, turn in pairs)


def turns_along(area: Area, line: Sequence[Cell]) -> list[str | None]:
    """Returns the turn with which the line leaves each of its cells; None for the last."""
    headings = [area.heading_between(a, b) for a, b in pairwise([area.start.cell, *line])]
    return [
        next((t for t in TURNS if a and heading_after(a, t) == b), None) for a, b in pairwise(headings)
    ] + [None]
