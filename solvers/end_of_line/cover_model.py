"""A cover puzzle as its kernels see it, in lists of numbers."""

from __future__ import annotations

from puzzles.end_of_line.board import CARDS, HEADINGS
from puzzles.end_of_line.cover import CoverPuzzle
from solvers.end_of_line import cover_kernel as kernel
from solvers.end_of_line.cover_cards import OwedTurns
from solvers.end_of_line.exits import EXIT_BITS


class CoverModel:
    """What does not change during a search. Cells are numbered row by row."""

    def __init__(self, puzzle: CoverPuzzle, owed_turns: OwedTurns = ()) -> None:
        area = puzzle.area
        self.puzzle = puzzle
        self.cells, self.number = area.torus.cells, area.torus.number
        self.nbr = area.torus.near
        free_cells = area.free_cells()
        self.free = [self.number[cell] for cell in free_cells]
        self.first = self.number[area.first_cell()]
        given_cells = {self.number[given.cell] for given in puzzle.givens}
        self.given = [cell in given_cells for cell in range(len(self.cells))]
        left = puzzle.tray_left()
        # supply[turns]: cards left that have one of the turns (bits: left, straight, right), without as many
        # as there are owed turns among these: by Hall's theorem, there are then cards for both.
        self.supply = [
            sum(n for card, n in zip(CARDS, left, strict=True) if turns & EXIT_BITS[card])
            - sum(1 for turn in owed_turns if turns & EXIT_BITS[turn])
            for turns in range(8)
        ]
        paid = min(left) >= 0 and sum(puzzle.tray) >= len(free_cells) + len(owed_turns)
        self.possible = paid and area.first_cell() in free_cells

    def root(self) -> list[int]:
        """Every cell's domain before anything is decided."""
        area = self.puzzle.area
        domains = [0] * len(self.cells)
        for cell in self.free:
            domains[cell] = kernel.FULL
        start, heading = self.number[area.start.cell], HEADINGS.index(area.start.heading)
        # No step leads into a blocked cell or the start card, or out of one, but for the start card's exit.
        for wall in [i for i, states in enumerate(domains) if not states]:
            for h in range(4):
                domains[self.nbr[wall][h - 2]] &= kernel.FULL ^ kernel.LEAVE[h]
                if wall != start or h != heading:
                    domains[self.nbr[wall][h]] &= kernel.FULL ^ kernel.ENTER[h]
        domains[self.first] &= kernel.ENTER[heading]
        for given in self.puzzle.givens:
            exits = EXIT_BITS[given.card] | 1 << kernel.END
            headings = range(4) if given.heading is None else (HEADINGS.index(given.heading),)
            domains[self.number[given.cell]] &= sum(exits << 4 * h for h in headings)
        return domains

    def board(self) -> kernel.Board:
        return kernel.Board(self.nbr, self.free, self.first, self.given, self.supply)

    def work(self) -> kernel.Work:
        size = len(self.cells)
        return kernel.Work([0] * size, [False] * size, [0] * size, [0] * size, [0] * 16)
