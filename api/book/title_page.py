"""The composition on the title page: solved examples of the book's kinds, in rows as wide as the page.

The drawings of a row are equally high. Which stand in which row is chosen so that the composition fills its
room as well as can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from math import sqrt

from api.book.layout import Layout
from api.book.rules import example_of
from puzzles.drawing.drawing import Drawing
from puzzles.drawing.style import Look
from puzzles.registry import game_of, kind_named

# How many drawings there are, the part of the page's height that they take, and the room between them.
_MOST, _HEIGHT, COVER_GAP = 5, 0.6, 7.0
# Letters are drawn a little too high, as in api/book/fitting.py; their size changes that of a drawing a bit.
_SPARE, _ROUNDS = 1.03, 3

Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class PlacedDrawing:
    """A drawing of the composition, and how many millimetres a unit of it is."""

    drawing: Drawing
    scale: float


def composition(kinds: Sequence[str], look: Look, layout: Layout) -> list[list[PlacedDrawing]]:
    """Returns the rows of the composition; first of all one kind of each game has its drawing."""
    first = list({game_of(kind).id: kind for kind in reversed(kinds)}.values())[::-1]
    shown = [*first, *(kind for kind in kinds if kind not in first)][:_MOST]
    width, height = layout.page_format.across, _HEIGHT * layout.page_format.down
    drawings = [_draw(kind, look, 0.0) for kind in shown]
    rows = max(_arrangements(len(shown)), key=lambda rows: _filled(rows, drawings, width, height))
    for _ in range(_ROUNDS):
        scales = _scales(rows, drawings, width, height)
        letters = [_SPARE * layout.sizes.letters / scale for scale in scales]
        drawings = [_draw(kind, look, high) for kind, high in zip(shown, letters, strict=True)]
    scales = _scales(rows, drawings, width, height)
    return [[PlacedDrawing(drawings[i], scales[i]) for i in row] for row in rows]


def _draw(kind_id: str, look: Look, letters: float) -> Drawing:
    example = example_of(kind_id)
    return kind_named(kind_id).draw(
        example.puzzle, example.solution, replace(look, answer=True, min_letters=letters)
    )


def _arrangements(count: int) -> Iterator[Rows]:
    """Yields the ways to set drawings in rows, in any order."""
    for order in permutations(range(count)):
        for cuts in range(2 ** (count - 1)):
            ends = [i for i in range(1, count) if cuts >> (i - 1) & 1]
            yield tuple(order[a:b] for a, b in zip([0, *ends], [*ends, count], strict=True))


def _heights(rows: Rows, drawings: Sequence[Drawing], width: float) -> list[float]:
    """The heights of rows as wide as the page."""
    return [
        (width - COVER_GAP * (len(row) - 1)) / sum(drawings[i].width / drawings[i].height for i in row)
        for row in rows
    ]


def _shrink(rows: Rows, drawings: Sequence[Drawing], width: float, height: float) -> float:
    """How much smaller the rows have to be than the page is wide, to fit into the height."""
    return min(1.0, (height - COVER_GAP * (len(rows) - 1)) / sum(_heights(rows, drawings, width)))


def _filled(rows: Rows, drawings: Sequence[Drawing], width: float, height: float) -> float:
    """How well rows fill the room; those that are about as high as each other look better."""
    heights, shrink = _heights(rows, drawings, width), _shrink(rows, drawings, width, height)
    return shrink**2 * sum(heights) * sqrt(min(heights) / max(heights))


def _scales(rows: Rows, drawings: Sequence[Drawing], width: float, height: float) -> list[float]:
    shrink, scales = _shrink(rows, drawings, width, height), [0.0] * len(drawings)
    for row, row_height in zip(rows, _heights(rows, drawings, width), strict=True):
        for i in row:
            scales[i] = shrink * row_height / drawings[i].height
    return scales
