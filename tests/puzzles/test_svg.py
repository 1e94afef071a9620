"""The helpers for drawing SVG: numbers, tags and lettering."""

from __future__ import annotations

from unicodedata import normalize
from xml.etree import ElementTree

import pytest

from puzzles.drawing.letters import has_glyph, lettering, lettering_width, outlined, words
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


CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz?¿!¡[]();:.,+-/%&=×–ºß"  # noqa: RUF001


def test_letters_stay_in_their_place() -> None:
    for char in CHARACTERS:
        outline = points(lettering(char, (100, 50), 16))
        assert all(98 <= x <= 102 + lettering_width(char, 16) for x, _ in outline), char
        assert all(44 <= y <= 72 for _, y in outline), char
        assert has_glyph(char)


def test_capitals_are_as_high_as_they_are_said_to_be() -> None:
    for char in "HIKLMNTXZ147":
        ys = [y for _, y in points(lettering(char, (100, 50), 16))]
        assert min(ys) == pytest.approx(50, abs=0.25)
        assert max(ys) == pytest.approx(66, abs=0.25)


def test_texts_become_outlines() -> None:
    text = words("a<b & c", (10, 20), 8, 0.5, "#123456", halo=2, data_row="3")
    assert text.count("<text") == 2
    svg = outlined(text)
    assert "<text" not in svg
    ElementTree.fromstring(f"<svg>{svg}</svg>")
    assert 'fill="#123456" data-row="3"' in svg
    drawn = points(svg.split(' d="')[2].split('"')[0])
    expected = points(lettering("a<b & c", (10, 20), 8, 0.5))
    assert [x for point in drawn for x in point] == pytest.approx(
        [x for point in expected for x in point], abs=0.02
    )


@pytest.mark.parametrize("char", "äöüÄÖÜáéíóúñÁÉÍÓÚÑàêî")
def test_letters_with_marks(char: str) -> None:
    base = {"í": "i", "î": "i"}.get(char, normalize("NFD", char)[0])
    marked, plain = points(lettering(char, (100, 50), 16)), points(lettering(base, (100, 50), 16))
    assert has_glyph(char)
    assert all(98 <= x <= 102 + lettering_width(char, 16) for x, _ in marked)
    assert min(y for _, y in marked) < min(y for _, y in plain) + 1
    assert all(43 <= y <= 72 for _, y in marked)
    assert lettering_width(char, 16) - lettering_width(base, 16) < 5


def test_without_colours() -> None:
    assert greyed('<a fill="#fbf9f4" stroke="#123456"/>', {"#fbf9f4": "#ffffff"}) == (
        '<a fill="#ffffff" stroke="#000000"/>'
    )


def test_anchor() -> None:
    left, right = lettering("LSR0", (0, 0), 8), lettering("LSR0", (0, 0), 8, 1)
    # A glyph has some white on both sides.
    assert min(x for x, _ in points(left)) == pytest.approx(0.5, abs=0.6)
    assert max(x for x, _ in points(right)) == pytest.approx(-0.5, abs=0.6)


def test_unknown_letters_are_question_marks() -> None:
    assert lettering("ж", (0, 0), 8) == lettering("?", (0, 0), 8)
    assert not has_glyph("ж")


def test_a_hard_space_is_a_space() -> None:
    assert lettering("a\xa0b", (0, 0), 8) == lettering("a b", (0, 0), 8)
    assert lettering_width("a\xa0b", 8) == lettering_width("a b", 8)
