"""The brute force, written from the rules alone: a module for each game or kind. Here is what those of END OF
LINE share.

It shares no code with the engines it is compared with. This file holds what both puzzle kinds need:
the cards and the torus.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

Cell = tuple[int, int]
# Where an exit points to: the cell, and the heading with which the line would enter it.
Door = tuple[Cell, str]

HEADINGS = "NESW"
STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
TURNS = {"L": -1, "S": 0, "R": 1}
EXITS = {"S": "S", "L": "L", "R": "R", "LS": "LS", "SR": "SR", "LR": "LR", "LSR": "LSR", "LSR0": "LSR"}
INITIATIVE = {"S": 1, "L": 2, "R": 2, "LS": 3, "SR": 3, "LR": 4, "LSR": 5, "LSR0": 0}
STANDARD = {"S": 9, "L": 4, "R": 4, "LS": 2, "SR": 2, "LR": 2, "LSR": 1, "LSR0": 1}


class Board:
    """The area and the start card of a puzzle; what the puzzle leaves out has its default."""

    def __init__(self, puzzle: Mapping[str, Any]) -> None:
        self.rows, self.cols = int(puzzle.get("rows", 5)), int(puzzle.get("cols", 5))
        start = puzzle.get("start") or {"cell": [2, 2], "heading": "N"}
        self.start: Cell = as_cell(start["cell"])
        self.heading: str = start["heading"]
        self.blocked = {as_cell(pair) for pair in puzzle.get("blocked", [])}
        cells = [(row, col) for row in range(self.rows) for col in range(self.cols)]
        self.free = frozenset(cell for cell in cells if cell != self.start and cell not in self.blocked)
        self.first: Door = self.door(self.start, self.heading)

    @cached_property
    def doors(self) -> dict[tuple[Cell, str, str], tuple[Door, ...]]:
        """The doors of a card by the cell on which it lies, the heading of entry and its type."""
        return {
            ((row, col), heading, card): tuple(self.door((row, col), turned(heading, turn)) for turn in exits)
            for row in range(self.rows)
            for col in range(self.cols)
            for heading in HEADINGS
            for card, exits in EXITS.items()
        }

    def door(self, cell: Cell, heading: str) -> Door:
        """Returns the door met on leaving `cell` with `heading`; the torus wraps both ways."""
        down, right = STEPS[heading]
        return ((cell[0] + down) % self.rows, (cell[1] + right) % self.cols), heading


def turned(heading: str, turn: str) -> str:
    """The heading after a turn `L`, `S` or `R`."""
    return HEADINGS[(HEADINGS.index(heading) + TURNS[turn]) % 4]


def as_cell(pair: Any) -> Cell:
    return int(pair[0]), int(pair[1])
