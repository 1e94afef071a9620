"""Tests what holds for every drawing in plain text: its width, its colours and its characters."""

from __future__ import annotations

import random
import re
from itertools import combinations, product
from typing import Any

import pytest

from puzzles import packs
from puzzles.drawing import terminal
from puzzles.drawing.terminal import TextLook, can_be_encoded
from puzzles.end_of_line.board import STANDARD, Area, Start
from puzzles.end_of_line.drawing.puzzle import CoverView, SoloView
from puzzles.registry import KINDS
from puzzles.texts import LANGUAGES
from tests.puzzles.end_of_line.drawing_reader import unjudged, walk

CODES = re.compile(r"\x1b\[[0-9;]+m")
NARROW = 40
WIDTHS = (NARROW, 80, 200)


def samples() -> dict[str, Any]:
    """Functions from a look to a drawing: puzzles of every kind, their solutions, plays, and large boards."""
    drawings: dict[str, Any] = {}
    for kind in KINDS:
        entry = packs.entry(kind.id, "hard", 0)
        puzzle, solution = kind.parse(entry.record["puzzle"]), kind.parse_solution(entry.solution)
        position = kind.play.begin(puzzle)
        drawings[f"{kind.id} unsolved"] = lambda look, k=kind, p=puzzle: k.draw_text(p, look=look)
        drawings[f"{kind.id} solved"] = lambda look, k=kind, p=puzzle, s=solution: k.draw_text(p, s, look)
        drawings[f"{kind.id} play"] = lambda look, k=kind, t=position: k.play.draw_text(t, look)
    for size in (12, 20):
        area = Area(size, size, Start((1, 1), "E"), ((0, 0), (3, 4)))
        line = unjudged(walk(area, random.Random(size)))
        givens = (((5, 5), "LSR0", None), ((6, 6), "LS", "N"), ((7, 2), "R", "E"))
        cover = CoverView(area, STANDARD, givens)
        drawings[f"cover {size}"] = lambda look, view=cover: view.text(None, look)
        drawings[f"cover {size} line"] = lambda look, view=cover, line=line: view.text(line, look)
        solo = SoloView(area, ("S", "LSR0"), 3)
        drawings[f"solo {size} line"] = lambda look, view=solo, line=line: view.text(line, look)
    return drawings


@pytest.mark.parametrize("width", WIDTHS)
def test_every_drawing_fits_and_colours_change_nothing_else(width: int) -> None:
    languages = LANGUAGES if width == NARROW else ("en",)
    for (name, draw), language in product(samples().items(), languages):
        plain = draw(TextLook(language, width))
        lines = plain.splitlines()
        assert max(map(len, lines)) <= width, (name, language)
        assert all(line == line.rstrip() for line in lines), name
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", plain), name
        coloured = draw(TextLook(language, width, colour=True))
        assert CODES.sub("", coloured) == plain, name
        assert "\x1b" in coloured
        if language == "en":
            ascii_drawing = draw(TextLook(language, width, charset="ascii"))
            assert ascii_drawing.isascii(), name
            assert [*map(len, ascii_drawing.splitlines())] == [*map(len, lines)], name


def test_a_colour_ends_on_its_line() -> None:
    for draw in samples().values():
        for line in draw(TextLook(colour=True)).splitlines():
            codes = CODES.findall(line)
            assert codes[1::2] == ["\x1b[0m"] * (len(codes) // 2)


def test_encodings() -> None:
    assert [can_be_encoded(name) for name in ("utf-8", "latin-1", "cp437", "ascii", "nonsense", None)] == [
        True, *[False] * 5
    ]  # fmt: skip


def channels(code: str) -> list[float]:
    """Red, green and blue of a code of 256 colours, linear, from 0 to 1."""
    index = int(code.rsplit(";", 1)[1])
    steps = [0, 95, 135, 175, 215, 255]
    cube = index - 16
    shades = [8 + 10 * (index - 232)] * 3
    values = [steps[cube // 36], steps[cube // 6 % 6], steps[cube % 6]] if index < 232 else shades
    return [((value / 255 + 0.055) / 1.055) ** 2.4 if value > 10 else value / 255 / 12.92 for value in values]


# How people see colours: as most do, and without one of the three sorts of cones (Machado and others, 2009).
VISIONS = (
    ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    ((0.1523, 1.0526, -0.2049), (0.1145, 0.7863, 0.0992), (-0.0039, -0.0481, 1.0520)),
    ((0.3673, 0.8606, -0.2280), (0.2801, 0.6725, 0.0474), (-0.0118, 0.0429, 0.9689)),
    ((1.2555, -0.0767, -0.1788), (-0.0784, 0.9308, 0.1476), (0.0047, 0.6914, 0.3039)),
)


def lab(linear: list[float]) -> tuple[float, float, float]:
    """A colour in the space in which distances are those that people see."""
    weights = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.9505, 1.0, 1.089)
    x, y, z = (
        (max(sum(w * part for w, part in zip(row, linear, strict=True)) / full, 0.0089)) ** (1 / 3)
        for row, full in zip(weights, white, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


class TestColours:
    colours = (terminal.RED, terminal.YELLOW, terminal.GREEN, terminal.BLUE)

    def test_can_be_read_on_black_and_on_white(self) -> None:
        for colour in (*self.colours, terminal.GREY):
            red, green, blue = channels(colour)
            light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
            assert (light + 0.05) / 0.05 >= 3, colour
            assert 1.05 / (light + 0.05) >= 3, colour

    def test_are_told_apart_with_any_colour_vision(self) -> None:
        for vision in VISIONS:
            seen = [
                lab([sum(w * part for w, part in zip(row, channels(colour), strict=True)) for row in vision])
                for colour in self.colours
            ]
            for one, other in combinations(seen, 2):
                assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 15
