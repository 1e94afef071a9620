"""A measure of difficulty that no grader uses: the number of cells that a plain walker enters.

The walker follows the line from the start card, cell by cell, by any exit that the givens and the tray
allow, in random order, and goes back when it is stuck. It does not look ahead. The measure is the
number of cells that it enters until the line is found.
"""

from __future__ import annotations

import random

from puzzles.end_of_line.board import CARDS, EXITS, HEADINGS, TURNS
from puzzles.end_of_line.cover import CoverPuzzle

# Turns are numbers, 0 left, 1 straight on, 2 right; sets of them are bits.
_EXITS = {card: sum(1 << "LSR".index(turn) for turn in EXITS[card]) for card in CARDS}
_ALL = range(len(TURNS))
_SETS_WITH = [[bits for bits in range(8) if bits >> turn & 1] for turn in _ALL]


class Walker:
    def __init__(self, puzzle: CoverPuzzle, rng: random.Random, maximum: int) -> None:
        area = puzzle.area
        self._near, self._rng, self._limit = area.torus.near, rng, maximum
        self._free = [False] * len(area.cells())
        for cell in area.free_cells():
            self._free[area.torus.number[cell]] = True
        self._cells_left = len(area.free_cells())
        self._begin = area.torus.number[area.first_cell()], HEADINGS.index(area.start.heading)
        self._given = {area.torus.number[g.cell]: _EXITS[g.card] for g in puzzle.givens}
        self._given_headings = {
            area.torus.number[g.cell]: HEADINGS.index(g.heading) for g in puzzle.givens if g.heading
        }
        # By set of turns: the cards that have one of them, less the turns made so far that ask for one.
        tray = list(zip(CARDS, puzzle.tray_left(), strict=True))
        self._spare = [sum(n for card, n in tray if _EXITS[card] & bits) for bits in range(8)]
        self.entered = 0

    def walk(self) -> int:
        """Returns the cells entered until the line is found, up to the limit."""
        self._enter(*self._begin)
        return min(self.entered, self._limit)

    def _enter(self, cell: int, entry: int) -> bool:
        if not self._free[cell] or self._given_headings.get(cell, entry) != entry:
            return False
        self.entered += 1
        if self.entered > self._limit:
            return True
        self._free[cell] = False
        self._cells_left -= 1
        is_solved = self._cells_left == 0 or any(
            self._leave(cell, entry, turn) for turn in self._rng.sample(_ALL, 3)
        )
        self._free[cell] = True
        self._cells_left += 1
        return is_solved

    def _leave(self, cell: int, entry: int, turn: int) -> bool:
        out = (entry + turn - 1) % 4
        given = self._given.get(cell)
        if given is not None:
            return bool(given >> turn & 1) and self._enter(self._near[cell][out], out)
        spare, sets = self._spare, _SETS_WITH[turn]
        for bits in sets:
            spare[bits] -= 1
        is_payable = all(spare[bits] >= 0 for bits in sets)
        is_solved = is_payable and self._enter(self._near[cell][out], out)
        for bits in sets:
            spare[bits] += 1
        return is_solved


def cells_entered(puzzle: CoverPuzzle, seed: int, maximum: int = 200_000) -> int:
    return Walker(puzzle, random.Random(seed), maximum).walk()
