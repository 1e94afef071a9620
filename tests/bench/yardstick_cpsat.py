"""The yardstick in CP-SAT: a carefully tuned model of END OF LINE, as a competent user would write it.

One worker. Solo puzzles: booleans at[place][cell], enter[place][heading], card[place][type], and clauses for
the steps. For any solution the plain search without presolve and linear relaxation was the quickest of the
settings tried, for the best score the same with the relaxation and redundant step clauses. Cover puzzles: a
circuit over the cells.
"""

import time
from typing import Any

from ortools.sat.python import cp_model

from tests.bench.board import (
    EXITS,
    INITIATIVE,
    TURNS,
    Board,
    energy_of,
    read_board,
    read_tray,
    to_rounds,
)

Literal = Any  # a variable, its negation or a constant: ortools has no one name for them
ACTS = ("brake", "reverse", "extra_gas")


class SoloModel:
    """Places 0 .. n-1 are the cards in order of placing; round 3 starts with place 3."""

    def __init__(self, puzzle: dict[str, Any], board: Board, best: bool) -> None:
        self.board, self.deck, self.energy = board, list(puzzle["deck"]), energy_of(puzzle)
        self.n, self.types, self.best = len(board.cells), sorted(set(puzzle["deck"])), best
        self.model = cp_model.CpModel()
        places = range(self.n)
        new = self.model.new_bool_var
        self.at = [[new("") for _ in places] for _ in places]
        self.enter = [[new("") for _ in range(4)] for _ in places]
        self.card = [{card: new("") for card in self.types} for _ in places]
        true, false = self.model.new_constant(1), self.model.new_constant(0)
        self.starts = [(true, true, false, true)[p] if p <= 3 else new("") for p in places]
        self.acts = [{act: new("") if p >= 3 else false for act in ACTS} for p in places]
        # Whether the card continues from the last but one: one card of each round with a reverse.
        self.back = [new("") if p >= 3 else false for p in places]
        self.add_rounds()
        self.add_walk()
        self.add_hand()
        if best:
            self.add_score()

    def add_rounds(self) -> None:
        model, starts, back = self.model, self.starts, self.back
        for p in range(3, self.n):
            brake, reverse = self.acts[p]["brake"], self.acts[p]["reverse"]
            model.add(sum(self.acts[p].values()) <= starts[p])
            if p + 1 < self.n:
                model.add_bool_or(starts[p], starts[p + 1])
                model.add_implication(brake, starts[p + 1])
                model.add_bool_or(~starts[p], brake, ~starts[p + 1])
                model.add_bool_or(~reverse, ~back[p], ~back[p + 1])
            # A reverse spent to no use gains nothing.
            model.add_bool_or(~reverse, *back[p : p + 2])
            model.add_bool_or(~back[p], reverse, self.acts[p - 1]["reverse"])
        model.add(sum(self.energy_spent()) <= self.energy)

    def energy_spent(self) -> list[Literal]:
        return [literal for acts in self.acts[3:] for literal in acts.values()]

    def add_walk(self) -> None:
        model, board = self.model, self.board
        for p in range(self.n):
            model.add_exactly_one(self.at[p])
            model.add_exactly_one(self.at[q][p] for q in range(self.n))
            model.add_exactly_one(self.enter[p])
            model.add_exactly_one(self.card[p].values())
        assert board.first is not None
        model.add_bool_and(self.at[0][board.first], self.enter[0][board.heading])
        for p in range(1, self.n):
            if p < 3:
                self.add_step(p - 1, p, [])
            else:
                self.add_step(p - 1, p, [self.back[p]])
                self.add_step(p - 2, p, [~self.back[p]])

    def add_step(self, q: int, p: int, unless: list[Literal]) -> None:
        """Place p continues from place q, unless a literal of `unless` is true."""
        model, at, enter = self.model, self.at, self.enter
        for cell, around in enumerate(self.board.step):
            for heading, to in enumerate(around):
                arrives = [] if to is None else [at[p][to]]
                model.add_bool_or([~at[q][cell], ~enter[p][heading], *arrives, *unless])
            if self.best:
                beside = [to for to in around if to is not None]
                model.add_bool_or([~at[q][cell], *(at[p][to] for to in beside), *unless])
                model.add_bool_or([~at[p][cell], *(at[q][to] for to in beside), *unless])
        for came in range(4):
            model.add_bool_or([~enter[q][came], ~enter[p][(came + 2) % 4], *unless])
            for turn, quarter in TURNS.items():
                fitting = [literal for card, literal in self.card[q].items() if turn in EXITS[card]]
                model.add_bool_or([~enter[q][came], ~enter[p][(came + quarter) % 4], *fitting, *unless])

    def add_hand(self) -> None:
        """No more of a type is placed than drawn: p + 4 cards before place p, sometimes one or two more."""
        for card in self.types:
            for p in range(self.n):
                have, more, changes = self.deck[: p + 4].count(card), [], p == self.n - 1
                if self.deck[p + 4 : p + 5] == [card]:
                    more.append(self.starts[p])
                    if p:
                        more.append(self.acts[p - 1]["extra_gas"])
                if self.deck[p + 5 : p + 6] == [card]:
                    more.append(self.acts[p]["extra_gas"])
                changes = changes or self.deck[p + 6 : p + 7] == [card]
                if have <= p and (more or changes):
                    self.model.add(sum(self.card[q][card] for q in range(p + 1)) <= have + sum(more))

    def add_score(self) -> None:
        used = {card: self.model.new_int_var(0, self.deck.count(card), "") for card in self.types}
        for card in self.types:
            self.model.add(used[card] == sum(self.card[p][card] for p in range(self.n)))
        self.model.add(sum(used.values()) == self.n)
        self.model.minimize(
            sum(INITIATIVE[card] * used[card] for card in self.types) + sum(self.energy_spent())
        )


def solver_for(deadline: float, linearization: int) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.cp_model_presolve = False
    solver.parameters.symmetry_level = 0
    solver.parameters.linearization_level = linearization
    solver.parameters.max_time_in_seconds = max(0.001, deadline - time.monotonic())
    return solver


def hopeless(puzzle: dict[str, Any], board: Board) -> bool:
    return len(puzzle["deck"]) < len(board.cells) or board.first is None


def solo_any(puzzle: dict[str, Any], seconds: float) -> tuple[str, dict[str, Any] | None]:
    """Returns a solution: ("solved" | "impossible" | "unknown", solution)."""
    deadline = time.monotonic() + seconds
    board = read_board(puzzle)
    if not board.cells:
        return "solved", {"rounds": []}
    if hopeless(puzzle, board):
        return "impossible", None
    solo = SoloModel(puzzle, board, best=False)
    solver = solver_for(deadline, linearization=0)
    status = solver.solve(solo.model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return ("impossible" if status == cp_model.INFEASIBLE else "unknown"), None
    true = solver.boolean_value
    places = range(solo.n)
    where = [next(c for c in places if true(solo.at[p][c])) for p in places]
    cards = [next(card for card, literal in solo.card[p].items() if true(literal)) for p in places]
    acts = {p: act for p in places for act, literal in solo.acts[p].items() if true(literal)}
    return "solved", to_rounds(board, {p for p in places if true(solo.starts[p])}, acts, where, cards)


def solo_best(puzzle: dict[str, Any], seconds: float) -> tuple[str, int | None, bool]:
    """Returns the greatest score: (status, best score found, proven)."""
    deadline = time.monotonic() + seconds
    board, maximum = read_board(puzzle), energy_of(puzzle) + sum(INITIATIVE[card] for card in puzzle["deck"])
    if not board.cells:
        return "solved", maximum, True
    if hopeless(puzzle, board):
        return "impossible", None, True
    solver = solver_for(deadline, linearization=1)
    status = solver.solve(SoloModel(puzzle, board, best=True).model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return "solved", maximum - round(solver.objective_value), status == cp_model.OPTIMAL
    return ("impossible", None, True) if status == cp_model.INFEASIBLE else ("unknown", None, False)


class LineCounter(cp_model.CpSolverSolutionCallback):
    def __init__(self, cap: int) -> None:
        super().__init__()
        self.cap, self.count = cap, 0

    def on_solution_callback(self) -> None:
        self.count += 1
        if self.count >= self.cap:
            self.stop_search()


def cover_model(puzzle: dict[str, Any], board: Board) -> cp_model.CpModel:
    """A circuit over the cells and a depot; the line settles every variable, so solutions are lines."""
    tray = read_tray(puzzle, board)
    n = len(board.cells)
    model = cp_model.CpModel()
    go: list[dict[int, Literal]] = []  # by cell and heading: the line leaves it that way
    enter: list[list[Literal]] = [[model.new_constant(0)] * 4 for _ in range(n)]
    last = [model.new_bool_var("") for _ in range(n)]
    arcs = [(cell, n, last[cell]) for cell in range(n)]
    for cell, around in enumerate(board.step):
        go.append({})
        for heading, to in enumerate(around):
            if to is not None and to != board.first:
                go[cell][heading] = enter[to][heading] = model.new_bool_var("")
                arcs.append((cell, to, go[cell][heading]))
    assert board.first is not None
    enter[board.first][board.heading] = true = model.new_constant(1)
    arcs.append((n, board.first, true))
    model.add_circuit(arcs)
    turning: dict[str, list[Literal]] = {turn: [] for turn in TURNS}
    for cell in range(n):
        exits = EXITS[tray.given[cell]] if cell in tray.given else None
        if cell in tray.entry:
            model.add_bool_and(enter[cell][tray.entry[cell]])
        turns: dict[str, Literal] = {}
        if exits is None:
            turns = {x: model.new_bool_var("") for x in TURNS}
            model.add_exactly_one(*turns.values(), last[cell])
            for x, literal in turns.items():
                turning[x].append(literal)
        for came in range(4):
            for heading, leaves in go[cell].items():
                turn = next((t for t, q in TURNS.items() if (heading - came) % 4 == q), None)
                if turn is None or (exits is not None and turn not in exits):
                    model.add_bool_or(~enter[cell][came], ~leaves)
                elif exits is None:
                    model.add_bool_or(~enter[cell][came], ~leaves, turns[turn])
    for turn_set, maximum in tray.caps.items():
        if maximum < n - len(tray.given):
            model.add(sum(literal for turn in turn_set for literal in turning[turn]) <= maximum)
    return model


def cover_count(puzzle: dict[str, Any], cap: int, seconds: float) -> tuple[int, bool]:
    """Counts the lines up to cap; also returns whether the count is exact (not ended by cap or time)."""
    deadline = time.monotonic() + seconds
    board = read_board(puzzle)
    if not board.cells:
        return min(1, cap), cap > 1
    if board.first is None or not read_tray(puzzle, board).payable:
        return 0, cap > 0
    if cap <= 0:
        return 0, False
    model = cover_model(puzzle, board)
    solver = solver_for(deadline, linearization=0)
    solver.parameters.enumerate_all_solutions = True
    counter = LineCounter(cap)
    status = solver.solve(model, counter)
    return counter.count, counter.count < cap and status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
