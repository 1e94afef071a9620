"""Tests drawings of every kind in every look: language, ink, with and without legend, and as an answer."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import Any
from xml.etree import ElementTree

import pytest

from puzzles import packs
from puzzles.drawing.drawing import CutOut
from puzzles.drawing.style import PLAIN, Ink, Look
from puzzles.kind import PuzzleKind
from puzzles.registry import KINDS
from puzzles.texts import LANGUAGES
from tests.puzzles.svg_inspection import colours, is_grey, outside, size

INKS: tuple[Ink, ...] = ("colour", "patterns")
LOOKS = [
    Look(language, ink, legend, answer)
    for language, ink, (legend, answer) in product(
        LANGUAGES, INKS, ((True, False), (False, False), (False, True))
    )
]
Kind = PuzzleKind[Any, Any]
kinds = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)


def samples(kind: Kind) -> list[tuple[Any, Any]]:
    """A puzzle of each grade with its solution."""
    entries = [packs.entry(kind.id, grade, 1) for grade in packs.grades_by_kind()[kind.id]]
    return [(kind.parse(entry.record["puzzle"]), kind.parse_solution(entry.solution)) for entry in entries]


def drawings(kind: Kind, look: Look) -> list[str]:
    return [
        kind.draw(puzzle, drawn_solution, look).svg
        for puzzle, solution in samples(kind)
        for drawn_solution in (None, solution)
    ]


@kinds
def test_the_plain_look_is_the_default(kind: Kind) -> None:
    for puzzle, solution in samples(kind):
        assert kind.draw(puzzle, solution).svg == kind.draw(puzzle, solution, PLAIN).svg
        assert kind.draw(puzzle, solution).svg == kind.draw(puzzle, solution, Look()).svg


@pytest.mark.slow
@kinds
def test_nothing_lies_outside_the_drawing(kind: Kind) -> None:
    for look in LOOKS:
        for svg in drawings(kind, look):
            assert not outside(svg), look


@kinds
def test_an_svg_is_self_contained(kind: Kind) -> None:
    for look in LOOKS:
        for svg in drawings(kind, look):
            assert not re.search(r"<text|<style|<use|<image|<defs|<pattern|href|url\(|\sid=|class=", svg)


@kinds
def test_patterns_have_no_colours_and_are_not_the_same_drawing(kind: Kind) -> None:
    for look in LOOKS:
        if look.ink == "patterns":
            coloured = drawings(kind, replace(look, ink="colour"))
            for svg, coloured_svg in zip(drawings(kind, look), coloured, strict=True):
                assert all(map(is_grey, colours(svg)))
                assert not all(map(is_grey, colours(coloured_svg)))
                assert size(svg)[1] == pytest.approx(size(coloured_svg)[1], abs=30)


@kinds
def test_a_bare_drawing_has_no_legend_and_is_smaller(kind: Kind) -> None:
    for puzzle, solution in samples(kind):
        for drawn_solution in (None, solution):
            whole, bare = (
                kind.draw(puzzle, drawn_solution).svg,
                kind.draw(puzzle, drawn_solution, Look(legend=False)).svg,
            )
            assert 'data-layer="legend"' not in bare
            # A puzzle on paper may have room to write.
            if drawn_solution is not None:
                assert size(bare)[0] * size(bare)[1] < size(whole)[0] * size(whole)[1]


@kinds
def test_an_answer_is_only_the_solution(kind: Kind) -> None:
    for puzzle, solution in samples(kind):
        bare = size(kind.draw(puzzle, solution, Look(legend=False)).svg)
        answer = size(kind.draw(puzzle, solution, Look(legend=False, answer=True)).svg)
        assert answer[0] * answer[1] < bare[0] * bare[1]


@kinds
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_other_languages_contain_no_english(kind: Kind, language: str) -> None:
    english = re.compile(
        r"\b(the|and|of|on|with|cards?|line|row|player|turn|piece|black|red|green|yellow|blue)\b", re.I
    )
    for puzzle, solution in samples(kind):
        for drawn_solution in (None, solution):
            root = ElementTree.fromstring(kind.draw(puzzle, drawn_solution, Look(language)).svg)
            words = f"{root[0].text} {root[1].text}".replace("END OF LINE", "").replace("LONG-LINE", "")
            words = re.sub("LIGHT-LINE!( SOLO-LINE| HEAD-LINE| LINE)?", "", words)
            assert not english.findall(words)


@kinds
def test_cut_outs(kind: Kind) -> None:
    for (puzzle, _), look in product(samples(kind), LOOKS):
        cuts = kind.cut_outs(puzzle, look)
        assert sum(cut.count for cut in cuts) == cut_out_count(kind, puzzle)
        assert len({cut.drawing.svg for cut in cuts}) == len(cuts)
        for cut in cuts:
            assert cut.count >= 1
            assert not outside(cut.drawing.svg)
            assert proportions(cut) == pytest.approx(1, abs=0.001)
            assert look.ink == "colour" or all(map(is_grey, colours(cut.drawing.svg)))


def cut_out_count(kind: Kind, puzzle: Any) -> int:
    """Counts the cards or pieces in the puzzle's JSON."""
    document = kind.serialise(puzzle)
    if kind.id.startswith("linja"):
        return 24
    if "tray" in document:
        return 1 + int(sum(puzzle.tray))
    if "players" in document:
        return sum(1 + len(player["deck"]) for player in document["players"])
    if "deck" in document:
        return 1 + len(document["deck"])
    return len(document["cards"]) if "cards" in document else len(document["layout"]) + 1


def proportions(cut: CutOut) -> float:
    wide, high = size(cut.drawing.svg)
    return (cut.width_mm / cut.height_mm) / (wide / high)
