"""Checks that the paints can be told apart, also by colour-blind readers and in grey."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import dist

import pytest

from puzzles.light_line.cards import COLOURS
from puzzles.light_line.drawing.bands import COLOURS as PAINTS
from puzzles.light_line.drawing.bands import PATTERNS
from puzzles.light_line.drawing.scene import colour_letter
from puzzles.texts import LANGUAGES, translator_for

# Colour vision deficiencies after Machado, Oliveira and Fernandes, on linear light.
PLAIN = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
PROTANOPIA = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)
DEUTERANOPIA = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)


def lab(colour: str, eyes: tuple[tuple[float, ...], ...]) -> tuple[float, float, float]:
    """Returns CIE L*a*b* of a colour as these eyes perceive it."""
    raw = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    light = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in raw]
    perceived = [min(1.0, max(0.0, sum(w * c for w, c in zip(row, light, strict=True)))) for row in eyes]
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    xyz = [sum(w * c for w, c in zip(row, perceived, strict=True)) for row in to_xyz]
    x, y, z = (
        t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116
        for t in (c / white for c, white in zip(xyz, (0.9505, 1.0, 1.089), strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


class TestColours:
    def test_there_is_a_paint_and_a_pattern_for_each(self) -> None:
        assert set(PAINTS) == set(PATTERNS) == set(COLOURS)
        assert len(set(PATTERNS.values())) == len(COLOURS)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_there_is_a_letter_for_each(self, language: str) -> None:
        letters = [translator_for(language).render(colour_letter(colour)) for colour in COLOURS]
        assert len(set(letters)) == len(letters)
        assert all(len(letter) == 1 and letter.isupper() for letter in letters)

    @pytest.mark.parametrize("eyes", [PLAIN, PROTANOPIA, DEUTERANOPIA], ids=["all", "protan", "deutan"])
    def test_differ_for_the_colour_blind(self, eyes: tuple[tuple[float, ...], ...]) -> None:
        for paint, other_paint in combinations(PAINTS.values(), 2):
            assert dist(lab(paint, eyes), lab(other_paint, eyes)) > 25, (paint, other_paint)

    def test_differ_in_grey(self) -> None:
        bright = sorted(lab(paint, PLAIN)[0] for paint in PAINTS.values())
        assert min(b - a for a, b in pairwise(bright)) > 12
