"""What the plays of all END OF LINE kinds share: cards that lie on the board, and the line that they form.

The rules of each kind are in play_solo and play_cover.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from puzzles.end_of_line.board import Area, Cell, PlacedCard, exit_headings
from puzzles.end_of_line.referee import NOT_JOINED, Joint
from puzzles.texts import BoardCell


@dataclass(frozen=True)
class OrientedCard:
    """A card that lies on the board, the headings to which its exits point, and how it continues the line."""

    cell: Cell
    exits: tuple[str, ...]
    joint: Joint = NOT_JOINED


def start_card(area: Area) -> OrientedCard:
    """The start card has one exit, its heading."""
    return OrientedCard(area.start.cell, (area.start.heading,))


def lay_card(
    area: Area, previous: OrientedCard, placed_card: PlacedCard, *, reverse: bool = False
) -> OrientedCard:
    """The card as it lies next to the one that it continues: its entry meets the exit of that one.

    `reverse`: that is the card placed last but one.
    """
    entry = area.heading_between(previous.cell, placed_card.cell)
    if entry is None:
        raise ValueError(f"{placed_card.cell} is not beside {previous.cell}")
    return OrientedCard(placed_card.cell, exit_headings(placed_card.card, entry), Joint(entry, reverse))


def cells_ahead(area: Area, card: OrientedCard, free: Collection[Cell]) -> tuple[Cell, ...]:
    """The free cells to which unused exits of a card point.

    No exit needs a mark that it is used: the cell behind a used exit is covered.
    """
    cells = (area.neighbour(card.cell, heading) for heading in card.exits)
    return tuple(cell for cell in cells if cell in free)


def cell_name(cell: Cell) -> str:
    """A cell as people write it: C4 is the third column and the fourth row."""
    return str(BoardCell(*cell))
