"""light_line.longest without a solver: malformed documents, broken rules and scores."""

from __future__ import annotations

from typing import Any

import pytest

from tests.puzzles.light_line.shorthand import (
    Document,
    RuleAt,
    card,
    chain,
    rejected_pointers,
    rejected_solution_pointers,
    score,
    solution,
    straight,
    violations_of,
)

A, B, C = (straight(name) for name in "abc")
THREE = chain("longest", A, B, C)
IN_A_ROW = "a 0 0, b 0 1, c 0 2"
# Four bends, which make a ring when they lie in a square.
RING = chain(
    "longest",
    card("a", "red E1 S1"),
    card("b", "red W1 S1"),
    card("c", "red N1 W1"),
    card("d", "red N1 E1"),
)
SQUARE = "a 0 0, b 0 1, c 1 1, d 1 0"


@pytest.mark.parametrize(
    ("puzzle", "pointers"),
    [
        (THREE | {"length": 2}, ["/length"]),
        (THREE | {"layout": []}, ["/layout"]),
        (chain("longest"), ["/cards"]),
        (chain("longest", A | {"back": 3}), ["/cards/0/back"]),
        (chain("longest", A, B, A, B), ["/cards/2/id", "/cards/3/id"]),
        (chain("longest", card("a", "N0 red N1")), ["/cards/0/tubes/0/0", "/cards/0/tubes/0/1"]),
        (chain("longest", card("a", "red N0 N1", "red N0 S1")), ["/cards/0/tubes/1"]),
    ],
)
def test_rejects_malformed_documents(puzzle: Document, pointers: list[str]) -> None:
    assert rejected_pointers(puzzle) == pointers


@pytest.mark.parametrize(
    ("part", "field", "value"),
    [
        ("layout", "card", 5),
        ("layout", "row", True),
        ("layout", "row", 0.5),
        ("layout", "col", "0"),
        ("layout", "col", float("inf")),
        ("layout", "turned", 0),
        ("layout", "back", 3),
        ("line", "card", None),
        ("line", "tube", False),
        ("line", "tube", "0"),
        ("line", "colour", "red"),
    ],
)
def test_rejects_a_malformed_solution(part: str, field: str, value: Any) -> None:
    answer = solution("a 0 0", "a0")
    answer[part][0][field] = value
    assert rejected_solution_pointers("longest", answer) == [f"/{part}/0/{field}"]


def test_every_part_of_a_solution_must_be_there() -> None:
    assert rejected_solution_pointers("longest", {}) == ["/layout", "/line"]
    assert rejected_solution_pointers("longest", {"layout": [{"card": "a"}], "line": [{}]}) == [
        "/layout/0/row",
        "/layout/0/col",
        "/layout/0/turned",
        "/line/0/card",
        "/line/0/tube",
    ]


@pytest.mark.parametrize(
    ("layout", "line", "points"),
    [
        (IN_A_ROW, "a0 b0 c0", 3),
        (IN_A_ROW, "c0 b0 a0", 3),
        (IN_A_ROW, "b0 c0", 2),
        ("a 0 0, b 0 1, c 9 -9", "a0 b0", 2),
        ("b 0 0", "b0", 1),
        (f"a 0 {10**40}, b 0 {10**40 + 1} turned", "a0 b0", 2),
    ],
)
def test_the_score_is_the_cards_on_the_line(layout: str, line: str, points: int) -> None:
    answer = solution(layout, line)
    assert violations_of(THREE, answer) == []
    assert score(THREE, answer) == points


def test_a_card_counts_once() -> None:
    puzzle = chain("longest", card("a", "red N0 E0", "red S0 E2"), card("b", "red W0 W2"))
    answer = solution("a 0 0, b 0 1", "a0 b0 a1")
    assert violations_of(puzzle, answer) == []
    assert score(puzzle, answer) == 2


@pytest.mark.parametrize("line", ["a0 b0 c0 d0", "c0 d0 a0 b0", "d0 c0 b0 a0", "b0 a0 d0 c0", "d0 a0"])
def test_a_ring_from_any_section_on(line: str) -> None:
    answer = solution(SQUARE, line)
    assert violations_of(RING, answer) == []
    assert score(RING, answer) == len(line.split())


def test_a_ring_cannot_be_followed_twice() -> None:
    assert violations_of(RING, solution(SQUARE, "a0 b0 c0 d0 a0")) == [("section_twice", {"step": 4})]
    assert violations_of(RING, solution(SQUARE, "a0 c0 b0 d0")) == [
        ("gap", {"step": 1}),
        ("gap", {"step": 3}),
    ]


@pytest.mark.parametrize(
    ("layout", "line", "violations"),
    [
        ("", "", [("empty_line", {})]),
        ("a 0 0", "a0 b0", [("not_placed", {"step": 1})]),
        ("a 0 0", "a0 b7", [("tube_index", {"step": 1}), ("not_placed", {"step": 1})]),
        ("a 0 0, b 0 0", "a0", [("overlap", {"card": "b"})]),
        ("a 0 0, a 0 1", "a0", [("card_twice", {"card": "a"})]),
        ("a 0 0, d 0 1", "a0 d0", [("card_unknown", {"card": "d"}), ("card_unknown", {"step": 1})]),
        ("a 0 0, b 1 0", "a0 b0", [("broken", {"step": 1})]),
        ("a 0 0, b 1 1", "a0 b0", [("gap", {"step": 1})]),
        (IN_A_ROW, "b0 a0 c0", [("gap", {"step": 2})]),
    ],
)
def test_broken_rules(layout: str, line: str, violations: list[RuleAt]) -> None:
    assert violations_of(THREE, solution(layout, line)) == violations


def test_black_is_not_wild() -> None:
    puzzle = chain("longest", A, straight("b", "black"), straight("c", "black"))
    assert violations_of(puzzle, solution(IN_A_ROW, "b0 c0")) == []
    assert violations_of(puzzle, solution("a 0 0, b 0 1", "a0 b0")) == [("colour", {"step": 1})]
