"""Tests the remarks on decks: exactly what differs from the printed deck."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from puzzles.light_line.cards import SOCKETS
from puzzles.light_line.deck import Deck, read_deck, synthetic_deck, write_deck
from puzzles.light_line.printed_deck import joinable, remarks

# "01" to "60", each as printed.
WHOLE = write_deck(synthetic_deck())["cards"]
FACE = [["red", "N0", "E1"], ["blue", "W2", "E2"], ["green", "N2", "S2"], ["black", "S0", "W0"]]
# The same after half a turn, its tubes and their ends in another order.
FACE_TURNED = [["blue", "W0", "E0"], ["red", "S2", "W1"], ["black", "E2", "N2"], ["green", "S0", "N0"]]


def remarks_on(cards: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(p.pointer, p.detail) for p in remarks(read_deck({"name": "mine", "cards": cards}))]


def deck_with(number: int, **change: Any) -> list[dict[str, Any]]:
    """Returns the whole deck with one card changed."""
    return [card | change if i == number else card for i, card in enumerate(WHOLE)]


def test_the_shipped_deck_is_as_printed() -> None:
    assert remarks(synthetic_deck()) == ()


@pytest.mark.parametrize(
    ("tubes", "expected"),
    [
        ([], [("", "has 0 tubes; printed cards have 4")]),
        (FACE[:3], [("", "has 3 tubes; printed cards have 4")]),
        ([*FACE, ["yellow", "N1", "S1"]], [("", "has 5 tubes; printed cards have 4")]),
        ([*FACE[:3], ["red", "S0", "W0"]], [("/3", "has a red tube already")]),
        ([*FACE[:3], ["black", "S0", "S1"]], [("/3", "S0 to S1 is neither straight nor bent exactly once")]),
        (
            [*FACE[:3], ["black", "S1", "N0"]][1:],
            [("", "has 3 tubes; printed cards have 4"), ("/2", "N0 to S1 is neither")],
        ),
        ([*FACE[:3], ["black", "W0", "E0"]], []),
        ([*FACE[:3], ["black", "S1", "W1"]], []),
    ],
)
def test_tubes(tubes: list[list[str]], expected: list[tuple[str, str]]) -> None:
    deck_remarks = remarks_on(deck_with(3, tubes=tubes))
    assert [pointer for pointer, _ in deck_remarks] == [f"/cards/3/tubes{at}" for at, _ in expected]
    for (_, detail), (_, words) in zip(deck_remarks, expected, strict=True):
        assert detail.startswith('card "04"') and words in detail


def test_the_sockets_that_a_printed_tube_can_join() -> None:
    """Nine from a side to each of its two neighbours, three to the opposite one."""
    tubes = [(start, end) for start in SOCKETS for end in SOCKETS if start < end and joinable(start, end)]
    assert len(tubes) == 4 * 9 + 2 * 3
    assert ("N0", "S0") in tubes and ("N0", "S2") not in tubes and ("E1", "W1") in tubes
    assert all(joinable(end, start) for start, end in tubes)


def test_a_duplicate_face() -> None:
    first = deck_with(3, tubes=FACE)
    duplicate = {"id": "60", "back": WHOLE[59]["back"], "tubes": FACE[::-1]}
    assert remarks_on([*first[:59], duplicate]) == [("/cards/59", 'card "60" has the face of card "04"')]
    turned_remarks = remarks_on([*first[:59], duplicate | {"tubes": FACE_TURNED}])
    assert turned_remarks == [("/cards/59", 'card "60" has the face of card "04", turned by half a turn')]
    mirrored = [["red", "N2", "W1"], ["blue", "E2", "W2"], ["green", "N0", "S0"], ["black", "S2", "E0"]]
    assert remarks_on([*first[:59], duplicate | {"tubes": mirrored}]) == []


def test_another_number_of_cards() -> None:
    deck_remarks = remarks_on(WHOLE[:59])
    assert deck_remarks[0] == ("/cards", "59 cards; the printed deck has 60")
    assert [pointer for pointer, _ in deck_remarks] == ["/cards", "/cards"], "a back is missing as well"


def test_backs() -> None:
    deck = synthetic_deck()
    index = next(i for i, deck_card in enumerate(deck.cards) if deck_card.back == 3)
    ((pointer, detail),) = remarks_on(deck_with(index, back=2))
    assert pointer == "/cards"
    assert detail == "backs 2, 3, 4, 5 are on 14, 20, 13, 13 cards; in the printed deck on 13, 21, 13, 13"
    without = replace(deck.cards[index], back=None)
    deck_remarks = remarks(Deck("mine", False, (*deck.cards[:index], without, *deck.cards[index + 1 :])))
    assert [p.pointer for p in deck_remarks] == ["/cards", f"/cards/{index}"]
    assert deck_remarks[1].detail == f'card "{without.card.id}" does not say which number is on its back'


def test_missing_backs_are_remarked_once() -> None:
    deck = synthetic_deck()
    bare = replace(deck, cards=tuple(replace(deck_card, back=None) for deck_card in deck.cards))
    assert [(p.pointer, p.detail) for p in remarks(bare)] == [
        ("/cards", "no card says which number is on its back")
    ]
