"""END OF LINE puzzles in plain text, for the terminal: the board in the size that fits, and words below it.

Conventions of the boards: a canvas of single characters, row 0 at the top.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap

from puzzles.drawing.lists import HARD_SPACE, unbreakable
from puzzles.drawing.terminal import TextLook, filled
from puzzles.end_of_line.board import CARDS, Area
from puzzles.end_of_line.drawing.small_text_board import SmallBoardCanvas, small_board_notes
from puzzles.end_of_line.drawing.solution import columns
from puzzles.end_of_line.drawing.text_board import BoardCanvas, inner_width
from puzzles.end_of_line.drawing.trace import GivenCard, Trace
from puzzles.texts import Part, Phrase, phrase

NO_CARDS = phrase("end_of_line.drawing.no_cards")


def board_lines(area: Area, givens: tuple[GivenCard, ...], trace: Trace, look: TextLook) -> list[str]:
    """The board, its legend, and what a small board has no room for."""
    inner = inner_width(area, trace, look.width)
    board = SmallBoardCanvas(area, look) if inner is None else BoardCanvas(area, inner, look)
    board.draw(givens, trace)
    notes = () if inner else small_board_notes(givens, trace, look.translator)
    words = note_lines(notes, look)
    return [*board.lines(look), *board.legend(), *([""] if words else []), *words]


def tray_lines(tray: Mapping[str, int], given_counts: Mapping[str, int], look: TextLook) -> list[str]:
    """The cards by type, with those of them that are given."""
    cards = tuple(
        unbreakable(look.translator.render(_in_tray(card, tray.get(card, 0), given_counts.get(card, 0))))
        for card in CARDS
        if tray.get(card, 0) or given_counts.get(card, 0)
    )
    return sentence_lines(phrase("end_of_line.play.tray", cards=cards or NO_CARDS), look)


def _in_tray(card: str, n: int, given_count: int) -> Part:
    if not given_count:
        return f"{n} {card}"
    return phrase("end_of_line.play.tray_given", n=n, card=card, given=given_count)


def deck_lines(deck: Sequence[str], look: TextLook) -> list[str]:
    cards = f"{HARD_SPACE}· ".join(unbreakable(f"{i + 1} {card}") for i, card in enumerate(deck))
    return sentence_lines(phrase("end_of_line.drawing.terminal.deck", cards=cards or NO_CARDS), look)


def round_lines(rounds: Sequence[str], look: TextLook, what: str = "rounds") -> list[str]:
    """The rounds in columns, in reading order; what takes energy may need the room of several.

    `what` they are called: rounds, or actions.
    """
    width = len(str(len(rounds)))
    items: list[str] = []
    for i, words in enumerate(rounds):
        first, *more = wrap(words, look.text_width - width - 4)
        items += [f"{i + 1:>{width}}. {first}", *(" " * (width + 2) + part for part in more)]
    rows: list[str] = []
    for item, (row, at) in zip(items, columns([*map(len, items)], 3, look.text_width - 2), strict=True):
        rows += [""] * (row + 1 - len(rows))
        rows[row] = f"{rows[row]:<{int(at) + 2}}{item.replace(HARD_SPACE, ' ')}"
    heading = phrase(f"end_of_line.drawing.terminal.{what if rows else f'no_{what}'}")
    return [*sentence_lines(heading, look), *rows]


def sentence_lines(sentence: Phrase, look: TextLook) -> list[str]:
    """A sentence that names what it lists, with its further lines below the list."""
    return filled(look.translator.render(sentence), look.text_width, 6)


def note_lines(notes: Iterable[str], look: TextLook) -> list[str]:
    return [line for note in notes for line in filled(note, look.text_width, 2)]
