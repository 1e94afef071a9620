"""The rulebook's layouts of games with several players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from puzzles.end_of_line.board import Cell, Start

# What every player has in the printed game.
STANDARD_ENERGY = 3


@dataclass(frozen=True)
class Layout:
    """The board and the start cards of a game, in the order of round 1.

    `enclosed` are cells that the start cards close in, so that nothing can ever be placed there: puzzles
    block them. Any shift of a layout is as good, as the board is a torus.
    """

    rows: int
    cols: int
    starts: tuple[Start, ...]
    enclosed: tuple[Cell, ...] = ()

    def shifted(self, down: int, right: int) -> Layout:
        def shifted_cell(cell: Cell) -> Cell:
            return (cell[0] + down) % self.rows, (cell[1] + right) % self.cols

        starts = tuple(Start(shifted_cell(start.cell), start.heading) for start in self.starts)
        return Layout(self.rows, self.cols, starts, tuple(sorted(map(shifted_cell, self.enclosed))))


def _layout(side: int, starts: str, enclosed: tuple[Cell, ...] = ()) -> Layout:
    """The layout of a square board; each start card is written as its row, its column and its heading."""
    return Layout(side, side, tuple(Start((int(s[0]), int(s[1])), s[2]) for s in starts.split()), enclosed)


# By the number of players. Their decks have 25 cards.
STANDARD_LAYOUTS: Mapping[int, Layout] = {
    2: _layout(7, "00N 02N"),
    3: _layout(7, "01N 10W 12E"),
    4: _layout(9, "01N 10W 12E 21S", enclosed=((1, 1),)),
    5: _layout(9, "00N 02N 13E 20S 22S"),
    6: _layout(11, "01N 03N 10W 14E 21S 23S"),
    7: _layout(11, "00N 02N 13E 33E 20W 40S 42S"),
    8: _layout(13, "01N 03N 10W 30W 14E 34E 41S 43S"),
}
