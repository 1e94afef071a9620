"""The symmetries of a torus, and the canonical puzzle among all that they make of a puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from puzzles.end_of_line.board import CARDS, HEADINGS, Area, Cell, PlacedCard, Start, torus
from puzzles.kind import P, S, Twin

# Every card as a mirror shows it.
MIRRORED: dict[str, str] = {c: c for c in CARDS} | {"L": "R", "R": "L", "LS": "SR", "SR": "LS"}


@dataclass(frozen=True)
class Symmetry:
    """A map of the torus onto itself: mirror, then quarter turns clockwise, then a shift.

    The mirror reverses the columns. Only a square board takes an odd number of quarter turns.
    """

    rows: int
    cols: int
    mirror: bool = False
    quarters: int = 0
    shift: Cell = (0, 0)

    def cell(self, cell: Cell) -> Cell:
        row, col = cell
        if self.mirror:
            col = self.cols - 1 - col
        if self.quarters & 2:
            row, col = self.rows - 1 - row, self.cols - 1 - col
        if self.quarters & 1:
            row, col = col, self.rows - 1 - row
        return (row + self.shift[0]) % self.rows, (col + self.shift[1]) % self.cols

    def heading(self, heading: str) -> str:
        index = HEADINGS.index(heading)
        if self.mirror:
            index = -index % 4
        return HEADINGS[(index + self.quarters) % 4]

    def card(self, card: str) -> str:
        return MIRRORED[card] if self.mirror else card

    def area(self, area: Area) -> Area:
        start = Start(self.cell(area.start.cell), self.heading(area.start.heading))
        return Area(area.rows, area.cols, start, tuple(sorted(map(self.cell, area.blocked))))

    def cell_of_card(self, cell: Cell) -> Cell:
        """The cell of a placed card. One off the board stays off it, whatever the shift."""
        return self.cell(cell) if cell in torus(self.rows, self.cols).number else cell

    def line(self, line: Iterable[PlacedCard]) -> tuple[PlacedCard, ...]:
        """The cards on their new cells."""
        return tuple(PlacedCard(self.card(x.card), self.cell_of_card(x.cell)) for x in line)

    def to_corner(self, cell: Cell) -> Symmetry:
        """The same mirror and turns with the shift that brings the cell to (0, 0)."""
        row, col = Symmetry(self.rows, self.cols, self.mirror, self.quarters).cell(cell)
        return Symmetry(
            self.rows, self.cols, self.mirror, self.quarters, (-row % self.rows, -col % self.cols)
        )

    def inverse(self) -> Symmetry:
        """The map that undoes this one."""
        # A mirror reverses turns: a mirror and then turns are undone by themselves.
        quarters = self.quarters if self.mirror else -self.quarters % 4
        return Symmetry(self.rows, self.cols, self.mirror, quarters).to_corner(self.cell((0, 0)))


def canonical_twin(
    area: Area,
    puzzle: Callable[[Symmetry], P],
    order: Callable[[P], tuple[Any, ...]],
    solution: Callable[[Symmetry, S], S],
) -> Twin[P, S]:
    """The canonical twin: of all puzzles that bring the start card to (0, 0), the least by `order`.

    `puzzle` and `solution` apply a symmetry to the puzzle and to a solution of it.
    """
    twins = ((puzzle(symmetry), symmetry) for symmetry in _symmetries_to_corner(area))
    least, symmetry = min(twins, key=lambda twin: order(twin[0]))
    return Twin(least, partial(solution, symmetry), partial(solution, symmetry.inverse()))


def _symmetries_to_corner(area: Area) -> Iterator[Symmetry]:
    """The symmetries that bring the start card to cell (0, 0); all others are shifts of them."""
    for mirror in (False, True):
        for quarters in range(4) if area.rows == area.cols else (0, 2):
            yield Symmetry(area.rows, area.cols, mirror, quarters).to_corner(area.start.cell)
