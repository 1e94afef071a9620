"""The moves of a player who holds a hand and has energy, in solo and in co-operative puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from puzzles.end_of_line.board import PLACED, Cell, PlacedCard, read_placed, write_placed
from puzzles.end_of_line.play import cell_name
from puzzles.end_of_line.solo_puzzle import EFFECTS
from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import Boolean, Choice, ObjectShape, quote


@dataclass(frozen=True)
class PlaceCard:
    """Place a card of the hand on a cell. Copies of a card are alike.

    `reverse`: the card continues the last card but one, which leaves the last one as a dead end.
    """

    card: str
    cell: Cell
    reverse: bool = False


@dataclass(frozen=True)
class SpendEnergy:
    """Spend a point of energy on an effect, for the round or turn that has just begun."""

    effect: str


Move: TypeAlias = PlaceCard | SpendEnergy

_PLACE_CARD = ObjectShape(
    {**PLACED.fields, "reverse": Boolean()}, {"reverse": False}, what="a move: an object with card and cell"
)
_SPEND_ENERGY = ObjectShape(
    {"energy": Choice(EFFECTS)}, what="a move: an object with energy, or card and cell"
)


def notation(move: Move) -> str:
    """`S C3`, `S C3 reverse`, or the effect of energy: `brake`."""
    if isinstance(move, SpendEnergy):
        return move.effect
    return f"{move.card} {cell_name(move.cell)}" + (" reverse" if move.reverse else "")


def parse_move(document: object) -> Move:
    if not isinstance(document, dict):
        raise BadInput([Problem("", f"expected a move: an object, got {quote(document)}")])
    if "energy" in document:
        return SpendEnergy(_SPEND_ENERGY.read(document)["energy"])
    fields = _PLACE_CARD.read(document)
    placed_card = read_placed(fields)
    return PlaceCard(placed_card.card, placed_card.cell, fields["reverse"])


def serialise_move(move: Move) -> dict[str, Any]:
    if isinstance(move, SpendEnergy):
        return {"energy": move.effect}
    placed_card = write_placed(PlacedCard(move.card, move.cell))
    return placed_card | {"reverse": True} if move.reverse else placed_card
