"""Solves co-operative puzzles with SAT.

A complete formula for each number of rounds answers everything. On boards that are not small it is large,
and a solution that needs no energy is found much sooner by formulas that fix who has a turn in the last round
and allow few reverses or none: such attempts, with other roles each time, come first and in between.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from itertools import count

from puzzles.end_of_line.coop_puzzle import CoopPuzzle, CoopSolution
from puzzles.end_of_line.solo_puzzle import FIRST_ENERGY_ROUND, round_size
from solvers.backends.sat import Sat
from solvers.end_of_line.coop_refutations import reverses_needed
from solvers.end_of_line.coop_sat_model import CoopModel, Plan
from solvers.end_of_line.coop_turns import (
    NOTHING_BEGUN,
    Begun,
    begun_by,
    greatest_score,
    is_in_order,
    possible_rounds,
    score_of,
    solution_of,
    starts_of_turns,
    trivial_outcome,
)
from solvers.protocol import (
    Clock,
    Continuation,
    Count,
    Goal,
    Impossible,
    Limits,
    Outcome,
    Solved,
    Stop,
    Unknown,
    count_of,
)

# No formula is built for more cells: it grows with their square.
MAX_CELLS = 250
# From this many free cells on, attempts come before the complete formula.
_LARGE = 24
# The conflicts of the first attempt for each free cell; every later one may take half as many again.
_CONFLICTS_PER_CELL = 2_000
# How many attempts come before the complete formula of a large board is built.
_ATTEMPTS_BEFORE = 4


@dataclass(frozen=True)
class _Task:
    """A puzzle and what is begun of it."""

    puzzle: CoopPuzzle
    begun: tuple[Begun, ...]
    energy: tuple[int, ...]

    @property
    def rounds(self) -> list[int]:
        return possible_rounds(self.puzzle, self.begun, self.energy)


def _task(puzzle: CoopPuzzle, progress: CoopSolution) -> _Task:
    begun = begun_by(puzzle, progress)
    return _Task(puzzle, begun, tuple(puzzle.energy - of.energy_spent() for of in begun))


class CoopSat:
    name = "sat"

    def solve(self, puzzle: CoopPuzzle, goal: Goal, limits: Limits) -> Outcome[CoopSolution]:
        return _solve(puzzle, NOTHING_BEGUN, goal, limits)

    def confirm(self, puzzle: CoopPuzzle, best: Solved[CoopSolution], limits: Limits) -> bool | None:
        """Whether a solution, and that none has a greater score, agree with the model; None at a limit.

        This does not rely on `greatest_score`: the formula alone shows that there is no more."""
        score = score_of(puzzle, best.solution)
        if score != best.score:
            return False
        task = _task(puzzle, best.solution)
        with _Formula(task, Plan(len(best.solution.rounds), task.begun, task.energy), limits) as formula:
            if formula.next() is None:
                return None if formula.open else False
        search = _Search(_task(puzzle, NOTHING_BEGUN), limits)
        try:
            better = search.reach(score + 1)
        finally:
            search.close()
        return None if isinstance(better, Unknown) else isinstance(better, Impossible)

    def count(self, puzzle: CoopPuzzle, cap: int, limits: Limits) -> Count:
        trivial = trivial_outcome(puzzle)
        if trivial is not None:
            return count_of(trivial)
        if len(puzzle.free_cells) > MAX_CELLS:
            return Count(0, False)
        task = _task(replace(puzzle, energy=0), NOTHING_BEGUN)
        n = 0
        for rounds in task.rounds:
            with _Formula(task, Plan(rounds, task.begun, task.energy), limits) as formula:
                while n < cap:
                    solution = formula.next()
                    if solution is None:
                        if formula.sat.stop:
                            return Count(n, False)
                        break
                    n += 1
                    formula.refuse_solution()
        return Count(n, n < cap)


class CoopContinuationSat:
    """Continues solutions: the cards laid are fixed."""

    name = "sat"

    def solve(
        self, continuation: Continuation[CoopPuzzle, CoopSolution], goal: Goal, limits: Limits
    ) -> Outcome[CoopSolution]:
        return _solve(continuation.puzzle, continuation.progress, goal, limits)


class _Formula:
    """A formula and the solver that works on it. `open`: more solutions may be found."""

    def __init__(self, task: _Task, plan: Plan, limits: Limits) -> None:
        self.sat = Sat(limits.start(), limits)
        self.model = CoopModel(task.puzzle, self.sat, plan)
        if self.sat.stop is None:
            self.sat.vary([x for line in self.model.lines for at in line.at for x in at.values()])
        self.open = True

    def __enter__(self) -> _Formula:
        return self

    def __exit__(self, *_: object) -> None:
        self.sat.close()

    def next(self, most_conflicts: int | None = None) -> CoopSolution | None:
        """Returns a solution; None when there is none, `open` being false then, or a limit came first."""
        while self.open and self.sat.stop is None:
            true = self.sat.solve((), most_conflicts)
            if true is None:
                break
            if true is False:
                self.open = False
                break
            self.lines = self.model.read(true)
            if is_in_order(self.lines):
                return solution_of(self.lines)
            self.model.refuse_order(true, self.lines)
        return None

    def refuse_solution(self) -> None:
        self.model.refuse(self.lines)

    def require_score(self, score: int) -> None:
        if self.sat.stop is None:
            self.model.require_score(score)


class _Search:
    """The search for one puzzle, within the limits of one question."""

    def __init__(self, task: _Task, limits: Limits) -> None:
        self.task, self.limits = task, limits
        self.clock: Clock = limits.start()
        self.work = limits.work
        self.rng = random.Random(limits.seed)
        self.rounds = task.rounds
        self.complete: dict[int, _Formula] = {}
        self.reverses = reverses_needed(task.puzzle)

    def close(self) -> None:
        for formula in self.complete.values():
            formula.sat.close()

    def stopped(self) -> Stop | None:
        if self.work is not None and self.work <= 0:
            return "time"
        return self.clock.stopped()

    def any(self) -> Outcome[CoopSolution]:
        """Finds a solution: by attempts, and by the complete formulas one after the other."""
        return self._reach(None)

    def reach(self, score: int) -> Outcome[CoopSolution]:
        """Finds a solution of at least this score."""
        return self._reach(score)

    def attempt(self, score: int) -> CoopSolution | None:
        """Tries a few times to find a solution of at least this score on a board that is not small."""
        conflicts = _CONFLICTS_PER_CELL * len(self.task.puzzle.free_cells)
        for number in range(_ATTEMPTS_BEFORE if self._is_large() else 0):
            plan = None if self.stopped() else self._attempt(number)
            solution = None if plan is None else self._try(plan, score, conflicts)
            if solution is not None:
                return solution
        return None

    def _is_large(self) -> bool:
        return len(self.task.puzzle.free_cells) >= _LARGE

    def _reach(self, score: int | None) -> Outcome[CoopSolution]:
        conflicts = _CONFLICTS_PER_CELL * len(self.task.puzzle.free_cells)
        if score is not None:
            for formula in self.complete.values():
                formula.require_score(score)
        for number in count():
            stop = self.stopped()
            if stop is not None:
                return Unknown(stop)
            plan = self._attempt(number) if self._is_large() else None
            if plan is not None:
                solution = self._try(plan, score, conflicts)
                if solution is not None:
                    return Solved(solution)
            if plan is None or number >= _ATTEMPTS_BEFORE:
                outcome = self._complete(score, conflicts)
                if outcome is not None:
                    return outcome
            conflicts = conflicts * 3 // 2
        raise AssertionError("attempts have no end")

    def _try(self, plan: Plan, score: int | None, conflicts: int) -> CoopSolution | None:
        with _Formula(self.task, plan, self._limits()) as formula:
            if score is not None:
                formula.require_score(score)
            solution = formula.next(conflicts)
            self._spend(formula.sat.conflicts)
            return solution

    def _complete(self, score: int | None, conflicts: int) -> Outcome[CoopSolution] | None:
        """Works on the complete formulas; returns None where that decides nothing yet."""
        undecided = False
        for rounds in self.rounds:
            formula = self.complete.get(rounds)
            if formula is None:
                plan = Plan(rounds, self.task.begun, self.task.energy)
                formula = self.complete[rounds] = _Formula(self.task, plan, self._limits())
                if score is not None:
                    formula.require_score(score)
            before = formula.sat.conflicts
            solution = formula.next(conflicts)
            self._spend(formula.sat.conflicts - before)
            if solution is not None:
                return Solved(solution)
            undecided |= formula.open
        return None if undecided else Impossible()

    def _limits(self) -> Limits:
        """The limits of a new formula, which tries values in an order of its own."""
        seed = self.rng.randrange(1, 1 << 30) if self.complete or self.limits.seed else 0
        return replace(self.limits, seconds=self.clock.left(), work=self.work, seed=seed)

    def _spend(self, conflicts: int) -> None:
        if self.work is not None:
            self.work -= conflicts

    def _attempt(self, number: int) -> Plan | None:
        """Returns a plan with random roles, and with as many reverses as are needed, or sometimes one; None
        where there is no solution without other energy."""
        task = self.task
        if not self.rounds:
            return None
        for rounds in self.rounds:
            starts = [starts_of_turns(of_player, 0, rounds) for of_player in task.begun]
            rest = len(task.puzzle.free_cells) - sum(of_player[rounds - 1][0] for of_player in starts)
            size = round_size(rounds, None)
            if 0 < rest <= size * len(starts):
                break
        else:
            return None
        order = list(range(len(starts)))
        if rounds > 1:
            self.rng.shuffle(order)
        early = (rest - 1) // size
        roles = frozenset(order[:early]), order[early], frozenset(order[early + 1 :])
        energy = [0] * len(starts)
        if (self.reverses or number % 3 == 2) and rounds >= FIRST_ENERGY_ROUND:
            for player in self.rng.sample(order, min(max(1, self.reverses), len(order))):
                energy[player] = min(1, task.energy[player])
        return Plan(rounds, task.begun, tuple(energy), ("reverse",), roles)


def _solve(puzzle: CoopPuzzle, progress: CoopSolution, goal: Goal, limits: Limits) -> Outcome[CoopSolution]:
    trivial = trivial_outcome(puzzle, progress)
    if trivial is not None:
        return trivial
    if len(puzzle.free_cells) > MAX_CELLS:
        return Unknown("size")
    search = _Search(_task(puzzle, progress), limits)
    try:
        first = search.any()
        if goal == "any" or not isinstance(first, Solved):
            return first
        return _improve(search, first.solution)
    finally:
        search.close()


def _improve(search: _Search, best: CoopSolution) -> Outcome[CoopSolution]:
    """Searches for greater scores until there is none."""
    puzzle = search.task.puzzle
    score, bound = score_of(puzzle, best), greatest_score(puzzle)
    if bound is None:
        raise AssertionError("a puzzle that is solved has a bound")
    # Most deals allow the bound, or nearly; from there down the steps grow.
    target, step = bound, 1
    while target > score:
        better = search.attempt(target)
        if better is not None:
            best, score = better, score_of(puzzle, better)
        target, step = target - step, 2 * step
    while score < bound:
        outcome = search.reach(score + 1)
        if isinstance(outcome, Unknown):
            return Solved(best, False, score, bound)
        if isinstance(outcome, Impossible):
            break
        best = outcome.solution
        score = score_of(puzzle, best)
    return Solved(best, True, score, score)
