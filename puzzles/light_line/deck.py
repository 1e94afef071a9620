"""Decks of LIGHT-LINE! cards as files: ours, which is synthetic, and those that owners of the game write.

The printed faces are not public. A deck file is a JSON object:

    {"name": "my box", "synthetic": false,
     "cards": [{"id": "07", "back": 3, "tubes": [["red", "N0", "E1"], ...]}, ...]}

`synthetic` may be left out, and is then false; so may a card's `back`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from puzzles.errors import BadInput
from puzzles.json_shapes import Boolean, Described, Integer, ListOf, ObjectShape, Text
from puzzles.light_line.cards import CARD, MAX_CARDS, Card, printable_name, read_cards, write_cards
from puzzles.texts import Phrase, phrase

SYNTHETIC = "synthetic_deck.json"
_BACK = Described(Integer(2, 5), "The number on the back of the card.")
_CARD = ObjectShape({**CARD.fields, "back": _BACK}, optional=("back",), what="a card of a deck")
DECK = ObjectShape(
    {
        "name": Described(
            Text(char_bytes=1), "The name of the deck, which is in the record of each of its deals."
        ),
        "synthetic": Described(Boolean(), "Whether its cards are made up, and not those of a printed deck."),
        "cards": Described(ListOf(_CARD, max_items=MAX_CARDS, min_items=1), "The cards."),
    },
    {"synthetic": False},
    what="a deck: an object with name and cards",
)


@dataclass(frozen=True)
class DeckCard:
    """A card, and the number on its back where that is known."""

    card: Card
    back: int | None


@dataclass(frozen=True)
class Deck:
    name: str
    synthetic: bool
    cards: tuple[DeckCard, ...]

    @property
    def title(self) -> str:
        """The deck's name on one line, and whether it is synthetic."""
        return (printable_name(self.name.strip()) or "a deck without a name") + (
            " (synthetic)" if self.synthetic and "synthetic" not in self.name else ""
        )


def read_deck(document: object) -> Deck:
    fields = DECK.read(document)
    cards, problems = read_cards(fields["cards"], "/cards")
    if problems:
        raise BadInput(problems)
    backs = [card.get("back") for card in fields["cards"]]
    return Deck(fields["name"], fields["synthetic"], tuple(map(DeckCard, cards, backs)))


def write_deck(deck: Deck) -> dict[str, Any]:
    cards = write_cards(deck_card.card for deck_card in deck.cards)
    backs = [{} if deck_card.back is None else {"back": deck_card.back} for deck_card in deck.cards]
    return {
        "name": deck.name,
        "synthetic": deck.synthetic,
        "cards": [card | back for card, back in zip(cards, backs, strict=True)],
    }


def shipped_text() -> str:
    """The text of the shipped deck's file."""
    return Path(__file__).with_name(SYNTHETIC).read_text(encoding="utf-8")


@cache
def synthetic_deck() -> Deck:
    """The shipped deck."""
    return read_deck(json.loads(shipped_text()))


def are_of_shipped_deck(cards: Sequence[Card]) -> bool:
    """Whether all these cards are of the deck that is shipped."""
    return {deck_card.card for deck_card in synthetic_deck().cards}.issuperset(cards)


def origin(cards: Sequence[Card]) -> tuple[Phrase, ...]:
    """A note for drawings on where the cards are from: none unless all are of the synthetic deck."""
    return (phrase("light_line.drawing.synthetic"),) if are_of_shipped_deck(cards) else ()
