"""Drawings of Linja, as a picture and for the terminal, with any turn or none.

moves works out what of a turn can be drawn and has words for it; board draws the board, text does so for the
terminal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from re import sub

from puzzles.drawing.blocks import Block, stack
from puzzles.drawing.drawing import Drawing
from puzzles.drawing.letters import lettering_width, text_lines, words, wrapped
from puzzles.drawing.style import PLAIN, Look
from puzzles.drawing.svg import INK, tag, translation
from puzzles.drawing.terminal import PLAIN_TEXT, TextLook, filled
from puzzles.linja.board import PLAYERS, Board, Options, Player
from puzzles.linja.drawing.board import GREYS, WRONG, Picture, piece
from puzzles.linja.drawing.moves import Move, board_words, move_words, moves_of, standing_words, turn_words
from puzzles.linja.drawing.text import BoardText, board_lines, legend_lines
from puzzles.linja.referee import violations
from puzzles.linja.turns import Turn, turns
from puzzles.texts import Part, Phrase, Translator, phrase

MARGIN, SPACE, BETWEEN, ANSWER_MARGIN = 16.0, 14.0, 20.0, 8.0
HEADING, SMALL, LINE_HEIGHT = 13.0, 9.5, 17.0
# The number of a row that does not exist may be of any length.
LONGEST_WORD = 40


@dataclass(frozen=True)
class TurnView:
    """What is drawn of a position with `player` to move, and of a turn, which may be wrong in any way.

    breaks_rule   whether the turn breaks a rule, so that no board follows
    notes, task   the texts below the board; `task` is what the player is to do
    """

    board: Board
    player: Player
    options: Options
    turn: Turn | None
    breaks_rule: bool
    notes: tuple[Part, ...]
    task: Part = ""

    def text(self, look: TextLook = PLAIN_TEXT) -> str:
        """Draws for the terminal, where title and task stand above the drawing."""
        translator = look.translator
        boards = [BoardText(self.board, self._caption(translator), self._moves)]
        if self._after is not None:
            boards.append(BoardText(self._after, translator.text("linja.drawing.after")))
        texts = replace(self, task="")._texts(translator)
        return look.document(
            [
                filled(translator.render(self._heading()), look.text_width),
                board_lines(boards, self.options, look),
                legend_lines(self._moves, look),
                [line for text in texts for line in filled(text, look.text_width)],
            ]
        )

    def draw(self, look: Look = PLAIN) -> Drawing:
        blocks = self._blocks(look)
        margin = ANSWER_MARGIN if look.answer else MARGIN
        groups, below = stack(blocks, (margin, margin), SPACE)
        width, height = blocks[0].width + 2 * margin, below - SPACE + margin
        description = " ".join(f"{text.rstrip('.')}." for text in self._described(look.translator))
        markup = look.inked("\n".join(groups), GREYS)
        return Drawing(width, height, self._title(look.translator), description, markup)

    def _blocks(self, look: Look) -> list[Block]:
        """The parts of the picture from the top down, all of the same width."""
        # Drawn letters stand close: with wider gaps "1 5" is not read as 15.
        caption = self._caption(look.translator).replace(" ", "  ")
        board = Picture(self.board, self.options, self._moves, caption, not look.answer, look)
        if look.answer:
            return [Block(board.markup(), board.width, board.height)]
        after = None
        if self._after is not None:
            later = look.translator.text("linja.drawing.after")
            after = Picture(self._after, self.options, (), later, False, look)
        boards = _boards(board, after)
        blocks = [boards, *self._below(boards.width, look)]
        return [*([self._top(boards.width, look.translator)] if look.explained else []), *blocks]

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        if self.turn is None:
            return ()
        broken = violations(self.board, self.player, self.options, self.turn) if self.breaks_rule else ()
        wrong = {str(violation.at.get("action")) for violation in broken}
        return moves_of(self.board, self.player, self.turn, wrong)

    @cached_property
    def _after(self) -> Board | None:
        """The board after a turn that moves something."""
        if self.turn is None or self.breaks_rule or not self._moves:
            return None
        return dict(turns(self.board, self.player, self.options)).get(self.turn)

    def _caption(self, translator: Translator) -> str:
        words = None if self.turn is None else turn_words(self.board, self.player, self.turn)
        return "" if words is None else translator.render(words)

    def _heading(self) -> Phrase:
        if self.board.over:
            return phrase("linja.drawing.heading_over")
        return phrase(f"linja.drawing.heading.{self.player}")

    def _title(self, translator: Translator) -> str:
        return f"Linja. {translator.render(self._heading())}"

    def _texts(self, translator: Translator, explained: bool = True) -> Iterator[str]:
        """Yields the texts below both drawings; `explained`: with the task, and which player is ahead."""
        if self.breaks_rule:
            yield translator.text("linja.drawing.not_valid")
        if self.turn is not None:
            yield from map(translator.render, move_words(self.board, self.player, self.turn, self._moves))
        if explained:
            yield from self._standing(translator)
        task = (self.task,) if explained else ()
        notes = (translator.render(note) for note in (*task, *self.notes) if note)
        yield from (sub(rf"(\S{{{LONGEST_WORD}}})\S+", r"\1...", note) for note in notes)

    def _standing(self, translator: Translator) -> Iterator[str]:
        stand = standing_words(self.board, self.options)
        if self._after is None:
            words = translator.render(stand)
            yield f"{words[0].upper()}{words[1:]}."
        else:
            later = standing_words(self._after, self.options)
            yield translator.text("linja.drawing.standing_before", standing=stand)
            yield translator.text("linja.drawing.standing_after", standing=later)

    def _described(self, translator: Translator) -> Iterator[str]:
        """Describes the picture for people who cannot see it."""
        yield translator.text("linja.drawing.pieces", pieces=board_words(self.board, translator))
        if self._after is not None:
            yield translator.text("linja.drawing.pieces_after", pieces=board_words(self._after, translator))
        if caption := self._caption(translator):
            yield caption
        yield from self._texts(translator)

    def _top(self, width: float, translator: Translator) -> Block:
        """Who is to move, and which pieces are whose."""
        markup, x = "", width
        for player in reversed(PLAYERS):
            x -= lettering_width(player, HEADING)
            markup += words(player, (x, 5), HEADING)
            markup += piece(player, (x - 18, 11))
            x -= 44
        heading = translator.render(self._heading()).upper()
        # Some languages need smaller letters.
        height = min(HEADING, HEADING * x / lettering_width(heading, HEADING))
        return Block(words(heading, (0, 5 + (HEADING - height) / 2), height) + markup, width, 22.0)

    def _below(self, width: float, look: Look) -> Iterator[Block]:
        """The texts; on paper the task stands above the drawing."""
        high = look.letters(SMALL)
        for i, text in enumerate(self._texts(look.translator, explained=look.explained)):
            lines, pitch = wrapped(text, high, width), LINE_HEIGHT * high / SMALL
            colour = WRONG if self.breaks_rule and i == 0 else INK
            markup = text_lines(lines, 0, high, pitch, colour=colour)
            yield Block(markup, width, (len(lines) - 1) * pitch + high - 6)


def _boards(board: Picture, after: Picture | None) -> Block:
    if after is None:
        return Block(board.markup(), board.width, board.height)
    x = board.width + BETWEEN
    later = tag("g", after.markup(), transform=translation(x, 0), data_board="after")
    return Block(board.markup() + later, x + after.width, board.height)
