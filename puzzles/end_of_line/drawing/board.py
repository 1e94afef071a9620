"""The board of an END OF LINE puzzle as a picture.

Conventions: the board's top left corner is at (MARGIN, MARGIN) and every cell is SIDE wide and high. Around
the board runs a strip of cells cut off: the other side of the torus, where the line goes on under its letter.
A corner of every cell has its own use: order number top left, round top right, code bottom left, cross or
question mark bottom right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from puzzles.drawing.addresses import cell_address
from puzzles.drawing.letters import words
from puzzles.drawing.style import PLAIN, Look
from puzzles.drawing.svg import Point, along, arrow_head, hatching, line, number, strokes, tag, translation
from puzzles.end_of_line.board import Area, Cell
from puzzles.end_of_line.drawing.cards import (
    CARD_EDGE,
    CARD_FILL,
    CASING,
    PAPER,
    card_picture,
    chevron,
    direction,
    given_frame,
    hub,
    open_exits,
    zero_ring,
)
from puzzles.end_of_line.drawing.line_style import ALONE, END_LETTERS, START_LETTERS, LineStyle
from puzzles.end_of_line.drawing.signs import (
    BEYOND_BLOCKED,
    BLOCKED_EDGE,
    BLOCKED_FILL,
    SIDE,
    SLANTS,
    WRONG,
    cross,
    dead_end_bar,
    round_plate,
    round_plate_width,
    turning_ring,
    unturned_sign,
)
from puzzles.end_of_line.drawing.trace import GivenCard, LineCard, Trace
from puzzles.texts import column_name, row_name

STRIP, LABELS = 24.0, 18.0
LABEL_LETTERS = 9.0
MARGIN = STRIP + LABELS
BEND = 0.3 * SIDE
FAINT = "#8b8577"


@dataclass(frozen=True)
class Board:
    area: Area
    givens: tuple[GivenCard, ...]
    trace: Trace
    # The rounds by the number of their first card, for a kind that has rounds.
    rounds: Mapping[int, int] = field(default_factory=dict)
    look: Look = PLAIN
    style: LineStyle = ALONE

    @property
    def label_room(self) -> float:
        """The room for the names of rows and columns."""
        return max(LABELS, self.look.letters(LABEL_LETTERS) + LABELS - LABEL_LETTERS)

    @property
    def margin(self) -> float:
        return STRIP + self.label_room

    def width(self) -> float:
        return self.area.cols * SIDE + 2 * self.margin

    def height(self) -> float:
        return self.area.rows * SIDE + 2 * self.margin

    def layers(self) -> Iterator[str]:
        """Yields the layers from the ground up. Each has a name, for programs that look for one."""
        layers = {**self._ground_layers(), **self.line_layers()}
        return (tag("g", markup, data_layer=name) for name, markup in layers.items() if markup)

    def _ground_layers(self) -> dict[str, str]:
        return {
            "strip": self._strip(),
            "labels": self._labels(),
            "ground": self._ground(),
            "givens": self._open_givens(),
        }

    def line_layers(self) -> dict[str, str]:
        """The layers of the line, by their names."""
        return {
            "stubs": self._open_exits(),
            "dead-ends": self._dead_ends(),
            "line": self._line(),
            "wraps": self._wraps(),
            "marks": self._marks(),
            "rounds": self._rounds(),
            "numbers": self._numbers(),
            "crosses": self._crosses(),
        }

    def _corner(self, cell: Cell) -> Point:
        return self.margin + cell[1] * SIDE, self.margin + cell[0] * SIDE

    def _middle(self, cell: Cell) -> Point:
        x, y = self._corner(cell)
        return x + SIDE / 2, y + SIDE / 2

    def _strip(self) -> str:
        """The cells beyond each edge, dashed and cut off; a blocked one is grey here too."""
        rows, cols = self.area.rows, self.area.cols
        across, depth = SIDE - 4, STRIP - 6
        margin, beside = self.margin, self.label_room + 3
        right, low = margin + cols * SIDE + 3, margin + rows * SIDE + 3
        rectangles: list[tuple[Point, Point, Cell]] = []
        for c in range(cols):
            x = margin + c * SIDE + 2
            rectangles += [((x, beside), (across, depth), (rows - 1, c))]
            rectangles += [((x, low), (across, depth), (0, c))]
        for r in range(rows):
            y = margin + r * SIDE + 2
            rectangles += [((beside, y), (depth, across), (r, cols - 1))]
            rectangles += [((right, y), (depth, across), (r, 0))]
        markup = "".join(
            self._rect((x, y), w, h, 5, fill=BEYOND_BLOCKED if cell in self.area.blocked else PAPER)
            for (x, y), (w, h), cell in rectangles
        )  # fmt: skip
        return tag("g", markup, stroke=CARD_EDGE, stroke_dasharray="3 3")

    def _rect(self, corner: Point, width: float, height: float, rx: float, **attributes: str) -> str:
        """A rectangle. For a book it is drawn at the origin and moved, as equal shapes take few bytes."""
        place: dict[str, str | float] = {"x": corner[0], "y": corner[1]}
        if not self.look.explained:
            place = {"transform": translation(*corner)}
        return tag("rect", **place, width=width, height=height, rx=rx, **attributes)

    def _labels(self) -> str:
        high = self.look.letters(LABEL_LETTERS)
        top, left = self.label_room - high - 2, self.label_room - 3
        cols = (
            words(column_name(c), (self._middle((0, c))[0], top), high, 0.5, FAINT)
            for c in range(self.area.cols)
        )
        rows = (
            words(row_name(r), (left, self._middle((r, 0))[1] - high / 2), high, 1, FAINT)
            for r in range(self.area.rows)
        )
        return "".join((*cols, *rows))

    def _ground(self) -> str:
        given_cells = {cell for cell, _, _ in self.givens}
        plain, frames, blocked, slants = "", "", "", ""
        for cell, address in self._addresses().items():
            x, y = self._corner(cell)
            if cell in given_cells:
                frames += given_frame((x, y), SIDE, **address)
                continue
            square = self._rect((x + 1.5, y + 1.5), SIDE - 3, SIDE - 3, 9, **address)
            if cell in self.area.blocked:
                blocked += square
                slants += hatching((x + 5, y + 5), SIDE - 10, 9)
            else:
                plain += square
        markup = tag("g", plain, fill=CARD_FILL, stroke=CARD_EDGE, stroke_width=1.5) + frames
        if blocked:
            markup += tag("g", blocked, fill=BLOCKED_FILL, stroke=BLOCKED_EDGE, stroke_width=1.5)
        return markup + strokes(slants, 1.6, SLANTS)

    def _addresses(self) -> dict[Cell, dict[str, str]]:
        """The addresses of the cells, each with the card on top."""
        addresses = {cell: {"data_cell": cell_address(*cell)} for cell in self.area.cells()}
        for cell, card, _ in self.givens:
            addresses[cell]["data_card"] = card
        for cell, pile in self.trace.piles.items():
            addresses[cell]["data_card"] = pile[-1].card
        return addresses

    def _open_givens(self) -> str:
        """The given cards that the line does not reach: all of them on a bare puzzle."""
        return "".join(
            self._unturned_given(cell, card)
            if heading is None
            else card_picture(card, self._middle(cell), heading, SIDE, self.look.min_letters)
            for cell, card, heading in self.givens
            if cell not in self.trace.piles
        )

    def _unturned_given(self, cell: Cell, card: str) -> str:
        """A card whose direction is open: its picture in a turning ring, its code and a question mark."""
        x, y = self._middle(cell)
        high = self.look.letters(11)
        if self.look.min_letters <= 7.5:
            middle, mark, code = (x, y - 4), "?", words(card, (x - 22.5, y + 15.5), 7.5)
        else:
            # There is no room for the code, and the picture says as much, but for the 0.
            middle, mark, code = (x - 4, y - 5), "0?" if card == "LSR0" else "?", ""
            card = card.rstrip("0")
        picture = turning_ring(middle) + card_picture(card, middle, "N", 31)
        return picture + code + words(mark, (x + 24, y + 24 - high), high, 1, halo=0 if code else 3)

    def _open_exits(self) -> str:
        """The open exits; none from a card on the start cell, where they would seem to be the start's."""
        cards = (card for card in self.trace.top_cards() if card.cell != self.area.start.cell)
        return open_exits(((self._middle(card.cell), h) for card in cards for h in card.unused()), SIDE)

    def _dead_ends(self) -> str:
        """Draws what a reverse left behind: a hollow branch that ends at a bar."""
        branches, entries, bars = "", "", ""
        for card in self.trace.cards:
            middle = self._middle(card.cell)
            for heading in card.dead_ways:
                branches += line(middle, along(middle, direction(heading), SIDE / 2))
            if card.dead and card.entry:
                way = direction(card.entry)
                branches += line(along(middle, way, -SIDE / 2), middle)
                entries += chevron(middle, card.entry, SIDE)
                bars += dead_end_bar(middle, way)
        if not branches:
            return ""
        entry_arrows = self._entries(entries, CASING)
        return self.style.dead_band(branches, SIDE) + entry_arrows + strokes(bars, 5, CASING)

    def _line(self) -> str:
        start = self._middle(self.area.start.cell)
        pieces = line(start, along(start, direction(self.area.start.heading), SIDE / 2))
        entries, hubs = "", ""
        for card in self.trace.cards:
            middle = self._middle(card.cell)
            pieces += self._pieces(card)
            if card.entry and not card.dead:
                entries += chevron(middle, card.entry, SIDE)
                hubs += "" if card.onward else hub(middle, SIDE)
        # One path with the ends beyond the edges, since two that only meet would show a seam.
        return self.style.band(pieces + self._beyond(), SIDE) + hubs + self._entries(entries)

    def _entries(self, d: str, colour: str = PAPER) -> str:
        return self.style.chevrons(d, SIDE, colour) if d else ""

    def _pieces(self, card: LineCard) -> str:
        """The band's way through one card, to every side where the line goes on."""
        middle = self._middle(card.cell)
        if card.entry is None:
            return "".join(line(middle, along(middle, direction(h), SIDE / 2)) for h in card.onward)
        way_in = direction(card.entry)
        entry = along(middle, way_in, -SIDE / 2)
        if not card.onward:
            return "" if card.dead else line(entry, middle)
        markup = ""
        for heading in card.onward:
            way_out = direction(heading)
            leave = along(middle, way_out, SIDE / 2)
            if heading == card.entry:
                markup += line(entry, leave)
            else:
                before, after = along(middle, way_in, -BEND), along(middle, way_out, BEND)
                bend = " ".join(number(value) for value in (*middle, *after))
                markup += f"{line(entry, before)}Q{bend}L{number(leave[0])} {number(leave[1])}"
        return markup

    def _crossings(self) -> Iterator[tuple[str, Point, Point, Point]]:
        """Yields the letter and direction of each crossing, and where the line leaves and comes back."""
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
                letters += self._wrap_letter(letter, (x, y), way)
        return tag("path", d=heads, fill=CASING) + letters if heads else ""

    def _wrap_letter(self, letter: str, at: Point, way: Point) -> str:
        """Draws the letter beside the arrow head at this point."""
        x, y = at
        high = self.look.letters(11)
        return words(letter, (x, y - 16 - high) if way[0] else (x + 22, y - high / 2 - 1), high, 0.5)

    def _marks(self) -> str:
        """Draws what lies on the line: both its ends, the ringed 0, and cards that no exit leads to."""
        markup = self.style.start(
            self._middle(self.area.start.cell), self.area.start.heading, self.look.letters(START_LETTERS)
        )
        end = self.trace.end()
        for card in self.trace.top_cards():
            middle = self._middle(card.cell)
            if card.cell == self.area.start.cell:
                # The start stays in sight; the card shows its code, its number and its cross.
                markup += self._code(card)
            elif card.entry is None:
                markup += unturned_sign(middle) + self._code(card)
            else:
                markup += self.style.end(middle, self.look.letters(END_LETTERS)) if card is end else ""
                markup += zero_ring(middle, SIDE) if card.card == "LSR0" else ""
        return markup

    def _code(self, card: LineCard) -> str:
        x, y = self._middle(card.cell)
        # White below the code, for the line may go on across it.
        return words(card.card, (x - 23, y + 16), 7.5, halo=3)

    def _rounds(self) -> str:
        """A plate with the round's number on its first card."""
        given_cells = {cell for cell, _, _ in self.givens}
        markup = ""
        for card in self.trace.top_cards():
            if card.number in self.rounds:
                x, y = self._corner(card.cell)
                inset = 9.0 if card.cell in given_cells else 6.5
                number = str(self.rounds[card.number])
                markup += round_plate(number, (x + SIDE - inset - round_plate_width(number), y + inset))
        return markup

    def _numbers(self) -> str:
        """Order numbers, with a plus where the card lies on others."""
        given_cells = {cell for cell, _, _ in self.givens}
        markup = ""
        for cell, pile in self.trace.piles.items():
            order = str(pile[-1].number) + ("+" if len(pile) > 1 else "")
            x, y = self._corner(cell)
            at = (x + 8.8, y + 9.2) if cell in given_cells else (x + 6.5, y + 7.5)
            # White around it where nothing should lie.
            halo = 5.0 if cell in self.area.blocked else 0.0
            markup += words(order, at, 9 if len(order) < 3 else 7, halo=halo)
        return markup

    def _crosses(self) -> str:
        """On every cell with a card that breaks a rule."""
        corners = map(self._corner, sorted(self.trace.wrong_cells()))
        d = "".join(cross((x + SIDE - 9, y + SIDE - 9)) for x, y in corners)
        return strokes(d, 6, PAPER) + strokes(d, 3.2, WRONG)


@dataclass(frozen=True)
class SharedBoard(Board):
    """A board with several lines. Its own trace has the cards of all; each of `lines` draws one of them."""

    lines: tuple[Board, ...] = ()

    def line_layers(self) -> dict[str, str]:
        return joined_layers(self.lines)


def joined_layers(lines: Iterable[Board]) -> dict[str, str]:
    """The layers of several lines: each has that of every line, one upon the other."""
    joined: dict[str, str] = {}
    for line_board in lines:
        for name, markup in line_board.line_layers().items():
            joined[name] = joined.get(name, "") + markup
    return joined
