"""light_line.solo without a solver: reading, malformed puzzles, broken rules and sockets."""

from __future__ import annotations

import random

import jsonschema
import pytest

from puzzles.light_line import solo
from puzzles.light_line.cards import COLOURS, MEETS, MIRRORED, SOCKETS, TURNED
from tests.puzzles.light_line.shorthand import (
    Document,
    RuleAt,
    card,
    chain,
    rejected_pointers,
    solution,
    violations_of,
)


def _puzzle(*cards: Document) -> Document:
    return chain("solo", *cards)


def _random(rng: random.Random, cards: int) -> Document:
    def tubes() -> list[list[str]]:
        sockets = rng.sample(SOCKETS, 12)
        return [[rng.choice(COLOURS), sockets.pop(), sockets.pop()] for _ in range(rng.randint(0, 6))]

    return _puzzle(*({"id": f"c{i}", "tubes": tubes()} for i in range(cards)))


def _rules(puzzle: Document, layout: str, line: str) -> list[RuleAt]:
    return violations_of(puzzle, solution(layout, line))


A = card("a", "red W1 E1", "black N0 N2", "blue S0 S2")
B = card("b", "red W1 E1", "yellow N0 S0", "black W0 W2")
C = card("c", "black E1 W0", "green E0 E2")
THREE = _puzzle(A, B, C)
IN_A_ROW = "a 0 0, b 0 1, c 0 2 turned"


def test_sockets_meet_turn_and_mirror() -> None:
    assert [MEETS[s] for s in ("N0", "E2", "S1", "W0")] == ["S0", "W2", "N1", "E0"]
    assert [TURNED[s] for s in ("N0", "N1", "E0", "E1", "S2")] == ["S2", "S1", "W2", "W1", "N0"]
    assert [MIRRORED[s] for s in ("N0", "N1", "E0", "W2", "S2")] == ["N2", "N1", "W0", "E2", "S0"]
    for socket in SOCKETS:
        assert MEETS[MEETS[socket]] == TURNED[TURNED[socket]] == MIRRORED[MIRRORED[socket]] == socket


@pytest.mark.parametrize("seed", range(20))
def test_reads_what_it_writes(seed: int) -> None:
    document = _random(random.Random(seed), 4)
    jsonschema.Draft202012Validator(solo.KIND.puzzle_shape.schema()).validate(document)
    puzzle = solo.KIND.parse(document)
    assert solo.KIND.parse(solo.KIND.serialise(puzzle)) == puzzle


@pytest.mark.parametrize(
    ("puzzle", "pointer"),
    [
        (_puzzle(), "/cards"),
        (_puzzle(*(card(str(i)) for i in range(61))), "/cards"),
        (_puzzle(card("a"), card("b"), card("a")), "/cards/2/id"),
        (_puzzle(card("a", "red N0 N0")), "/cards/0/tubes/0/2"),
        (_puzzle(card("a", "red N0 N1", "blue S0 N1")), "/cards/0/tubes/1"),
        (_puzzle(card("a", "pink N0 N1")), "/cards/0/tubes/0/0"),
        (_puzzle(card("a", "red N0 N3")), "/cards/0/tubes/0/2"),
        (_puzzle(card("a", "red N0")), "/cards/0/tubes/0"),
        (_puzzle(card("a", *(f"red {s}" for s in ("N0 N1",) * 7))), "/cards/0/tubes"),
        (_puzzle(card("a") | {"back": 3}), "/cards/0/back"),
        (_puzzle({"id": 7, "tubes": []}), "/cards/0/id"),
        ({"kind": "light_line.solo"}, "/cards"),
        ({"kind": "light_line.solo", "cards": {}}, "/cards"),
    ],
)
def test_rejects_malformed_documents(puzzle: Document, pointer: str) -> None:
    assert rejected_pointers(puzzle) == [pointer]


def test_every_problem_is_reported() -> None:
    puzzle = _puzzle(card("a", "pink N0 N9"), card("b", "red N0"))
    assert rejected_pointers(puzzle) == ["/cards/0/tubes/0/0", "/cards/0/tubes/0/2", "/cards/1/tubes/0"]


@pytest.mark.parametrize(
    "line",
    [
        "a0 b0 c0",
        "c0 b0 a0",
    ],
)
def test_a_line_may_be_given_from_either_end(line: str) -> None:
    # c is turned: its black tube W1 to E2 meets b's E1 with W1.
    assert _rules(THREE, IN_A_ROW, line) == []


def test_a_layout_may_lie_anywhere_and_turned() -> None:
    assert _rules(THREE, "a -7 1 turned, b -7 0 turned, c -7 -1", "a0 b0 c0") == []


@pytest.mark.parametrize(
    ("layout", "line", "violations"),
    [
        (IN_A_ROW, "", [("empty_line", {})]),
        (IN_A_ROW, "a0 b0", [("not_all_cards", {})]),
        ("a 0 0, b 0 1", "a0 b0", [("card_missing", {"card": "c"}), ("not_all_cards", {})]),
        (IN_A_ROW + ", d 5 5", "a0 b0 c0", [("card_unknown", {"card": "d"})]),
        (IN_A_ROW + ", a 5 5", "a0 b0 c0", [("card_twice", {"card": "a"})]),
        ("a 0 0, b 0 1, c 0 1 turned", "a0 b0 c0", [("overlap", {"card": "c"}), ("gap", {"step": 2})]),
        (IN_A_ROW, "a0 b7 c0", [("tube_index", {"step": 1})]),
        (IN_A_ROW, "a0 b-1 c0", [("tube_index", {"step": 1})]),
        (IN_A_ROW, "a0 x0 b0 c0", [("card_unknown", {"step": 1})]),
        ("a 0 0, b 0 1", "a0 b0 c0", [("card_missing", {"card": "c"}), ("not_placed", {"step": 2})]),
        (IN_A_ROW, "a0 b0 a0 b0 c0", [("section_twice", {"step": 2}), ("section_twice", {"step": 3})]),
        (IN_A_ROW, "a0 c0 b0", [("gap", {"step": 1})]),
        (IN_A_ROW, "a0 b2 c0", [("broken", {"step": 1}), ("broken", {"step": 2})]),
        ("a 0 0, b 0 1, c 0 2", "a0 b0 c0", [("broken", {"step": 2})]),
        (IN_A_ROW, "a0 b1 c0", [("colour", {"step": 1}), ("broken", {"step": 1}), ("broken", {"step": 2})]),
    ],
)
def test_broken_rules(layout: str, line: str, violations: list[RuleAt]) -> None:
    reported = _rules(THREE, layout, line)
    if "section_twice" in dict(reported):
        # Going back over a section also breaks the line: it leaves by the socket by which it came.
        reported = [violation for violation in reported if violation[0] != "broken"]
    assert reported == violations


def test_a_line_leaves_a_section_by_its_other_end() -> None:
    """b's bend meets a twice: the line comes in by one socket, and cannot go on by the same."""
    a, b = card("a", "red W0 E0", "red W2 E2"), card("b", "red W0 W2")
    assert _rules(_puzzle(a, b), "a 0 0, b 0 1", "a0 b0 a1") == []
    a = card("a", "red W0 E0", "red N0 E1")
    assert _rules(_puzzle(a, b), "a 0 0, b 0 1", "a0 b0 a1") == [("broken", {"step": 2})]
    c = card("c", "red E0 N0")
    assert _rules(_puzzle(b, c), "c 0 0, b 0 1", "b0 c0") == []


def test_two_colours_and_black() -> None:
    first, middle, last = card("a", "red W1 E1"), card("b", "black W1 E1"), card("c", "blue W1 E1")
    row = "a 0 0, b 0 1, c 0 2"
    assert _rules(_puzzle(first, middle, last), row, "a0 b0 c0") == [("colour", {"step": 2})]
    last = card("c", "black W1 E1")
    assert _rules(_puzzle(first, middle, last), row, "a0 b0 c0") == []
