"""Engines that join forces: the first one alone while a puzzle looks easy, then its partners beside it.

Before they join, the dearer arguments are tried. Engines of different kinds are slow on different puzzles,
and most puzzles are easy for the first. Each works in a thread of its own (all of them let go of Python's
lock), and who is done first ends the others.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TypeVar

from solvers.protocol import (
    Count,
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
R = TypeVar("R")

# Seconds that the first engine has for itself.
ALONE = 0.3
# The name where a simple argument answered and no engine had to.
BY_ARGUMENT = "argument"
# Which reason is told when engines stopped for different ones.
_REASONS: tuple[Stop, ...] = ("cancelled", "time", "memory", "size")


def solve(solvers: KindSolvers[P, S], puzzle: P, goal: Goal, limits: Limits) -> tuple[str, Outcome[S]]:
    """The outcome, and the name of the engine that it is from."""

    def ask(engine: Solver[P, S], limits: Limits) -> Outcome[S]:
        return solve_with(engine, puzzle, goal, limits)

    def decided(outcome: Outcome[S]) -> bool:
        return isinstance(outcome, Impossible) or (isinstance(outcome, Solved) and outcome.proven)

    return _merged(_ask(solvers, puzzle, ask, decided, Impossible, limits))


def count(solvers: KindSolvers[P, S], puzzle: P, cap: int, limits: Limits) -> Count:
    def ask(engine: Solver[P, S], limits: Limits) -> Count:
        return count_with(engine, puzzle, cap, limits)

    def decided(counted: Count) -> bool:
        return counted.exact or counted.n >= cap

    counts = _ask(solvers, puzzle, ask, decided, lambda words: Count(0, True), limits)
    return max((counted for _, counted in counts), key=lambda counted: (counted.exact, counted.n))


def solve_with(engine: Solver[P, S], puzzle: P, goal: Goal, limits: Limits) -> Outcome[S]:
    try:
        return engine.solve(puzzle, goal, limits)
    except MemoryError:
        return Unknown("memory")


def count_with(engine: Solver[P, S], puzzle: P, cap: int, limits: Limits) -> Count:
    try:
        return engine.count(puzzle, cap, limits)
    except MemoryError:
        return Count(0, False)


def _ask(
    solvers: KindSolvers[P, S],
    puzzle: P,
    ask: Callable[[Solver[P, S], Limits], R],
    decided: Callable[[R], bool],
    argued: Callable[[str], R],
    limits: Limits,
) -> list[tuple[str, R]]:
    """What each engine that was asked said. An answer that decides is the only one, or the last.

    `argued`: what is said by an argument why there is no solution."""
    first = solvers.engine(None)
    # A budget of work is one engine's: where it is set, no clock may decide who works.
    partners = [] if limits.work is not None else list(map(solvers.engine, solvers.partners(puzzle)))
    clock = limits.start()
    alone = replace(limits, seconds=min(ALONE, clock.left())) if partners else limits
    said = [(first.name, ask(first, alone))]
    if partners and not decided(said[0][1]) and clock.stopped() is None:
        words = solvers.explain(puzzle)
        if words is not None:
            return [(BY_ARGUMENT, argued(words))]
        said += _race([first, *partners], ask, decided, replace(limits, seconds=clock.left()))
    return said


def _race(
    engines: Sequence[Solver[P, S]],
    ask: Callable[[Solver[P, S], Limits], R],
    decided: Callable[[R], bool],
    limits: Limits,
) -> list[tuple[str, R]]:
    over = threading.Event()
    asked_to_stop = limits.cancelled
    limits = replace(limits, cancelled=lambda: over.is_set() or asked_to_stop())

    def run(engine: Solver[P, S]) -> R:
        try:
            answer = ask(engine, limits)
        except BaseException:
            over.set()
            raise
        if decided(answer):
            over.set()
        return answer

    with ThreadPoolExecutor(len(engines)) as pool:
        try:
            found = list(zip(engines, pool.map(run, engines), strict=True))
        finally:
            over.set()  # the pool waits for all, also when Ctrl-C ends the waiting here
    found.sort(key=lambda pair: decided(pair[1]))
    return [(engine.name, answer) for engine, answer in found]


def _merged(said: list[tuple[str, Outcome[S]]]) -> tuple[str, Outcome[S]]:
    """The last where it decides; else the best solution of all, under the lowest bound of all."""
    name, last = said[-1]
    if isinstance(last, Impossible) or (isinstance(last, Solved) and last.proven):
        return name, last
    bound = min(
        (o.bound for _, o in said if not isinstance(o, Impossible) and o.bound is not None), default=None
    )
    solved = [(name, o) for name, o in said if isinstance(o, Solved)]
    if not solved:
        # The first engine's time alone was no limit. As nobody was done first and ended the others, who was
        # cancelled was cancelled by the caller.
        unknown = [(name, o) for name, o in said[1:] or said if isinstance(o, Unknown)]
        name, told = min(unknown, key=lambda pair: _REASONS.index(pair[1].reason))
        return name, replace(told, bound=bound)
    name, best = max(solved, key=lambda pair: pair[1].score or 0)
    return name, replace(best, bound=bound, proven=bound is not None and best.score == bound)
