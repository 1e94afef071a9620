"""A position of a play for the terminal: the board on which the turn began, its moves, and the board now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzles.drawing.terminal import TextLook, filled
from puzzles.linja.drawing.moves import Move, move_words, moves_of, option_words, turn_words
from puzzles.linja.drawing.text import BoardText, board_lines, legend_lines
from puzzles.texts import Phrase

if TYPE_CHECKING:  # the play draws its positions with this module
    from puzzles.linja.play import TurnPosition


def position_text(position: TurnPosition, look: TextLook, task: Phrase | None) -> str:
    """The drawing of a position; `task` asks for the next move."""
    translator, before, player = look.translator, position.before, position.player
    moves: tuple[Move, ...] = ()
    descriptions: list[Phrase] = []
    caption: Phrase | str = ""
    if position.turn is not None:
        moves = moves_of(before, player, position.turn, ())
        descriptions = move_words(before, player, position.turn, moves)
        caption = turn_words(before, player, position.turn) or ""
    boards = [BoardText(before, translator.render(caption), moves)]
    if moves:
        key = "linja.drawing.after" if position.complete else "linja.play.now"
        boards.append(BoardText(position.board, translator.text(key)))
    heading = "heading_over" if before.over else f"heading.{player}"
    notes = [*descriptions, *option_words(position.options), *([task] if task else [])]
    return look.document(
        [
            filled(translator.text(f"linja.drawing.{heading}"), look.text_width),
            board_lines(boards, position.options, look),
            legend_lines(moves, look),
            [line for note in notes for line in filled(translator.render(note), look.text_width)],
        ]
    )
