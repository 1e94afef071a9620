"""What the END OF LINE kinds share: cards, headings, the area, and the symmetries of a torus.

Conventions: a cell is (row, col), row 0 at the top and column 0 at the left; opposite edges are joined.
Headings are N E S W in clockwise order; N is towards row 0. A turn is relative to the heading with which
the line enters a card: L, S, R.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any

from puzzles.errors import Problem
from puzzles.json_shapes import Choice, Integer, ListOf, Pair, Record
from puzzles.kind import P, S, Twin

Cell = tuple[int, int]

HEADINGS = ("N", "E", "S", "W")
STEPS: dict[str, Cell] = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
TURNS: dict[str, int] = {"L": -1, "S": 0, "R": 1}

# Every card by its code, in the order of the rules sheet.
CARDS = ("S", "L", "R", "LS", "SR", "LR", "LSR", "LSR0")
EXITS: dict[str, str] = {card: card.removesuffix("0") for card in CARDS}
INITIATIVE: dict[str, int] = {"S": 1, "L": 2, "R": 2, "LS": 3, "SR": 3, "LR": 4, "LSR": 5, "LSR0": 0}
STANDARD: dict[str, int] = {"S": 9, "L": 4, "R": 4, "LS": 2, "SR": 2, "LR": 2, "LSR": 1, "LSR0": 1}
MIRRORED: dict[str, str] = {c: c for c in CARDS} | {"L": "R", "R": "L", "LS": "SR", "SR": "LS"}

LEAST_SIDE, MOST_SIDE, MOST_CARDS = 3, 20, 400


def turned(heading: str, turn: str) -> str:
    """The heading after a turn: turned("N", "R") is "E"."""
    return HEADINGS[(HEADINGS.index(heading) + TURNS[turn]) % 4]


@cache
def exit_headings(card: str, entry: str) -> tuple[str, ...]:
    """Where a card's exits point when the line enters it with heading `entry`."""
    return tuple(turned(entry, turn) for turn in EXITS[card])


@dataclass(frozen=True)
class Start:
    cell: Cell
    heading: str


@dataclass(frozen=True)
class Torus:
    """A board without anything on it: its cells in reading order, and what lies beside what by number."""

    cells: tuple[Cell, ...]
    number: Mapping[Cell, int]
    near: tuple[tuple[int, ...], ...]  # by cell, then by heading
    heading: Mapping[tuple[Cell, Cell], str]  # of the step from one cell to the next


@cache
def torus(rows: int, cols: int) -> Torus:
    cells = tuple((r, c) for r in range(rows) for c in range(cols))
    number = {cell: i for i, cell in enumerate(cells)}
    steps = [STEPS[h] for h in HEADINGS]
    near = tuple(tuple(number[(r + i) % rows, (c + j) % cols] for i, j in steps) for r, c in cells)
    heading = {
        (cells[i], cells[to]): h for i, ways in enumerate(near) for h, to in zip(HEADINGS, ways, strict=True)
    }
    return Torus(cells, number, near, heading)


@dataclass(frozen=True)
class Area:
    """The torus to be covered. `blocked` is kept sorted, since its order means nothing."""

    rows: int
    cols: int
    start: Start
    blocked: tuple[Cell, ...]

    @property
    def torus(self) -> Torus:
        return torus(self.rows, self.cols)

    def neighbour(self, cell: Cell, heading: str) -> Cell:
        down, right = STEPS[heading]
        return (cell[0] + down) % self.rows, (cell[1] + right) % self.cols

    def cells(self) -> tuple[Cell, ...]:
        return self.torus.cells

    @cached_property
    def _free_cells(self) -> tuple[Cell, ...]:
        taken = {self.start.cell, *self.blocked}
        return tuple(cell for cell in self.cells() if cell not in taken)

    def free_cells(self) -> tuple[Cell, ...]:
        """Every cell that a line must cover, in reading order."""
        return self._free_cells

    def first_cell(self) -> Cell:
        """Where the start card points."""
        return self.neighbour(self.start.cell, self.start.heading)

    def heading_between(self, cell: Cell, other: Cell) -> str | None:
        """The heading of the step from one cell to its neighbour; None when they are not side by side."""
        return self.torus.heading.get((cell, other))

    def has(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols


@dataclass(frozen=True)
class Placed:
    """A card laid on a cell."""

    card: str
    cell: Cell


@dataclass(frozen=True)
class Round:
    """Cards laid in one go, and what energy was spent on."""

    cards: tuple[Placed, ...]
    energy: str | None = None


@dataclass(frozen=True)
class Symmetry:
    """A map of the torus onto itself: mirror (columns reversed), then quarter turns clockwise, then shift.

    Only a square board takes an odd number of quarter turns.
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

    def line(self, line: Iterable[Placed]) -> tuple[Placed, ...]:
        """Cards laid, each where it comes to; one off the board stays, since moved it could come onto it."""
        on_board = torus(self.rows, self.cols).number
        return tuple(
            Placed(self.card(x.card), self.cell(x.cell) if x.cell in on_board else x.cell) for x in line
        )

    def to_corner(self, cell: Cell) -> Symmetry:
        """The same with the shift that brings the cell to (0, 0)."""
        row, col = Symmetry(self.rows, self.cols, self.mirror, self.quarters).cell(cell)
        return Symmetry(
            self.rows, self.cols, self.mirror, self.quarters, (-row % self.rows, -col % self.cols)
        )

    def inverse(self) -> Symmetry:
        """A mirror reverses turns, so that what is mirrored and then turned goes back in the same way."""
        quarters = self.quarters if self.mirror else -self.quarters % 4
        return Symmetry(self.rows, self.cols, self.mirror, quarters).to_corner(self.cell((0, 0)))


def least_twin(
    area: Area,
    puzzle: Callable[[Symmetry], P],
    order: Callable[[P], tuple[Any, ...]],
    solution: Callable[[Symmetry, S], S],
) -> Twin[P, S]:
    """By what `puzzle` says that a symmetry makes of the puzzle, and `solution` of its solutions."""
    twins = ((puzzle(symmetry), symmetry) for symmetry in _symmetries_to_corner(area))
    least, symmetry = min(twins, key=lambda twin: order(twin[0]))
    return Twin(least, partial(solution, symmetry), partial(solution, symmetry.inverse()))


def _symmetries_to_corner(area: Area) -> Iterator[Symmetry]:
    """The symmetries that bring the start card to cell (0, 0); every other one is a shift of one of them."""
    for mirror in (False, True):
        for quarters in range(4) if area.rows == area.cols else (0, 2):
            yield Symmetry(area.rows, area.cols, mirror, quarters).to_corner(area.start.cell)


CELL = Pair(Integer(0, MOST_SIDE - 1))
ANY_CELL = Pair()
AREA_FIELDS: dict[str, Any] = {
    "rows": Integer(LEAST_SIDE, MOST_SIDE),
    "cols": Integer(LEAST_SIDE, MOST_SIDE),
    "start": Record({"cell": CELL, "heading": Choice(HEADINGS)}, what="an object with cell and heading"),
    "blocked": ListOf(CELL, most=MOST_SIDE * MOST_SIDE),
}
AREA_DEFAULTS: dict[str, Any] = {
    "rows": 5,
    "cols": 5,
    "start": {"cell": [2, 2], "heading": "N"},
    "blocked": [],
}
PLACED = Record({"card": Choice(CARDS), "cell": ANY_CELL}, what="an object with card and cell")


def read_area(found: dict[str, Any]) -> tuple[Area, list[Problem]]:
    """The area from a document's fields, and what is wrong with what its parts say together."""
    blocked = found["blocked"]
    start = Start(found["start"]["cell"], found["start"]["heading"])
    area = Area(found["rows"], found["cols"], start, tuple(sorted(blocked)))
    problems = outside(area, [("/start/cell", start.cell)])
    problems += cell_problems(area, "/blocked", blocked)
    problems += [Problem(f"/blocked/{i}", "the start card stands on this cell")
                 for i, cell in enumerate(blocked) if cell == start.cell]  # fmt: skip
    return area, problems


def outside(area: Area, places: Iterable[tuple[str, Cell]]) -> list[Problem]:
    board = f"a cell of the {area.rows}x{area.cols} board"
    return [Problem(at, f"expected {board}, got {list(cell)}") for at, cell in places if not area.has(cell)]


def cell_problems(area: Area, at: str, cells: Sequence[Cell], below: str = "") -> list[Problem]:
    """Cells off the board, and cells listed twice."""
    problems = outside(area, ((f"{at}/{i}{below}", cell) for i, cell in enumerate(cells)))
    first = {cell: i for i, cell in reversed(list(enumerate(cells)))}
    problems += [Problem(f"{at}/{i}{below}", f"cell {list(cell)} is listed twice")
                 for i, cell in enumerate(cells) if first[cell] != i]  # fmt: skip
    return problems


def write_area(area: Area) -> dict[str, Any]:
    return {
        "rows": area.rows,
        "cols": area.cols,
        "start": {"cell": list(area.start.cell), "heading": area.start.heading},
        "blocked": [list(cell) for cell in area.blocked],
    }


def write_placed(placed: Placed) -> dict[str, Any]:
    return {"card": placed.card, "cell": list(placed.cell)}


def read_placed(found: dict[str, Any]) -> Placed:
    return Placed(found["card"], found["cell"])
