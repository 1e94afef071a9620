"""The PDF, read back: what a reader, a printer and a screen reader find in it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from pypdf import PdfReader

from puzzles.registry import KINDS
from puzzles.words import words_in

from .making import outline, read, small, texts

NUMBERS = range(1, 2 * len(KINDS) + 1)
MILLIMETRE = 72 / 25.4
# Of each paper what a printer is told, in millimetres.
PAPERS = {"a4": (210, 297), "a5": (148, 210), "letter": (215.9, 279.4), "6x9": (152.4, 228.6)}
OPTIONS: list[dict[str, Any]] = [
    {},
    {"paper": "a5"},
    {"paper": "letter", "per_page": 2},
    {"paper": "6x9"},
    {"large_print": True},
    {"ink": "patterns"},
    {"per_page": 1},
    {"language": "de"},
    {"language": "es", "paper": "6x9"},
]


def pages(reader: PdfReader) -> tuple[dict[int, int], dict[int, int]]:
    """The page of every puzzle, and of every answer, as the links that lead there say."""
    found: dict[str, dict[int, int]] = {"p": {}, "a": {}}
    for name, destination in reader.named_destinations.items():
        kind, number = re.fullmatch(r"/?([pa])([0-9]+)", str(name)).groups()  # type: ignore[union-attr]
        found[kind][int(number)] = (reader.get_destination_page_number(destination) or 0) + 1
    return found["p"], found["a"]


def puzzle_pages(reader: PdfReader) -> dict[int, int]:
    """By the bookmarks."""
    return {int(title): page for _, title, page in outline(reader) if title.isdigit()}


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_puzzle_and_answer_is_where_it_is_said_to_be(options: dict[str, Any]) -> None:
    reader = read(small(**options).pdf)
    words = words_in(options.get("language", "en"))
    told = texts(reader)
    asked = puzzle_pages(reader)
    assert list(asked) == list(NUMBERS)
    for number, page in asked.items():
        answers = re.findall(words.say("book.answer_on", page="([0-9]+)"), told[page - 1])
        assert answers
        # The page that is named tells of the puzzle's answer, and leads back to it.
        back = words.say("book.puzzle_on", page=str(page))
        assert any(re.search(rf"\b{number} {back}", told[int(each) - 1]) for each in answers)
