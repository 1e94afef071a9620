"""Where the letters and lines of a drawing lie, and which colours it has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
Point = tuple[float, float]
# x' = a x + c y + e, y' = b x + d y + f, as in SVG.
Matrix = tuple[float, float, float, float, float, float]
UNMOVED: Matrix = (1, 0, 0, 1, 0, 0)


def colours(svg: str) -> set[str]:
    return set(re.findall(r'"(#[0-9a-f]{6})"', svg))


def is_grey(colour: str) -> bool:
    return colour[1:3] == colour[3:5] == colour[5:7]


def size(svg: str) -> Point:
    root = ElementTree.fromstring(svg)
    return float(root.get("width", "")), float(root.get("height", ""))


def outside(svg: str, most: float = 0.6) -> list[Point]:
    """The points of letters and other strokes with round ends that lie outside of the drawing."""
    wide, high = size(svg)
    return [
        (x, y)
        for x, y in _points(ElementTree.fromstring(svg), UNMOVED)
        if not (-most <= x <= wide + most and -most <= y <= high + most)
    ]


def _points(element: ElementTree.Element, matrix: Matrix) -> Iterator[Point]:
    matrix = _moved(matrix, element.get("transform", ""))
    if element.tag == f"{SVG}path" and element.get("stroke-linecap") == "round":
        numbers = [float(each) for each in re.findall(r"-?[\d.]+", element.get("d", ""))]
        a, b, c, d, e, f = matrix
        for x, y in zip(numbers[::2], numbers[1::2], strict=True):
            yield a * x + c * y + e, b * x + d * y + f
    for child in element:
        yield from _points(child, matrix)


def _moved(matrix: Matrix, transform: str) -> Matrix:
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", transform):
        numbers = [float(each) for each in inside.split()]
        a, b, c, d, e, f = matrix
        if name == "translate":
            x, y = numbers
            matrix = (a, b, c, d, e + a * x + c * y, f + b * x + d * y)
        elif name == "scale":
            (k,) = numbers
            matrix = (a * k, b * k, c * k, d * k, e, f)
        else:
            assert (name, numbers) == ("rotate", [180])
            matrix = (-a, -b, -c, -d, e, f)
    return matrix


@dataclass(frozen=True)
class Addressed:
    """An element with an address: its `data-` attributes by their names, and the box that it is drawn in.

    `board` is what the group says that it stands in, if any. `ends` are the first and the last point of a
    path.
    """

    address: dict[str, str]
    board: str | None
    low: Point
    high: Point
    ends: tuple[Point, Point]

    @property
    def middle(self) -> Point:
        return (self.low[0] + self.high[0]) / 2, (self.low[1] + self.high[1]) / 2


def addressed(svg: str, name: str) -> list[Addressed]:
    """The elements that have an address of this name, in the order in which they are drawn."""
    found = _addressed(ElementTree.fromstring(svg), UNMOVED, None)
    return [each for each in found if name in each.address]


def _addressed(element: ElementTree.Element, matrix: Matrix, board: str | None) -> Iterator[Addressed]:
    matrix, board = _moved(matrix, element.get("transform", "")), element.get("data-board", board)
    address = {key.removeprefix("data-"): value for key, value in element.items() if key[:5] == "data-"}
    if address and "layer" not in address and "board" not in address:
        # A group is where its first element is.
        points = _corners(element[0] if element.tag == f"{SVG}g" else element)
        a, b, c, d, e, f = matrix
        points = [(a * x + c * y + e, b * x + d * y + f) for x, y in points]
        low, high = ((pick(x for x, _ in points), pick(y for _, y in points)) for pick in (min, max))
        yield Addressed(address, board, low, high, (points[0], points[-1]))
    for child in element:
        yield from _addressed(child, matrix, board)


def _corners(element: ElementTree.Element) -> list[Point]:
    """Points of a path, or the corners of the box around a shape."""
    if element.tag == f"{SVG}path":
        numbers = [float(each) for each in re.findall(r"-?[\d.]+", element.get("d", ""))]
        return list(zip(numbers[::2], numbers[1::2], strict=True))
    of = {key: float(value) for key, value in element.items() if re.fullmatch(r"-?[\d.]+", value)}
    if "r" in of:
        return [(of["cx"] - of["r"], of["cy"] - of["r"]), (of["cx"] + of["r"], of["cy"] + of["r"])]
    return [(of["x"], of["y"]), (of["x"] + of["width"], of["y"] + of["height"])]
