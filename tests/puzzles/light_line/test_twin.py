"""Solutions that name what there is not, as those of the canonical twin, whose cards have other names."""

from __future__ import annotations

from typing import Any

import pytest

from puzzles.registry import kind_of
from tests.puzzles.light_line.shorthand import Document, card, chain, solution

# What the names of the three cards are, and a name that no card has.
NAMES = [("a b c", "1"), ("a b c", "9"), ("2 x 1", "3"), ("3 1 2", "x"), ("x 3 y", "1"), ("10 1 11", "2")]


def deal(kind: str, names: str) -> Document:
    """Cards that lie in a row in one order alone."""
    first, second, third = names.split()
    cards = (card(first, "red W1 E0"), card(second, "blue N0 S0", "red W0 E2"), card(third, "red W2 E1"))
    return chain(kind, *cards, **({"length": 3} if kind == "head" else {}))


def row(names: list[str], tube: int = 1) -> Document:
    first, second, third = names
    laid = ", ".join(f"{name} 0 {col}" for col, name in enumerate(names))
    passed = [(first, 0), (second, tube), (third, 0)]
    return solution(laid, "") | {"line": [{"card": name, "tube": number} for name, number in passed]}


def rules(kind: Any, puzzle: Any, answer: Any) -> list[str]:
    return [violation.rule for violation in kind.verify(puzzle, answer)]


@pytest.mark.parametrize("kind", ["solo", "longest", "head"])
@pytest.mark.parametrize(("names", "stranger"), NAMES)
def test_a_name_of_no_card_is_none_at_the_twin(kind: str, names: str, stranger: str) -> None:
    document = deal(kind, names)
    it = kind_of(document)
    puzzle = it.parse(document)
    twin = it.twin(puzzle)
    assert rules(it, puzzle, it.parse_solution(row(names.split()))) == []
    for place in range(3):
        named = names.split()
        named[place] = stranger
        answer = it.parse_solution(row(named))
        assert "card_unknown" in rules(it, puzzle, answer)
        assert rules(it, twin.puzzle, twin.there(answer)) == rules(it, puzzle, answer)
        assert twin.back(twin.there(answer)) == answer


@pytest.mark.parametrize("kind", ["solo", "longest", "head"])
@pytest.mark.parametrize("tube", [-1, 2, 10**18])
def test_a_tube_that_a_card_has_not_is_none_at_the_twin(kind: str, tube: int) -> None:
    document = deal(kind, "a b c")
    it = kind_of(document)
    puzzle = it.parse(document)
    twin = it.twin(puzzle)
    answer = it.parse_solution(row(["a", "b", "c"], tube))
    assert "tube_index" in rules(it, puzzle, answer)
    assert rules(it, twin.puzzle, twin.there(answer)) == rules(it, puzzle, answer)
    assert twin.back(twin.there(answer)) == answer
