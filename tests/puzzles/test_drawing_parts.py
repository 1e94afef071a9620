"""Tests the shared parts of drawings: blocks, legends, lists, and text for a terminal."""

from __future__ import annotations

import re

from puzzles.drawing.blocks import Block, stack
from puzzles.drawing.drawing import Drawing
from puzzles.drawing.legend import LegendEntry, Spacing, legend_rows
from puzzles.drawing.letters import lettering_width
from puzzles.drawing.lists import FEW, listing, unbreakable
from puzzles.drawing.terminal import Canvas, filled
from puzzles.texts import translator_for
from tests.puzzles.svg_inspection import size

BLOCKS = (Block("<a/>", 10, 20), Block("<b/>", 30, 5))
SPACING = Spacing(letters=8, row=20, beside=4, between=10)


def test_blocks_stand_one_below_the_other() -> None:
    groups, below = stack(BLOCKS, (3, 7), gap=2)
    assert groups == [
        '<g transform="translate(3 7)"><a/></g>',
        '<g transform="translate(3 29)"><b/></g>',
    ]
    assert below == 7 + 20 + 2 + 5 + 2


def test_blocks_are_centred_or_scaled() -> None:
    centred, _ = stack(BLOCKS, (0, 0), gap=0, centred_in=30)
    assert [re.findall(r"[\d.]+", group)[:2] for group in centred] == [["10", "0"], ["0", "20"]]
    scaled, below = stack(BLOCKS, (0, 0), gap=1, scale=2)
    assert 'transform="translate(0 42) scale(2)"' in scaled[1]
    assert below == 2 * (21 + 6)


def test_a_legend_breaks_where_a_row_is_full() -> None:
    entries = [
        LegendEntry("<a/>", 16, "one"),
        LegendEntry("<b/>", 16, "two"),
        LegendEntry("<c/>", 16, "three"),
    ]
    two = sum(16 + 4 + lettering_width(word, 8) for word in ("one", "two")) + 10
    for max_width, rows in ((1000, 1), (two + 0.1, 2), (two - 0.1, 3), (0, 3)):
        legend = legend_rows(entries, 300, max_width, SPACING)
        tops = [y for _, y in re.findall(r"translate\(([\d.]+) ([\d.]+)\)", legend.markup)]
        assert len(set(tops)) == rows
        assert (legend.width, legend.height) == (300, 20 * rows)


def test_a_long_list_says_how_many_more_there_are() -> None:
    items = [str(i) for i in range(FEW + 3)]
    assert listing(items[:FEW]) == ", ".join(items[:FEW])
    assert listing(items) == ", ".join([*items[:FEW], unbreakable("and 3 more")])
    assert listing(items, 1, "; ", translator_for("de"), unbroken=False) == "0; und 14 weitere"


def test_lines_for_a_terminal_do_not_break_at_a_hard_space() -> None:
    assert filled(f"one two {unbreakable('three four')} five", 13) == ["one two", "   three four", "   five"]


def test_a_sheet_has_no_spaces_at_the_ends_of_its_lines() -> None:
    canvas = Canvas(2, 9)
    canvas.write(1, 2, "ab ")
    assert canvas.lines() == ["", "  ab"]


def test_a_drawing_is_a_value() -> None:
    drawing = Drawing(20.004, 10, "a < b", "both", '<path data-cell="1,2" d=""/>')
    assert drawing == Drawing(20.004, 10, "a < b", "both", '<path data-cell="1,2" d=""/>')
    assert size(drawing.svg) == (20, 10)
    assert "<title>a &lt; b</title>\n<desc>both</desc>" in drawing.svg
    assert drawing.unaddressed().markup == '<path d=""/>'
