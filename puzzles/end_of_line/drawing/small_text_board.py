"""The board of an END OF LINE puzzle in plain text, a row of characters for each row of cells.

It is for boards that are too wide to have borders between their cells. Numbers and codes of cards have no
room: they stand in the words below the board. Exits of the line's cards are left out unless it takes them.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.drawing.lists import unbreakable
from puzzles.drawing.terminal import BLUE, BOLD, GREY, TextLook
from puzzles.end_of_line.board import STEPS, Area, Cell, exit_headings
from puzzles.end_of_line.drawing.solution import board_cell
from puzzles.end_of_line.drawing.text_signs import (
    ARM_STYLES,
    ARMS,
    SOLID,
    SignedCanvas,
    centre,
    joint,
    opposite,
)
from puzzles.end_of_line.drawing.trace import GivenCard, LineCard, Trace
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

    def draw(self, givens: tuple[GivenCard, ...], trace: Trace) -> None:
        self._frame()
        for cell in self.area.free_cells():
            self.write(*self._middle(cell), "·", GREY)
        for cell in self.area.blocked:
            row, col = self._middle(cell)
            for k in range(self.pitch):
                self.sign(row, col - self.pitch // 2 + k, "░")
        for given_card in givens:
            if given_card[0] not in trace.piles:
                self._open_given(*given_card)
        start = self.area.start
        self._arm(start.cell, start.heading, "line")
        self.sign(*self._middle(start.cell), "●", SOLID[start.heading])
        self.written["●"] = SOLID[start.heading]
        for pile in trace.piles.values():
            self._pile(trace, pile)
        for wrap in trace.wraps:
            self._wrap(wrap.cell, wrap.heading, wrap.heading, wrap.letter)
            self._wrap(wrap.other, opposite(wrap.heading), wrap.heading, wrap.letter)

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

    def _arm(self, cell: Cell, heading: str, look: str) -> None:
        """Draws an arm to the left or the right; those up and down are part of the middle."""
        (row, col), right = self._middle(cell), STEPS[heading][1]
        for k in range(1, self.pitch // 2 + 1 if right else 1):
            self.write(row, col + k * right, ARMS[look][0], ARM_STYLES[look])

    def _open_given(self, cell: Cell, card: str, heading: str | None) -> None:
        if heading is None:
            self.sign(*self._middle(cell), "↻")
            return
        exits, back = exit_headings(card, heading), opposite(heading)
        for way in exits:
            self._arm(cell, way, "thin")
        self._arm(cell, back, "line")
        self.write(*self._middle(cell), joint((back,), exits), BLUE)

    def _pile(self, trace: Trace, pile: tuple[LineCard, ...]) -> None:
        card = pile[-1]
        if card.cell == self.area.start.cell:
            return
        for line_card in pile:
            for heading in (*line_card.onward, *line_card.dead_ways):
                self._arm(card.cell, heading, "dead" if heading in line_card.dead_ways else "line")
            if line_card.entry is not None:
                self._arm(card.cell, opposite(line_card.entry), "dead" if line_card.dead else "line")
        sign = "x" if any(line_card.breaks_rule for line_card in pile) else centre(trace, pile, ())
        self.sign(*self._middle(card.cell), sign, style="" if sign in "?■□x" else BLUE)

    def _wrap(self, cell: Cell, side: str, heading: str, letter: str) -> None:
        """Draws the arrow on the frame, and the letter outside it."""
        (row, col), (down, right) = self._middle(cell), STEPS[side]
        reach = self.pitch // 2 + 1
        self.write(row + down, col + right * reach, SOLID[heading], BLUE)
        shift = len(letter) - 1 if side == "W" else 0
        self.sign(row + 2 * down, col + right * (reach + 1) - shift, "a", letter)


def small_board_notes(givens: tuple[GivenCard, ...], trace: Trace, translator: Translator) -> Iterator[str]:
    """Says in words what the board has no room for: the codes of the given cards, and the line."""
    if givens:
        words = "; ".join(translator.render(given_words(given_card)) for given_card in givens)
        yield translator.text("end_of_line.drawing.given_told", givens=words)
    if trace.cards:
        cards = tuple(unbreakable(card.in_words(translator)) for card in trace.cards)
        yield translator.text("end_of_line.drawing.line_told", cards=cards)


def given_words(given_card: GivenCard) -> Phrase:
    """A given card in words."""
    cell, card, heading = given_card
    if heading is None:
        return phrase("end_of_line.drawing.given_open", card=card, cell=board_cell(cell))
    words = phrase(f"end_of_line.drawing.heading.{heading}")
    return phrase("end_of_line.drawing.given_entered", card=card, cell=board_cell(cell), heading=words)
