"""The line of a solution alone, with numbers that can be read where the board is only some 45 mm wide."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.drawing.letters import lettering_width, words
from puzzles.drawing.svg import INK, Point, tag
from puzzles.end_of_line.board import Cell
from puzzles.end_of_line.drawing.board import Board, joined_layers
from puzzles.end_of_line.drawing.cards import CASING, PAPER
from puzzles.end_of_line.drawing.line_style import START_LETTERS
from puzzles.end_of_line.drawing.signs import SIDE, WRONG
from puzzles.end_of_line.drawing.trace import LineCard

MARGIN = 24.0
NUMBER, LONG_NUMBER, WRAP_LETTER = 21.0, 16.0, 17.0
# How far small letters reach above and below the height of capitals, as parts of it.
ASCENT, DESCENT, DESCENDING = 0.07, 0.3, "gjpqy"


@dataclass(frozen=True)
class AnswerDrawing(Board):
    """`with_open_exits`: with the exits that the line does not take, for a kind that scores its cards."""

    with_open_exits: bool = False

    @property
    def margin(self) -> float:
        return MARGIN

    def _ground_layers(self) -> dict[str, str]:
        return {"ground": self._ground(), "givens": self._open_givens()}

    def line_layers(self) -> dict[str, str]:
        return {
            "stubs": self._open_exits() if self.with_open_exits else "",
            "dead-ends": self._dead_ends(),
            "line": self._line(),
            "wraps": self._wraps(),
            "start": self.style.start(
                self._middle(self.area.start.cell), self.area.start.heading, self.look.letters(START_LETTERS)
            ),
            "numbers": self._numbers(),
        }

    def _entries(self, d: str, colour: str = PAPER) -> str:
        """None: the numbers tell where the line goes, and have no room for arrows."""
        return ""

    def _wrap_letter(self, letter: str, at: Point, way: Point) -> str:
        x, y = at
        high = self.look.letters(WRAP_LETTER)
        if way[0]:
            return words(letter, (x, y - 16 - high), high, 0.5)
        # A large letter has little room between the board and the edge of the drawing.
        lowest = self.height() - high * (1 + (DESCENT if letter in DESCENDING else 0)) - 1
        return words(letter, (x + 23, max(ASCENT * high, min(y - high / 2, lowest))), high, 0.5)

    def _numbers(self) -> str:
        """Each card's number on a plate in the middle of its cell; the last one's is dark."""
        return "".join(self._plate(cell, pile[-1]) for cell, pile in self.trace.piles.items())

    def _plate(self, cell: Cell, card: LineCard) -> str:
        number, last, (x, y) = str(card.number), card is self.trace.end(), self._middle(cell)
        height = self.look.letters(NUMBER if len(number) < 3 else LONG_NUMBER)
        wide, high = min(SIDE - 4, lettering_width(number, height) + 11), height + 10
        fill = CASING if last else PAPER
        plate = tag("rect", x=x - wide / 2, y=y - high / 2, width=wide, height=high, rx=7, fill=fill)
        colour = PAPER if last else WRONG if card.breaks_rule else INK
        return plate + words(number, (x, y - height / 2), height, 0.5, colour)


@dataclass(frozen=True)
class SharedAnswerDrawing(AnswerDrawing):
    """The lines of several players; see SharedBoard."""

    lines: tuple[Board, ...] = ()

    def line_layers(self) -> dict[str, str]:
        return joined_layers(self.lines)
