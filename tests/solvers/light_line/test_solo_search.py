"""Tests the search for SOLO-LINE on deals too large for the brute force over all layouts."""

from __future__ import annotations

import random

import pytest

from puzzles.light_line import solo
from puzzles.light_line.cards import BLACK, COLOURS, SOCKETS
from solvers.light_line.solo_search import SoloSearch
from solvers.protocol import Count, Impossible, Limits, Solved, Unknown
from tests.oracle import light_line_grown as grown


def _deal(seed: int, cards: int) -> solo.SoloPuzzle:
    """Returns a deal with four tubes of four colours on each card, in any sockets."""
    rng = random.Random(seed)

    def tubes() -> list[list[str]]:
        sockets = rng.sample(SOCKETS, 8)
        return [[colour, sockets.pop(), sockets.pop()] for colour in rng.sample(COLOURS, 4)]

    document = {
        "kind": "light_line.solo",
        "cards": [{"id": f"{i}", "tubes": tubes()} for i in range(cards)],
    }
    return solo.KIND.parse(document)


@pytest.mark.parametrize("seed", range(6))
def test_counts_of_larger_deals(seed: int) -> None:
    puzzle = _deal(seed, 7)
    layouts = grown.layouts_solo(solo.KIND.serialise(puzzle))
    assert SoloSearch().count(puzzle, 1_000_000, Limits()) == Count(len(layouts), True)


@pytest.mark.parametrize("cards", [20, 60])
def test_large_deals(cards: int) -> None:
    puzzle = _deal(cards, cards)
    outcome = SoloSearch().solve(puzzle, "any", Limits(work=50_000_000))
    assert isinstance(outcome, Solved)
    assert solo.KIND.verify(puzzle, outcome.solution) == ()


def test_limits_are_kept() -> None:
    puzzle = _deal(1, 12)
    assert SoloSearch().solve(puzzle, "any", Limits(seconds=0)) == Unknown("time")
    assert not SoloSearch().count(puzzle, 1_000_000, Limits(work=1_000)).exact
    capped = SoloSearch().count(puzzle, 100, Limits())
    assert capped == Count(100, False)


def test_no_tube_at_all() -> None:
    puzzle = solo.KIND.parse({"kind": "light_line.solo", "cards": [{"id": "a", "tubes": []}]})
    assert SoloSearch().solve(puzzle, "any", Limits()) == Impossible()
    assert SoloSearch().count(puzzle, 10, Limits()) == Count(0, True)


def test_black_alone_is_a_line() -> None:
    cards = [{"id": str(i), "tubes": [[BLACK, "W1", "E1"]]} for i in range(3)]
    puzzle = solo.KIND.parse({"kind": "light_line.solo", "cards": cards})
    outcome = SoloSearch().solve(puzzle, "any", Limits())
    assert isinstance(outcome, Solved)
    assert solo.KIND.verify(puzzle, outcome.solution) == ()
