"""A measure of difficulty that no grader uses: how far a plain walker strays.

The walker follows the line from the start card, cell by cell, by any exit that the givens and the tray
allow, in random order, and goes back when it is stuck. It sees nothing ahead. Counted are the cells that it
enters until the line is found.
"""

from __future__ import annotations

import random
from collections import Counter

from puzzles.end_of_line.board import CARDS, EXITS, TURNS, Cell, turned
from puzzles.end_of_line.cover import CoverPuzzle


class Walker:
    def __init__(self, puzzle: CoverPuzzle, rng: random.Random, most: int) -> None:
        self._area, self._rng, self._most = puzzle.area, rng, most
        self._givens = {g.cell: g for g in puzzle.givens}
        left = dict(zip(CARDS, puzzle.tray_left(), strict=True))
        sets = [frozenset(s) for s in ("L", "S", "R", "LS", "SR", "LR", "LSR")]
        self._supply = {s: sum(n for card, n in left.items() if s & set(EXITS[card])) for s in sets}
        self._free = set(puzzle.area.free_cells())
        self._made: Counter[str] = Counter()
        self.entered = 0

    def walk(self) -> int:
        """Cells entered until the line is found, or the most that are allowed."""
        self._enter(self._area.first_cell(), self._area.start.heading)
        return min(self.entered, self._most)

    def _enter(self, cell: Cell, entry: str) -> bool:
        given = self._givens.get(cell)
        if cell not in self._free or (given and given.heading not in (None, entry)):
            return False
        self.entered += 1
        if self.entered > self._most:
            return True
        self._free.discard(cell)
        done = not self._free or any(self._leave(cell, entry, turn) for turn in self._turns())
        self._free.add(cell)
        return done

    def _turns(self) -> list[str]:
        return self._rng.sample(list(TURNS), len(TURNS))

    def _leave(self, cell: Cell, entry: str, turn: str) -> bool:
        given = self._givens.get(cell)
        if given is not None and turn not in EXITS[given.card]:
            return False
        if given is None:
            self._made[turn] += 1
        paid = all(sum(self._made[t] for t in s) <= n for s, n in self._supply.items())
        out = turned(entry, turn)
        done = paid and self._enter(self._area.neighbour(cell, out), out)
        if given is None:
            self._made[turn] -= 1
        return done


def strays(puzzle: CoverPuzzle, seed: int, most: int = 20_000) -> int:
    return Walker(puzzle, random.Random(seed), most).walk()
