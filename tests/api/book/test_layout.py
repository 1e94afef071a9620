"""Tests where things stand on a page."""

from __future__ import annotations

from api.book.layout import ALONE, Grid, layout_of
from api.book.options import BookOptions

TASK = "Lege alle 4 Karten so, dass eine Linie über mehr mehr mehr mehr Karten läuft."


def test_there_is_more_room_above_a_drawing_where_numbers_are_long_or_slots_narrow() -> None:
    options = BookOptions(large_print=True)
    few, many = layout_of(options, True, 9), layout_of(options, True, 500)
    assert many.head_height(ALONE, [9 * TASK]) > few.head_height(ALONE, [9 * TASK])
    assert few.head_height(Grid(2, 2), [TASK]) > few.head_height(ALONE, [TASK])


def test_words_are_not_broken_to_fit() -> None:
    layout = layout_of(BookOptions(paper="a5"), True, 9)
    # As many letters, but they fill no line.
    long_words = " ".join(["Kartenreihenfolgenspiel"] * 9)
    short_words = ("ab " * (len(long_words) // 3 + 1))[: len(long_words)]
    assert layout.head_height(Grid(2, 2), [long_words]) > layout.head_height(Grid(2, 2), [short_words])
