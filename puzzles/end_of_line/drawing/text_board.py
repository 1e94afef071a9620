"""The board of an END OF LINE puzzle in plain text, with borders between its cells.

A cell is HIGH rows high and `inner` characters wide, with a border between neighbours that they share; arrows
on the border show where the line goes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from puzzles.drawing.terminal import BLUE, BOLD, GREY, TextLook
from puzzles.end_of_line.board import STEPS, Area, Cell, exit_headings
from puzzles.end_of_line.drawing.text_signs import (
    ARM_STYLES,
    ARMS,
    SOLID,
    THIN,
    SignedCanvas,
    TextLine,
    centre,
    joint,
    opposite,
)
from puzzles.end_of_line.drawing.trace import GivenCard, LineCard
from puzzles.texts import column_name, row_name

HIGH = 3
LEFT, TOP = 6, 2
# Beside a vertical line a narrow cell has room for two digits, one with three digits must be wider.
ROOMY, NARROW, NARROW_NUMBERED = 7, 5, 6
# A given card that can turn is drawn as if it were entered with this heading.
_UNTURNED = "N"


def inner_width(area: Area, lines: Sequence[TextLine], width: int) -> int | None:
    """The width of a cell with which the board fits a terminal; None where no such board does."""
    letters = max((len(wrap.letter) for line in lines for wrap in line.trace.wraps), default=0)
    room = (width - LEFT - 1 - letters) // area.cols - 1
    narrow = (
        NARROW_NUMBERED if any(card.number > 99 for line in lines for card in line.trace.cards) else NARROW
    )
    return next((inner for inner in (ROOMY, narrow) if inner <= room), None)


class BoardCanvas(SignedCanvas):
    """The board in characters."""

    def __init__(self, area: Area, inner: int, look: TextLook) -> None:
        super().__init__(TOP + area.rows * (HIGH + 1) + 2, LEFT + area.cols * (inner + 1) + 4, look)
        self.area, self.inner = area, inner

    def draw(self, givens: tuple[GivenCard, ...], lines: Sequence[TextLine]) -> None:
        self._grid()
        reached = {cell for line in lines for cell in line.trace.piles}
        for given_card in givens:
            if given_card[0] not in reached:
                self._open_given(*given_card)
        for line in lines:
            for card in line.trace.top_cards():
                self._open_exits(line, card)
        for line in lines:
            self._line(line, {cell for cell, _, _ in givens})

    def _line(self, line: TextLine, fixed: Collection[Cell]) -> None:
        """Draws the way of a line, and the signs of its cards; those on `fixed` cells were given."""
        trace = line.trace
        self._start(line)
        for card in trace.cards:
            self._ways(card, line.style)
        for pile in trace.piles.values():
            self._pile(line, pile, pile[-1].cell in fixed)
        for crossing in trace.wraps:
            back = opposite(crossing.heading)
            self._wrap(crossing.cell, crossing.heading, crossing.letter)
            self._wrap(crossing.other, back, crossing.letter)
            self._arrow(crossing.other, back, crossing.heading, line.style)

    def _corner(self, cell: Cell) -> Cell:
        """The first character inside a cell's borders."""
        return TOP + 1 + cell[0] * (HIGH + 1), LEFT + 1 + cell[1] * (self.inner + 1)

    def _middle(self, cell: Cell) -> Cell:
        row, col = self._corner(cell)
        return row + HIGH // 2, col + self.inner // 2

    def _reach(self, heading: str) -> int:
        """Returns the distance of the border from the middle of a cell."""
        if heading in "NS":
            return HIGH // 2 + 1
        return self.inner // 2 + 1 if heading == "W" else (self.inner + 1) // 2

    def _grid(self) -> None:
        rows, cols = self.area.rows, self.area.cols
        for r in range(rows + 1):
            ends = "┌┬┐" if r == 0 else "└┴┘" if r == rows else "├┼┤"
            across = ends[1].join(["─" * self.inner] * cols)
            self.write(TOP + r * (HIGH + 1), LEFT, ends[0] + across + ends[2], GREY)
        upright = "│" + (" " * self.inner + "│") * cols
        for r in range(rows):
            for k in range(HIGH):
                self.write(TOP + r * (HIGH + 1) + 1 + k, LEFT, upright, GREY)
            self.write(self._middle((r, 0))[0], 0, f"{row_name(r):>2}", BOLD)
        for c in range(cols):
            self.write(0, self._middle((0, c))[1], column_name(c), BOLD)
        for cell in self.area.blocked:
            row, col = self._corner(cell)
            for k in range(HIGH * self.inner):
                self.sign(row + k // self.inner, col + k % self.inner, "░")

    def _arm(self, cell: Cell, heading: str, look: str, style: str = "") -> None:
        """Draws an arm from the middle of a cell to its border, in its usual style or another."""
        (row, col), (down, right) = self._middle(cell), STEPS[heading]
        for k in range(1, self._reach(heading)):
            self.write(row + k * down, col + k * right, ARMS[look][abs(down)], style or ARM_STYLES[look])

    def _border(self, cell: Cell, side: str) -> Cell:
        (row, col), (down, right), reach = self._middle(cell), STEPS[side], self._reach(side)
        return row + reach * down, col + reach * right

    def _arrow(self, cell: Cell, side: str, heading: str, style: str) -> None:
        """Draws the arrow on the border of a cell where the line crosses it."""
        self.write(*self._border(cell, side), SOLID[heading], style)

    def _open_exit(self, cell: Cell, heading: str) -> None:
        """Draws an exit that the line does not take, with a thin arrow before the border."""
        self._arm(cell, heading, "thin")
        (row, col), (down, right) = self._border(cell, heading), STEPS[heading]
        self.sign(row - down, col - right, "→", THIN[heading])

    def _start(self, line: TextLine) -> None:
        cell, heading = line.start.cell, line.start.heading
        self._arm(cell, heading, "line", line.style)
        self._arrow(cell, heading, heading, line.style)
        self.sign(*self._middle(cell), "●")
        self._player(line, cell)

    def _player(self, line: TextLine, cell: Cell) -> None:
        """Writes the number of a line's player, where there are several, in the low right corner."""
        if line.player is not None:
            row, col = self._corner(cell)
            self.sign(row + HIGH - 1, col + self.inner - 1, "1", str(line.player), line.style)

    def _open_given(self, cell: Cell, card: str, heading: str | None) -> None:
        """Draws a given card that the line does not reach: its code, its entry, and its exits."""
        exits = exit_headings(card, heading or _UNTURNED)
        back = opposite(heading or _UNTURNED)
        if heading is None:
            for side in (back, *exits):
                self._arm(cell, side, "turning")
            self.sign(*self._middle(cell), "↻")
        else:
            for way in exits:
                self._open_exit(cell, way)
            self._arm(cell, back, "line")
            self.sign(*self._border(cell, back), "►", SOLID[heading])
            self.write(*self._middle(cell), joint((back,), exits), BLUE)
        (row, col), left = self._corner(cell), self.inner // 2
        letters = card.removesuffix("0")
        self.write(row, col, letters[:left], BOLD)
        self.write(row, col + left + 1, letters[left:], BOLD)  # what is longer has an arm in the middle
        self._given_signs(cell, card)

    def _given_signs(self, cell: Cell, card: str) -> None:
        row, col = self._corner(cell)
        self.sign(row + HIGH - 1, col + self.inner - 1, "*")
        if card == "LSR0":
            self.sign(row + HIGH - 1, col, "0")

    def _open_exits(self, line: TextLine, card: LineCard) -> None:
        """Draws a card's unused exits; none on the start cell, where they would seem its own."""
        for heading in () if card.cell == line.start.cell else card.unused():
            self._open_exit(card.cell, heading)

    def _ways(self, card: LineCard, style: str) -> None:
        """Draws the way of the line through a card, whether it is on top or not."""
        for heading in card.onward:
            self._arm(card.cell, heading, "line", style)
            self._arrow(card.cell, heading, heading, style)
        for heading in card.dead_ways:
            self._arm(card.cell, heading, "dead")
            self._arrow(card.cell, heading, heading, style)
        if card.entry is not None:
            back = opposite(card.entry)
            self._arm(card.cell, back, *(("dead",) if card.dead else ("line", style)))
            self._arrow(card.cell, back, card.entry, style)

    def _pile(self, line: TextLine, pile: tuple[LineCard, ...], fixed: bool) -> None:
        """Writes the signs of a cell's cards: those of the card on top, and one for cards below it."""
        card, (row, col) = pile[-1], self._corner(pile[-1].cell)
        low, right = row + HIGH - 1, col + self.inner - 1
        on_start = card.cell == line.start.cell
        if not on_start:
            sign = centre(line.trace, pile, card.unused())
            self.sign(*self._middle(card.cell), sign, style="" if sign in "?■□" else line.style)
        self.write(row, col, str(card.number))
        self._player(line, card.cell)
        if fixed:
            self.sign(low, right, "*")
        if len(pile) > 1:
            self.sign(row, right - 1, "+")
        if any(line_card.breaks_rule for line_card in pile):
            self.sign(row, right, "x")
        if card.entry is None or on_start:
            self.write(low, col, card.card)
        elif card.card == "LSR0":
            self.sign(low, col, "0")

    def _wrap(self, cell: Cell, side: str, letter: str) -> None:
        """The letter outside the board's edge on one side of a cell."""
        (row, col), (down, right) = self._border(cell, side), STEPS[side]
        shift = len(letter) - 1 if side == "W" else 0
        self.sign(row + down, col + right - shift, "a", letter)
