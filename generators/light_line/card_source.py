"""Where the generators of LIGHT-LINE! take cards from, and their options."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generators.light_line.synthetic_deck import random_face
from generators.protocol import NoneFound, Spec
from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import Boolean, Choice, Described, Integer, Record
from puzzles.light_line.cards import MOST_CARDS, Card
from puzzles.light_line.deck import Deck, read_deck, synthetic_deck, write_deck

FACES = ("deck", "free")


@dataclass(frozen=True)
class _DeckShape:
    """A deck file's document, kept as a document: options are JSON."""

    def read(self, value: object, at: str = "") -> dict[str, Any]:
        try:
            return write_deck(read_deck(value))
        except BadInput as e:
            raise e.under(at) from e

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "required": ["name", "cards"]}


@dataclass(frozen=True)
class DealOptions:
    """`cards` (how many; the grade says if nobody does), `faces` (of a deck, or free), `deck` (a document; if
    absent the shipped one) and, where layouts are counted, `unique` (exactly one).

    `beside`: what a puzzle has beside so many cards, in words."""

    least: int
    most: int
    with_unique: bool = False
    beside: str | None = None

    def _record(self) -> Record:
        unique = {"unique": Described(Boolean(), "exactly one layout")} if self.with_unique else {}
        cards = "otherwise by the grade" if self.beside is None else f"{self.beside}; otherwise by the grade"
        return Record(
            {
                "cards": Described(Integer(self.least, self.most), cards),
                "faces": Described(Choice(FACES), "of a deck, or free: faces of their own"),
                "deck": Described(_DeckShape(), "otherwise the shipped one, which is synthetic"),
                **unique,
            },
            {"faces": "deck"} | dict.fromkeys(unique, False),
            optional=("cards", "deck"),
            what=f"an object with cards, faces{', deck and unique' if unique else ' and deck'}",
        )

    def read(self, value: object, at: str = "") -> dict[str, Any]:
        found = self._record().read(value, at)
        if "deck" in found:
            if found["faces"] == "free":
                raise BadInput([Problem(f"{at}/deck", "expected none: free faces are of no deck")])
            there, need = len(found["deck"]["cards"]), found.get("cards", self.least)
            if there <= need:
                words = f"expected more than {need} cards to take {need} of them, got {there}"
                raise BadInput([Problem(f"{at}/deck", words)])
        return found

    def schema(self) -> dict[str, Any]:
        return self._record().schema()


class Source:
    """Cards at random: of a deck, each once, or with faces of their own."""

    def __init__(self, options: Mapping[str, Any], rng: random.Random) -> None:
        self._rng = rng
        self._deck: Deck | None = None
        if options["faces"] == "deck":
            self._deck = read_deck(options["deck"]) if "deck" in options else synthetic_deck()
        self._made = 0

    def title(self) -> str:
        """What a record tells of the cards."""
        return "free faces (synthetic)" if self._deck is None else self._deck.title

    def card(self, beside: Sequence[Card]) -> Card:
        """One that is not among these."""
        if self._deck is None:
            self._made += 1
            return Card(str(self._made), random_face(self._rng))
        while True:
            card = self._rng.choice(self._deck.cards).card
            if card not in beside:
                return card

    def cards(self, number: int) -> tuple[Card, ...]:
        found: list[Card] = []
        while len(found) < number:
            found.append(self.card(found))
        return tuple(found)

    def named(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Free faces are numbered from 1; those of a deck keep their names."""
        if self._deck is not None:
            return tuple(cards)
        return tuple(Card(str(i), card.tubes) for i, card in enumerate(cards, 1))


def wanted_cards(spec: Spec, by_grade: Mapping[Any, tuple[int, ...]], rng: random.Random) -> int:
    """How many cards: as asked for, else one of those that go with the grade, and with the deck."""
    asked = spec.options.get("cards")
    if asked is not None:
        return int(asked)
    most = len(spec.options["deck"]["cards"]) - 1 if "deck" in spec.options else MOST_CARDS
    return rng.choice([number for number in by_grade[spec.grade] if number <= most] or [most])


def none_found(kind: str, spec: Spec, attempts: int) -> NoneFound:
    asked = spec.options.get("cards")
    cards = "" if asked is None else f" of {asked} cards"
    unique = " with exactly one layout" if spec.options.get("unique") else ""
    return NoneFound(f"no {spec.grade} {kind}{cards}{unique} in {attempts} attempts")
