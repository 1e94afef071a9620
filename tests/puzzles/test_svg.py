"""The helpers for drawing SVG: numbers, tags and lettering."""

from __future__ import annotations

from unicodedata import normalize
from xml.etree import ElementTree

import pytest

from puzzles.drawing.letters import GLYPHS, has_glyph, lettering, lettering_width
from puzzles.drawing.svg import document, greyed, number, tag
from tests.puzzles.end_of_line.drawing_reader import points


def test_numbers() -> None:
    assert [number(x) for x in (0.0, -0.001, 1.5, 10, 100, 2 / 3, -2.345678)] == [
        "0", "0", "1.5", "10", "100", "0.67", "-2.35",
    ]  # fmt: skip


def test_words_are_escaped() -> None:
    svg = document(10, 10, "a < b & c", 'say "x" > y', tag("g", data_note='<&">'))
    root = ElementTree.fromstring(svg)
    assert root[0].text == "a < b & c"
    assert root[1].text == 'say "x" > y'
    assert root[3].get("data-note") == '<&">'


def test_letters_stay_in_their_place() -> None:
    for char in GLYPHS:
        strokes = points(lettering(char, (100, 50), 16))
        assert all(100 <= x <= 100 + lettering_width(char, 16) for x, _ in strokes)
        assert all(48 <= y <= 72 for _, y in strokes)
    assert set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz?[]();:+") <= set(GLYPHS)


@pytest.mark.parametrize("char", "äöüÄÖÜáéíóúñÁÉÍÓÚÑàêî")
def test_letters_with_marks(char: str) -> None:
    base = {"í": "i", "î": "i"}.get(char, normalize("NFD", char)[0])
    strokes, plain = points(lettering(char, (100, 50), 16)), points(lettering(base, (100, 50), 16))
    assert has_glyph(char)
    assert all(100 <= x <= 100 + lettering_width(char, 16) for x, _ in strokes)
    assert min(y for _, y in strokes) < min(y for _, y in plain) + 1
    assert all(43 <= y <= 72 for _, y in strokes)
    assert lettering_width(char, 16) - lettering_width(base, 16) < 5


def test_without_colours() -> None:
    assert greyed('<a fill="#fbf9f4" stroke="#123456"/>', {"#fbf9f4": "#ffffff"}) == (
        '<a fill="#ffffff" stroke="#000000"/>'
    )


def test_anchor() -> None:
    left, right = lettering("LSR0", (0, 0), 8), lettering("LSR0", (0, 0), 8, 1)
    assert min(x for x, _ in points(left)) == 0
    assert max(x for x, _ in points(right)) == pytest.approx(0, abs=0.02)


def test_unknown_letters_are_question_marks() -> None:
    assert lettering("ж", (0, 0), 8) == lettering("?", (0, 0), 8)
    assert not has_glyph("ж")


def test_a_hard_space_is_a_space() -> None:
    assert lettering("a\xa0b", (0, 0), 8) == lettering("a b", (0, 0), 8)
    assert lettering_width("a\xa0b", 8) == lettering_width("a b", 8)
