"""light_line.place without a solver: malformed documents, broken rules and scores."""

from __future__ import annotations

from typing import Any

import pytest

from tests.puzzles.light_line.shorthand import (
    Document,
    card,
    rejected_pointers,
    rejected_solution_pointers,
    score,
    straight,
    violations_of,
)

A, N = straight("a"), straight("n")


def placed(card: object, row: Any = 0, col: Any = 0, turned: Any = False) -> Document:
    return {"card": card, "row": row, "col": col, "turned": turned}


def place(new: Document, *layout: Document) -> Document:
    return {"kind": "light_line.place", "layout": list(layout), "card": new}


def at(row: int, col: int, turned: bool = False) -> Document:
    return {"row": row, "col": col, "turned": turned}


ONE = place(N, placed(A))
MANY = [placed(straight(str(i)), 0, i) for i in range(60)]


@pytest.mark.parametrize(
    ("puzzle", "pointers"),
    [
        (place(N), ["/layout"]),
        # With the new card they would be 61.
        (place(N, *MANY), ["/layout"]),
        ({"kind": "light_line.place"}, ["/layout", "/card"]),
        (ONE | {"cards": [A]}, ["/cards"]),
        (place(A, placed(A)), ["/card/id"]),
        (place(N, placed(A), placed(A, 0, 1)), ["/layout/1/card/id"]),
        (place(N, placed(A), placed(straight("b"), 0, 0.0, True)), ["/layout/1"]),
        (place(N, placed("a")), ["/layout/0/card"]),
        (place(N, placed(A | {"back": 2})), ["/layout/0/card/back"]),
        (place(N | {"back": 2}, placed(A)), ["/card/back"]),
        (place(N, placed(A, True)), ["/layout/0/row"]),
        (place(N, placed(A, 0, "0")), ["/layout/0/col"]),
        (place(N, placed(A, 0, float("inf"))), ["/layout/0/col"]),
        (place(N, placed(A, 0, 0, 0)), ["/layout/0/turned"]),
        (place(N, {"card": A}), ["/layout/0/row", "/layout/0/col", "/layout/0/turned"]),
        (place(N, placed(card("a", "red N0 N0"))), ["/layout/0/card/tubes/0/2"]),
        (place(card("n", "red N0 N1", "blue N1 N2"), placed(A)), ["/card/tubes/1"]),
    ],
)
def test_rejects_malformed_documents(puzzle: Document, pointers: list[str]) -> None:
    assert rejected_pointers(puzzle) == pointers


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
def test_rejects_a_malformed_solution(answer: object, pointers: list[str]) -> None:
    assert rejected_solution_pointers("place", answer) == pointers


BENDS = [card("a", "red E1 S1"), card("b", "red W1 S1"), card("d", "red N1 E1")]
TWO = card("a", "red E0 N0", "blue E2 S2")


@pytest.mark.parametrize(
    ("puzzle", "answer", "points"),
    [
        (ONE, at(0, 1), 2),
        (ONE, at(0, -1, True), 2),
        (place(N, placed(A, 10**30)), at(10**30, 1), 2),
        # Other cards may lie apart.
        (place(N, placed(A), placed(straight("b"), -50, 50)), at(0, 1), 2),
        # From two sides, of one colour and of two.
        (place(N, placed(A), placed(straight("b"), 0, 2)), at(0, 1), 3),
        (place(N, placed(A), placed(straight("b", "blue"), 0, 2)), at(0, 1), 2),
        (place(straight("n", "black"), placed(straight("a", "black"))), at(0, 1), 2),
        # The end of a ring.
        (
            place(
                card("n", "red N1 W1"),
                *(placed(x, *where) for x, where in zip(BENDS, [(0, 0), (0, 1), (1, 0)], strict=True)),
            ),
            at(1, 1),
            4,
        ),
        (place(card("n", "red W0 W2"), placed(card("a", "red E0 E2"))), at(0, 1), 2),
        # Two lines, and two sections of the card on one line.
        (place(card("n", "red W0 N0", "blue W2 S2"), placed(TWO)), at(0, 1), 4),
        (place(card("n", "red W0 N0", "red W2 S2"), placed(TWO)), at(0, 1), 2),
        (place(card("n", "red W0 N0", "red W2 S2"), placed(card("a", "red E0 E2"))), at(0, 1), 3),
        # At most 10.
        (place(N, *MANY[:8]), at(0, 8), 9),
        (place(N, *MANY[:9]), at(0, 9), 10),
        (place(N, *MANY[:59]), at(0, -1), 10),
    ],
)
def test_the_score(puzzle: Document, answer: Document, points: int) -> None:
    assert violations_of(puzzle, answer) == []
    assert score(puzzle, answer) == points


@pytest.mark.parametrize(
    ("puzzle", "answer", "rule"),
    [
        (ONE, at(0, 0), "overlap"),
        (ONE, at(0, 2), "not_beside"),
        (ONE, at(1, 1), "not_beside"),
        (ONE, at(1, 0), "no_line_grows"),
        (place(straight("n", "black"), placed(A)), at(0, 1), "no_line_grows"),
        (place(card("n"), placed(A)), at(0, 1), "no_line_grows"),
        # Its own two tubes meet no other tube.
        (
            place(card("n", "red W1 N1", "red E1 S1"), placed(card("a", "red E0 N0"))),
            at(0, 1),
            "no_line_grows",
        ),
    ],
)
def test_broken_rules(puzzle: Document, answer: Document, rule: str) -> None:
    assert violations_of(puzzle, answer) == [(rule, {"card": "n"})]
