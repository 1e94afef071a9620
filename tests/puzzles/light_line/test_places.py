"""Tests the names of places."""

from __future__ import annotations

import pytest

from puzzles.light_line.places import Places
from puzzles.texts import ENGLISH, translator_for

PLACES = Places.of([(4, -2), (5, -1)])


@pytest.mark.parametrize(
    ("cell", "english", "german"),
    [
        ((4, -2), "on A1", "auf A1"),
        ((5, 0), "on C2", "auf C2"),
        ((5, -3), "left of A2", "links von A2"),
        ((3, -1), "above B1", "über B1"),
        ((3, -3), "above and left of A1", "links oberhalb von A1"),
    ],
)
def test_places_are_counted_from_the_top_left_card(cell: tuple[int, int], english: str, german: str) -> None:
    assert ENGLISH.render(PLACES.where(cell)) == english
    assert translator_for("de").render(PLACES.where(cell)) == german


def test_only_rows_and_columns_of_the_layout_have_labels() -> None:
    assert [PLACES.row_label(row) for row in (3, 4, 13)] == ["", "1", "10"]
    assert [PLACES.column_label(col) for col in (-3, -2, 24)] == ["", "A", "AA"]


def test_the_first_card_is_laid_on_a1() -> None:
    assert str(Places.of([]).name((0, 0))) == "A1"
