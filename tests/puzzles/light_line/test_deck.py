"""Tests decks: ours keeps the printed form, and deck files are read or rejected."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from generators.light_line import synthetic_deck
from puzzles.errors import BadInput
from puzzles.light_line import deck
from puzzles.light_line.cards import MEETS
from puzzles.light_line.printed_deck import face_key

CARD: dict[str, Any] = {"id": "07", "back": 3, "tubes": [["red", "E1", "N0"]]}


def test_the_shipped_deck_is_up_to_date() -> None:
    text = (Path(deck.__file__).parent / deck.SYNTHETIC).read_text()
    assert text == synthetic_deck.deck_text(synthetic_deck.synthetic_deck())
    assert deck.synthetic_deck() == synthetic_deck.synthetic_deck()


def test_the_synthetic_deck_keeps_the_printed_form_and_says_what_it_is() -> None:
    synthetic = deck.synthetic_deck()
    assert synthetic.synthetic
    assert "synthetic" in synthetic.name
    assert len(synthetic.cards) == 60
    assert Counter(deck_card.back for deck_card in synthetic.cards) == {2: 13, 3: 21, 4: 13, 5: 13}
    assert len({face_key(deck_card.card.tubes) for deck_card in synthetic.cards}) == 60
    for deck_card in synthetic.cards:
        tubes = deck_card.card.tubes
        assert len({t.colour for t in tubes}) == len(tubes) == 4
        assert len({end for t in tubes for end in t.ends}) == 8
        for t in tubes:
            first, second = t.ends
            assert first[0] != second[0]
            assert MEETS[first] == second or MEETS[first][0] != second[0]


def test_a_custom_deck() -> None:
    custom_deck = deck.read_deck({"name": "my box", "cards": [CARD, {"id": "08", "tubes": []}]})
    assert (custom_deck.name, custom_deck.synthetic, [deck_card.back for deck_card in custom_deck.cards]) == (
        "my box",
        False,
        [3, None],
    )
    assert deck.read_deck(deck.write_deck(custom_deck)) == custom_deck


@pytest.mark.parametrize(
    ("name", "synthetic", "title"),
    [
        ("my box", False, "my box"),
        ("made up", True, "made up (synthetic)"),
        (" ", True, "a deck without a name (synthetic)"),
        ("two\nlines", False, "two?lines"),
        ("long " * 20, True, "long " * 8 + "... (synthetic)"),
    ],
)
def test_a_title_fits_a_line_and_says_what_is_synthetic(name: str, synthetic: bool, title: str) -> None:
    assert deck.read_deck({"name": name, "synthetic": synthetic, "cards": [CARD]}).title == title


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"name": None}, "/name"),
        ({"cards": []}, "/cards"),
        ({"cards": [CARD, CARD]}, "/cards/1/id"),
        ({"cards": [CARD | {"back": 6}]}, "/cards/0/back"),
        ({"cards": [CARD | {"tubes": [["red", "N0", "N0"]]}]}, "/cards/0/tubes/0/2"),
        ({"colour": "red"}, "/colour"),
    ],
)
def test_rejects_malformed_documents(change: dict[str, Any], pointer: str) -> None:
    with pytest.raises(BadInput) as refused:
        deck.read_deck({"name": "my box", "cards": [CARD]} | change)
    assert [problem.pointer for problem in refused.value.problems] == [pointer]
