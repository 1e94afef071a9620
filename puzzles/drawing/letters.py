"""Lettering: the texts of drawings, in the font of the folder `font`.

In the markup of a drawing a text is an element `text`, which a book prints as text. `outlined` replaces each
by its outline, since a drawing by itself may not rely on a font.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from html import escape, unescape

from puzzles.drawing.font import FILE
from puzzles.drawing.font.outlines import Font
from puzzles.drawing.svg import INK, WHITE, Point, number, tag

FONT = Font(FILE)
# The height of capitals and digits as a part of the size of the type.
CAP_HEIGHT = FONT.cap_height / FONT.em
SPACES = " \xa0"
_TEXT = re.compile(r'<text x="([^"]*)" y="([^"]*)" font-size="([^"]*)"([^>]*)>([^<]*)</text>')


def lettering(text: str, at: Point, height: float, anchor: float = 0.0) -> str:
    """The `d` of the outlines of words whose capitals are `height` high.

    `at` is on the top line; `anchor` says which part of the width lies there: 0 the left end, 0.5 the middle,
    1 the right end. A hard space is as wide as any; what the font lacks is drawn as a question mark.
    """
    x = at[0] - anchor * lettering_width(text, height)
    return _outline(printable(text), x, at[1] + height, height / CAP_HEIGHT)


def lettering_width(text: str, height: float) -> float:
    return sum(FONT.glyph(char).advance for char in printable(text)) * height / FONT.cap_height


def words(
    text: str,
    at: Point,
    height: float,
    anchor: float = 0.0,
    colour: str = INK,
    halo: float = 0.0,
    **attributes: str,
) -> str:
    """The element that shows a text, placed as `lettering` does. `halo`: the width of white around it."""
    if not text.strip(SPACES):
        return ""
    content = escape(printable(text), quote=False)
    x, y = at[0] - anchor * lettering_width(text, height), at[1] + height
    size = height / CAP_HEIGHT
    front = tag("text", content, x=x, y=y, font_size=size, fill=colour, **attributes)
    if not halo:
        return front
    back = tag(
        "text", content, x=x, y=y, font_size=size, fill=WHITE, stroke=WHITE, stroke_width=halo,
        stroke_linejoin="round",
    )  # fmt: skip
    return back + front


def outlined(markup: str) -> str:
    """Replaces the texts in markup by their outlines."""
    return _TEXT.sub(_outlined_text, markup)


def _outlined_text(match: re.Match[str]) -> str:
    x, y, size, attributes, content = match.groups()
    return f'<path d="{_outline(unescape(content), float(x), float(y), float(size))}"{attributes}/>'


@lru_cache(maxsize=2**12)  # most stand in many drawings
def _outline(text: str, x: float, baseline: float, size: float) -> str:
    """The outlines. All points of a contour but the first are relative, which takes fewer letters."""
    scale, parts = size / FONT.em, list[str]()
    for char in text:
        glyph = FONT.glyph(char)
        at = 0.0, 0.0
        for letter, numbers in glyph.commands:
            moved = [round((baseline if i % 2 else x) + value * scale, 2) for i, value in enumerate(numbers)]
            if letter == "M":
                parts.append("M" + _pairs(moved))
            elif moved:
                parts.append(letter.lower() + _pairs([value - at[i % 2] for i, value in enumerate(moved)]))
            else:
                parts.append(letter)
            if moved:
                at = moved[-2], moved[-1]
        x += glyph.advance * scale
    return "".join(parts)


def _pairs(numbers: Sequence[float]) -> str:
    """Numbers as short as SVG allows: without a 0 before the point, or a space before a minus sign."""
    texts = (number(value) for value in numbers)
    return " ".join(re.sub(r"^(-?)0\.", r"\1.", text) for text in texts).replace(" -", "-")


def text_lines(
    lines: Sequence[str], x: float, height: float, pitch: float, anchor: float = 0.0, colour: str = INK
) -> str:
    """Lines of a text, the first on the top, each `pitch` below the one before."""
    return "".join(words(line, (x, i * pitch), height, anchor, colour) for i, line in enumerate(lines))


def wrapped(text: str, height: float, width: float) -> list[str]:
    """A text in lines that fit a width, broken between words; what a hard space joins stays together."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and lettering_width(longer, height) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def has_glyph(char: str) -> bool:
    return FONT.has(char)


def printable(text: str) -> str:
    """The text with a question mark for each character that the font lacks."""
    return "".join(char if FONT.has(char) else "?" for char in text)
