"""The board of an END OF LINE puzzle as a picture.

Conventions: the board's top left corner is at (MARGIN, MARGIN) and every cell is SIDE wide and high. Around
the board runs a strip of cells cut off: the other side of the torus, where the line goes on under its letter.
A corner of every cell has its own use: order number top left, question mark top right, code bottom left,
cross bottom right.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from puzzles.end_of_line.board import Area, Cell
from puzzles.end_of_line.draw_cards import (
    CARD_EDGE,
    CARD_FILL,
    CASING,
    INK,
    PAPER,
    band,
    card_picture,
    chevron,
    chevrons,
    direction,
    given_frame,
    hub,
    strokes,
    stubs,
    words,
    zero_ring,
)
from puzzles.end_of_line.draw_trace import Given, Laid, Trace
from puzzles.svg import Point, along, arrow_head, hatching, lettering, line, number, tag

SIDE, STRIP, LABELS = 64.0, 24.0, 18.0
MARGIN = STRIP + LABELS
BEND = 0.3 * SIDE
BLOCKED_FILL, BLOCKED_EDGE, SLANTS, FAINT, WRONG = "#59616b", "#3a4149", "#aab0b8", "#8b8577", "#b3261e"


@dataclass(frozen=True)
class Board:
    area: Area
    givens: tuple[Given, ...]
    trace: Trace

    def width(self) -> float:
        return self.area.cols * SIDE + 2 * MARGIN

    def height(self) -> float:
        return self.area.rows * SIDE + 2 * MARGIN

    def layers(self) -> Iterator[str]:
        """From the ground up. Each layer has a name, for programs that look for one."""
        drawn = {
            "strip": self._strip(),
            "labels": self._labels(),
            "ground": self._ground(),
            "givens": self._open_givens(),
            "stubs": self._stubs(),
            "dead-ends": self._dead_ends(),
            "line": self._line(),
            "wraps": self._wraps(),
            "marks": self._marks(),
            "numbers": self._numbers(),
            "crosses": self._crosses(),
        }
        return (tag("g", markup, data_layer=name) for name, markup in drawn.items() if markup)

    def _corner(self, cell: Cell) -> Point:
        return MARGIN + cell[1] * SIDE, MARGIN + cell[0] * SIDE

    def _middle(self, cell: Cell) -> Point:
        x, y = self._corner(cell)
        return x + SIDE / 2, y + SIDE / 2

    def _strip(self) -> str:
        """The cells beyond each edge, dashed and cut off; a blocked one is grey here too."""
        rows, cols = self.area.rows, self.area.cols
        across, depth = SIDE - 4, STRIP - 6
        right, low = MARGIN + cols * SIDE + 3, MARGIN + rows * SIDE + 3
        places: list[tuple[Point, Point, Cell]] = []
        for c in range(cols):
            x = MARGIN + c * SIDE + 2
            places += [((x, LABELS + 3), (across, depth), (rows - 1, c))]
            places += [((x, low), (across, depth), (0, c))]
        for r in range(rows):
            y = MARGIN + r * SIDE + 2
            places += [((LABELS + 3, y), (depth, across), (r, cols - 1))]
            places += [((right, y), (depth, across), (r, 0))]
        drawn = "".join(
            tag("rect", x=x, y=y, width=w, height=h, rx=5,
                fill="#c4c7cb" if cell in self.area.blocked else PAPER)
            for (x, y), (w, h), cell in places
        )  # fmt: skip
        return tag("g", drawn, stroke=CARD_EDGE, stroke_dasharray="3 3")

    def _labels(self) -> str:
        top, left = LABELS - 11, LABELS - 3
        cols = (lettering(str(c), (self._middle((0, c))[0], top), 9, 0.5) for c in range(self.area.cols))
        rows = (lettering(str(r), (left, self._middle((r, 0))[1] - 4.5), 9, 1) for r in range(self.area.rows))
        return strokes("".join((*cols, *rows)), 1.3, FAINT)

    def _ground(self) -> str:
        given = {cell for cell, _, _ in self.givens}
        plain, frames, blocked, slants = "", "", "", ""
        for cell in self.area.cells():
            x, y = self._corner(cell)
            if cell in given:
                frames += given_frame((x, y), SIDE)
                continue
            square = tag("rect", x=x + 1.5, y=y + 1.5, width=SIDE - 3, height=SIDE - 3, rx=9)
            if cell in self.area.blocked:
                blocked += square
                slants += hatching((x + 5, y + 5), SIDE - 10, 9)
            else:
                plain += square
        drawn = tag("g", plain, fill=CARD_FILL, stroke=CARD_EDGE, stroke_width=1.5) + frames
        if blocked:
            drawn += tag("g", blocked, fill=BLOCKED_FILL, stroke=BLOCKED_EDGE, stroke_width=1.5)
        return drawn + strokes(slants, 1.6, SLANTS)

    def _open_givens(self) -> str:
        """The given cards that the line does not reach: all of them on a bare puzzle."""
        covered = self.trace.covered()
        return "".join(
            self._unturned_given(cell, card)
            if heading is None
            else card_picture(card, self._middle(cell), heading, SIDE)
            for cell, card, heading in self.givens
            if cell not in covered
        )

    def _unturned_given(self, cell: Cell, card: str) -> str:
        """A card whose direction is open: its picture in a turning ring, its code and a question mark."""
        x, y = self._middle(cell)
        ring, middle = 18.0, (x, y - 4)
        circle = tag(
            "circle", cx=middle[0], cy=middle[1], r=ring, fill=PAPER, stroke=INK, stroke_width=1.4,
            stroke_dasharray="4.5 3",
        )  # fmt: skip
        turning = arrow_head(along(middle, (1, 0), ring, -4), (0, 1), 8, 8)
        turning += arrow_head(along(middle, (-1, 0), ring, -4), (0, -1), 8, 8)
        picture = card_picture(card, middle, "N", 31)
        code = words(card, (x - 22.5, y + 15.5), 7.5)
        mark = strokes(lettering("?", (x + 22.5, y + 12), 11, 1), 2)
        return circle + picture + tag("path", d=turning, fill=INK) + code + mark

    def _stubs(self) -> str:
        return stubs(((self._middle(card.cell), h) for card in self.trace.laid for h in card.unused()), SIDE)

    def _dead_ends(self) -> str:
        """What a reverse left behind: a hollow branch that ends at a bar."""
        branches, entries, bars = "", "", ""
        for card in self.trace.laid:
            middle = self._middle(card.cell)
            for heading in card.left:
                branches += line(middle, along(middle, direction(heading), SIDE / 2))
            if card.dead and card.entry:
                way = direction(card.entry)
                branches += line(along(middle, way, -SIDE / 2), middle)
                entries += chevron(middle, card.entry, SIDE)
                bars += line(along(middle, way, 0, -0.16 * SIDE), along(middle, way, 0, 0.16 * SIDE))
        if not branches:
            return ""
        return band(branches, SIDE, PAPER) + chevrons(entries, SIDE, CASING) + strokes(bars, 5, CASING)

    def _line(self) -> str:
        start = self._middle(self.area.start.cell)
        pieces = line(start, along(start, direction(self.area.start.heading), SIDE / 2))
        entries, hubs = "", ""
        for card in self.trace.laid:
            middle = self._middle(card.cell)
            pieces += self._pieces(card)
            if card.entry and not card.dead:
                entries += chevron(middle, card.entry, SIDE)
                hubs += "" if card.onward else hub(middle, SIDE)
        # One path with the ends beyond the edges, since two that only meet would show a seam.
        return band(pieces + self._beyond(), SIDE) + hubs + chevrons(entries, SIDE)

    def _pieces(self, card: Laid) -> str:
        """The band's way through one card, to every side where the line goes on."""
        middle = self._middle(card.cell)
        if card.entry is None:
            return "".join(line(middle, along(middle, direction(h), SIDE / 2)) for h in card.onward)
        way_in = direction(card.entry)
        entry = along(middle, way_in, -SIDE / 2)
        if not card.onward:
            return "" if card.dead else line(entry, middle)
        drawn = ""
        for heading in card.onward:
            way_out = direction(heading)
            leave = along(middle, way_out, SIDE / 2)
            if heading == card.entry:
                drawn += line(entry, leave)
            else:
                before, after = along(middle, way_in, -BEND), along(middle, way_out, BEND)
                bend = " ".join(number(value) for value in (*middle, *after))
                drawn += f"{line(entry, before)}Q{bend}L{number(leave[0])} {number(leave[1])}"
        return drawn

    def _crossings(self) -> Iterator[tuple[str, Point, Point, Point]]:
        """Where the line crosses an edge: its letter, its direction, and where it leaves and comes back."""
        for wrap in self.trace.wraps:
            way = direction(wrap.heading)
            out = along(self._middle(wrap.cell), way, SIDE / 2)
            yield wrap.letter, way, out, along(self._middle(wrap.other), way, -SIDE / 2)

    def _beyond(self) -> str:
        """The band's short ends beyond the edges."""
        return "".join(
            line(out, along(out, way, 8)) + line(along(back, way, -8), back)
            for _, way, out, back in self._crossings()
        )

    def _wraps(self) -> str:
        """An arrow head and the same letter on both sides of the board where the line goes on."""
        heads, letters = "", ""
        for letter, way, out, back in self._crossings():
            heads += arrow_head(along(out, way, 8), way, 13, 24)
            heads += arrow_head(along(back, way, -21), way, 13, 24)
            for x, y in (along(out, way, 12), along(back, way, -12)):
                letters += lettering(letter, (x, y - 27) if way[0] else (x + 22, y - 6.5), 11, 0.5)
        return tag("path", d=heads, fill=CASING) + strokes(letters, 1.7) if heads else ""

    def _marks(self) -> str:
        """What lies on top of the line: both its ends, the ringed 0, and cards that no exit leads to."""
        drawn = self._start()
        end = self.trace.end()
        for card in self.trace.laid:
            if card.entry is None:
                drawn += self._unturned_card(card)
                continue
            middle = self._middle(card.cell)
            if card is end:
                drawn += self._end(middle)
            if card.card == "LSR0":
                drawn += zero_ring(middle, SIDE)
        return drawn

    def _start(self) -> str:
        x, y = middle = self._middle(self.area.start.cell)
        way = direction(self.area.start.heading)
        disc = tag("circle", cx=x, cy=y, r=19, fill=CASING)
        ring = tag("circle", cx=x, cy=y, r=15.5, fill="none", stroke=PAPER, stroke_width=1.8)
        return disc + ring + tag("path", d=arrow_head(along(middle, way, -6), way, 16, 18), fill=PAPER)

    def _end(self, middle: Point) -> str:
        """A stop: a dark square with a white one in it, wide enough to be seen around a ringed 0."""
        return "".join(
            tag("rect", x=middle[0] - half, y=middle[1] - half, width=2 * half, height=2 * half, rx=half / 4,
                fill=fill)
            for half, fill in ((12.3, CASING), (5.0, PAPER))
        )  # fmt: skip

    def _unturned_card(self, card: Laid) -> str:
        x, y = self._middle(card.cell)
        disc = tag(
            "circle", cx=x, cy=y, r=12, fill=PAPER, stroke=INK, stroke_width=1.4, stroke_dasharray="4.5 3"
        )
        # White below the code, for the line may go on across it.
        code = lettering(card.card, (x - 23, y + 16), 7.5)
        return disc + words("?", (x, y - 6), 12, 0.5) + strokes(code, 4, PAPER) + strokes(code, 1.1)

    def _numbers(self) -> str:
        """Order numbers. A cell that is taken twice shows the first."""
        given = {cell for cell, _, _ in self.givens}
        large, small = "", ""
        for cell, order in {card.cell: str(card.number) for card in reversed(self.trace.laid)}.items():
            x, y = self._corner(cell)
            at = (x + 8.8, y + 9.2) if cell in given else (x + 6.5, y + 7.5)
            if len(order) < 3:
                large += lettering(order, at, 9)
            else:
                small += lettering(order, at, 7)
        return strokes(large, 1.5) + strokes(small, 1.25)

    def _crosses(self) -> str:
        """On every cell with a card that breaks a rule."""
        d = ""
        for cell in sorted({card.cell for card in self.trace.laid if card.broken}):
            x, y = self._corner(cell)
            right, low = x + SIDE - 9, y + SIDE - 9
            d += line((right - 11, low - 11), (right, low)) + line((right, low - 11), (right - 11, low))
        return strokes(d, 6, PAPER) + strokes(d, 3.2, WRONG)
