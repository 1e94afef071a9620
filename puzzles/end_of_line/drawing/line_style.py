"""How the lines of several players look: each has a colour and a pattern, which needs no colours.

A pattern lies on the coloured core of the line, in white or dark. It stays as it is where all colours become
black.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzles.drawing.letters import words
from puzzles.drawing.svg import Point, along, arrow_head, number, tag
from puzzles.end_of_line.drawing.cards import BAND, CASING, PAPER, band, chevrons, direction
from puzzles.end_of_line.drawing.signs import end_sign, start_sign

# The white stripe that makes a line hollow, as a part of a card's side.
_HOLLOW = 0.1
# How high a player's number is on the start card, and at the end of the line.
START_LETTERS, END_LETTERS = 15.0, 13.0


@dataclass(frozen=True)
class Stripe:
    """A stripe along a line. Its width and its dashes are parts of a card's side; a dash of 0 is a dot."""

    width: float
    dashes: tuple[float, ...] = ()
    dark: bool = False

    def markup(self, d: str, side: float) -> str:
        attributes: dict[str, str] = {}
        if self.dashes:
            attributes["stroke_dasharray"] = " ".join(number(dash * side) for dash in self.dashes)
            attributes["stroke_linecap"] = "round" if self.dashes[0] == 0 else "butt"
        colour = CASING if self.dark else PAPER
        return tag("path", d=d, fill="none", stroke=colour, stroke_width=self.width * side, **attributes)


@dataclass(frozen=True)
class LineStyle:
    """The look of a line; `player` is the number of its player, counted from 1, None for a line alone."""

    colour: str = BAND
    stripes: tuple[Stripe, ...] = ()
    player: int | None = None

    def band(self, d: str, side: float) -> str:
        return band(d, side, self.colour) + "".join(stripe.markup(d, side) for stripe in self.stripes)

    def dead_band(self, d: str, side: float) -> str:
        """A branch that a reverse left: hollow, or for one of several lines as the line itself."""
        return band(d, side, PAPER) if self.player is None else self.band(d, side)

    def chevrons(self, d: str, side: float, colour: str = PAPER) -> str:
        """The arrows on the line; on a pattern they need a dark edge."""
        if self.player is None:
            return chevrons(d, side, colour)
        return chevrons(d, 2.4 * side, CASING) + chevrons(d, side)

    def start(self, middle: Point, heading: str, high: float = START_LETTERS) -> str:
        """The start card's sign; with the number of the player, so high, where there are several."""
        if self.player is None:
            return start_sign(middle, heading)
        (x, y), way = middle, direction(heading)
        # The ring has room for the number, whatever its height.
        times = max(1.0, (0.6 * high + 1) / 15.5)
        tip = arrow_head(along(middle, way, 12 * times), way, 19 * times, 30 * times)
        return (
            tag("path", d=tip, fill=CASING)
            + tag("circle", cx=x, cy=y, r=19 * times, fill=CASING)
            + tag("circle", cx=x, cy=y, r=15.5 * times, fill="none", stroke=PAPER, stroke_width=1.8)
            + words(str(self.player), (x, y - high / 2), high, 0.5, PAPER)
        )

    def end(self, middle: Point, high: float = END_LETTERS) -> str:
        """The sign of a line's end; with the number of the player, so high, where there are several."""
        if self.player is None:
            return end_sign(middle)
        x, y = middle
        times = high / END_LETTERS
        half, round_corner = 12.3 * times, 3.1 * times
        square = tag(
            "rect", x=x - half, y=y - half, width=2 * half, height=2 * half, rx=round_corner, fill=CASING
        )
        return square + words(str(self.player), (x, y - high / 2), high, 0.5, PAPER)


ALONE = LineStyle()
_PATTERNS: Sequence[tuple[str, tuple[Stripe, ...]]] = (
    ("#3f8fdc", ()),
    ("#d55e00", (Stripe(0.07, (0.2, 0.14)),)),
    ("#009e73", (Stripe(0.1, (0, 0.2)),)),
    ("#9b4f96", (Stripe(0.18, (0.06, 0.11)),)),
    ("#e6a800", (Stripe(_HOLLOW),)),
    ("#8a5a2b", (Stripe(_HOLLOW), Stripe(0.07, (0, 0.16), dark=True))),
    ("#e0559b", (Stripe(_HOLLOW), Stripe(0.03, dark=True))),
    ("#5f6b76", (Stripe(0.035),)),
)
# By the player's index.
PLAYER_STYLES = tuple(
    LineStyle(colour, stripes, player) for player, (colour, stripes) in enumerate(_PATTERNS, 1)
)
