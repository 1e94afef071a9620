"""How people type the moves of LIGHT-LINE! puzzles: with the names that places have in the drawing above."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from puzzles.light_line.cards import Cell, PlacedCard
from puzzles.light_line.place import Placement
from puzzles.light_line.places import Places
from puzzles.texts import ENGLISH


def typed_forms(position: Any, move: Any) -> Iterator[str]:
    """Yields what can be typed for a move, the form that is listed first; none where its notation does."""
    if isinstance(move, PlacedCard):
        name = f"{position.names[move.card]} "
        places = Places.of(lying.cell for lying in position.layout)
    elif isinstance(move, Placement):
        name, places = "", Places.of(lying.cell for lying in position.puzzle.layout)
    else:
        return
    place = f"{name}{_place(places, move.cell)}"
    yield from (f"{place} turned", f"{place} t") if move.turned else (place,)


def _place(places: Places, cell: Cell) -> str:
    """A name such as C3; beyond the first row or column, the words of the drawing: above A1."""
    return ENGLISH.render(places.where(cell)).removeprefix("on ")
