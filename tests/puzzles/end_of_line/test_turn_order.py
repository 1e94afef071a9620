"""Tests the order of turns, ties first of all."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from puzzles.end_of_line.board import CARDS, INITIATIVE
from puzzles.end_of_line.turn_order import turn_order
from tests.oracle.end_of_line_coop_legal import order_by_keys
from tests.tiers import examples


def order(*lines: str) -> tuple[int, ...]:
    """The order of players who laid these cards, in order of placing."""
    return turn_order({player: line.split() for player, line in enumerate(lines)})


def test_nobody_has_laid_a_card() -> None:
    assert order("", "", "") == (0, 1, 2)


def test_the_lowest_initiative_of_the_last_card_goes_first() -> None:
    assert order("S LR", "LSR S", "L LSR0") == (2, 1, 0)


def test_left_and_right_tie() -> None:
    assert order("S L", "S R", "LSR0 L") == (2, 0, 1)


def test_those_who_tie_compare_the_cards_before() -> None:
    assert order("LR S S", "L S S", "S LR S") == (1, 0, 2)


def test_they_compare_all_together() -> None:
    # Two by two this runs in a circle: by their second card from the end 2 is before 0; 0 and 1 tie there, as
    # do 1 and 2, since line 1 has one card only.
    assert order("LR S", "S", "L S") == (0, 1, 2)


def test_who_differs_is_ordered_before_a_line_ends() -> None:
    # 3 is last by its last card. The others tie, and 1 has no card before: round 1's order.
    assert order("LR S", "S", "L S", "LSR") == (0, 1, 2, 3)
    # By the second card from the end 2 goes first; 0 and 1 still tie, and have no third one.
    assert order("LR S", "LR S", "L S") == (2, 0, 1)


def test_players_who_are_out_take_no_part() -> None:
    assert turn_order({3: ["LR"], 1: ["S"], 6: ["S"]}) == (1, 6, 3)
    assert turn_order({}) == ()


@examples(300)
@given(st.integers(0, 2**32))
def test_the_oracle_agrees(seed: int) -> None:
    rng = random.Random(seed)
    few = rng.sample(CARDS, rng.choice((1, 2, 3)))
    lines = [rng.choices(few, k=rng.randint(0, 6)) for _ in range(rng.randint(1, 8))]
    expected = order_by_keys([[INITIATIVE[card] for card in line] for line in lines])
    assert list(turn_order(dict(enumerate(lines)))) == expected
