"""A whole picture of a puzzle: the board with its legend, and the blocks beside and below it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from puzzles.drawing.blocks import Block, stack
from puzzles.drawing.drawing import Drawing
from puzzles.drawing.lists import HARD_SPACE
from puzzles.drawing.svg import tag, translation
from puzzles.end_of_line.drawing.board import Board
from puzzles.end_of_line.drawing.legend import legend_block, words_block
from puzzles.end_of_line.drawing.signs import GREYS, WRONG
from puzzles.texts import Phrase, phrase

# The widest board below which cards keep their size; below wider boards they are scaled up.
PLAIN_WIDTH = 620.0


@dataclass(frozen=True)
class PictureWords:
    """The title of a picture, its description, and notes on what is wrong or cannot be drawn."""

    title: tuple[Phrase, ...]
    description: Sequence[Phrase]
    notes: Sequence[str]


def picture(
    board: Board,
    cards: Iterable[str],
    blocks: list[Block],
    words: PictureWords,
    beside: Block | None = None,
    wide_below: float = 0.0,
) -> Drawing:
    """The board with its legend, the notes and the blocks below it, one under the other.

    `cards` are those below the board, whose signs the legend explains. The board stands in the middle if what
    is below it is wider, `wide_below`.
    """
    look = board.look
    scale = 1.0 if look.on_paper else scale_below(board)
    width = board.width() / scale
    if not look.answer:
        blocks = [*(words_block(note, 8, width, WRONG) for note in words.notes), *blocks]
    if look.explained:
        blocks = [legend_block(board, cards, width), *blocks]
    wide, top = board.width(), board.height()
    aside = ""
    if beside is not None:
        aside = tag("g", beside.markup, transform=translation(wide, board.margin))
        wide, top = wide + beside.width, max(top, board.margin + beside.height)
    indent = max(0.0, (wide_below - wide) / 2)
    layers = board.layers()
    if indent:
        wide, layers = wide_below, iter([tag("g", "\n".join(layers), transform=translation(indent, 0))])
    below, height = stack(blocks, (0, top + (4 if blocks else 0)), gap=6, scale=scale)
    sentences = [*map(look.translator.render, words.description), *words.notes]
    description = " ".join(f"{sentence}." for sentence in sentences).replace(HARD_SPACE, " ")
    markup = look.inked("\n".join((*layers, *([aside] if aside else []), *below)), GREYS)
    return Drawing(wide, height, look.translator.render(words.title), description, markup)


def scale_below(board: Board) -> float:
    """How much what stands below a board is scaled up."""
    return min(1.5, max(1.0, board.width() / PLAIN_WIDTH))


def heading_words(heading: str) -> Phrase:
    return phrase(f"end_of_line.drawing.heading.{heading}")
