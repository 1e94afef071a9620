"""Tests dealing: it depends on the seed alone, and takes every card of the deck at most once."""

from __future__ import annotations

import pytest

from generators.light_line.dealing import deal
from puzzles.light_line.deck import Deck, synthetic_deck

DECK = synthetic_deck()


def ids(number: int, seed: int, deck: Deck = DECK) -> list[str]:
    return [card.id for card in deal(deck, number, seed)]


def test_deals_are_the_same_everywhere() -> None:
    """People share seeds, so these must never change."""
    assert ids(8, 3) == ["05", "18", "56", "42", "23", "02", "39", "14"]
    assert ids(5, 2**63 - 1) == ["30", "33", "28", "40", "07"]


def test_a_larger_deal_begins_as_a_smaller_one() -> None:
    assert ids(60, 3)[:8] == ids(8, 3)


def test_the_whole_deck_is_every_card_once() -> None:
    cards = deal(DECK, 60, 0)
    assert sorted(card.id for card in cards) == [deck_card.card.id for deck_card in DECK.cards]
    assert set(cards) == {deck_card.card for deck_card in DECK.cards}, "with their tubes"


def test_every_card_comes_in_some_deal_and_seeds_differ() -> None:
    deals = [tuple(ids(4, seed)) for seed in range(200)]
    assert {card_id for deal_ids in deals for card_id in deal_ids} == {
        deck_card.card.id for deck_card in DECK.cards
    }
    assert len(set(deals)) == 200


@pytest.mark.parametrize("number", [1, 2])
def test_a_small_deck(number: int) -> None:
    small = Deck("small", False, DECK.cards[:2])
    assert {tuple(ids(number, seed, small)) for seed in range(20)} == (
        {("01",), ("02",)} if number == 1 else {("01", "02"), ("02", "01")}
    )
