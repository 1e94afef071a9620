"""Running a SAT solver within limits: pysat solves without letting go, so it is given small budgets."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Literal

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

from solvers.base import Clock, Stop

# Conflicts of the first budget; then as many as take about this long.
_FIRST_BUDGET = 200
_BUDGET_SECONDS = 0.1
_PAIRWISE = 5


class Sat:
    """A formula under construction, and the solver (glucose: it has budgets) that works on it."""

    def __init__(self, clock: Clock, work: int | None = None) -> None:
        self._solver = Solver(name="glucose4", incr=False)
        self._clock = clock
        self._work = work
        self._top = 0
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
        """One of the literals holds; of none, never."""
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
        self._top = max(self._top, encoded.nv)
        self._solver.append_formula(encoded.clauses)

    def load(self, clauses: Iterable[Sequence[int]], top: int) -> None:
        """Clauses made elsewhere, over literals up to `top`."""
        self._solver.append_formula(list(clauses))
        self._top = max(self._top, top)

    @property
    def top(self) -> int:
        return self._top

    def late(self) -> bool:
        """Whether a limit has ended the work; `stop` then says which."""
        self.stop = self.stop or self._clock.stopped()
        return self.stop is not None

    def solve(self, assumptions: Sequence[int] = ()) -> set[int] | Literal[False] | None:
        """The true literals of a model; False when there is none; None when a limit came first."""
        budget = _FIRST_BUDGET
        while not self.late():
            spent = self._solver.accum_stats()["conflicts"]
            if self._work is not None and spent >= self._work:
                self.stop = "time"
                break
            self._solver.conf_budget(budget)
            began = time.perf_counter()
            found = self._solver.solve_limited(assumptions=list(assumptions))
            if found is not None:
                return {literal for literal in self._solver.get_model() if literal > 0} if found else False
            took = max(time.perf_counter() - began, 1e-4)
            budget = max(20, min(budget * 2, int(budget * _BUDGET_SECONDS / took)))
        return None
