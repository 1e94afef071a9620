"""What the END OF LINE kinds share: cards, headings, the area, and how areas are read and written.

Conventions: a cell is (row, col), row 0 at the top and column 0 at the left; opposite edges are joined.
Headings are N E S W in clockwise order; N is towards row 0. A turn is relative to the heading with which
the line enters a card: L, S, R.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from puzzles.errors import Problem
from puzzles.json_shapes import Choice, Described, Integer, ListOf, ObjectShape, Pair

Cell = tuple[int, int]

HEADINGS = ("N", "E", "S", "W")
STEPS: dict[str, Cell] = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
TURNS: dict[str, int] = {"L": -1, "S": 0, "R": 1}

# Every card by its code, in the order of the rules.
CARDS = ("S", "L", "R", "LS", "SR", "LR", "LSR", "LSR0")
EXITS: dict[str, str] = {card: card.removesuffix("0") for card in CARDS}
INITIATIVE: dict[str, int] = {"S": 1, "L": 2, "R": 2, "LS": 3, "SR": 3, "LR": 4, "LSR": 5, "LSR0": 0}
STANDARD: dict[str, int] = {"S": 9, "L": 4, "R": 4, "LS": 2, "SR": 2, "LR": 2, "LSR": 1, "LSR0": 1}

# A card that can stand for any other.
ANY_CARD = max(CARDS, key=lambda card: len(EXITS[card]))

MIN_SIDE, MAX_SIDE, MAX_CARDS = 3, 20, 400


def heading_after(heading: str, turn: str) -> str:
    """The heading after a turn: heading_after("N", "R") is "E"."""
    return HEADINGS[(HEADINGS.index(heading) + TURNS[turn]) % 4]


@cache
def exit_headings(card: str, entry: str) -> tuple[str, ...]:
    """The headings to which a card's exits point when the line enters it with heading `entry`."""
    return tuple(heading_after(entry, turn) for turn in EXITS[card])


@dataclass(frozen=True)
class Start:
    """The start card: its cell, and the heading of its one exit."""

    cell: Cell
    heading: str


@dataclass(frozen=True)
class Torus:
    """An empty board: its cells in reading order, which are numbered from 0, and their neighbours."""

    cells: tuple[Cell, ...]
    number: Mapping[Cell, int]
    near: tuple[tuple[int, ...], ...]  # the numbers of a cell's neighbours, in the order of HEADINGS
    heading: Mapping[tuple[Cell, Cell], str]  # of the step from a cell to its neighbour


@cache
def torus(rows: int, cols: int) -> Torus:
    """The board of this size."""
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
    """The area to be covered. `blocked` is sorted, so that equal areas compare equal."""

    rows: int
    cols: int
    start: Start
    blocked: tuple[Cell, ...]

    @property
    def torus(self) -> Torus:
        return torus(self.rows, self.cols)

    def neighbour(self, cell: Cell, heading: str) -> Cell:
        """The next cell in a direction, round the edge if need be."""
        down, right = STEPS[heading]
        return (cell[0] + down) % self.rows, (cell[1] + right) % self.cols

    def cells(self) -> tuple[Cell, ...]:
        """All cells in reading order, blocked ones too."""
        return self.torus.cells

    @cached_property
    def _free_cells(self) -> tuple[Cell, ...]:
        covered = {self.start.cell, *self.blocked}
        return tuple(cell for cell in self.cells() if cell not in covered)

    def free_cells(self) -> tuple[Cell, ...]:
        """Every cell that a line must cover, in reading order."""
        return self._free_cells

    def first_cell(self) -> Cell:
        """The cell to which the start card points."""
        return self.neighbour(self.start.cell, self.start.heading)

    def heading_between(self, cell: Cell, other: Cell) -> str | None:
        """The heading of the step from one cell to its neighbour; None when they are not side by side."""
        return self.torus.heading.get((cell, other))

    def has(self, cell: Cell) -> bool:
        """Whether a cell is on the board."""
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols


@dataclass(frozen=True)
class PlacedCard:
    """A card and the cell on which it is placed."""

    card: str
    cell: Cell


@dataclass(frozen=True)
class Round:
    """The cards placed in one round, and the effect that energy was spent on, if any."""

    cards: tuple[PlacedCard, ...]
    energy: str | None = None


CELL = Pair(Integer(0, MAX_SIDE - 1))
ANY_CELL = Pair()
CARD_NAME = Choice(CARDS)
_START = ObjectShape(
    {
        "cell": Described(
            CELL, "The cell of the start card, as `[row, col]`, counted from 0 at the top left.", [2, 2]
        ),
        "heading": Described(
            Choice(HEADINGS), "Where the start card points: N is up, E right, S down, W left.", "N"
        ),
    },
    what="an object with cell and heading",
)
AREA_FIELDS: dict[str, Any] = {
    "rows": Described(Integer(MIN_SIDE, MAX_SIDE), "How many rows the board has. Its edges are joined.", 5),
    "cols": Described(Integer(MIN_SIDE, MAX_SIDE), "How many columns the board has.", 5),
    "start": Described(_START, "Where the line begins. The card there is not one of the cards to be laid."),
    "blocked": Described(
        ListOf(CELL, max_items=MAX_SIDE * MAX_SIDE), "The cells that stay empty, as `[row, col]`.", [[0, 3]]
    ),
}
AREA_DEFAULTS: dict[str, Any] = {
    "rows": 5,
    "cols": 5,
    "start": {"cell": [2, 2], "heading": "N"},
    "blocked": [],
}
DECK = Described(
    ListOf(CARD_NAME, max_items=MAX_CARDS), "The cards in the order of drawing.", ["S", "LS", "R", "S"]
)
ENERGY = Described(Integer(0, 9), "The points of energy at the beginning.", 3)
PLACED = ObjectShape(
    {
        "card": Described(
            CARD_NAME,
            "The card, by its exits as seen along the line: L left, S straight on, R right; LSR0 is the one "
            "with initiative 0.",
            "LS",
        ),
        "cell": Described(ANY_CELL, "The cell on which it is laid, as `[row, col]`.", [1, 2]),
    },
    what="an object with card and cell",
)


def read_area(fields: dict[str, Any]) -> tuple[Area, list[Problem]]:
    """The area in the fields of a document, and where these contradict each other."""
    blocked = fields["blocked"]
    start = Start(fields["start"]["cell"], fields["start"]["heading"])
    area = Area(fields["rows"], fields["cols"], start, tuple(sorted(blocked)))
    problems = outside(area, [("/start/cell", start.cell)])
    problems += cell_problems(area, "/blocked", blocked)
    problems += [Problem(f"/blocked/{i}", "the start card stands on this cell")
                 for i, cell in enumerate(blocked) if cell == start.cell]  # fmt: skip
    return area, problems


def outside(area: Area, cells: Iterable[tuple[str, Cell]]) -> list[Problem]:
    """The problems of cells that are off the board; `cells` are pairs of a JSON pointer and a cell."""
    board = f"a cell of the {area.rows}x{area.cols} board"
    return [Problem(at, f"expected {board}, got {list(cell)}") for at, cell in cells if not area.has(cell)]


def cell_problems(area: Area, at: str, cells: Sequence[Cell], below: str = "") -> list[Problem]:
    """The problems of a list of cells: those off the board, and those listed twice.

    The list stands at the JSON pointer `at`; `below` leads from an item of it to its cell.
    """
    problems = outside(area, ((f"{at}/{i}{below}", cell) for i, cell in enumerate(cells)))
    first = {cell: i for i, cell in reversed(list(enumerate(cells)))}
    problems += [Problem(f"{at}/{i}{below}", f"cell {list(cell)} is listed twice")
                 for i, cell in enumerate(cells) if first[cell] != i]  # fmt: skip
    return problems


def write_area(area: Area) -> dict[str, Any]:
    """The fields of a document that hold the area."""
    return {
        "rows": area.rows,
        "cols": area.cols,
        "start": {"cell": list(area.start.cell), "heading": area.start.heading},
        "blocked": [list(cell) for cell in area.blocked],
    }


def write_placed(placed_card: PlacedCard) -> dict[str, Any]:
    return {"card": placed_card.card, "cell": list(placed_card.cell)}


def read_placed(fields: dict[str, Any]) -> PlacedCard:
    return PlacedCard(fields["card"], fields["cell"])
