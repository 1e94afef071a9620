"""Measures the boxes of a PDF's pages, in points from the top left corner: every text and every drawing."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import pikepdf

Matrix = tuple[float, float, float, float, float, float]
_UNIT: Matrix = (1, 0, 0, 1, 0, 0)
# How far letters reach above the baseline and below it, as parts of the size of their type.
_ABOVE, BELOW = 0.68, 0.2


@dataclass(frozen=True)
class Box:
    """A box on a page: of a text, with the name of its font and the size of its type, or of a drawing."""

    left: float
    top: float
    right: float
    bottom: float
    font: str = ""
    size: float = 0.0

    def overlap(self, other: Box) -> float:
        """How far two boxes reach into each other; negative where they do not touch."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return min(across, down)


@dataclass(frozen=True)
class PageBoxes:
    width: float
    height: float
    texts: tuple[Box, ...]
    drawings: tuple[Box, ...]


@cache
def boxes_of(pdf: bytes) -> tuple[PageBoxes, ...]:
    with pikepdf.open(io.BytesIO(pdf)) as document:
        figures: dict[Any, list[Sequence[float]]] = {}
        for page, box in _figures(document.Root.StructTreeRoot, None):
            figures.setdefault(page, []).append(box)
        return tuple(_page_boxes(page, figures.get(page.obj.objgen, [])) for page in document.pages)


def _page_boxes(page: pikepdf.Page, figures: Sequence[Sequence[float]]) -> PageBoxes:
    left, bottom, right, top = map(float, page.mediabox)
    assert (left, bottom) == (0, 0)
    drawings = tuple(Box(x0, top - y1, x1, top - y0) for x0, y0, x1, y1 in figures)
    return PageBoxes(right, top, tuple(_texts(page, top)), drawings)


def _figures(element: Any, page: Any) -> Iterator[tuple[Any, Sequence[float]]]:
    """Yields the page and the box of every drawing, from the structure that screen readers follow."""
    if not isinstance(element, pikepdf.Dictionary):
        return
    page = element.Pg.objgen if "/Pg" in element else page
    if element.get("/S") == "/Figure":
        attributes = element.A
        for attribute in attributes if isinstance(attributes, pikepdf.Array) else [attributes]:
            if "/BBox" in attribute:
                yield page, [float(value) for value in attribute.BBox]
        return
    children: Any = element.get("/K", [])
    for child in children if isinstance(children, pikepdf.Array) else [children]:
        yield from _figures(child, page)


def _texts(page: pikepdf.Page, height: float) -> Iterator[Box]:
    fonts = {name: _Font(font) for name, font in page.Resources.get("/Font", {}).items()}
    stack: list[Matrix] = []
    matrix = text_matrix = _UNIT
    font, size = None, 0.0
    instructions: Any = pikepdf.parse_content_stream(page, "q Q cm BT Tf Tm Tj TJ")
    for operands, operator in instructions:
        match str(operator):
            case "q":
                stack.append(matrix)
            case "Q":
                matrix = stack.pop()
            case "cm":
                matrix = _times(tuple(map(float, operands)), matrix)
            case "BT":
                text_matrix = _UNIT
            case "Tf":
                font, size = fonts[str(operands[0])], float(operands[1])
            case "Tm":
                text_matrix = _times(tuple(map(float, operands)), _UNIT)
            case "TJ" | "Tj":
                assert font is not None
                width = font.width(operands[0]) * size
                yield _text_box(_times(text_matrix, matrix), width, size, font.name, height)


def _text_box(matrix: Matrix, width: float, size: float, name: str, height: float) -> Box:
    corners = [
        (matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5])
        for x in (0, width)
        for y in (-BELOW * size, _ABOVE * size)
    ]
    xs, ys = [x for x, _ in corners], [height - y for _, y in corners]
    drawn = size * abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
    return Box(min(xs), min(ys), max(xs), max(ys), name, drawn)


def _times(first: Any, second: Any) -> Matrix:
    a, b, c, d, e, f = first
    p, q, r, s, t, u = second
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


class _Font:
    """The widths of a font's glyphs, whose numbers have two bytes."""

    def __init__(self, font: Any) -> None:
        descendant = font.DescendantFonts[0]
        self.name = str(descendant.BaseFont).split("+")[-1]
        self._default = float(descendant.get("/DW", 1000))
        self._widths = dict(self._read(list(descendant.get("/W", []))))

    @staticmethod
    def _read(entries: list[Any]) -> Iterator[tuple[int, float]]:
        while entries:
            first, second = int(entries[0]), entries[1]
            if isinstance(second, pikepdf.Array):
                yield from ((first + i, float(width)) for i, width in enumerate(second))
                del entries[:2]
            else:
                yield from ((number, float(entries[2])) for number in range(first, int(second) + 1))
                del entries[:3]

    def width(self, shown: Any) -> float:
        """The width of what is shown, as a part of the size of the type."""
        total = 0.0
        for part in shown if isinstance(shown, pikepdf.Array) else [shown]:
            if isinstance(part, pikepdf.String):
                codes = bytes(part)
                numbers = (int.from_bytes(codes[i : i + 2]) for i in range(0, len(codes), 2))
                total += sum(self._widths.get(number, self._default) for number in numbers)
            else:
                total -= float(part)
        return total / 1000
