"""Where the letters and lines of a drawing lie, and which colours it has."""

from __future__ import annotations

import re
from collections.abc import Iterator
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
