"""Sheets of cards to cut out, for who does not own the games: enough of each for any puzzle of the book."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from api.book.layout import Layout
from api.book.pictures import Files, picture, shows_synthetic
from puzzles.drawing.style import CutOut, Look
from puzzles.end_of_line import solo
from puzzles.end_of_line.drawing.cut_outs import tray_cut_outs
from puzzles.errors import BadInput, Problem
from puzzles.kind import PuzzleKind

Puzzle = tuple[PuzzleKind[Any, Any], Any]
# Lines of text that the first sheet of a game has above its cards.
_ABOVE = 8


def sheets(
    puzzles: Sequence[Puzzle], look: Look, card_size: float | None, layout: Layout, files: Files
) -> list[dict[str, Any]]:
    """As the templates take them. BadInput where the cards do not fit on the paper."""
    made: list[dict[str, Any]] = []
    for game, group in groupby(puzzles, key=lambda puzzle: puzzle[0].id.split(".")[0]):
        pieces = _enough(cut for kind, puzzle in group for cut in _pieces(kind, puzzle, look))
        if pieces:
            told = [look.words.text("frame.book.cut.told")]
            if any(shows_synthetic(piece.svg, look.words) for piece in pieces):
                told.append(look.words.text("frame.book.imprint.deck"))
            title = None if made else look.words.text("frame.book.cut.title")
            game_name = look.words.text(f"{game}.name")
            pages = list(_pages(pieces, None if game == "linja" else card_size, layout, files))
            pages[0] |= {"title": title, "game": game_name, "told": told}
            made += pages
    return made


def _pieces(kind: PuzzleKind[Any, Any], puzzle: Any, look: Look) -> Iterable[CutOut]:
    if kind.id == solo.KIND.id:
        # Its own cards are numbered, in the order of its deck, which is not that of any other puzzle's.
        return tray_cut_outs(Counter(puzzle.deck), look)
    return kind.cut_outs(puzzle, look)


def _enough(pieces: Iterable[CutOut]) -> list[CutOut]:
    """Each piece as often as the puzzle that has most of it needs."""
    most: dict[str, CutOut] = {}
    for piece in pieces:
        known = most.get(piece.svg)
        if known is None or known.count < piece.count:
            most[piece.svg] = piece
    return list(most.values())


def _pages(
    pieces: Sequence[CutOut], card_size: float | None, layout: Layout, files: Files
) -> Iterator[dict[str, Any]]:
    """Pieces of one size side by side: one cut divides two of them."""
    widest = max(piece.width_mm for piece in pieces)
    factor = 1.0 if card_size is None else card_size / widest
    wide, high = widest * factor, max(piece.height_mm for piece in pieces) * factor
    above = _ABOVE * layout.line
    columns, rows = int(layout.sheet.across / wide), int(layout.sheet.down / high)
    first = int((layout.sheet.down - above) / high)
    if columns < 1 or first < 1:
        raise BadInput([Problem("/card_size", f"cards {wide:g} mm wide do not fit on this paper")])
    cards = [_placed(piece, factor, files) for piece in pieces for _ in range(piece.count)]
    begin, room = 0, columns * first
    while begin < len(cards):
        shown = cards[begin : begin + room]
        yield {"title": None, "game": None, "told": [], "columns": columns, "cards": shown}
        begin, room = begin + room, columns * rows


def _placed(piece: CutOut, factor: float, files: Files) -> dict[str, object]:
    drawn = picture(piece.svg)
    return files.placed(drawn, piece.width_mm * factor / drawn.width)
