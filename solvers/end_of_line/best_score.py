"""Finds the best score: with searches that look for one score at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol, TypeVar

from solvers.protocol import Outcome, Solved
from solvers.resumable import Effort, Search

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)


class TargetSearch(Search, Protocol[S_co]):
    """A search for a solution with at least some score.

    begin_target  begins anew; every seed of the noise gives an order of its own
    bound         a score that no solution exceeds
    solution      the solution at which the search has stopped
    """

    def begin_target(self, target: int, noise_seed: int | None = None) -> None: ...
    def bound(self) -> int: ...
    def solution(self) -> S_co: ...


def raise_score(
    best: S,
    score_of: Callable[[S], int],
    searches: tuple[TargetSearch[S], TargetSearch[S]],
    effort: Effort,
    moves_limit: int,
    seed: int,
) -> Outcome[S]:
    """Searches for every score, from the greatest possible one down; then, with a growing limit of moves, for
    the bound and for one point above the best. Where a score cannot be reached, no greater one can.

    `searches` are two of the same puzzle; `moves_limit` is the limit of the first search for a score."""
    score, bound = score_of(best), searches[0].bound()
    targets = list(range(bound, score, -1))
    while score < bound:
        if not targets:
            moves_limit, targets = moves_limit * 8, [score + 1, bound]
        target = targets.pop(0)
        if not score < target <= bound:
            continue
        for search, moves in _target_searches(target, moves_limit, searches, seed):
            stop = effort.spend(search, moves)
            if search.found_count:
                best, targets = search.solution(), []
                score = score_of(best)
            elif search.finished:
                bound = target - 1
            elif stop is not None:
                return Solved(best, False, score, bound)
            else:
                continue
            break
    return Solved(best, True, score, score)


def _target_searches(
    target: int, moves_limit: int, searches: tuple[TargetSearch[S], TargetSearch[S]], seed: int
) -> Iterator[tuple[TargetSearch[S], int]]:
    """Yields the searches for a score, each with its limit of moves. Most moves go to the complete one, as
    many scores cannot be reached."""
    main, scout = searches
    main.begin_target(target)
    yield main, moves_limit
    scout.begin_target(target, seed * 1_000_003 + moves_limit)
    yield scout, moves_limit // 4
