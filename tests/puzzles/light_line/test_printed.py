"""Remarks on decks: what is not as printed, and nothing else."""

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


def told(cards: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(p.pointer, p.detail) for p in remarks(read_deck({"name": "mine", "cards": cards}))]


def changed(number: int, **change: Any) -> list[dict[str, Any]]:
    """The whole deck with something else about one of its cards."""
    return [card | change if i == number else card for i, card in enumerate(WHOLE)]


def test_the_shipped_deck_is_as_printed() -> None:
    assert remarks(synthetic_deck()) == ()


@pytest.mark.parametrize(
    ("tubes", "expected"),
    [
        ([], [("", "has not 4 tubes but 0")]),
        (FACE[:3], [("", "has not 4 tubes but 3")]),
        ([*FACE, ["yellow", "N1", "S1"]], [("", "has not 4 tubes but 5")]),
        ([*FACE[:3], ["red", "S0", "W0"]], [("/3", "has a red tube already")]),
        ([*FACE[:3], ["black", "S0", "S1"]], [("/3", "S0 to S1 is neither straight nor with one bend")]),
        (
            [*FACE[:3], ["black", "S1", "N0"]][1:],
            [("", "has not 4 tubes but 3"), ("/2", "N0 to S1 is neither")],
        ),
        ([*FACE[:3], ["black", "W0", "E0"]], []),
        ([*FACE[:3], ["black", "S1", "W1"]], []),
    ],
)
def test_tubes(tubes: list[list[str]], expected: list[tuple[str, str]]) -> None:
    found = told(changed(3, tubes=tubes))
    assert [pointer for pointer, _ in found] == [f"/cards/3/tubes{at}" for at, _ in expected]
    for (_, detail), (_, words) in zip(found, expected, strict=True):
        assert detail.startswith('card "04"') and words in detail


def test_ways_that_a_tube_can_be_printed() -> None:
    """Nine from a side to each of its two neighbours, three to the opposite one."""
    ways = [(one, other) for one in SOCKETS for other in SOCKETS if one < other and joinable(one, other)]
    assert len(ways) == 4 * 9 + 2 * 3
    assert ("N0", "S0") in ways and ("N0", "S2") not in ways and ("E1", "W1") in ways
    assert all(joinable(other, one) for one, other in ways)


def test_a_face_that_is_there_already() -> None:
    first = changed(3, tubes=FACE)
    again = {"id": "60", "back": WHOLE[59]["back"], "tubes": FACE[::-1]}
    assert told([*first[:59], again]) == [("/cards/59", 'card "60" has the face of card "04"')]
    turned = told([*first[:59], again | {"tubes": FACE_TURNED}])
    assert turned == [("/cards/59", 'card "60" has the face of card "04", turned by half a turn')]
    mirrored = [["red", "N2", "W1"], ["blue", "E2", "W2"], ["green", "N0", "S0"], ["black", "S2", "E0"]]
    assert told([*first[:59], again | {"tubes": mirrored}]) == []


def test_another_number_of_cards() -> None:
    found = told(WHOLE[:59])
    assert found[0] == ("/cards", "not 60 cards, as in the printed deck, but 59")
    assert [pointer for pointer, _ in found] == ["/cards", "/cards"], "a back is missing as well"


def test_backs() -> None:
    deck = synthetic_deck()
    three = next(i for i, each in enumerate(deck.cards) if each.back == 3)
    ((pointer, detail),) = told(changed(three, back=2))
    assert pointer == "/cards"
    assert (
        detail
        == "backs 2, 3, 4, 5 not on 13, 21, 13, 13 cards, as in the printed deck, but on 14, 20, 13, 13"
    )
    without = replace(deck.cards[three], back=None)
    found = remarks(Deck("mine", False, (*deck.cards[:three], without, *deck.cards[three + 1 :])))
    assert [p.pointer for p in found] == ["/cards", f"/cards/{three}"]
    assert found[1].detail == f'card "{without.card.id}" has no back'


def test_a_deck_without_backs_is_told_so_once() -> None:
    deck = synthetic_deck()
    bare = replace(deck, cards=tuple(replace(each, back=None) for each in deck.cards))
    assert [(p.pointer, p.detail) for p in remarks(bare)] == [("/cards", "no card has a back")]
