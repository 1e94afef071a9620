"""The signs on a board's cells, in their size on the board, where a cell is SIDE wide and high."""

from __future__ import annotations

from puzzles.drawing.letters import lettering_width, words
from puzzles.drawing.svg import INK, WHITE, Point, along, arrow_head, line, tag
from puzzles.end_of_line.drawing.cards import (
    CARD_EDGE,
    CARD_FILL,
    CASING,
    GIVEN_FILL,
    PAPER,
    SPARK,
    direction,
)

SIDE = 64.0
BLOCKED_FILL, BLOCKED_EDGE, SLANTS, WRONG = "#59616b", "#3a4149", "#aab0b8", "#b3261e"
BEYOND_BLOCKED = "#c4c7cb"
PLATE_EDGE, PLATE_HEIGHT = "#7d8894", 11.0
# What becomes of the colours where there are none; all others become black. A line is a thick black one with
# white arrows, what a reverse left is hollow, a blocked cell hatched and a given one framed twice.
GREYS = {
    **dict.fromkeys((PAPER, CARD_FILL, GIVEN_FILL, SPARK), WHITE),
    CARD_EDGE: "#404040", BLOCKED_FILL: "#d4d4d4", BEYOND_BLOCKED: "#d4d4d4", PLATE_EDGE: "#6e6e6e",
}  # fmt: skip


def start_sign(middle: Point, heading: str) -> str:
    (x, y), way = middle, direction(heading)
    disc = tag("circle", cx=x, cy=y, r=19, fill=CASING)
    ring = tag("circle", cx=x, cy=y, r=15.5, fill="none", stroke=PAPER, stroke_width=1.8)
    return disc + ring + tag("path", d=arrow_head(along(middle, way, -6), way, 16, 18), fill=PAPER)


def end_sign(middle: Point) -> str:
    """A stop: a dark square with a white one in it, wide enough to be seen around a ringed 0."""
    return "".join(
        tag("rect", x=middle[0] - half, y=middle[1] - half, width=2 * half, height=2 * half, rx=half / 4,
            fill=fill)
        for half, fill in ((12.3, CASING), (5.0, PAPER))
    )  # fmt: skip


def unturned_sign(middle: Point) -> str:
    """Draws the sign for a card that no exit leads to."""
    x, y = middle
    return _dashed_ring(middle, 12) + words("?", (x, y - 6), 12, 0.5)


def turning_ring(middle: Point) -> str:
    """Draws the ring below the picture of a given card whose direction is open."""
    ring = 18.0
    turning = arrow_head(along(middle, (1, 0), ring, -4), (0, 1), 8, 8)
    turning += arrow_head(along(middle, (-1, 0), ring, -4), (0, -1), 8, 8)
    return _dashed_ring(middle, ring) + tag("path", d=turning, fill=INK)


def _dashed_ring(middle: Point, radius: float) -> str:
    return tag(
        "circle", cx=middle[0], cy=middle[1], r=radius, fill=PAPER, stroke=INK, stroke_width=1.4,
        stroke_dasharray="4.5 3",
    )  # fmt: skip


def dead_end_bar(middle: Point, way: Point) -> str:
    """The `d` of the bar across a branch that comes in this direction."""
    return line(along(middle, way, 0, -0.16 * SIDE), along(middle, way, 0, 0.16 * SIDE))


def cross(corner: Point) -> str:
    """The `d` of a cross, by its lower right corner."""
    right, low = corner
    return line((right - 11, low - 11), (right, low)) + line((right, low - 11), (right - 11, low))


def _plate_letters(number: str) -> float:
    """Small enough for three digits between the line and a cell's corner."""
    return 6.5 if len(number) < 3 else 5.0


def round_plate_width(number: str) -> float:
    height = _plate_letters(number)
    return lettering_width(number, height) + height


def round_plate(number: str, corner: Point) -> str:
    """A round's number on a small plate, by its top left corner: on a round's first card, and in the list."""
    (x, y), height = corner, _plate_letters(number)
    plate = tag(
        "rect", x=x, y=y, width=round_plate_width(number), height=PLATE_HEIGHT, rx=3, fill=PAPER,
        stroke=PLATE_EDGE, stroke_width=1,
    )  # fmt: skip
    return plate + words(number, (x + height / 2, y + (PLATE_HEIGHT - height) / 2), height)
