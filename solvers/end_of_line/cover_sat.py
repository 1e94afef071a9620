"""Solves cover puzzles with SAT: which steps the line takes. Closed rings are excluded when they turn up."""

from __future__ import annotations

from typing import Literal

from puzzles.end_of_line.board import CARDS, EXITS, HEADINGS, TURNS, Cell, heading_after
from puzzles.end_of_line.cover import CoverPuzzle, CoverSolution
from solvers.backends.sat import Sat
from solvers.end_of_line.cover_cards import OwedTurns, solution_of, trivial_outcome
from solvers.protocol import Count, Goal, Impossible, Limits, Outcome, Solved, Unknown, count_of

# No formula is built for more cells: counting the turns grows with their square.
MAX_CELLS = 200
_TURN_SETS = ("L", "S", "R", "LS", "SR", "LR", "LSR")


class _Model:
    """step[cell, heading]: the line goes on from the cell with that heading; ends[cell]: it ends there."""

    def __init__(self, puzzle: CoverPuzzle, owed_turns: OwedTurns, sat: Sat) -> None:
        self.puzzle, self.owed_turns, self.sat = puzzle, owed_turns, sat
        self.area = puzzle.area
        self.free = self.area.free_cells()
        inside = set(self.free)
        self.step = {
            (cell, h): sat.new_variable()
            for cell in self.free
            for h in HEADINGS
            if self.area.neighbour(cell, h) in inside
        }
        self.step[self.area.start.cell, self.area.start.heading] = sat.new_variable()
        self.ends = {cell: sat.new_variable() for cell in self.free}
        self.entry: dict[Cell, dict[str, int]] = {cell: {} for cell in self.free}
        for (cell, h), literal in self.step.items():
            if self.area.neighbour(cell, h) in inside:
                self.entry[self.area.neighbour(cell, h)][h] = literal
        self._line()
        self._cards()

    def _line(self) -> None:
        sat = self.sat
        start = (self.area.start.cell, self.area.start.heading)
        sat.add(self.step[start])
        if self.area.first_cell() not in self.entry:
            sat.add(-self.step[start])
        sat.exactly_one(list(self.ends.values()))
        for cell in self.free:
            sat.exactly_one(list(self.entry[cell].values()))
            outs = [self.step[cell, h] for h in HEADINGS if (cell, h) in self.step]
            sat.exactly_one([*outs, self.ends[cell]])
            for h, literal in self.entry[cell].items():
                back = self.step.get((cell, heading_after(heading_after(h, "R"), "R")))
                if back is not None:
                    sat.add(-literal, -back)

    def _cards(self) -> None:
        """Adds the cards: given cards limit the turns on their cells; for the other turns the tray must have
        cards."""
        sat, givens = self.sat, {g.cell: g for g in self.puzzle.givens}
        turn = {(cell, t): sat.new_variable() for cell in self.free for t in TURNS}
        for cell in self.free:
            given = givens.get(cell)
            for h, literal in self.entry[cell].items():
                if given is not None and given.heading not in (None, h):
                    sat.add(-literal)
                for t in TURNS:
                    out = self.step.get((cell, heading_after(h, t)))
                    if out is not None:
                        sat.add(-literal, -out, turn[cell, t])
            if given is not None:
                for t in (t for t in TURNS if t not in EXITS[given.card]):  # never a set: its order varies
                    sat.add(-turn[cell, t])
        left = dict(zip(CARDS, self.puzzle.tray_left(), strict=True))
        loose = [cell for cell in self.free if cell not in givens]
        for turns in _TURN_SETS:
            have = sum(n for card, n in left.items() if set(EXITS[card]) & set(turns))
            have -= sum(turn in turns for turn in self.owed_turns)
            sat.at_most([turn[cell, t] for cell in loose for t in turns], have)

    def line(self) -> list[Cell] | Literal[False] | None:
        """Returns a line; False when there is none, None when a limit came first."""
        while True:
            true = self.sat.solve()
            if true is None or true is False:
                return true
            after = {cell: self.area.neighbour(cell, h) for (cell, h), x in self.step.items() if x in true}
            line = self._chain(after, self.area.start.cell)[1:]
            if len(line) == len(self.free):
                return line
            self._exclude_rings(after, set(line))

    def _chain(self, after: dict[Cell, Cell], cell: Cell) -> list[Cell]:
        chain = [cell]
        while chain[-1] in after and after[chain[-1]] != cell:
            chain.append(after[chain[-1]])
        return chain

    def _exclude_rings(self, after: dict[Cell, Cell], seen: set[Cell]) -> None:
        """Adds for every ring that the line must enter these cells from outside."""
        for cell in self.free:
            if cell in seen:
                continue
            ring = set(self._chain(after, cell))
            seen |= ring
            self.sat.add(
                *(x for (c, h), x in self.step.items() if c not in ring and self.area.neighbour(c, h) in ring)
            )

    def block(self, line: list[Cell]) -> None:
        cells = [self.area.start.cell, *line]
        headings = [self.area.heading_between(a, b) or "" for a, b in zip(cells, line, strict=False)]
        self.sat.add(*(-self.step[cell, h] for cell, h in zip(cells, headings, strict=False)))


class CoverSat:
    name = "sat"

    def solve(
        self, puzzle: CoverPuzzle, goal: Goal, limits: Limits, owed_turns: OwedTurns = ()
    ) -> Outcome[CoverSolution]:
        trivial = trivial_outcome(puzzle, owed_turns, MAX_CELLS)
        if trivial is not None:
            return trivial
        with Sat(limits.start(), limits) as sat:
            line = _Model(puzzle, owed_turns, sat).line()
            if isinstance(line, list):
                return Solved(solution_of(puzzle, line))
            return Impossible() if line is False else Unknown(sat.stop or "time")

    def count(self, puzzle: CoverPuzzle, cap: int, limits: Limits, owed_turns: OwedTurns = ()) -> Count:
        trivial = trivial_outcome(puzzle, owed_turns, MAX_CELLS)
        if trivial is not None:
            return count_of(trivial)
        with Sat(limits.start(), limits) as sat:
            model = _Model(puzzle, owed_turns, sat)
            for n in range(cap):
                line = model.line()
                if not isinstance(line, list):
                    return Count(n, line is False)
                model.block(line)
            return Count(cap, False)
