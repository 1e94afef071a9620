"""Tests the division of palettes into parts whose tubes no line can combine."""

from __future__ import annotations

from typing import Any

import pytest

from puzzles.light_line import head, longest, solo
from solvers import verified
from solvers.light_line import head as head_solvers
from solvers.light_line import longest as longest_solvers
from solvers.light_line import solo as solo_solvers
from solvers.light_line.palette import Palette, palettes, parts
from solvers.light_line.socket_parity import max_cards_of_line
from solvers.protocol import Count, Limits

LEVEL, UPRIGHT, OUTER, BEND = ("W1", "E1"), ("N1", "S1"), ("W0", "E0"), ("N1", "E1")


def _cards(*cards: list[tuple[str, str]]) -> list[dict[str, Any]]:
    return [{"id": str(i), "tubes": [["red", *tube] for tube in tubes]} for i, tubes in enumerate(cards)]


def _red(*cards: list[tuple[str, str]]) -> Palette:
    puzzle = solo.KIND.parse({"kind": "light_line.solo", "cards": _cards(*cards)})
    return next(p for p in palettes(puzzle.cards, wild=True) if p.colour == "red")


def test_tubes_that_never_meet_are_separated() -> None:
    palette_parts = parts(_red([LEVEL], [UPRIGHT, OUTER], [UPRIGHT]))
    assert sorted(part.cards for part in palette_parts) == [(0,), (1,), (1, 2)]
    assert sum(len(part.sections) for part in palette_parts) == 4


def test_a_bend_joins_the_parts() -> None:
    whole = _red([LEVEL], [UPRIGHT], [BEND])
    assert parts(whole) == [whole]
    assert parts(_red([], [])) == [_red([], [])]


def test_max_cards_is_that_of_the_best_part() -> None:
    cards = [[LEVEL]] * 5 + [[UPRIGHT]] * 4
    assert max_cards_of_line(_red(*cards)) == 5


def test_max_cards_with_one_section_on_each() -> None:
    # Only both tubes of the first card make up for a whole tube of another.
    cards = [[("E0", "N0"), ("W2", "S0")], [("E2", "W0")], [("E2", "W0")]]
    assert max_cards_of_line(_red(*cards)) == 3
    assert max_cards_of_line(_red(*cards), single=True) == 2


CROWD = [[LEVEL]] * 12 + [[UPRIGHT]] * 13 + [[LEVEL, UPRIGHT]]


@pytest.mark.parametrize("engine", ["search", "sat", "cpsat"])
def test_many_cards_of_two_parts(engine: str) -> None:
    """Out of reach for a search that combines cards of both parts."""
    cards, limits = _cards(*CROWD), Limits(seconds=20)
    puzzle = longest.KIND.parse({"kind": "light_line.longest", "cards": cards[9:17]})
    answer = verified.solve(longest.KIND, longest_solvers.SOLVERS, puzzle, "best", limits, engine)
    assert (answer.score, answer.bound, answer.proven) == (5, 5, True)
    deal = solo.KIND.parse({"kind": "light_line.solo", "cards": cards})
    assert verified.count(solo_solvers.SOLVERS, deal, 10, limits, engine) == Count(0, True)
    for length, status in ((14, "solved"), (15, "impossible")):
        document = {"kind": "light_line.head", "cards": cards, "length": length}
        puzzle_of_length = head.KIND.parse(document)
        if engine == "search" or status == "impossible":
            answer = verified.solve(head.KIND, head_solvers.SOLVERS, puzzle_of_length, "any", limits, engine)
            assert answer.status == status
