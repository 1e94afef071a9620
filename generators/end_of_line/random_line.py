"""Random lines that cover an area."""

from __future__ import annotations

import random

from puzzles.end_of_line.board import CARDS, HEADINGS, Area, Cell
from puzzles.end_of_line.cover import CoverPuzzle
from solvers.end_of_line.cover_search import CoverSearch
from solvers.protocol import Limits, Solved

# The most nodes of the search for the first line; an area without one is given up.
_WORK = 20_000
# The number of random changes for each cell of the area: after these nothing of the first line is left.
_CHANGES = 40


def random_line(area: Area, rng: random.Random) -> list[Cell] | None:
    """Returns a random line through every free cell, unlike those that a search would find first; None if
    there is none."""
    free = area.free_cells()
    tray = tuple(len(free) if card == "LSR" else 0 for card in CARDS)
    outcome = CoverSearch().solve(
        CoverPuzzle(area, tray, ()), "any", Limits(work=_WORK, seed=rng.getrandbits(30))
    )
    if not isinstance(outcome, Solved):
        return None
    line = [placed.cell for placed in outcome.solution.line]
    index = {cell: i for i, cell in enumerate(line)}
    for _ in range(_CHANGES * len(free)):
        # Extend the end into a neighbouring cell, and cut the line behind that cell: it then ends elsewhere.
        cell = area.neighbour(line[-1], HEADINGS[rng.getrandbits(2)])
        at = index.get(cell, len(line))
        if at >= len(line) - 2:
            continue
        line[at + 1 :] = reversed(line[at + 1 :])
        for i in range(at + 1, len(line)):
            index[line[i]] = i
    return line
