"""A position of a play for the terminal: the board on which the turn began, its moves, and the board now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzles.drawing.terminal import filled
from puzzles.linja.drawing.moves import Move, move_words, moves_of, option_words, turn_words
from puzzles.linja.drawing.text import TEXT_WIDTH, board_lines, legend
from puzzles.texts import Phrase, translator_for

if TYPE_CHECKING:  # the play draws its positions with this module
    from puzzles.linja.play import TurnPosition


def position_text(position: TurnPosition, language: str, task: Phrase | None) -> str:
    """The drawing of a position; `task` asks for the next move."""
    translator, before, player = translator_for(language), position.before, position.player
    moves: tuple[Move, ...] = ()
    descriptions: list[Phrase] = []
    caption: Phrase | str = ""
    if position.turn is not None:
        moves = moves_of(before, player, position.turn, ())
        descriptions = move_words(before, player, position.turn, moves)
        caption = turn_words(before, player, position.turn) or ""
    now = position.board if moves else None
    heading = "heading_over" if before.over else f"heading.{player}"
    notes = [*descriptions, *option_words(position.options), *([task] if task else [])]
    boards = board_lines(
        before,
        position.options,
        translator.render(caption),
        moves,
        now,
        translator.text("linja.drawing.after" if position.complete else "linja.play.now"),
        translator,
    )
    parts = [
        [translator.text(f"linja.drawing.{heading}")],
        boards,
        filled(legend(moves, translator), TEXT_WIDTH),
        [line for note in notes for line in filled(translator.render(note), TEXT_WIDTH)],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"
