"""SVG as text: numbers, tags, paths and whole documents.

Conventions: x grows to the right, y grows downwards, all in the units of the viewBox. A `d` is the text of a
path, and several can be joined end to end. Markup is plain text; only `tag` and `document` escape, and they
escape attributes and the words for screen readers, never the children that they are handed.

Nothing here uses an id, a style sheet or a font: many drawings can stand on one page without a clash, and a
book prints the same everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from html import escape

Point = tuple[float, float]

INK = "#1c2733"
BLACK, WHITE = "#000000", "#ffffff"
_SPECIAL = re.compile("[&<>\"']")


@lru_cache(maxsize=2**16)  # most stand in every drawing
def number(value: float) -> str:
    """A coordinate: at most 2 decimals, and never "-0", so that the same drawing is the same text."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@cache
def _attribute(key: str) -> str:
    return key.replace("_", "-")


def _escaped(value: str) -> str:
    # Nearly all values have nothing to escape, and some are long.
    return escape(value) if _SPECIAL.search(value) else value


def tag(name: str, *children: str, **attributes: str | float) -> str:
    """An element. An underscore in an attribute's name stands for a hyphen: stroke_width."""
    attributes_text = "".join(
        [
            f' {_attribute(key)}="{_escaped(value) if isinstance(value, str) else number(value)}"'
            for key, value in attributes.items()
        ]
    )
    if not children:
        return f"<{name}{attributes_text}/>"
    return f"<{name}{attributes_text}>{''.join(children)}</{name}>"


def document(
    width: float, height: float, title: str, description: str, markup: str, **attributes: str | float
) -> str:
    """A whole drawing on white paper, with a name and a description for screen readers, if there are any."""
    names = (
        f"<title>{escape(title)}</title>\n<desc>{escape(description)}</desc>\n"
        if title or description
        else ""
    )
    return tag(
        "svg",
        names,
        tag("rect", width=width, height=height, rx=10, fill=WHITE),
        f"\n{markup}\n",
        xmlns="http://www.w3.org/2000/svg",
        role="img",
        width=width,
        height=height,
        viewBox=f"0 0 {number(width)} {number(height)}",
        **attributes,
    )


def translation(x: float, y: float) -> str:
    """The value of `transform` that moves an element."""
    return f"translate({number(x)} {number(y)})"


def greyed(markup: str, greys: Mapping[str, str]) -> str:
    """The same markup without colours: each becomes its grey, or black where none is named."""
    return re.sub(r'"(#[0-9a-f]{6})"', lambda match: f'"{greys.get(match[1], BLACK)}"', markup)


def line(*points: Point) -> str:
    """The `d` of straight lines from point to point."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def polygon(*points: Point) -> str:
    return line(*points) + "Z"


def along(point: Point, direction: Point, forward: float, aside: float = 0) -> Point:
    """The point some way forward in a direction, and aside to the right of it."""
    (x, y), (dx, dy) = point, direction
    return x + dx * forward - dy * aside, y + dy * forward + dx * aside


def arrow_head(base: Point, direction: Point, length: float, width: float) -> str:
    """The `d` of a filled triangle that stands on `base` and points in a direction of length 1."""
    left, right = along(base, direction, 0, -width / 2), along(base, direction, 0, width / 2)
    return polygon(left, along(base, direction, length), right)


def hatching(corner: Point, size: float, gap: float) -> str:
    """The `d` of parallel slanting lines that fill a square."""
    x, y = corner
    reach = [gap * k for k in range(1, int(2 * size / gap) + 1) if gap * k < 2 * size]
    return "".join(
        line((x + max(0.0, c - size), y + min(c, size)), (x + min(c, size), y + max(0.0, c - size)))
        for c in reach
    )


def dot(middle: Point, radius: float, colour: str) -> str:
    """A filled circle as a stroke with round ends, a tenth of the bytes of a circle in a PDF."""
    d = f"M{number(middle[0])} {number(middle[1])}h.01"
    return tag("path", d=d, stroke=colour, stroke_width=2 * radius, stroke_linecap="round")


def strokes(d: str, width: float, colour: str = INK, **attributes: str) -> str:
    """Lettering and other open lines, with round ends."""
    if not d:
        return ""
    return tag(
        "path", d=d, fill="none", stroke=colour, stroke_width=width,
        stroke_linecap="round", stroke_linejoin="round", **attributes,
    )  # fmt: skip
