"""What people call places of a layout: C3 is in the third column and row, counted from the top left card."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from puzzles.light_line.cards import Cell
from puzzles.texts import BoardCell, Phrase, column_name, phrase, row_name


@dataclass(frozen=True)
class Places:
    """The top row and the leftmost column of a layout, from which its places are counted."""

    top: int = 0
    left: int = 0

    @classmethod
    def of(cls, cells: Iterable[Cell]) -> Places:
        """Returns the names for a layout with cards on these places."""
        rows_and_columns = list(zip(*cells, strict=True))
        return cls(*map(min, rows_and_columns)) if rows_and_columns else cls()

    def row_label(self, row: int) -> str:
        """Returns the number of a row; empty above the first."""
        return row_name(row - self.top) if row >= self.top else ""

    def column_label(self, col: int) -> str:
        """Returns the letters of a column; empty left of the first."""
        return column_name(col - self.left) if col >= self.left else ""

    def name(self, cell: Cell) -> BoardCell:
        return BoardCell(cell[0] - self.top, cell[1] - self.left)

    def where(self, cell: Cell) -> Phrase:
        """Returns where a card lies, or would lie: on a place, or beyond the first row or column."""
        row, col = cell[0] - self.top, cell[1] - self.left
        if row >= 0 and col >= 0:
            side = "on"
        elif row >= 0:
            side = "left"
        else:
            side = "above" if col >= 0 else "corner"
        return phrase(f"light_line.where.{side}", cell=BoardCell(max(row, 0), max(col, 0)))
