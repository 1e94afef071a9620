"""Tests the options of a book, and the problems of invalid ones."""

from __future__ import annotations

from typing import Any

import pytest

from api.book.options import BOOK, BookOptions, read_order
from api.book.selection import MAX_PUZZLES, GivenPuzzles, RandomSelection, SelectedIds
from puzzles.errors import BadInput
from puzzles.grades import GRADES
from puzzles.registry import KINDS
from tests.api.small_puzzles import COVER


def problem_pointers(document: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(BadInput) as caught:
        read_order(document)
    return {problem.pointer: problem.detail for problem in caught.value.problems}


def test_the_default_is_every_kind_and_grade() -> None:
    order = read_order({})
    assert order.options == BookOptions()
    assert isinstance(order.selection, RandomSelection)
    assert order.selection.kinds == tuple(kind.id for kind in KINDS)
    assert order.selection.grades == GRADES
    assert read_order({}) != order  # another seed


def test_every_option_is_read() -> None:
    fields = {
        "paper": "6x9", "per_page": 2, "large_print": True, "ink": "patterns", "language": "de",
        "title": "Mein Buch", "author": "Ich", "answers": "apart", "cut_outs": True, "card_size": 50.5,
    }  # fmt: skip
    assert vars(read_order(fields).options) == fields
    assert set(fields) == set(vars(BookOptions()))


def test_puzzles_are_drawn_listed_or_given() -> None:
    selected_order = read_order(
        {"kinds": ["linja.endgame"], "grades": ["hard"], "count": 3, "seed": 7}
    ).selection
    assert selected_order == RandomSelection(("linja.endgame",), ("hard",), 3, 7)
    assert read_order({"ids": ["a", "b"]}).selection == SelectedIds(("a", "b"))
    given_order = read_order({"puzzles": [COVER]}).selection
    assert isinstance(given_order, GivenPuzzles)
    assert [subject.kind.id for subject in given_order.puzzles] == ["end_of_line.cover"]


@pytest.mark.parametrize(
    ("option", "value", "pointer"),
    [
        ("paper", "a3", "/paper"),
        ("paper", None, "/paper"),
        ("per_page", 3, "/per_page"),
        ("per_page", 8, "/per_page"),
        ("large_print", "yes", "/large_print"),
        ("ink", "color", "/ink"),
        ("language", "fr", "/language"),
        ("title", "x" * 101, "/title"),
        ("author", 5, "/author"),
        ("answers", "none", "/answers"),
        ("cut_outs", 1, "/cut_outs"),
        ("card_size", 10, "/card_size"),
        ("kinds", ["end_of_line.cover", "chess"], "/kinds/1"),
        ("grades", ["Easy"], "/grades/0"),
        ("count", 0, "/count"),
        ("count", MAX_PUZZLES + 1, "/count"),
        ("seed", -1, "/seed"),
        ("ids", [], "/ids"),
        ("puzzles", [COVER | {"rows": "five"}], "/puzzles/0/rows"),
        ("colour", True, "/colour"),
    ],
)
def test_what_cannot_be_is_named(option: str, value: object, pointer: str) -> None:
    assert list(problem_pointers({option: value})) == [pointer]


def test_all_problems_are_reported_together() -> None:
    assert list(problem_pointers({"paper": "a3", "ink": "red"})) == ["/paper", "/ink"]
    assert list(problem_pointers({"per_page": 3, "ids": ["a"], "count": 3})) == ["/ids", "/per_page"]


def test_a_card_size_goes_with_cut_outs_only() -> None:
    assert "cut_outs" in problem_pointers({"card_size": 60, "cut_outs": False})["/card_size"]
    assert read_order({"card_size": 60}).options.card_size == 60
    assert list(problem_pointers({"card_size": 19})) == ["/card_size"]


@pytest.mark.parametrize("other_fields", [{"ids": ["a"]}, {"puzzles": [COVER]}])
def test_puzzles_are_chosen_in_one_way_only(other_fields: dict[str, Any]) -> None:
    (name,) = other_fields
    assert list(problem_pointers(other_fields | {"seed": 3})) == [f"/{name}"]
    assert list(problem_pointers({"ids": ["a"], "puzzles": [COVER]})) == ["/puzzles"]


def test_the_schema_has_every_option() -> None:
    schema = BOOK.schema()
    assert set(vars(BookOptions())) < set(schema["properties"])
    assert schema["required"] == []
    assert schema["properties"]["paper"]["enum"] == ["a4", "a5", "letter", "6x9"]
    assert schema["properties"]["paper"]["default"] == "a4"
