"""Tests the bound by counting, which confirms best scores of co-operative puzzles."""

from __future__ import annotations

import random

import pytest

from puzzles.end_of_line.board import STANDARD
from puzzles.end_of_line.coop import KIND
from puzzles.end_of_line.coop_layouts import STANDARD_LAYOUTS
from puzzles.end_of_line.coop_puzzle import CoopPuzzle, Player
from solvers.end_of_line.coop_cpsat_bound import is_beyond_counting
from solvers.end_of_line.coop_turns import greatest_score
from solvers.protocol import Limits
from tests.oracle.answers import stored_answers


def _random_deal(seed: int) -> CoopPuzzle:
    """Two or three players on a board of the rulebook, with an energy of 0 to 3, and at times short decks."""
    rng = random.Random(f"coop bound {seed}")
    layout = STANDARD_LAYOUTS[rng.choice((2, 3))]
    cards = [card for card, n in STANDARD.items() for _ in range(n)]
    size = rng.choice((len(cards), min(len(cards), layout.rows * layout.cols // len(layout.starts) + 1)))
    players = tuple(Player(start, tuple(rng.sample(cards, size))) for start in layout.starts)
    return CoopPuzzle(layout.rows, layout.cols, (), seed % 4, players)


@pytest.mark.slow
def test_counting_agrees_with_the_bound_of_the_other_engines() -> None:
    """Both bounds are as low as counting allows, and share no code."""
    for seed in range(12):
        deal = _random_deal(seed)
        bound = greatest_score(deal)
        assert bound is not None
        assert is_beyond_counting(deal, bound, Limits()) is False
        assert is_beyond_counting(deal, bound + 1, Limits()) is True


def test_no_best_score_is_beyond_counting() -> None:
    tried = 0
    for answer in stored_answers(KIND.id)[:100]:
        if answer.best is not None:
            assert is_beyond_counting(KIND.parse(answer.puzzle), answer.best, Limits()) is False
            tried += 1
    assert tried > 50


def test_a_limit_proves_nothing() -> None:
    deal = _random_deal(1)
    bound = greatest_score(deal)
    assert bound is not None
    assert is_beyond_counting(deal, bound + 1, Limits(seconds=0)) is None
