"""Reads drawings back from their text: points of paths, layers, characters at the borders of cells."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from xml.etree import ElementTree

from puzzles.drawing.terminal import TextLook
from puzzles.end_of_line.board import (
    CARDS,
    EXITS,
    HEADINGS,
    STANDARD,
    STEPS,
    Area,
    Cell,
    PlacedCard,
    Round,
    Start,
    heading_after,
)
from puzzles.end_of_line.drawing.board import MARGIN
from puzzles.end_of_line.drawing.puzzle import CoverView
from puzzles.end_of_line.drawing.signs import SIDE
from puzzles.end_of_line.drawing.solution import JudgedSolution
from tests.puzzles.svg_inspection import path_points

SVG = "{http://www.w3.org/2000/svg}"
Point = tuple[float, float]
# Each card in order of placing, and whether it is reversed.
Steps = tuple[tuple[PlacedCard, bool], ...]
ARROWS = dict(zip(HEADINGS, "▲►▼◄", strict=True))
# Wide enough for every board to have borders between its cells.
WIDE = TextLook(width=150)
SHAPES = ((3, 3), (5, 5), (4, 7), (6, 3), (3, 20), (20, 20))


def walk(area: Area, rng: random.Random) -> Steps:
    """Returns a random legal line that goes on until it is stuck, with cards that have spare exits."""
    steps: list[tuple[PlacedCard, bool]] = []
    free = set(area.free_cells())
    cell, heading = area.first_cell(), area.start.heading
    while cell in free:
        free.remove(cell)
        ways = [t for t in "LSR" if area.neighbour(cell, heading_after(heading, t)) in free] or list("LSR")
        way = rng.choice(ways)
        steps.append((PlacedCard(rng.choice([c for c in CARDS if way in EXITS[c]]), cell), False))
        heading = heading_after(heading, way)
        cell = area.neighbour(cell, heading)
    return tuple(steps)


def headings_of(area: Area, steps: Steps) -> list[str]:
    """Returns the heading of every step of a line without reverses, computed from the cells alone."""
    cells = [area.start.cell, *(card.cell for card, _ in steps)]
    headings = [area.heading_between(a, b) for a, b in pairwise(cells)]
    return [heading for heading in headings if heading is not None]


def random_area(rng: random.Random, rows: int, cols: int) -> Area:
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    start, *blocked = rng.sample(cells, 1 + rng.randint(0, 3))
    return Area(rows, cols, Start(start, rng.choice(HEADINGS)), tuple(sorted(blocked)))


def walks() -> Iterator[tuple[Area, Steps]]:
    for seed, (rows, cols) in enumerate(SHAPES * 4):
        rng = random.Random(seed)
        area = random_area(rng, rows, cols)
        yield area, walk(area, rng)


def unjudged(steps: Steps | None) -> JudgedSolution | None:
    """Returns the steps as a solution without verdict, one round for each of them."""
    if steps is None:
        return None
    return JudgedSolution(tuple(Round((card,), "reverse" if back else None) for card, back in steps))


def bare(area: Area) -> CoverView:
    return CoverView(area, STANDARD, ())


def layer(svg: str, name: str) -> ElementTree.Element | None:
    groups = ElementTree.fromstring(svg).iter(f"{SVG}g")
    return next((g for g in groups if g.get("data-layer") == name), None)


def paths(svg: str, name: str) -> list[str]:
    group = layer(svg, name)
    return [] if group is None else [path.attrib["d"] for path in group.iter(f"{SVG}path")]


points = path_points


def same_shape(d: str, other_d: str) -> bool:
    """Whether two paths differ only in their starting point, apart from rounding."""
    points_a, points_b = points(d), points(other_d)
    if len(points_a) != len(points_b):
        return False
    right, down = points_b[0][0] - points_a[0][0], points_b[0][1] - points_a[0][1]
    return all(
        abs(x + right - a) < 0.05 and abs(y + down - b) < 0.05
        for (x, y), (a, b) in zip(points_a, points_b, strict=True)
    )


def cell_at(point: Point) -> Cell:
    return int((point[1] - MARGIN) // SIDE), int((point[0] - MARGIN) // SIDE)


def border(cell: Cell, heading: str) -> Point:
    """The middle of one side of a cell."""
    down, right = STEPS[heading]
    return MARGIN + (cell[1] + 0.5 + right / 2) * SIDE, MARGIN + (cell[0] + 0.5 + down / 2) * SIDE


def opposite(heading: str) -> str:
    return heading_after(heading_after(heading, "R"), "R")


class Terminal:
    """A drawing in text, with the positions of its cells read from its upper border."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.top = next(i for i, line in enumerate(self.lines) if "┌" in line)
        self.left = self.lines[self.top].index("┌")
        self.bottom = next(i for i, line in enumerate(self.lines) if "└" in line)
        # The lower corners of the first row of cells: the line never hides a corner.
        self.wide = self.lines[self.top + 4].index("┼") - self.left

    def at(self, row: int, col: int) -> str:
        return self.lines[row][col : col + 1]

    def side(self, cell: Cell, heading: str) -> str:
        """The character in the middle of one side of a cell."""
        down, right = STEPS[heading]
        row = self.top + 4 * cell[0] + 2 + 2 * down
        return self.at(row, self.left + self.wide * cell[1] + (0, (self.wide + 1) // 2, self.wide)[1 + right])

    def inside(self, cell: Cell) -> list[str]:
        col = self.left + self.wide * cell[1]
        rows = range(self.top + 4 * cell[0] + 1, self.top + 4 * cell[0] + 4)
        return [self.lines[row][col + 1 : col + self.wide] for row in rows]
