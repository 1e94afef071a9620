"""Checks that solutions with unknown names or tubes map to the canonical twin, whose card names differ."""

from __future__ import annotations

from typing import Any

import pytest

from puzzles.registry import kind_of
from tests.puzzles.light_line.shorthand import Document, card, chain, solution

# The names of the three cards, and a name that no card has.
NAMES = [("a b c", "1"), ("a b c", "9"), ("2 x 1", "3"), ("3 1 2", "x"), ("x 3 y", "1"), ("10 1 11", "2")]


def deal(kind: str, names: str) -> Document:
    """Cards that can be placed in a row in one order alone."""
    first, second, third = names.split()
    cards = (card(first, "red W1 E0"), card(second, "blue N0 S0", "red W0 E2"), card(third, "red W2 E1"))
    return chain(kind, *cards, **({"length": 3} if kind == "head" else {}))


def row(names: list[str], tube: int = 1) -> Document:
    first, second, third = names
    layout = ", ".join(f"{name} 0 {col}" for col, name in enumerate(names))
    sections = [(first, 0), (second, tube), (third, 0)]
    return solution(layout, "") | {"line": [{"card": name, "tube": number} for name, number in sections]}


def rules(kind: Any, puzzle: Any, answer: Any) -> list[str]:
    return [violation.rule for violation in kind.verify(puzzle, answer)]


@pytest.mark.parametrize("kind_name", ["solo", "longest", "head"])
@pytest.mark.parametrize(("names", "stranger"), NAMES)
def test_an_unknown_card_is_unknown_at_the_twin(kind_name: str, names: str, stranger: str) -> None:
    document = deal(kind_name, names)
    kind = kind_of(document)
    puzzle = kind.parse(document)
    twin = kind.twin(puzzle)
    assert rules(kind, puzzle, kind.parse_solution(row(names.split()))) == []
    for index in range(3):
        card_names = names.split()
        card_names[index] = stranger
        answer = kind.parse_solution(row(card_names))
        assert "card_unknown" in rules(kind, puzzle, answer)
        assert rules(kind, twin.puzzle, twin.to_canonical(answer)) == rules(kind, puzzle, answer)
        assert twin.from_canonical(twin.to_canonical(answer)) == answer


@pytest.mark.parametrize("kind_name", ["solo", "longest", "head"])
@pytest.mark.parametrize("tube", [-1, 2, 10**18])
def test_an_unknown_tube_is_unknown_at_the_twin(kind_name: str, tube: int) -> None:
    document = deal(kind_name, "a b c")
    kind = kind_of(document)
    puzzle = kind.parse(document)
    twin = kind.twin(puzzle)
    answer = kind.parse_solution(row(["a", "b", "c"], tube))
    assert "tube_index" in rules(kind, puzzle, answer)
    assert rules(kind, twin.puzzle, twin.to_canonical(answer)) == rules(kind, puzzle, answer)
    assert twin.from_canonical(twin.to_canonical(answer)) == answer
