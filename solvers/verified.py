"""Questions put to the engines, and their answers checked outside them before anyone sees one."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from puzzles.kind import PuzzleKind
from solvers import portfolio
from solvers.errors import WrongAnswer
from solvers.protocol import Count, Goal, Impossible, KindSolvers, Limits, Outcome, Unknown

P = TypeVar("P")
S = TypeVar("S")


@dataclass(frozen=True)
class Answer(Generic[S]):
    """What became of a puzzle, in the contract's words (status: solved, impossible, unknown)."""

    status: str
    solution: S | None
    score: int | None
    bound: int | None
    proven: bool
    engine: str
    seconds: float
    reason: str | None
    value: int | None = None

    def to_json(self, kind: PuzzleKind[Any, S]) -> dict[str, Any]:
        return {
            "status": self.status,
            "solution": None if self.solution is None else kind.serialise_solution(self.solution),
            "score": self.score,
            "bound": self.bound,
            "proven": self.proven,
            "engine": self.engine,
            "seconds": round(self.seconds, 6),
            "reason": self.reason,
        } | ({"value": self.value} if kind.facts.valued else {})


def solve(
    kind: PuzzleKind[P, S],
    solvers: KindSolvers[P, S],
    puzzle: P,
    goal: Goal = "any",
    limits: Limits | None = None,
    engine: str | None = None,
) -> Answer[S]:
    """Simple arguments first, then the engine named (or those that answer together), then the checker."""
    limits = limits or Limits()
    began = time.perf_counter()
    # The engines' partners may have waited for it already, and it is dear.
    solvers = replace(solvers, explain=_once(solvers.explain))
    if not kind.facts.scored:
        goal = "any"
    reason = solvers.refute(puzzle)
    outcome: Outcome[S]
    if reason is None:
        by, outcome = _asked(solvers, puzzle, goal, limits, engine)
    else:
        by, outcome = portfolio.BY_ARGUMENT, Impossible(reason)
    if isinstance(outcome, Unknown) or (isinstance(outcome, Impossible) and outcome.reason is None):
        # Worth a dearer look now: a reason in words, or an answer that the engine had no time for.
        words = solvers.explain(puzzle)
        if words is not None:
            by = portfolio.BY_ARGUMENT if isinstance(outcome, Unknown) else by
            outcome = Impossible(words)
    answer = _answer(kind, puzzle, goal, outcome, by)
    return replace(answer, seconds=time.perf_counter() - began)


def _once(explain: Callable[[P], str | None]) -> Callable[[P], str | None]:
    """The same for one puzzle, which is looked at once however often one asks."""
    told: list[str | None] = []

    def asked(puzzle: P) -> str | None:
        if not told:
            told.append(explain(puzzle))
        return told[0]

    return asked


def _asked(
    solvers: KindSolvers[P, S], puzzle: P, goal: Goal, limits: Limits, engine: str | None
) -> tuple[str, Outcome[S]]:
    if engine is None:
        return portfolio.solve(solvers, puzzle, goal, limits)
    return engine, portfolio.solve_with(solvers.engine(engine), puzzle, goal, limits)


def _answer(kind: PuzzleKind[P, S], puzzle: P, goal: Goal, outcome: Outcome[S], by: str) -> Answer[S]:
    if isinstance(outcome, Impossible):
        return Answer("impossible", None, None, None, True, by, 0.0, outcome.reason, outcome.value)
    if isinstance(outcome, Unknown):
        return Answer("unknown", None, None, outcome.bound, False, by, 0.0, outcome.reason)
    violations = kind.verify(puzzle, outcome.solution)
    score = kind.score(puzzle, outcome.solution)
    if violations or (goal == "best" and score != outcome.score):
        said = "; ".join(v.message for v in violations) or f"score {outcome.score}, really {score}"
        raise WrongAnswer(f"{by} answered {kind.id} wrongly: {said}")
    bound = outcome.bound if goal == "best" else None
    return Answer("solved", outcome.solution, score, bound, outcome.proven, by, 0.0, None, outcome.value)


def count(
    solvers: KindSolvers[P, S],
    puzzle: P,
    cap: int,
    limits: Limits | None = None,
    engine: str | None = None,
) -> Count:
    """Counts the solutions of a puzzle, up to `cap`; ValueError for a kind without a count."""
    limits, counting = limits or Limits(), solvers.counting
    if counting is None:
        raise ValueError(f"{solvers.kind} has no count")
    if cap < 1:
        return Count(0, False)
    if counting.refute(puzzle):
        return Count(0, True)
    if engine is None:
        return portfolio.count(solvers, counting, puzzle, cap, limits)
    return portfolio.count_with(counting.engine(engine), puzzle, cap, limits)


def exactly_one(solvers: KindSolvers[P, S], puzzle: P, limits: Limits | None = None) -> bool | None:
    """Whether there is exactly one solution; None when the limits ended the count too early."""
    counted = count(solvers, puzzle, 2, limits)
    if counted.n > 1:
        return False
    return counted.n == 1 if counted.exact else None
