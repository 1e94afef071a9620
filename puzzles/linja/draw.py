"""Drawings of Linja, as a picture and for the terminal, with any turn or none.

draw_moves works out what of a turn can be shown and has words for it; draw_svg draws the board, draw_text
does so for the terminal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from re import sub

from puzzles.linja.board import PLAYERS, Board, Options, Player
from puzzles.linja.draw_moves import Move, board_words, move_words, moves_of, standing_words, turn_words
from puzzles.linja.draw_svg import WRONG, Picture, piece
from puzzles.linja.draw_text import AFTER, board_lines, filled, legend
from puzzles.linja.referee import violations
from puzzles.linja.turns import Turn, turns
from puzzles.look import PLAIN, Look
from puzzles.svg import INK, document, lettering_width, number, tag, words, wrapped

MARGIN, SPACE, BETWEEN = 16.0, 14.0, 20.0
HEADING, SMALL, LINE_HEIGHT = 13.0, 9.5, 17.0
# A row that there is not may be a number of any length.
LONGEST_WORD = 40
NOT_VALID = "The turn is not valid."
# The markup of a part of the picture, and its height.
Part = tuple[str, float]


@dataclass(frozen=True)
class Scene:
    """A position with `player` to move, and a turn. It may be wrong in any way: what can be shown is shown.

    `broken`: the turn breaks a rule, and nobody knows the board after it. `notes` are told below.
    """

    board: Board
    player: Player
    options: Options
    turn: Turn | None
    broken: bool
    notes: tuple[str, ...]

    def text(self) -> str:
        parts = [
            [f"Linja. {self._heading}"],
            board_lines(self.board, self.options, self._caption, self._moves, self._after),
            filled(legend(self._moves)),
            [line for told in self._told() for line in filled(told)],
        ]
        return "\n\n".join("\n".join(part) for part in parts) + "\n"

    def svg(self, look: Look = PLAIN) -> str:
        # Drawn letters stand close: in wider gaps nobody takes "1 5" for 15.
        caption = self._caption.replace(" ", "  ")
        board = Picture(self.board, self.options, self._moves, caption)
        after = None if self._after is None else Picture(self._after, self.options, (), AFTER, False)
        wide = board.width + (BETWEEN + after.width if after else 0)
        parts = [self._top(wide), _boards(board, after), *self._below(wide)]
        top, body = MARGIN, list[str]()
        for markup, high in parts:
            body.append(tag("g", markup, transform=_moved(MARGIN, top)))
            top += high + SPACE
        desc = " ".join(f"{told.rstrip('.')}." for told in self._described())
        title = f"Linja. {self._heading}"
        return document(wide + 2 * MARGIN, top - SPACE + MARGIN, title, desc, *body)

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        if self.turn is None:
            return ()
        found = violations(self.board, self.player, self.options, self.turn) if self.broken else ()
        wrong = {str(violation.at.get("action")) for violation in found}
        return moves_of(self.board, self.player, self.turn, wrong)

    @cached_property
    def _after(self) -> Board | None:
        """The board after a turn that moves something."""
        if self.turn is None or self.broken or not self._moves:
            return None
        return dict(turns(self.board, self.player, self.options)).get(self.turn)

    @property
    def _caption(self) -> str:
        return "" if self.turn is None else turn_words(self.board, self.player, self.turn)

    @property
    def _heading(self) -> str:
        if self.board.over:
            return "The game is over"
        way = "up, to row 7" if self.player == "A" else "down, to row 0"
        return f"Player {self.player} is to move: {way}"

    def _told(self) -> Iterator[str]:
        """What is said below both drawings."""
        if self.broken:
            yield NOT_VALID
        if self.turn is not None:
            yield from move_words(self.board, self.player, self.turn, self._moves)
        stand = standing_words(self.board, self.options)
        if self._after is None:
            yield f"{stand[0].upper()}{stand[1:]}."
        else:
            yield f"Before the turn {stand}."
            yield f"{AFTER} {standing_words(self._after, self.options)}."
        yield from (sub(rf"(\S{{{LONGEST_WORD}}})\S+", r"\1...", note) for note in self.notes)

    def _described(self) -> Iterator[str]:
        """All of it in words, for those who cannot see it."""
        yield f"Pieces of {board_words(self.board)}"
        if self._after is not None:
            yield f"{AFTER}, pieces of {board_words(self._after)}"
        if self._caption:
            yield self._caption
        yield from self._told()

    def _top(self, width: float) -> Part:
        """Who is to move, and which pieces are whose."""
        drawn = words(self._heading.upper(), (0, 5), HEADING)
        x = width
        for player in reversed(PLAYERS):
            x -= lettering_width(player, HEADING)
            drawn += words(player, (x, 5), HEADING)
            drawn += piece(player, (x - 18, 11))
            x -= 44
        return drawn, 22.0

    def _below(self, width: float) -> Iterator[Part]:
        for told in self._told():
            lines = wrapped(told, SMALL, width)
            colour = WRONG if told == NOT_VALID else INK
            drawn = "".join(
                words(text, (0, i * LINE_HEIGHT), SMALL, colour=colour) for i, text in enumerate(lines)
            )
            yield drawn, (len(lines) - 1) * LINE_HEIGHT + SMALL - 6


def _boards(board: Picture, after: Picture | None) -> Part:
    if after is None:
        return board.markup(), board.height
    x = board.width + BETWEEN
    return board.markup() + tag("g", after.markup(), transform=_moved(x, 0)), board.height


def _moved(x: float, y: float) -> str:
    return f"translate({number(x)} {number(y)})"
