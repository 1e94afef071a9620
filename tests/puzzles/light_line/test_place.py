"""light_line.place without a solver: what is refused, what breaks a rule, what it scores."""

from __future__ import annotations

from typing import Any

import pytest

from tests.puzzles.light_line.shorthand import (
    Document,
    card,
    refused,
    refused_solution,
    score,
    straight,
    told,
)

A, N = straight("a"), straight("n")


def lying(of: object, row: Any = 0, col: Any = 0, turned: Any = False) -> Document:
    return {"card": of, "row": row, "col": col, "turned": turned}


def place(new: Document, *layout: Document) -> Document:
    return {"kind": "light_line.place", "layout": list(layout), "card": new}


def at(row: int, col: int, turned: bool = False) -> Document:
    return {"row": row, "col": col, "turned": turned}


ONE = place(N, lying(A))
MANY = [lying(straight(str(i)), 0, i) for i in range(60)]


@pytest.mark.parametrize(
    ("puzzle", "pointers"),
    [
        (place(N), ["/layout"]),
        # With the new one they would be 61.
        (place(N, *MANY), ["/layout"]),
        ({"kind": "light_line.place"}, ["/layout", "/card"]),
        (ONE | {"cards": [A]}, ["/cards"]),
        (place(A, lying(A)), ["/card/id"]),
        (place(N, lying(A), lying(A, 0, 1)), ["/layout/1/card/id"]),
        (place(N, lying(A), lying(straight("b"), 0, 0.0, True)), ["/layout/1"]),
        (place(N, lying("a")), ["/layout/0/card"]),
        (place(N, lying(A | {"back": 2})), ["/layout/0/card/back"]),
        (place(N | {"back": 2}, lying(A)), ["/card/back"]),
        (place(N, lying(A, True)), ["/layout/0/row"]),
        (place(N, lying(A, 0, "0")), ["/layout/0/col"]),
        (place(N, lying(A, 0, float("inf"))), ["/layout/0/col"]),
        (place(N, lying(A, 0, 0, 0)), ["/layout/0/turned"]),
        (place(N, {"card": A}), ["/layout/0/row", "/layout/0/col", "/layout/0/turned"]),
        (place(N, lying(card("a", "red N0 N0"))), ["/layout/0/card/tubes/0/2"]),
        (place(card("n", "red N0 N1", "blue N1 N2"), lying(A)), ["/card/tubes/1"]),
    ],
)
def test_refuses(puzzle: Document, pointers: list[str]) -> None:
    assert refused(puzzle) == pointers


@pytest.mark.parametrize(
    ("answer", "pointers"),
    [
        ({}, ["/row", "/col", "/turned"]),
        (at(0, 1) | {"row": True}, ["/row"]),
        (at(0, 1) | {"col": 0.5}, ["/col"]),
        (at(0, 1) | {"turned": 1}, ["/turned"]),
        (at(0, 1) | {"card": "n"}, ["/card"]),
        ([0, 1, False], [""]),
    ],
)
def test_refuses_a_solution(answer: object, pointers: list[str]) -> None:
    assert refused_solution("place", answer) == pointers


BENDS = [card("a", "red E1 S1"), card("b", "red W1 S1"), card("d", "red N1 E1")]
TWO = card("a", "red E0 N0", "blue E2 S2")


@pytest.mark.parametrize(
    ("puzzle", "answer", "points"),
    [
        (ONE, at(0, 1), 2),
        (ONE, at(0, -1, True), 2),
        (place(N, lying(A, 10**30)), at(10**30, 1), 2),
        # Other cards may lie apart.
        (place(N, lying(A), lying(straight("b"), -50, 50)), at(0, 1), 2),
        # From two sides, of one colour and of two.
        (place(N, lying(A), lying(straight("b"), 0, 2)), at(0, 1), 3),
        (place(N, lying(A), lying(straight("b", "blue"), 0, 2)), at(0, 1), 2),
        (place(straight("n", "black"), lying(straight("a", "black"))), at(0, 1), 2),
        # The end of a ring.
        (
            place(
                card("n", "red N1 W1"),
                *(lying(x, *where) for x, where in zip(BENDS, [(0, 0), (0, 1), (1, 0)], strict=True)),
            ),
            at(1, 1),
            4,
        ),
        (place(card("n", "red W0 W2"), lying(card("a", "red E0 E2"))), at(0, 1), 2),
        # Two lines, and two sections of the card on one line.
        (place(card("n", "red W0 N0", "blue W2 S2"), lying(TWO)), at(0, 1), 4),
        (place(card("n", "red W0 N0", "red W2 S2"), lying(TWO)), at(0, 1), 2),
        (place(card("n", "red W0 N0", "red W2 S2"), lying(card("a", "red E0 E2"))), at(0, 1), 3),
        # At most 10.
        (place(N, *MANY[:8]), at(0, 8), 9),
        (place(N, *MANY[:9]), at(0, 9), 10),
        (place(N, *MANY[:59]), at(0, -1), 10),
    ],
)
def test_the_score(puzzle: Document, answer: Document, points: int) -> None:
    assert told(puzzle, answer) == []
    assert score(puzzle, answer) == points


@pytest.mark.parametrize(
    ("puzzle", "answer", "rule"),
    [
        (ONE, at(0, 0), "overlap"),
        (ONE, at(0, 2), "not_beside"),
        (ONE, at(1, 1), "not_beside"),
        (ONE, at(1, 0), "no_line_grows"),
        (place(straight("n", "black"), lying(A)), at(0, 1), "no_line_grows"),
        (place(card("n"), lying(A)), at(0, 1), "no_line_grows"),
        # Its own two tubes meet nobody.
        (
            place(card("n", "red W1 N1", "red E1 S1"), lying(card("a", "red E0 N0"))),
            at(0, 1),
            "no_line_grows",
        ),
    ],
)
def test_what_breaks_a_rule(puzzle: Document, answer: Document, rule: str) -> None:
    assert told(puzzle, answer) == [(rule, {"card": "n"})]
