"""The board of an END OF LINE puzzle in plain text, a row of characters for each row of cells.

It is for boards that are too wide to have borders between their cells. Numbers and codes of cards have no
room: they stand in the words below the board. Exits of the line's cards are left out unless it takes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzles.drawing.lists import unbreakable
from puzzles.drawing.terminal import BLUE, BOLD, GREY, TextLook
from puzzles.end_of_line.board import STEPS, Area, Cell, exit_headings
from puzzles.end_of_line.drawing.solution import board_cell
from puzzles.end_of_line.drawing.text_signs import (
    ARM_STYLES,
    ARMS,
    SOLID,
    SignedCanvas,
    TextLine,
    centre,
    joint,
    opposite,
)
from puzzles.end_of_line.drawing.trace import GivenCard, LineCard, Wrap
from puzzles.texts import Phrase, Translator, column_name, phrase, row_name

LEFT, TOP = 5, 2
# The width of a cell, if possible.
WIDE, THIN = 3, 1


class SmallBoardCanvas(SignedCanvas):
    """The board in characters: a frame, and in it the middles of the cells."""

    def __init__(self, area: Area, look: TextLook) -> None:
        self.pitch = WIDE if LEFT + WIDE * area.cols + 4 <= look.width else THIN
        super().__init__(TOP + area.rows + 3, LEFT + self.pitch * area.cols + 6, look)
        self.area = area

    def draw(self, givens: tuple[GivenCard, ...], lines: Sequence[TextLine]) -> None:
        self._frame()
        for cell in self.area.free_cells():
            self.write(*self._middle(cell), "·", GREY)
        for cell in self.area.blocked:
            row, col = self._middle(cell)
            for k in range(self.pitch):
                self.sign(row, col - self.pitch // 2 + k, "░")
        reached = {cell for line in lines for cell in line.trace.piles}
        for given_card in givens:
            if given_card[0] not in reached:
                self._open_given(*given_card)
        for line in lines:
            self._line(line)

    def _line(self, line: TextLine) -> None:
        start, trace = line.start, line.trace
        self._arm(start.cell, start.heading, "line", line.style)
        self.sign(*self._middle(start.cell), "●", SOLID[start.heading])
        self.written["●"] = SOLID[start.heading]
        self._player(line, start.cell)
        for pile in trace.piles.values():
            self._pile(line, pile)
        for wrap in trace.wraps:
            self._wrap(wrap.cell, wrap.heading, wrap, line.style)
            self._wrap(wrap.other, opposite(wrap.heading), wrap, line.style)

    def _player(self, line: TextLine, cell: Cell) -> None:
        """Writes the number of a line's player behind the middle of a cell, where there are several."""
        if line.player is not None and self.pitch == WIDE:
            row, col = self._middle(cell)
            self.sign(row, col + 1, "1", str(line.player), line.style)

    def _frame(self) -> None:
        rows, wide = self.area.rows, self.pitch * self.area.cols
        self.write(TOP, LEFT, f"┌{'─' * wide}┐", GREY)
        self.write(TOP + rows + 1, LEFT, f"└{'─' * wide}┘", GREY)
        for row in range(rows):
            self.write(TOP + 1 + row, 0, f"{row_name(row):>2}", BOLD)
            self.write(TOP + 1 + row, LEFT, f"│{' ' * wide}│", GREY)
        for col in range(self.area.cols):
            self.write(0, self._middle((0, col))[1], column_name(col), BOLD)

    def _middle(self, cell: Cell) -> Cell:
        return TOP + 1 + cell[0], LEFT + 1 + cell[1] * self.pitch + self.pitch // 2

    def _arm(self, cell: Cell, heading: str, look: str, style: str = "") -> None:
        """Draws an arm to the left or the right; those up and down are part of the middle."""
        (row, col), right = self._middle(cell), STEPS[heading][1]
        for k in range(1, self.pitch // 2 + 1 if right else 1):
            self.write(row, col + k * right, ARMS[look][0], style or ARM_STYLES[look])

    def _open_given(self, cell: Cell, card: str, heading: str | None) -> None:
        if heading is None:
            self.sign(*self._middle(cell), "↻")
            return
        exits, back = exit_headings(card, heading), opposite(heading)
        for way in exits:
            self._arm(cell, way, "thin")
        self._arm(cell, back, "line")
        self.write(*self._middle(cell), joint((back,), exits), BLUE)

    def _pile(self, line: TextLine, pile: tuple[LineCard, ...]) -> None:
        card = pile[-1]
        if card.cell == line.start.cell:
            return
        for line_card in pile:
            for heading in line_card.onward:
                self._arm(card.cell, heading, "line", line.style)
            for heading in line_card.dead_ways:
                self._arm(card.cell, heading, "dead")
            if line_card.entry is not None:
                look = ("dead",) if line_card.dead else ("line", line.style)
                self._arm(card.cell, opposite(line_card.entry), *look)
        sign = "x" if any(line_card.breaks_rule for line_card in pile) else centre(line.trace, pile, ())
        self.sign(*self._middle(card.cell), sign, style="" if sign in "?■□x" else line.style)
        self._player(line, card.cell)

    def _wrap(self, cell: Cell, side: str, wrap: Wrap, style: str) -> None:
        """Draws the arrow on the frame, and the letter outside it."""
        (row, col), (down, right) = self._middle(cell), STEPS[side]
        reach = self.pitch // 2 + 1
        self.write(row + down, col + right * reach, SOLID[wrap.heading], style)
        shift = len(wrap.letter) - 1 if side == "W" else 0
        self.sign(row + 2 * down, col + right * (reach + 1) - shift, "a", wrap.letter)


def small_board_notes(
    givens: tuple[GivenCard, ...], lines: Sequence[TextLine], translator: Translator
) -> Iterator[str]:
    """Says in words what the board has no room for: the codes of the given cards, and the lines."""
    if givens:
        words = "; ".join(translator.render(given_words(given_card)) for given_card in givens)
        yield translator.text("end_of_line.drawing.given_told", givens=words)
    for line in lines:
        if line.trace.cards:
            yield translator.render(line_words(line, translator))


def line_words(line: TextLine, translator: Translator) -> Phrase:
    """A line in words, card by card."""
    cards = tuple(unbreakable(card.in_words(translator)) for card in line.trace.cards)
    if line.player is None:
        return phrase("end_of_line.drawing.line_told", cards=cards)
    return phrase("end_of_line.coop.drawing.line_told", player=line.player, cards=cards)


def given_words(given_card: GivenCard) -> Phrase:
    """A given card in words."""
    cell, card, heading = given_card
    if heading is None:
        return phrase("end_of_line.drawing.given_open", card=card, cell=board_cell(cell))
    words = phrase(f"end_of_line.drawing.heading.{heading}")
    return phrase("end_of_line.drawing.given_entered", card=card, cell=board_cell(cell), heading=words)
