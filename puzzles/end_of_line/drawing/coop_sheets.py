"""What each player of a co-operative puzzle has: a deck below the board, or on paper a sheet to cut off.

A sheet has the player's deck with boxes to tick, the energy, the rounds, and places for the hand; in large
print on small paper the deck alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from puzzles.drawing.blocks import Block, reach
from puzzles.drawing.letters import lettering_width, words
from puzzles.drawing.style import Look
from puzzles.drawing.svg import INK, Point, line, tag, translation
from puzzles.end_of_line.coop_puzzle import CoopPuzzle
from puzzles.end_of_line.drawing.board import Board
from puzzles.end_of_line.drawing.cards import deck_block
from puzzles.end_of_line.drawing.line_style import PLAYER_STYLES, LineStyle
from puzzles.end_of_line.drawing.paper import GAP, HEADING, deck_pitch, paper_deck, solo_tracks
from puzzles.end_of_line.drawing.signs import SIDE
from puzzles.texts import Translator

# The room between the edge of a sheet and what is on it.
EDGE = 12.0
_LEAST_PER_ROW = 4
_SAMPLE = 44.0
# Where letters have to be higher, there is no room for more than the deck on a sheet.
_CRAMPED = 30.0


def player_block(
    style: LineStyle, deck: Sequence[str], energy_left: int | None, width: float, translator: Translator
) -> Block:
    """A player's deck under a heading that shows how the player's line looks."""
    player = style.player or 0
    title = translator.text("end_of_line.coop.drawing.player", player=player)
    if energy_left is not None:
        title = translator.text("end_of_line.coop.drawing.player_left", player=player, left=energy_left)
    heading = _heading(style, title, 11.0)
    moved = tag("g", heading.markup, transform=translation((width - heading.width) / 2, 0))
    return deck_block(deck, width, translator, moved, style)


def _heading(style: LineStyle, title: str, high: float) -> Block:
    """A piece of the player's line, and the title beside it."""
    sample = style.band(line((2, high / 2), (_SAMPLE - 2, high / 2)), SIDE)
    width = _SAMPLE + 8 + lettering_width(title, high)
    return Block(sample + words(title, (_SAMPLE + 8, 0), high), width, high)


def sheets_by_board(board: Board, puzzle: CoopPuzzle) -> tuple[Block | None, list[Block]]:
    """Returns the players' sheets beside the board, or below it where the drawing is larger then."""
    arrangement = min(
        _arrangements(board, puzzle), key=lambda which: reach(which.size, board.look.proportion)
    )
    columns, (across, down) = arrangement.columns, arrangement.cell
    markup = ""
    for i in range(len(puzzle.players)):
        sheet = _sheet(puzzle, i, arrangement.per_row, board.look)
        corner = i % columns * across, i // columns * down
        markup += _cut_line(corner, arrangement.cell)
        markup += tag("g", sheet.markup, transform=translation(corner[0] + EDGE, corner[1] + EDGE))
    height = ceil(len(puzzle.players) / columns) * down
    if arrangement.is_beside:
        return Block(markup, columns * across, height), []
    aside = max(0.0, (board.width() - columns * across) / 2)
    moved = tag("g", markup, transform=translation(aside, 0))
    return None, [Block(moved, max(board.width(), columns * across), height)]


class _Arrangement(NamedTuple):
    """How the sheets stand, and the size of the drawing then.

    columns    how many sheets stand in a row
    per_row    how many cards of a deck stand in a row of a sheet
    cell       the room for each sheet
    is_beside  whether they are beside the board and not below it
    """

    columns: int
    per_row: int
    cell: tuple[float, float]
    is_beside: bool
    size: tuple[float, float]


def _arrangements(board: Board, puzzle: CoopPuzzle) -> Iterator[_Arrangement]:
    players = len(puzzle.players)
    decks = [len(player.deck) for player in puzzle.players]
    longest, wide, high = decks.index(max(decks)), board.width(), board.height()
    for per_row in range(_LEAST_PER_ROW, max(*decks, _LEAST_PER_ROW) + 1):
        largest = _sheet(puzzle, longest, per_row, board.look)
        cell = largest.width + 2 * EDGE, largest.height + 2 * EDGE
        for columns in range(1, players + 1):
            across, down = columns * cell[0], ceil(players / columns) * cell[1]
            size = wide + across, max(high, board.margin + down)
            yield _Arrangement(columns, per_row, cell, True, size)
            yield _Arrangement(columns, per_row, cell, False, (max(wide, across), high + down))


def _sheet(puzzle: CoopPuzzle, player: int, per_row: int, look: Look) -> Block:
    """A player's sheet: the tracks on the left, the deck on the right."""
    deck, style = puzzle.players[player].deck, PLAYER_STYLES[player]
    title = look.translator.text("end_of_line.coop.drawing.player", player=player + 1)
    heading = _heading(style, title, look.letters(HEADING))
    cards = paper_deck(deck, per_row * deck_pitch(look)[0] - GAP, look, style)
    top = heading.height + 2 * GAP
    markup = heading.markup
    if look.min_letters > _CRAMPED:
        moved = tag("g", cards.markup, transform=translation(0, top))
        return Block(markup + moved, max(heading.width, cards.width), top + cards.height)
    tracks = solo_tracks(puzzle.energy, len(deck), look)
    left = tracks.width + 2 * GAP
    markup += tag("g", tracks.markup, transform=translation(0, top))
    markup += tag("g", cards.markup, transform=translation(left, top))
    return Block(markup, left + cards.width, top + max(tracks.height, cards.height))


def _cut_line(corner: Point, cell: tuple[float, float]) -> str:
    """The dashed edge of a sheet."""
    return tag(
        "rect", x=corner[0] + 3, y=corner[1] + 3, width=cell[0] - 6, height=cell[1] - 6, rx=6, fill="none",
        stroke=INK, stroke_width=1, stroke_dasharray="5 4",
    )  # fmt: skip
