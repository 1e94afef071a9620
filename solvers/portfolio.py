"""A portfolio of engines: the first works alone while a puzzle looks easy, then its partners join it.

Before they join, the costlier refutations are tried. Engines of different types are slow on different
puzzles, and most puzzles are easy for the first. Each works in a thread of its own (all of them release the
interpreter lock), and the first to decide stops the others.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TypeVar

from puzzles.texts import Phrase
from solvers.protocol import (
    Count,
    Counter,
    Counting,
    EngineEntry,
    Goal,
    Impossible,
    KindSolvers,
    Limits,
    Outcome,
    Solved,
    Solver,
    Stop,
    Unknown,
)

P = TypeVar("P")
S = TypeVar("S")
E = TypeVar("E")
R = TypeVar("R")

# How many seconds the first engine works alone.
ALONE = 0.3
# The name of the engine in answers that a simple refutation gave, without any engine.
BY_REFUTATION = "argument"
# Where engines stopped for different reasons, the first of these is reported.
_REASONS: tuple[Stop, ...] = ("cancelled", "time", "memory", "size")


def solve(solvers: KindSolvers[P, S], puzzle: P, goal: Goal, limits: Limits) -> tuple[str, Outcome[S]]:
    """Solves a puzzle; returns the name of the engine that answered, and its outcome."""

    def ask(engine: Solver[P, S], limits: Limits) -> Outcome[S]:
        return solve_with(engine, puzzle, goal, limits)

    def decides(outcome: Outcome[S]) -> bool:
        return isinstance(outcome, Impossible) or (isinstance(outcome, Solved) and outcome.proven)

    return _merge(_ask(solvers, solvers.engines, puzzle, ask, decides, Impossible, limits))


def count(solvers: KindSolvers[P, S], counting: Counting[P], puzzle: P, cap: int, limits: Limits) -> Count:
    """Counts the solutions of a puzzle, up to `cap`."""

    def ask(engine: Counter[P], limits: Limits) -> Count:
        return count_with(engine, puzzle, cap, limits)

    def decides(result: Count) -> bool:
        return result.exact or result.n >= cap

    counts = _ask(solvers, counting.engines, puzzle, ask, decides, lambda _: Count(0, True), limits)
    return max((result for _, result in counts), key=lambda result: (result.exact, result.n))


def solve_with(engine: Solver[P, S], puzzle: P, goal: Goal, limits: Limits) -> Outcome[S]:
    """Solves with one engine; Unknown where memory ran out."""
    try:
        return engine.solve(puzzle, goal, limits)
    except MemoryError:
        return Unknown("memory")


def count_with(engine: Counter[P], puzzle: P, cap: int, limits: Limits) -> Count:
    """Counts with one engine; inexact where memory ran out."""
    try:
        return engine.count(puzzle, cap, limits)
    except MemoryError:
        return Count(0, False)


def _ask(
    solvers: KindSolvers[P, S],
    engines: Sequence[EngineEntry[E]],
    puzzle: P,
    ask: Callable[[E, Limits], R],
    decides: Callable[[R], bool],
    impossible: Callable[[Phrase], R],
    limits: Limits,
) -> list[tuple[str, R]]:
    """Asks the engines; returns pairs of a name and an answer. A deciding answer is the only one, or the
    last.

    `impossible` turns a refutation into an answer."""
    first = engines[0]
    # A budget of work applies to one engine: where it is set, no clock may decide which engines work.
    names = [] if limits.work is not None else solvers.partners(puzzle)
    clock = limits.start()
    alone = replace(limits, seconds=min(ALONE, clock.left())) if names else limits
    answers = [(first.name, ask(first.load(), alone))]
    if names and not decides(answers[0][1]) and clock.stopped() is None:
        reason = solvers.refute_thoroughly(puzzle)
        if reason is not None:
            return [(BY_REFUTATION, impossible(reason))]
        racing = [first, *(engine for name in names for engine in engines if engine.name == name)]
        answers += _race(racing, ask, decides, replace(limits, seconds=clock.left()))
    return answers


def _race(
    engines: Sequence[EngineEntry[E]],
    ask: Callable[[E, Limits], R],
    decides: Callable[[R], bool],
    limits: Limits,
) -> list[tuple[str, R]]:
    """Asks all the engines at the same time, and stops the others once one decides."""
    over = threading.Event()
    cancelled = limits.cancelled
    limits = replace(limits, cancelled=lambda: over.is_set() or cancelled())

    def run(engine: E) -> R:
        try:
            answer = ask(engine, limits)
        except BaseException:
            over.set()
            raise
        if decides(answer):
            over.set()
        return answer

    loaded = [engine.load() for engine in engines]
    with ThreadPoolExecutor(len(engines)) as pool:
        try:
            answers = list(zip([engine.name for engine in engines], pool.map(run, loaded), strict=True))
        finally:
            over.set()  # the pool waits for all engines, also after Ctrl-C here
    answers.sort(key=lambda pair: decides(pair[1]))
    return answers


def _merge(answers: list[tuple[str, Outcome[S]]]) -> tuple[str, Outcome[S]]:
    """Returns the last answer where it decides; else the best solution of all, with the lowest bound of
    all."""
    name, last = answers[-1]
    if isinstance(last, Impossible) or (isinstance(last, Solved) and last.proven):
        return name, last
    bound = min(
        (o.bound for _, o in answers if not isinstance(o, Impossible) and o.bound is not None), default=None
    )
    solved = [(name, o) for name, o in answers if isinstance(o, Solved)]
    if not solved:
        # The first engine's time alone was no limit of the caller's. As no engine decided and stopped the
        # others, an engine that was cancelled was cancelled by the caller.
        unknown = [(name, o) for name, o in answers[1:] or answers if isinstance(o, Unknown)]
        name, stopped = min(unknown, key=lambda pair: _REASONS.index(pair[1].reason))
        return name, replace(stopped, bound=bound)
    name, best = max(solved, key=lambda pair: pair[1].score or 0)
    return name, replace(best, bound=bound, proven=bound is not None and best.score == bound)
