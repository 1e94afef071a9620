"""Random lines that cover an area."""

from __future__ import annotations

import random

from puzzles.end_of_line.board import CARDS, HEADINGS, Area, Cell
from puzzles.end_of_line.cover import CoverPuzzle
from solvers.end_of_line.cover_search import CoverSearch
from solvers.protocol import Limits, Solved

# Nodes that the search may spend on the first line; an area without one is given up.
_WORK = 20_000
# Each cell of the area gives that many chances of a change: then nothing of the first line is left.
_CHANGES = 40


def random_line(area: Area, rng: random.Random) -> list[Cell] | None:
    """A line through every free cell, far from any that a search would find first; None without one."""
    free = area.free_cells()
    tray = tuple(len(free) if card == "LSR" else 0 for card in CARDS)
    found = CoverSearch().solve(
        CoverPuzzle(area, tray, ()), "any", Limits(work=_WORK, seed=rng.getrandbits(30))
    )
    if not isinstance(found, Solved):
        return None
    line = [placed.cell for placed in found.solution.line]
    place = {cell: i for i, cell in enumerate(line)}
    for _ in range(_CHANGES * len(free)):
        # Let the end run on into a neighbour, and cut the line there: its tail then ends elsewhere.
        cell = area.neighbour(line[-1], HEADINGS[rng.getrandbits(2)])
        at = place.get(cell, len(line))
        if at >= len(line) - 2:
            continue
        line[at + 1 :] = reversed(line[at + 1 :])
        for i in range(at + 1, len(line)):
            place[line[i]] = i
    return line
