"""Sheets of cards to cut out, for readers who do not own the games: enough for any puzzle of the book."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from api.book.layout import Layout
from api.book.pictures import PrinterFiles, picture
from puzzles.drawing.drawing import CutOut, Drawing
from puzzles.drawing.style import Look
from puzzles.errors import BadInput, Problem
from puzzles.game import Caption, Game
from puzzles.kind import PuzzleKind
from puzzles.registry import game_of

# Lines of text that the first sheet of a game has above its cards.
_ABOVE = 8
# How much smaller cards may be, to have more of them on a sheet.
_SMALLER = 0.08


@dataclass(frozen=True)
class PuzzleToCut:
    """A puzzle whose cards or pieces are to be cut out, and its caption."""

    kind: PuzzleKind[Any, Any]
    puzzle: Any
    caption: Caption

    @property
    def game(self) -> Game:
        return game_of(self.kind.id)

    def pieces(self, look: Look, card_size: float | None, letters: float) -> tuple[CutOut, ...]:
        """Returns the pieces with capitals that are at least `letters` millimetres high."""
        draw = self.game.book_cut_outs.get(self.kind.id, self.kind.cut_outs)
        pieces = draw(self.puzzle, look)
        if not pieces:
            return ()
        width = pieces[0].width_mm * (1 - _SMALLER)
        if card_size is not None and self.game.cuts_to_size:
            width = card_size
        return draw(self.puzzle, replace(look, min_letters=letters * pieces[0].drawing.width / width))


def sheets(
    puzzles: Sequence[PuzzleToCut], look: Look, card_size: float | None, layout: Layout, files: PrinterFiles
) -> list[dict[str, Any]]:
    """Returns the sheets as the templates take them; BadInput where the cards do not fit on the paper."""
    sheets: list[dict[str, Any]] = []
    for game, group in groupby(puzzles, key=lambda puzzle: puzzle.game):
        game_puzzles = list(group)
        letters = layout.sizes.letters
        pieces = _enough(
            piece for puzzle in game_puzzles for piece in puzzle.pieces(look, card_size, letters)
        )
        if pieces:
            notices = [
                look.translator.render(notice) for puzzle in game_puzzles for notice in puzzle.caption.notices
            ]
            pages = list(_pages(pieces, card_size if game.cuts_to_size else None, layout, files))
            pages[0] |= {
                "title": None if sheets else look.translator.text("frame.book.cut.title"),
                "game": game.name(look.translator),
                "notes": [look.translator.text("frame.book.cut.instruction"), *dict.fromkeys(notices)],
            }
            sheets += pages
    return sheets


def _enough(pieces: Iterable[CutOut]) -> list[CutOut]:
    """Returns each piece as often as the puzzle with the most of it needs."""
    largest: dict[Drawing, CutOut] = {}
    for piece in pieces:
        drawing = piece.drawing.unaddressed()
        other = largest.get(drawing)
        if other is None or other.count < piece.count:
            largest[drawing] = piece
    return list(largest.values())


def _pages(
    pieces: Sequence[CutOut], card_size: float | None, layout: Layout, files: PrinterFiles
) -> Iterator[dict[str, Any]]:
    """Lays pieces of one size side by side, so that one cut separates two of them."""
    widest = max(piece.width_mm for piece in pieces)
    highest, above = max(piece.height_mm for piece in pieces), _ABOVE * layout.line_height
    factor = _factor(widest, highest, layout) if card_size is None else card_size / widest
    width, height = widest * factor, highest * factor
    columns, rows = int(layout.page_format.across / width), int(layout.page_format.down / height)
    first = int((layout.page_format.down - above) / height)
    if columns < 1 or first < 1:
        raise BadInput([Problem("/card_size", f"cards {width:g} mm wide do not fit on this paper")])
    cards = [_placed(piece, factor, files) for piece in pieces for _ in range(piece.count)]
    begin, room = 0, columns * first
    while begin < len(cards):
        page_cards = cards[begin : begin + room]
        yield {"title": None, "game": None, "notes": [], "columns": columns, "cards": page_cards}
        begin, room = begin + room, columns * rows


def _factor(width: float, height: float, layout: Layout) -> float:
    """How much smaller than their natural size pieces are, a little at most, so that more are on a sheet."""
    across, down = layout.page_format.across, layout.page_format.down
    factors = (1 - _SMALLER * i / 10 for i in range(11))
    return max(
        factors, key=lambda factor: (int(across / width / factor) * int(down / height / factor), factor)
    )


def _placed(piece: CutOut, factor: float, files: PrinterFiles) -> dict[str, object]:
    drawing = picture(piece.drawing)
    return files.add(drawing, piece.width_mm * factor / drawing.width)
