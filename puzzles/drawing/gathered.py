"""Gathers the texts of a drawing that is printed.

A printer needs 5 KB of memory for every element of text, and a book has 30,000. So the texts of one size and
colour become one element, each letter of which says how far it is from where the one before it ends. That is
drawn after all else, as nothing in a drawing covers a text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape, unescape

from puzzles.drawing.letters import FONT
from puzzles.drawing.svg import Point, number, tag

_TAG = re.compile(
    r'<text x="([^"]*)" y="([^"]*)" font-size="([^"]*)" fill="([^"]*)">([^<]*)</text>'
    r'|<g(?: transform="([^"]*)")?(?: [^>]*[^>/])?>|</g>'
)
_MOVED = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)")
# The font may have one glyph for such letters, of another width; spaces side by side would become one.
_LIGATURE = re.compile("f[fijlt]")
_SPACE, _HARD_SPACE = " ", "\xa0"


@dataclass(frozen=True)
class _Text:
    at: Point
    words: str


def gathered(markup: str) -> str:
    """The markup of a drawing without addresses, its texts gathered as far as they are only moved."""
    texts: dict[tuple[str, str], list[_Text]] = {}
    # Where the origin is within groups; None where they are scaled or turned.
    origins: list[Point | None] = [(0.0, 0.0)]
    parts, begin = list[str](), 0
    for match in _TAG.finditer(markup):
        x, y, size, colour, content, transform = match.groups()
        origin = origins[-1]
        if content is None:
            if match[0] == "</g>":
                origins.pop()
            else:
                origins.append(_moved_origin(origin, transform))
        elif origin is not None and not _LIGATURE.search(content):
            text = _Text((origin[0] + float(x), origin[1] + float(y)), unescape(content))
            texts.setdefault((size, colour), []).append(text)
            parts.append(markup[begin : match.start()])
            begin = match.end()
    parts.append(markup[begin:])
    return "".join(parts) + "".join(_element(*style, of_style) for style, of_style in texts.items())


def _moved_origin(origin: Point | None, transform: str | None) -> Point | None:
    if origin is None or transform is None:
        return origin
    match = _MOVED.fullmatch(transform)
    return None if match is None else (origin[0] + float(match[1]), origin[1] + float(match[2]))


def _element(size: str, colour: str, texts: Sequence[_Text]) -> str:
    scale, start = float(size) / FONT.em, texts[0].at
    (x, y), steps = start, list[tuple[str, str]]()
    for text in texts:
        step = number(text.at[0] - x), number(text.at[1] - y)
        x, y = x + float(step[0]), y + float(step[1])
        steps += [step, *[("0", "0")] * (len(text.words) - 1)]
        x += sum(FONT.glyph(letter).advance for letter in text.words) * scale
    letters = escape("".join(text.words for text in texts).replace(_SPACE, _HARD_SPACE), quote=False)
    dx, dy = (" ".join(axis) for axis in zip(*steps, strict=True))
    return tag(
        "text",
        letters,
        x=start[0],
        y=start[1],
        dx=dx,
        dy=dy,
        font_size=size,
        fill=colour,
        font_kerning="none",
    )
