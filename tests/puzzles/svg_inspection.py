"""Reads the positions of letters and lines, and the colours, from an SVG drawing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
Point = tuple[float, float]
# x' = a x + c y + e, y' = b x + d y + f, as in SVG.
Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)


def colours(svg: str) -> set[str]:
    return set(re.findall(r'"(#[0-9a-f]{6})"', svg))


def is_grey(colour: str) -> bool:
    return colour[1:3] == colour[3:5] == colour[5:7]


def size(svg: str) -> Point:
    root = ElementTree.fromstring(svg)
    return float(root.get("width", "")), float(root.get("height", ""))


def path_points(d: str) -> list[Point]:
    """The points of a path, with those that control its curves; lower-case commands are relative."""
    points: list[Point] = []
    at = (0.0, 0.0)
    for letter, text in re.findall(r"([A-Za-z]?)([^A-Za-z]+)", d):
        numbers = [float(part) for part in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", text)]
        if letter == "h":  # the only command that names no y
            numbers.append(0.0)
        base = at if letter.islower() else (0.0, 0.0)
        pairs = [(base[0] + x, base[1] + y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        points += pairs
        at = pairs[-1] if pairs else at
    return points


def outside(svg: str, tolerance: float = 0.6) -> list[Point]:
    """Returns the points of letters and other strokes with round ends that lie outside the drawing."""
    wide, high = size(svg)
    return [
        (x, y)
        for x, y in _points(ElementTree.fromstring(svg), IDENTITY)
        if not (-tolerance <= x <= wide + tolerance and -tolerance <= y <= high + tolerance)
    ]


def _points(element: ElementTree.Element, matrix: Matrix) -> Iterator[Point]:
    matrix = _transformed(matrix, element.get("transform", ""))
    path = element.get("d", "")
    # The outlines of letters are the only paths with relative curves.
    if element.tag == f"{SVG}path" and (element.get("stroke-linecap") == "round" or "q" in path):
        a, b, c, d, e, f = matrix
        for x, y in path_points(path):
            yield a * x + c * y + e, b * x + d * y + f
    for child in element:
        yield from _points(child, matrix)


def _transformed(matrix: Matrix, transform: str) -> Matrix:
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", transform):
        numbers = [float(text) for text in inside.split()]
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
class AddressedElement:
    """An element with an address: its `data-` attributes by name, and its bounding box.

    `board` is the board that its group names, if any. `ends` are the first and the last point of a path.
    """

    address: dict[str, str]
    board: str | None
    low: Point
    high: Point
    ends: tuple[Point, Point]

    @property
    def middle(self) -> Point:
        return (self.low[0] + self.high[0]) / 2, (self.low[1] + self.high[1]) / 2


def elements_with(svg: str, name: str) -> list[AddressedElement]:
    """Returns the elements that have an address of this name, in drawing order."""
    elements = _elements_with_address(ElementTree.fromstring(svg), IDENTITY, None)
    return [element for element in elements if name in element.address]


def _elements_with_address(
    element: ElementTree.Element, matrix: Matrix, board: str | None
) -> Iterator[AddressedElement]:
    matrix, board = _transformed(matrix, element.get("transform", "")), element.get("data-board", board)
    address = {key.removeprefix("data-"): value for key, value in element.items() if key[:5] == "data-"}
    if address and "layer" not in address and "board" not in address:
        # A group is where its first element is.
        points = _corners(element[0] if element.tag == f"{SVG}g" else element)
        a, b, c, d, e, f = matrix
        points = [(a * x + c * y + e, b * x + d * y + f) for x, y in points]
        low, high = ((pick(x for x, _ in points), pick(y for _, y in points)) for pick in (min, max))
        yield AddressedElement(address, board, low, high, (points[0], points[-1]))
    for child in element:
        yield from _elements_with_address(child, matrix, board)


def _corners(element: ElementTree.Element) -> list[Point]:
    """Points of a path, or the corners of the box around a shape."""
    if element.tag == f"{SVG}path":
        return path_points(element.get("d", ""))
    attributes = {key: float(value) for key, value in element.items() if re.fullmatch(r"-?[\d.]+", value)}
    if "r" in attributes:
        return [
            (attributes["cx"] - attributes["r"], attributes["cy"] - attributes["r"]),
            (attributes["cx"] + attributes["r"], attributes["cy"] + attributes["r"]),
        ]
    x, y = attributes.get("x", 0.0), attributes.get("y", 0.0)
    return [(x, y), (x + attributes["width"], y + attributes["height"])]
