"""The cards that the generators of LIGHT-LINE! draw from, and their options."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generators.errors import NoneFound
from generators.light_line.synthetic_deck import random_face
from generators.protocol import Spec
from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import Boolean, Choice, Described, Integer, ObjectShape
from puzzles.light_line.cards import MAX_CARDS, Card
from puzzles.light_line.deck import DECK, Deck, read_deck, synthetic_deck, write_deck
from puzzles.plural import plural

FACES = ("deck", "free")


@dataclass(frozen=True)
class _DeckShape:
    """A deck file's document. It is checked, but stays a document, because options are JSON."""

    def read(self, value: object, at: str = "") -> dict[str, Any]:
        try:
            return write_deck(read_deck(value))
        except BadInput as e:
            raise e.under(at) from e

    def schema(self) -> dict[str, Any]:
        return DECK.schema()

    def max_bytes(self) -> int:
        return DECK.max_bytes()


@dataclass(frozen=True)
class DealOptions:
    """The options `cards` (number of cards; by grade if omitted), `faces` (of a deck, or free), `deck` (a
    document; the shipped deck if omitted) and, where layouts are counted, `unique` (exactly one).

    `beside` says what a puzzle has in addition to that number of cards."""

    min_cards: int
    max_cards: int
    with_unique: bool = False
    beside: str | None = None

    def _shape(self) -> ObjectShape:
        unique = (
            {"unique": Described(Boolean(), "whether exactly one layout solves it")}
            if self.with_unique
            else {}
        )
        beside = "" if self.beside is None else f", {self.beside}"
        cards = f"how many cards{beside}; the default depends on the grade"
        return ObjectShape(
            {
                "cards": Described(Integer(self.min_cards, self.max_cards), cards),
                "faces": Described(Choice(FACES), "deck: taken from a deck; free: made up for the puzzle"),
                "deck": Described(
                    _DeckShape(), "the deck to deal from; by default the synthetic deck of Lineworks"
                ),
                **unique,
            },
            {"faces": "deck"} | dict.fromkeys(unique, False),
            optional=("cards", "deck"),
            what=f"an object with cards, faces{', deck and unique' if unique else ' and deck'}",
        )

    def read(self, value: object, at: str = "") -> dict[str, Any]:
        options = self._shape().read(value, at)
        if "deck" in options:
            if options["faces"] == "free":
                raise BadInput([Problem(f"{at}/deck", "a deck cannot be combined with faces=free")])
            size, need = len(options["deck"]["cards"]), options.get("cards", self.min_cards)
            if size <= need:
                message = f"expected a deck of more than {need} cards, got {size}"
                raise BadInput([Problem(f"{at}/deck", message)])
        return options

    def schema(self) -> dict[str, Any]:
        return self._shape().schema()

    def max_bytes(self) -> int:
        return self._shape().max_bytes()


class CardSource:
    """Draws random cards: different ones of a deck, or new ones with random faces."""

    def __init__(self, options: Mapping[str, Any], rng: random.Random) -> None:
        self._rng = rng
        self._deck: Deck | None = None
        if options["faces"] == "deck":
            self._deck = read_deck(options["deck"]) if "deck" in options else synthetic_deck()
        self._new_cards = 0

    def title(self) -> str:
        """Returns the name of the deck for the records of puzzles."""
        return "free faces (synthetic)" if self._deck is None else self._deck.title

    def card(self, others: Sequence[Card]) -> Card:
        """Draws a card that is not among `others`."""
        if self._deck is None:
            self._new_cards += 1
            return Card(str(self._new_cards), random_face(self._rng))
        while True:
            card = self._rng.choice(self._deck.cards).card
            if card not in others:
                return card

    def cards(self, number: int) -> tuple[Card, ...]:
        cards: list[Card] = []
        while len(cards) < number:
            cards.append(self.card(cards))
        return tuple(cards)

    def with_ids(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Numbers cards with free faces from 1. Cards of a deck keep their ids."""
        if self._deck is not None:
            return tuple(cards)
        return tuple(Card(str(i), card.tubes) for i, card in enumerate(cards, 1))


def card_count(spec: Spec, by_grade: Mapping[Any, tuple[int, ...]], rng: random.Random) -> int:
    """Returns how many cards to deal: as the options say, else one of the grade's numbers."""
    option = spec.options.get("cards")
    if option is not None:
        return int(option)
    max_cards = len(spec.options["deck"]["cards"]) - 1 if "deck" in spec.options else MAX_CARDS
    return rng.choice([number for number in by_grade[spec.grade] if number <= max_cards] or [max_cards])


def none_found(kind: str, spec: Spec, attempts: int) -> NoneFound:
    number = spec.options.get("cards")
    cards = "" if number is None else f" of {plural(number, 'card')}"
    unique = " with exactly one layout" if spec.options.get("unique") else ""
    return NoneFound(f"found no {spec.grade} {kind} puzzle{cards}{unique} in {attempts} attempts")
