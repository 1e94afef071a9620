"""Solves puzzles and verifies the answers outside the engines, before anyone sees them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from puzzles.kind import PuzzleKind
from puzzles.texts import Phrase
from puzzles.texts.stored import store_text
from solvers import portfolio
from solvers.errors import WrongAnswer
from solvers.protocol import (
    Continuation,
    Count,
    Goal,
    Impossible,
    KindSolvers,
    Limits,
    Outcome,
    Unknown,
)

P = TypeVar("P")
S = TypeVar("S")


@dataclass(frozen=True)
class VerifiedOutcome(Generic[S]):
    """The verified answer to a puzzle. Its status is solved, impossible or unknown.

    reason  why the puzzle is impossible, where a simple argument shows it; or why the work ended"""

    status: str
    solution: S | None
    score: int | None
    bound: int | None
    proven: bool
    engine: str
    seconds: float
    reason: Phrase | str | None
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
            "reason": store_text(self.reason),
        } | ({"value": self.value} if kind.facts.valued else {})


def solve(
    kind: PuzzleKind[P, S],
    solvers: KindSolvers[P, S],
    puzzle: P,
    goal: Goal = "any",
    limits: Limits | None = None,
    engine: str | None = None,
) -> VerifiedOutcome[S]:
    """Solves a puzzle and verifies the answer.

    Simple refutations come first, then the engine named (or the portfolio of engines), then the referee."""

    def fault(solution: S) -> str | None:
        return _broken_rules(kind, puzzle, solution)

    def score(solution: S) -> int | None:
        return kind.score(puzzle, solution)

    return _solve(kind, solvers, puzzle, goal, limits or Limits(), engine, _Judge(kind.id, fault, score))


def continue_solution(
    kind: PuzzleKind[P, S],
    solvers: KindSolvers[P, S],
    continuation: Continuation[P, Any],
    goal: Goal = "any",
    limits: Limits | None = None,
    engine: str | None = None,
) -> VerifiedOutcome[S]:
    """Solves a puzzle by a solution that continues a partial one, and verifies the answer as `solve` does.

    A partial solution that breaks a rule has no continuation; the reason is the first violation. ValueError
    for a kind whose engines continue no solutions."""
    puzzle, progress = continuation.puzzle, continuation.progress

    def fault(solution: S) -> str | None:
        if not kind.begins_with(solution, progress):
            return "it does not begin with the partial solution"
        return _broken_rules(kind, puzzle, solution)

    def score(solution: S) -> int | None:
        return kind.score(puzzle, solution)

    violations = kind.progress_violations(puzzle, progress)
    if violations:
        outcome = Impossible(violations[0].message)
        return _answer(goal, outcome, portfolio.BY_REFUTATION, _Judge(kind.id, fault, score))
    continuing = _continuing(solvers)
    return _solve(
        kind, continuing, continuation, goal, limits or Limits(), engine, _Judge(kind.id, fault, score)
    )


def _continuing(solvers: KindSolvers[P, S]) -> KindSolvers[Continuation[P, Any], S]:
    if solvers.continuations is None:
        raise ValueError(f"no engine of {solvers.kind} continues a solution")
    return solvers.continuations


@dataclass(frozen=True)
class _Judge(Generic[S]):
    """Judges solutions of a kind outside the engines: what is wrong with one (None: nothing), its score."""

    kind: str
    fault: Callable[[S], str | None]
    score: Callable[[S], int | None]


def _broken_rules(kind: PuzzleKind[P, S], puzzle: P, solution: S) -> str | None:
    return "; ".join(map(str, kind.verify(puzzle, solution))) or None


def _solve(
    kind: PuzzleKind[Any, S],
    solvers: KindSolvers[P, S],
    puzzle: P,
    goal: Goal,
    limits: Limits,
    engine: str | None,
    judge: _Judge[S],
) -> VerifiedOutcome[S]:
    start = time.perf_counter()
    # The portfolio may have tried the thorough refutations already, and they are costly.
    solvers = replace(solvers, refute_thoroughly=_once(solvers.refute_thoroughly))
    if not kind.facts.scored:
        goal = "any"
    reason = solvers.refute(puzzle)
    outcome: Outcome[S]
    if reason is None:
        name, outcome = _ask_engines(solvers, puzzle, goal, limits, engine)
    else:
        name, outcome = portfolio.BY_REFUTATION, Impossible(reason)
    if isinstance(outcome, Unknown) or (isinstance(outcome, Impossible) and outcome.reason is None):
        # Now a costlier refutation is worth its price: it may give the reason, or the answer itself.
        thorough = solvers.refute_thoroughly(puzzle)
        if thorough is not None:
            name = portfolio.BY_REFUTATION if isinstance(outcome, Unknown) else name
            outcome = Impossible(thorough)
    answer = _answer(goal, outcome, name, judge)
    return replace(answer, seconds=time.perf_counter() - start)


def _once(refute: Callable[[P], Phrase | None]) -> Callable[[P], Phrase | None]:
    """Wraps `refute` so that it is computed only once. The wrapper serves a single puzzle."""
    cached_reason: list[Phrase | None] = []

    def refute_once(puzzle: P) -> Phrase | None:
        if not cached_reason:
            cached_reason.append(refute(puzzle))
        return cached_reason[0]

    return refute_once


def _ask_engines(
    solvers: KindSolvers[P, S], puzzle: P, goal: Goal, limits: Limits, engine: str | None
) -> tuple[str, Outcome[S]]:
    if engine is None:
        return portfolio.solve(solvers, puzzle, goal, limits)
    return engine, portfolio.solve_with(solvers.engine(engine), puzzle, goal, limits)


def _answer(goal: Goal, outcome: Outcome[S], name: str, judge: _Judge[S]) -> VerifiedOutcome[S]:
    if isinstance(outcome, Impossible):
        return VerifiedOutcome("impossible", None, None, None, True, name, 0.0, outcome.reason, outcome.value)
    if isinstance(outcome, Unknown):
        return VerifiedOutcome("unknown", None, None, outcome.bound, False, name, 0.0, outcome.reason)
    fault, score = judge.fault(outcome.solution), judge.score(outcome.solution)
    if fault is None and goal == "best" and score != outcome.score:
        fault = f"score {outcome.score}, really {score}"
    if fault is not None:
        raise WrongAnswer(f"{name} answered {judge.kind} wrongly: {fault}")
    bound = outcome.bound if goal == "best" else None
    return VerifiedOutcome(
        "solved", outcome.solution, score, bound, outcome.proven, name, 0.0, None, outcome.value
    )


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
    if counting.refute(puzzle) is not None:
        return Count(0, True)
    if engine is None:
        return portfolio.count(solvers, counting, puzzle, cap, limits)
    return portfolio.count_with(counting.engine(engine), puzzle, cap, limits)


def count_continuations(
    kind: PuzzleKind[P, S],
    solvers: KindSolvers[P, S],
    continuation: Continuation[P, Any],
    cap: int,
    limits: Limits | None = None,
) -> Count:
    """Counts the solutions that continue a partial one, up to `cap`; ValueError where these have no count."""
    if kind.progress_violations(continuation.puzzle, continuation.progress):
        return Count(0, True)
    return count(_continuing(solvers), continuation, cap, limits)


def exactly_one(solvers: KindSolvers[P, S], puzzle: P, limits: Limits | None = None) -> bool | None:
    """Whether there is exactly one solution; None when the limits ended the count too early."""
    return is_one(count(solvers, puzzle, 2, limits))


def is_one(result: Count) -> bool | None:
    """Whether a count up to 2 or more is exactly 1; None when a limit ended it too early to tell."""
    if result.n > 1:
        return False
    return result.n == 1 if result.exact else None
