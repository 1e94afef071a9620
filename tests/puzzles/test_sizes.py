"""Tests the sizes that shapes give: no legal value is larger, and they are not far above the largest."""

from __future__ import annotations

import json
from typing import Any

import pytest

from puzzles.json_shapes import (
    Boolean,
    Choice,
    CountedAs,
    Described,
    Flag,
    Integer,
    ListOf,
    Number,
    ObjectShape,
    Optional,
    Pair,
    Shape,
    Text,
)
from puzzles.kind import PuzzleKind
from puzzles.registry import KINDS
from tests.puzzles.largest import SOLUTIONS, largest_puzzle


def size(value: object) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


LARGEST: list[tuple[Shape[Any], object]] = [
    (Integer(0, 19), 19),
    (Integer(-100, 5), -100),
    (Integer(), 10**19),
    (Integer(1), 10**19),
    (Choice(("a", "long")), "long"),
    (Choice(("a",), or_null=True), None),
    (Text(7), "\N{ROCKET}" * 7),
    (Text(7, char_bytes=1), "letters"),
    (Boolean(), False),
    (Flag(), True),
    (ListOf(Integer(0, 9), max_items=3), [1, 2, 3]),
    (Optional(Choice(("abcdef",))), "abcdef"),
    (Optional(Integer(0, 9)), None),
    (Described(Boolean(), "words"), False),
    (CountedAs(ListOf(Boolean(), max_items=9), ListOf(Boolean(), max_items=2)), [False, False]),
    (Pair(Integer(0, 19)), [19, 19]),
    (ObjectShape({"a": Boolean(), "\N{ROCKET}": Integer(0, 9)}), {"a": False, "\N{ROCKET}": 9}),
]


@pytest.mark.parametrize(("shape", "value"), LARGEST)
def test_a_shape_knows_the_size_of_its_largest_value(shape: Shape[Any], value: object) -> None:
    shape.read(value)
    commas = value is not None and isinstance(value, (list, dict)) and not isinstance(shape, Pair)
    assert shape.max_bytes() == size(value) + commas


def test_a_number_has_no_more_digits_than_a_float() -> None:
    assert size(0.1 + 0.2) <= Number(0, 600).max_bytes()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_the_largest_puzzle_and_solution_of_a_kind(kind: PuzzleKind[Any, Any]) -> None:
    puzzle, solution = largest_puzzle(kind.id), SOLUTIONS[kind.id]
    kind.parse(puzzle)
    kind.parse_solution(solution)
    assert size(puzzle) <= kind.max_puzzle_bytes() <= 2 * size(puzzle)
    assert size(solution) <= kind.max_solution_bytes() <= 3 * size(solution)
