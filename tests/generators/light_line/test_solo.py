"""Checks generated SOLO-LINE deals against their records, by the brute force."""

from __future__ import annotations

import random
from typing import Any

import pytest

from generators.errors import NoneFound
from generators.light_line.card_source import card_count
from generators.light_line.players import luck_needed
from generators.light_line.solo import CARDS, GENERATORS, MAX_LAYOUTS, needs_double
from generators.protocol import Spec
from generators.records import make_record
from puzzles.errors import BadInput
from puzzles.grades import GRADES, Grade
from puzzles.light_line.deck import synthetic_deck, write_deck
from puzzles.light_line.printed_deck import TUBES, joinable
from puzzles.light_line.solo import KIND
from solvers.light_line.palette import palettes
from tests.oracle import light_line_grown as grown


def _record(grade: Grade, seed: int, **options: object) -> dict[str, Any]:
    return make_record(KIND, GENERATORS.maker, Spec(grade, seed, GENERATORS.maker.options.read(options)))


# An expert deal of the deck takes twice as long to make as all others together.
DEALS = [
    pytest.param(grade, faces, marks=pytest.mark.long if (grade, faces) == ("expert", "deck") else ())
    for grade in GRADES
    for faces in ("deck", "free")
]


@pytest.mark.parametrize(("grade", "faces"), DEALS)
def test_the_number_of_layouts_is_right(grade: Grade, faces: str) -> None:
    record = _record(grade, 11, faces=faces)
    assert record["layouts"] == len(grown.layouts_solo(record["puzzle"])) <= MAX_LAYOUTS


@pytest.mark.parametrize(("grade", "cards"), [("medium", 5), ("hard", 6), ("expert", 7)])
def test_unique_deals_have_one_layout(grade: Grade, cards: int) -> None:
    record = _record(grade, 3, faces="free", unique=True, cards=cards)
    assert len(record["puzzle"]["cards"]) == cards
    assert record["layouts"] == len(grown.layouts_solo(record["puzzle"])) == 1


@pytest.mark.parametrize("seed", range(3))
def test_expert_deals_need_two_sections_on_a_card(seed: int) -> None:
    document = _record("expert", seed, faces="free")["puzzle"]
    assert grown.any_line(document, wild=True)
    assert not grown.any_once(document, len(document["cards"]), wild=True)
    assert needs_double(KIND.parse(document)) is True


def test_cards_are_of_the_deck() -> None:
    record = _record("easy", 5, cards=6)
    deck = {card["id"]: card["tubes"] for card in write_deck(synthetic_deck())["cards"]}
    assert all(deck[card["id"]] == card["tubes"] for card in record["puzzle"]["cards"])
    assert record["deck"] == "the synthetic deck of Lineworks"


def test_cards_of_a_custom_deck() -> None:
    own = write_deck(synthetic_deck()) | {"name": "my box", "synthetic": False}
    own["cards"] = [card | {"id": f"x{card['id']}"} for card in own["cards"][:20]]
    record = _record("medium", 2, deck=own)
    assert record["deck"] == "my box"
    assert all(card["id"].startswith("x") for card in record["puzzle"]["cards"])


def test_a_small_deck_makes_smaller_deals() -> None:
    """Hard deals have 6 to 8 cards by default; one card of the deck is left to exchange."""
    own = write_deck(synthetic_deck())
    own["cards"] = own["cards"][:7]
    for seed in range(20):
        options = GENERATORS.maker.options.read({"deck": own})
        assert card_count(Spec("hard", seed, options), CARDS, random.Random(seed)) == 6


def test_free_faces_are_in_the_printed_form() -> None:
    record = _record("hard", 4, faces="free")
    assert "synthetic" in record["deck"]
    cards = record["puzzle"]["cards"]
    assert [card["id"] for card in cards] == [str(i) for i in range(1, len(cards) + 1)]
    for card in cards:
        assert len({colour for colour, _, _ in card["tubes"]}) == TUBES
        assert all(joinable(start, end) for _, start, end in card["tubes"])


@pytest.mark.parametrize(
    ("options", "pointer"),
    [
        ({"cards": 4}, "/cards"),
        ({"cards": 13}, "/cards"),
        ({"faces": "printed"}, "/faces"),
        ({"unique": 1}, "/unique"),
        ({"rows": 5}, "/rows"),
        ({"deck": {"name": "few", "cards": [{"id": "1", "tubes": []}]}}, "/deck"),
        ({"deck": {"name": "bad", "cards": []}}, "/deck/cards"),
        ({"deck": write_deck(synthetic_deck()), "faces": "free"}, "/deck"),
    ],
)
def test_invalid_options(options: dict[str, Any], pointer: str) -> None:
    with pytest.raises(BadInput) as caught:
        GENERATORS.maker.options.read(options)
    assert [problem.pointer for problem in caught.value.problems] == [pointer]


@pytest.mark.parametrize(("grade", "options"), [("expert", {"cards": 5}), ("easy", {"unique": True})])
def test_impossible_options_fail_at_once(grade: Grade, options: dict[str, Any]) -> None:
    with pytest.raises(NoneFound, match=grade):
        _record(grade, 1, **options)


def test_a_player_without_a_choice_needs_no_luck() -> None:
    """With straight tubes in a row, any card continues the line, turned or not."""
    cards = [{"id": str(i), "tubes": [["red", "W1", "E1"]]} for i in range(6)]
    puzzle = KIND.parse({"kind": "light_line.solo", "cards": cards})
    assert luck_needed(palettes(puzzle.cards, wild=True)[:1], 6) == 0


def test_a_hopeless_game_ends() -> None:
    cards = [{"id": str(i), "tubes": [["red", "W0", "N0"]]} for i in range(3)]
    puzzle = KIND.parse({"kind": "light_line.solo", "cards": cards})
    luck = luck_needed(palettes(puzzle.cards, wild=True)[:1], 3)
    assert luck is not None
    assert luck > 10
