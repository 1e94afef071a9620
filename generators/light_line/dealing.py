"""Deals cards from a deck by a seed."""

from __future__ import annotations

from generators.seeding import seeded
from puzzles.light_line.cards import Card
from puzzles.light_line.deck import Deck


def deal(deck: Deck, number: int, seed: int) -> tuple[Card, ...]:
    """Deals the first cards of the shuffled deck, so that a larger deal begins as a smaller one."""
    rng = seeded("light_line", "deal", 1, seed)
    return tuple(deck_card.card for deck_card in rng.sample(deck.cards, len(deck.cards))[:number])
