"""Solves cover puzzles with CP-SAT: a circuit through the free cells, and a card for each."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from puzzles.end_of_line.board import CARDS, EXITS, HEADINGS, TURNS, Cell, heading_after
from puzzles.end_of_line.cover import CoverPuzzle, CoverSolution
from solvers.backends.cpsat import CpSat, has_solution
from solvers.end_of_line.cover_cards import OwedTurns, solution_of, trivial_outcome
from solvers.protocol import Clock, Count, Goal, Impossible, Limits, Outcome, Solved, Unknown, count_of

if TYPE_CHECKING:
    from ortools.sat.python import cp_model
else:
    from solvers.backends import lazy_cp_model as cp_model


class _Model:
    def __init__(self, puzzle: CoverPuzzle, owed_turns: OwedTurns) -> None:
        self.puzzle, self.area = puzzle, puzzle.area
        self.free = self.area.free_cells()
        self.model = cp_model.CpModel()
        self.step: dict[tuple[Cell, str], cp_model.IntVar] = {}
        self.entry: dict[Cell, dict[str, cp_model.IntVar]] = {cell: {} for cell in self.free}
        self._circuit()
        self._cards(owed_turns)

    def _circuit(self) -> None:
        """Adds the line: the start card is node 0, and an arc from the line's end to it closes the
        circuit."""
        node = {cell: i + 1 for i, cell in enumerate(self.free)}
        arcs: list[tuple[int, int, cp_model.IntVar]] = []
        self.ends = {cell: self.model.new_bool_var("") for cell in self.free}
        for cell in (self.area.start.cell, *self.free):
            for h in HEADINGS if cell in node else (self.area.start.heading,):
                ahead = self.area.neighbour(cell, h)
                if ahead in node:
                    step = self.step[cell, h] = self.entry[ahead][h] = self.model.new_bool_var("")
                    arcs.append((node.get(cell, 0), node[ahead], step))
        arcs += [(node[cell], 0, end) for cell, end in self.ends.items()]
        self.model.add_circuit(arcs)

    def _cards(self, owed_turns: OwedTurns) -> None:
        """Adds the cards: one on each cell, with an exit for the turn that the line takes there."""
        given = {g.cell: g for g in self.puzzle.givens}
        card_on = {
            cell: {
                c: self.model.new_bool_var("") for c in CARDS if cell not in given or c == given[cell].card
            }
            for cell in self.free
        }
        for cell in self.free:
            self.model.add_exactly_one(card_on[cell].values())
            for h, step in self.entry[cell].items():
                if cell in given and given[cell].heading not in (None, h):
                    self.model.add(step == 0)
                for out in HEADINGS:
                    if (cell, out) in self.step:
                        turn = next((t for t in TURNS if heading_after(h, t) == out), None)
                        fitting = [x for card, x in card_on[cell].items() if turn and turn in EXITS[card]]
                        self.model.add_bool_or(~step, ~self.step[cell, out], *fitting)
        other_uses = self._cards_owed(owed_turns)
        for card, n in zip(CARDS, self.puzzle.tray, strict=True):
            uses = [cards[card] for cards in card_on.values() if card in cards] + other_uses[card]
            self.model.add(sum(uses) <= n)

    def _cards_owed(self, owed_turns: OwedTurns) -> dict[str, list[cp_model.IntVar]]:
        """Adds how many cards of each type the owed turns take; returns them by card."""
        uses: dict[str, list[cp_model.IntVar]] = {card: [] for card in CARDS}
        for turn, n in Counter(owed_turns).items():
            fitting = {card: self.model.new_int_var(0, n, "") for card in CARDS if turn in EXITS[card]}
            self.model.add(sum(fitting.values()) == n)
            for card, use in fitting.items():
                uses[card].append(use)
        return uses

    def line(self, solver: cp_model.CpSolver) -> list[Cell]:
        line: list[Cell] = []
        cell = self.area.start.cell
        while True:
            ways = [h for h in HEADINGS if (cell, h) in self.step]
            h = next((h for h in ways if solver.value(self.step[cell, h])), None)
            if h is None:
                return line
            cell = self.area.neighbour(cell, h)
            line.append(cell)

    def block(self, line: list[Cell]) -> None:
        cells = [self.area.start.cell, *line]
        steps = zip(cells, line, strict=False)
        self.model.add_bool_or(~self.step[a, self.area.heading_between(a, b) or ""] for a, b in steps)


class CoverCpSat:
    name = "cpsat"

    def solve(
        self, puzzle: CoverPuzzle, goal: Goal, limits: Limits, owed_turns: OwedTurns = ()
    ) -> Outcome[CoverSolution]:
        trivial = trivial_outcome(puzzle, owed_turns)
        if trivial is not None:
            return trivial
        cpsat = CpSat(limits.start(), limits)
        model = _Model(puzzle, owed_turns)
        status = cpsat.run(model.model)
        if has_solution(status):
            line = model.line(cpsat.solver)
            return Solved(solution_of(puzzle, line))
        return Impossible() if status == cp_model.INFEASIBLE else Unknown(cpsat.stop or "time")

    def count(self, puzzle: CoverPuzzle, cap: int, limits: Limits, owed_turns: OwedTurns = ()) -> Count:
        """Solves and blocks the line until there is none left. Lines that differ only in the cards count
        once."""
        trivial = trivial_outcome(puzzle, owed_turns)
        if trivial is not None:
            return count_of(trivial)
        clock: Clock = limits.start()
        cpsat, model = CpSat(clock, limits), _Model(puzzle, owed_turns)
        for n in range(cap):
            status = cpsat.run(model.model)
            if not has_solution(status):
                return Count(n, status == cp_model.INFEASIBLE)
            model.block(model.line(cpsat.solver))
        return Count(cap, False)
