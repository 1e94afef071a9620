"""Runs a SAT solver within limits.

pysat cannot be stopped from outside while it solves, so the solver works in small slices. Between them the
clock is checked and Python handles Ctrl-C. Slices are measured in propagations, not in seconds: with a budget
of conflicts and no deadline the same question gets the same answer on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Literal

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

from solvers.protocol import Clock, Limits, Stop

# By measurement the fastest on these formulas of the solvers with budgets, which it checks at restarts.
_SOLVER = "glucose3"
# It has budgets, too, and can write proofs.
_PROVER = "glucose4"
# About 50 ms of work.
_SLICE = 100_000
_PAIRWISE = 5
# How many clauses are added between two looks at the clock.
_CLAUSES_PER_LOOK = 5_000


class Sat:
    """A formula under construction, and the solver that works on it."""

    def __init__(self, clock: Clock, limits: Limits, with_proof: bool = False) -> None:
        """`with_proof`: `proof` has a proof when there is no model."""
        self._solver = Solver(name=_PROVER, with_proof=True) if with_proof else Solver(name=_SOLVER)
        self._clock = clock
        self._work = limits.work
        self._seed = limits.seed
        self._top = 0
        self._clauses = 0
        self.stop: Stop | None = None

    def close(self) -> None:
        self._solver.delete()

    def __enter__(self) -> Sat:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def new_variable(self) -> int:
        self._top += 1
        return self._top

    def add(self, *literals: int) -> None:
        """Adds a clause: one of the literals holds. An empty clause makes the formula unsatisfiable.

        Once a limit has ended the work nothing more is added, because the formula is not solved any more.
        """
        self._clauses += 1
        if self.stop is not None or (self._clauses % _CLAUSES_PER_LOOK == 0 and self.limit_reached()):
            return
        if not literals:
            never = self.new_variable()
            self._solver.add_clause([never])
            literals = (-never,)
        self._solver.add_clause(literals)

    def exactly_one(self, literals: Sequence[int]) -> None:
        self.add(*literals)
        self.at_most_one(literals)

    def at_most_one(self, literals: Sequence[int]) -> None:
        """Forbids every pair of the literals; of many literals a new one stands for the first few."""
        rest = list(literals)
        while len(rest) > _PAIRWISE:
            head, rest = rest[: _PAIRWISE - 1], rest[_PAIRWISE - 1 :]
            some = self.new_variable()
            for a, b in combinations(head, 2):
                self.add(-a, -b)
            for literal in head:
                self.add(-literal, some)
            rest.append(some)
        for a, b in combinations(rest, 2):
            self.add(-a, -b)

    def at_most(self, literals: Sequence[int], bound: int) -> None:
        if bound >= len(literals):
            return
        encoded = CardEnc.atmost(list(literals), bound, top_id=self._top, encoding=EncType.seqcounter)
        self.load(encoded.clauses, encoded.nv)

    def load(self, clauses: Iterable[Sequence[int]], top: int) -> None:
        """Adds clauses of variables up to `top`."""
        self._top = max(self._top, top)
        for clause in clauses:
            self.add(*clause)

    def vary(self, literals: Sequence[int]) -> None:
        """Suggests for each variable the value to try first, true or false by the seed; 0 changes nothing."""
        if self._seed:
            rng = random.Random(self._seed)
            self._solver.set_phases([x if rng.random() < 0.5 else -x for x in literals])

    def prefer(self, literals: Iterable[int]) -> None:
        """Suggests that these literals are tried as true before false."""
        self._solver.set_phases(list(literals))

    def proof(self) -> list[str]:
        """Returns the lines of a DRUP proof, after `solve` has found that there is no model."""
        return list(self._solver.get_proof())

    @property
    def conflicts(self) -> int:
        """The number of conflicts so far: the work that a budget limits."""
        return int(self._solver.accum_stats()["conflicts"])

    def limit_reached(self) -> bool:
        """Whether a limit has ended the work; `stop` then says which."""
        self.stop = self.stop or self._clock.stopped()
        return self.stop is not None

    def solve(
        self, assumptions: Sequence[int] = (), most_conflicts: int | None = None
    ) -> set[int] | Literal[False] | None:
        """Returns the true literals of a model in which the assumptions hold.

        False when there is none; None when a limit came first. After `most_conflicts` in this call it is
        None, too, and `stop` is None: the work can go on later."""
        end = None if most_conflicts is None else self.conflicts + most_conflicts
        while not self.limit_reached():
            lefts = [limit - self.conflicts for limit in (self._work, end) if limit is not None]
            if lefts:
                if self._work is not None and self.conflicts >= self._work:
                    self.stop = "time"
                    break
                if min(lefts) <= 0:
                    break
                self._solver.conf_budget(min(lefts))
            self._solver.prop_budget(_SLICE)
            # Expecting an interrupt releases the interpreter lock and leaves Ctrl-C to Python.
            satisfiable = self._solver.solve_limited(list(assumptions), expect_interrupt=True)
            if satisfiable is not None:
                return (
                    {literal for literal in self._solver.get_model() if literal > 0} if satisfiable else False
                )
        return None
