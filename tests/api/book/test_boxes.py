"""Nothing in a book is cut off, tiny, or on top of something else: on any paper, in any language and size."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product
from typing import Any

import pytest

from api.book.options import PAPERS
from puzzles.texts import LANGUAGES
from tests import tiers
from tests.api.book.book_reader import BASE, small
from tests.api.book.pdf_boxes import BELOW, Box, PageBoxes, boxes_of

MILLIMETRE = 72 / 25.4
# Nothing stands nearer to the edge of the paper: printers leave some 5 mm white.
EDGE = 5 * MILLIMETRE
# Boxes may reach a little into each other: not every letter fills the height of its line.
TOUCH, ROUNDING = 1.0, 0.4
WIDE = [
    {"paper": paper, "language": language, "large_print": large}
    for paper, language, large in product(PAPERS, LANGUAGES, (False, True))
]
# Books that other tests need as well: the smallest paper with large type, and the plainest.
FEW: list[dict[str, Any]] = [{"language": "es", "paper": "a5", "large_print": True}, {}]

pytestmark = [pytest.mark.xdist_group("book"), pytest.mark.further]


def faults(page: PageBoxes, large: bool) -> list[str]:
    """Returns what is wrong with a page."""
    lettering = [box for box in page.texts if "Roboto" in box.font]
    # Few of them reach below the baseline.
    letters = [replace(box, bottom=box.bottom - BELOW * box.size) for box in lettering]
    words = [box for box in page.texts if "Roboto" not in box.font]
    return [
        *(f"beyond the edge: {box}" for box in (*page.texts, *page.drawings) if _is_outside(box, page)),
        *(f"tiny: {box}" for box in lettering if box.size < (14 if large else 7) - 0.05),
        *(f"tiny: {box}" for box in words if box.size < (13.9 if large else 7.9)),
        *_overlaps(words, words),
        *_overlaps(words, list(page.drawings)),
        *_overlaps(list(page.drawings), list(page.drawings)),
        *_overlaps(letters, letters),
        *(f"cut off: {box}" for box in letters if not any(_holds(drawing, box) for drawing in page.drawings)),
    ]


def _is_outside(box: Box, page: PageBoxes) -> bool:
    return min(box.left, box.top) < EDGE or box.right > page.width - EDGE or box.bottom > page.height - EDGE


def _holds(drawing: Box, letter: Box) -> bool:
    return (
        drawing.left - ROUNDING <= letter.left
        and letter.right <= drawing.right + ROUNDING
        and drawing.top - ROUNDING <= letter.top
        and letter.bottom <= drawing.bottom + ROUNDING
    )


def _is_twice(one: Box, other: Box) -> bool:
    """Whether two letters are one, with white around it."""
    return abs(one.left - other.left) < ROUNDING and abs(one.top - other.top) < ROUNDING


def _overlaps(boxes: list[Box], others: list[Box]) -> list[str]:
    pairs = combinations(boxes, 2) if boxes is others or boxes == others else product(boxes, others)
    return [
        f"overlap: {one} and {other}"
        for one, other in pairs
        if one.overlap(other) > TOUCH and not _is_twice(one, other)
    ]


@pytest.mark.parametrize("options", tiers.reach(test=FEW, long=WIDE), ids=str)
def test_every_box_has_its_room_and_every_letter_its_size(options: dict[str, Any]) -> None:
    pages = boxes_of(small(BASE, **options).pdf)
    large = options.get("large_print", False)
    found = {number: wrong for number, page in enumerate(pages, 1) if (wrong := faults(page, large))}
    assert not found
    assert sum(len(page.drawings) for page in pages) > 30
