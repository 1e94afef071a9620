"""Tests how large puzzles are on their pages, and how many stand on one."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from api.book.captions import caption_of
from api.book.codes import code_of
from api.book.engines import Engines
from api.book.layout import CARD_SHAPE, LEAST_CELL, layout_of
from api.book.options import PAPERS, BookOptions, read_order
from api.book.puzzle_pages import Page, PuzzlePages, PuzzleToFit, puzzle_to_fit
from api.book.selection import ChosenPuzzle, PuzzleSources
from api.book.suitability import suits_book
from puzzles.drawing.style import Look
from puzzles.game import SolvedPuzzle
from puzzles.registry import game_of
from tests import tiers

# The width of a LIGHT-LINE! card in the units of its drawing.
CARD = 100.0
ALL = list(product(PAPERS, (False, True)))


def pages_of(options: BookOptions, kind: str, count: int) -> list[Page]:
    order = read_order({"kinds": [kind], "count": count, "seed": 2})
    with Engines() as engines:
        chosen = PuzzleSources(suits=suits_book(options, engines)).select(order.selection)
    puzzles = [to_fit(number, puzzle, options) for number, puzzle in enumerate(chosen, 1)]
    game = game_of(kind)
    return list(PuzzlePages(layout_of(options, False, count), game.least_scale, None).pages(puzzles))


def to_fit(number: int, chosen: ChosenPuzzle, options: BookOptions) -> PuzzleToFit:
    kind, entry = chosen.subject.kind, chosen.entry
    assert entry is not None
    puzzle = chosen.subject.puzzle
    solution = kind.parse_solution(entry.solution)
    caption = caption_of(kind.id, SolvedPuzzle(puzzle, solution, entry.score))
    code = layout_of(options, False, 1).code_side(code_of(kind, puzzle, chosen.id, True, None).modules)
    return puzzle_to_fit(number, kind, puzzle, caption, Look(options.language, legend=False), code)


@pytest.mark.further
@pytest.mark.parametrize(("paper", "large"), tiers.reach(test=[("a5", True), ("a4", False)], long=ALL))
def test_cards_are_18_mm_wide(paper: Any, large: bool) -> None:
    options = BookOptions(paper=paper, large_print=large, language="de")
    for kind in ("light_line.place", "light_line.longest"):
        for page in pages_of(options, kind, 4):
            for slot in page.slots:
                assert slot.fit.scale * CARD >= 18
                assert slot.fit.scale >= slot.fit.readable - 1e-9


def test_small_tables_share_a_page() -> None:
    pages = pages_of(BookOptions(), "light_line.place", 8)
    assert [slot.number for page in pages for slot in page.slots] == list(range(1, 9))
    assert any(len(page.slots) > 1 for page in pages)


def test_a_frame_has_room_for_a_line_of_cards_in_either_direction() -> None:
    options = BookOptions(paper="a5")
    layout = layout_of(options, False, 4)
    for page in pages_of(options, "light_line.solo", 4):
        for slot in page.slots:
            assert slot.fit.cell >= LEAST_CELL
            assert 5 * slot.fit.cell * CARD_SHAPE <= layout.down(page.grid)
