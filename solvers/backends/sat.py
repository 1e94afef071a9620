"""Running a SAT solver within limits.

pysat cannot be stopped from outside while it solves, so the solver works in small slices, and between them
we look at the clock and Python sees Ctrl-C. Slices are counted in propagations, never timed: with a budget
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

# By measurement the fastest on our formulas of those with budgets. It looks at them when it restarts.
_SOLVER = "glucose3"
# It has budgets, too, and writes proofs.
_PROVER = "glucose4"
# About 50 ms of work.
_SLICE = 100_000
_PAIRWISE = 5
# How many clauses are added between two looks at the clock.
_LOOK = 5_000


class Sat:
    """A formula under construction, and the solver that works on it."""

    def __init__(self, clock: Clock, limits: Limits, proved: bool = False) -> None:
        """`proved`: with a proof where there is no model."""
        self._solver = Solver(name=_PROVER, with_proof=True) if proved else Solver(name=_SOLVER)
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

    def new(self) -> int:
        self._top += 1
        return self._top

    def add(self, *literals: int) -> None:
        """One of the literals holds; of none, never.

        Once a limit has ended the work nothing more is added: the formula is not asked any more.
        """
        self._clauses += 1
        if self.stop is not None or (self._clauses % _LOOK == 0 and self.late()):
            return
        if not literals:
            never = self.new()
            self._solver.add_clause([never])
            literals = (-never,)
        self._solver.add_clause(literals)

    def exactly_one(self, literals: Sequence[int]) -> None:
        self.add(*literals)
        self.at_most_one(literals)

    def at_most_one(self, literals: Sequence[int]) -> None:
        """Pair by pair; of many, the first few stand for themselves and one new literal for them."""
        rest = list(literals)
        while len(rest) > _PAIRWISE:
            head, rest = rest[: _PAIRWISE - 1], rest[_PAIRWISE - 1 :]
            some = self.new()
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
        """Clauses of literals up to `top`."""
        self._top = max(self._top, top)
        for clause in clauses:
            self.add(*clause)

    def vary(self, literals: Sequence[int]) -> None:
        """Another seed tries another half of these literals first; seed 0 leaves the solver's own order."""
        if self._seed:
            rng = random.Random(self._seed)
            self._solver.set_phases([x if rng.random() < 0.5 else -x for x in literals])

    def prefer(self, literals: Iterable[int]) -> None:
        """Tries these first."""
        self._solver.set_phases(list(literals))

    def proof(self) -> list[str]:
        """The lines of a DRUP proof, once there is no model."""
        return list(self._solver.get_proof())

    @property
    def conflicts(self) -> int:
        """The work done so far."""
        return int(self._solver.accum_stats()["conflicts"])

    def late(self) -> bool:
        """Whether a limit has ended the work; `stop` then says which."""
        self.stop = self.stop or self._clock.stopped()
        return self.stop is not None

    def solve(self, assumptions: Sequence[int] = ()) -> set[int] | Literal[False] | None:
        """The true literals of a model in which the assumptions hold; False when there is none; None when a
        limit came first."""
        while not self.late():
            if self._work is not None:
                left = self._work - self.conflicts
                if left <= 0:
                    self.stop = "time"
                    break
                self._solver.conf_budget(left)
            self._solver.prop_budget(_SLICE)
            # Expecting an interrupt lets go of Python's lock and leaves Ctrl-C to Python.
            found = self._solver.solve_limited(list(assumptions), expect_interrupt=True)
            if found is not None:
                return {literal for literal in self._solver.get_model() if literal > 0} if found else False
        return None
