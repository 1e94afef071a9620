"""What a tube looks like: a coloured band in a dark casing, or a band with the pattern of its colour.

The patterns differ in what a bad copier keeps, black and white alone: full, hollow, a line along the middle,
dots, and blocks across the band. Without an id there is no other way to draw them than as dashed strokes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from puzzles.drawing.style import Ink
from puzzles.drawing.svg import WHITE, tag
from puzzles.light_line.cards import BLACK
from puzzles.light_line.drawing.tubes import CASING_WIDTH, CORE_WIDTH, GAP_WIDTH

CARD_FILL, NEW_FILL, CARD_EDGE = "#fbf9f4", "#fff1c9", "#a9a394"
PAPER, CASING, DIM = "#ffffff", "#20262e", "#7d8187"
# Told apart by their brightness alone as well: for print without colours and for the colour-blind.
COLOURS = {"red": "#dc4a34", "yellow": "#f9df3f", "green": "#38b98e", "blue": "#1a4cae", BLACK: "#15181c"}
FADED_CASING, FADING = "#c3c1ba", 0.7
LIGHT = "#ffffff"
LINE_CORE, LINE_CASING, LIGHT_WIDTH = 11.0, 15.5, 2.2
# What becomes of the colours where there are none; all others become black.
GREYS = {
    **dict.fromkeys((PAPER, CARD_FILL, NEW_FILL), WHITE),
    CARD_EDGE: "#404040", FADED_CASING: "#c0c0c0", DIM: "#6e6e6e",
}  # fmt: skip


@dataclass(frozen=True)
class Pattern:
    """A stroke along the middle of a white band: how much of the band's width it fills, and its dashes.

    Dashes have no round ends, which would stick out of a card."""

    part: float
    dashes: str = ""


PATTERNS = {
    "red": Pattern(1.0, "5 5"),
    "yellow": Pattern(0.0),
    "green": Pattern(0.5, "4.5 4.5"),
    "blue": Pattern(0.3),
    BLACK: Pattern(1.0),
}


@dataclass(frozen=True)
class TubeStyle:
    """How a tube is drawn.

    core, casing   their widths
    dim            whether its colours are faded
    light          whether it has a light along its middle, for which only a colour has room
    """

    core: float
    casing: float
    dim: bool = False
    light: bool = False


PLAIN_TUBE = TubeStyle(CORE_WIDTH, CASING_WIDTH)
FADED_TUBE = TubeStyle(CORE_WIDTH, CASING_WIDTH, dim=True)
LINE_TUBE = TubeStyle(LINE_CORE, LINE_CASING, light=True)


def faded(colour: str) -> str:
    """A colour on its way to that of the card."""
    mixed = (
        round(int(colour[i : i + 2], 16) * (1 - FADING) + int(CARD_FILL[i : i + 2], 16) * FADING)
        for i in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in mixed)


def band(d: str, colour: str, ground: str, style: TubeStyle, ink: Ink, **address: str) -> str:
    """A tube, and around it a gap in what it runs over."""
    gap = style.casing + GAP_WIDTH - CASING_WIDTH
    return _stroke(d, ground, gap) + gapless_band(d, colour, style, ink, **address)


def gapless_band(d: str, colour: str, style: TubeStyle, ink: Ink, **address: str) -> str:
    """A tube without a gap around it."""
    return "".join(_layers(d, colour, style, ink, address))


def _layers(d: str, colour: str, style: TubeStyle, ink: Ink, address: Mapping[str, str]) -> Iterator[str]:
    yield _stroke(d, FADED_CASING if style.dim else CASING, style.casing, **address)
    if ink == "colour":
        yield _stroke(d, faded(COLOURS[colour]) if style.dim else COLOURS[colour], style.core)
        if style.light:
            yield _stroke(d, LIGHT, LIGHT_WIDTH)
        return
    pattern = PATTERNS[colour]
    if pattern == PATTERNS[BLACK]:
        return
    yield _stroke(d, PAPER, style.core)
    if pattern.part:
        width = pattern.part * style.core
        yield _stroke(d, FADED_CASING if style.dim else CASING, width, pattern.dashes)


def _stroke(d: str, colour: str, width: float, dashes: str = "", **address: str) -> str:
    dashed = {"stroke_dasharray": dashes} if dashes else {}
    return tag("path", d=d, fill="none", stroke=colour, stroke_width=width, **dashed, **address)
