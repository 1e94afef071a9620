"""Layouts in words, for answers on paper: each card by the side of one that lies already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzles.light_line.cards import Card, Cell, PlacedCard
from puzzles.light_line.drawing.puzzle import SHORT_ON_PAPER
from puzzles.light_line.drawing.scene import short_names
from puzzles.light_line.place import Placement, PlacePuzzle
from puzzles.texts import ENGLISH, BoardCell, Part, Phrase, phrase

# The sides of a card, by the steps to its neighbours there.
_SIDES = {(0, 1): "right", (1, 0): "below", (0, -1): "left", (-1, 0): "above"}


def layout_words(cards: Sequence[Card], layout: Sequence[PlacedCard]) -> Phrase:
    """All cards of a layout from the top left one on: "57, 12 below 57 (turned), 60 right of 12"."""
    # Short names on paper are ids or numbers, in every language.
    names = short_names([card.id for card in cards], ENGLISH, SHORT_ON_PAPER)
    return phrase("light_line.book.layout", cards=tuple(_placed(names, layout)))


def _placed(names: dict[str, str], layout: Sequence[PlacedCard]) -> Iterator[Part]:
    left = {placed_card.cell: placed_card for placed_card in sorted(layout, key=lambda card: card.cell)}
    while left:
        # Cards that are not joined to the others begin again.
        first = left.pop(next(iter(left)))
        yield _words("light_line.book.first", first.turned, card=names[first.card])
        queue = [first]
        for lying in queue:
            for cell, side in _neighbours(lying.cell):
                placed_card = left.pop(cell, None)
                if placed_card is not None:
                    parts = {"card": names[placed_card.card], "other": names[lying.card]}
                    yield _words(f"light_line.book.{side}", placed_card.turned, **parts)
                    queue.append(placed_card)


def placement_words(puzzle: PlacePuzzle, placement: Placement) -> Phrase:
    """Where the new card lies: "Right of C2, turned."."""
    taken = {placed_card.cell for placed_card in puzzle.layout}
    first_row, first_col = (min(cell[i] for cell in taken) for i in range(2))
    side, (row, col) = next(
        (side, (row, col))
        for (down, right), side in _SIDES.items()
        for row, col in [(placement.row - down, placement.col - right)]
        if (row, col) in taken
    )
    cell = BoardCell(row - first_row, col - first_col)
    key = f"light_line.book.placed.{side}"
    return phrase("light_line.book.turned_over" if placement.turned else "light_line.book.upright",
                  where=phrase(key, cell=cell))  # fmt: skip


def _neighbours(cell: Cell) -> Iterator[tuple[Cell, str]]:
    for (down, right), side in _SIDES.items():
        yield (cell[0] + down, cell[1] + right), side


def _words(key: str, turned: bool, **parts: str) -> Phrase:
    words = phrase(key, **parts)
    return phrase("light_line.book.turned", where=words) if turned else words
