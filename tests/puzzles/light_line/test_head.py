"""light_line.head without a solver: malformed puzzles and broken rules."""

from __future__ import annotations

from typing import Any

import pytest

from puzzles.registry import kind_of
from tests.puzzles.light_line.shorthand import (
    Document,
    RuleAt,
    card,
    chain,
    rejected_pointers,
    score,
    solution,
    straight,
    violations_of,
)


def head(length: object) -> Document:
    return chain("head", *(straight(name) for name in "abc"), length=length)


@pytest.mark.parametrize("length", [0, -1, 5.5, True, "2", None, [2], float("inf")])
def test_rejects_an_invalid_length(length: Any) -> None:
    assert rejected_pointers(head(length)) == ["/length"]


def test_rejects_malformed_documents() -> None:
    assert rejected_pointers(chain("head", straight("a"))) == ["/length"]
    assert rejected_pointers(chain("head", length=1)) == ["/cards"]
    assert rejected_pointers(head(2) | {"card": straight("d")}) == ["/card"]


@pytest.mark.parametrize("length", [1, 61, 10**25, 3.0])
def test_a_length_may_be_more_than_there_are_cards(length: float) -> None:
    kind = kind_of(head(length))
    assert kind.serialise(kind.parse(head(length)))["length"] == length


@pytest.mark.parametrize(
    ("length", "layout", "line"),
    [
        (1, "b 7 7 turned", "b0"),
        (2, "a 0 0, b 0 1", "b0 a0"),
        (2, "c 0 -3, a 0 -4 turned", "a0 c0"),
        (3, "a 0 0, b 0 1, c 0 2", "a0 b0 c0"),
    ],
)
def test_legal_solutions(length: int, layout: str, line: str) -> None:
    assert violations_of(head(length), solution(layout, line)) == []
    assert score(head(length), solution(layout, line)) is None


@pytest.mark.parametrize(
    ("length", "layout", "line", "violations"),
    [
        (3, "a 0 0, b 0 1", "a0 b0", [("card_count", {})]),
        (2, "a 0 0, b 0 1, c 0 2", "a0 b0 c0", [("card_count", {})]),
        (2, "a 0 0, b 0 1, c 0 2", "a0 b0", [("card_count", {}), ("not_all_cards", {})]),
        (3, "a 0 0, b 0 1, c 0 2", "a0 b0", [("not_all_cards", {})]),
        (9, "a 0 0, b 0 1, c 0 2", "a0 b0 c0", [("card_count", {})]),
        (2, "a 0 0, b 0 1", "", [("empty_line", {})]),
        (1, "a 0 0", "a0 b0", [("not_placed", {"step": 1})]),
        (2, "a 0 0, a 0 1", "a0", [("card_twice", {"card": "a"})]),
        (2, "a 0 0, x 0 1", "a0", [("card_unknown", {"card": "x"})]),
        (2, "a 0 0, b 0 0", "a0 b0", [("overlap", {"card": "b"}), ("gap", {"step": 1})]),
        (1, "a 0 0", "a0 a0", [("section_twice", {"step": 1}), ("gap", {"step": 1})]),
        # What is no section is not one too many.
        (2, "a 0 0, b 0 1", "a7 a0 b0", [("tube_index", {"step": 0})]),
        (2, "a 0 0, b 0 1", "a0 a-1 b0", [("tube_index", {"step": 1})]),
        (
            2,
            "a 0 0, b 0 1",
            "a0 x0 x1 b0",
            [("card_unknown", {"step": 1}), ("card_unknown", {"step": 2})],
        ),
    ],
)
def test_broken_rules(length: int, layout: str, line: str, violations: list[RuleAt]) -> None:
    assert violations_of(head(length), solution(layout, line)) == violations


def test_one_section_on_each_card() -> None:
    a, b = card("a", "red N0 E0", "red S0 E2"), card("b", "red W0 W2")
    answer = solution("a 0 0, b 0 1", "a0 b0 a1")
    assert violations_of(chain("head", a, b, length=2), answer) == [("one_section", {"step": 2})]


def test_black_is_not_wild() -> None:
    puzzle = chain("head", straight("a"), straight("b", "black"), length=2)
    assert violations_of(puzzle, solution("a 0 0, b 0 1", "a0 b0")) == [("colour", {"step": 1})]
