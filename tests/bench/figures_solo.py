"""Benchmarks end_of_line.solo."""

from __future__ import annotations

from collections import defaultdict
from functools import partial

from puzzles.end_of_line.solo import KIND, SoloPuzzle, SoloSolution
from solvers import verified
from solvers.end_of_line.solo import SOLVERS
from solvers.protocol import Goal, Limits
from tests.bench import sets, yardstick_clingo, yardstick_cpsat
from tests.bench.timing import UNFINISHED, Times, centile, compare, format_seconds, timed, timed_warm

YARDSTICKS = {"clingo": yardstick_clingo, "plain cpsat": yardstick_cpsat}
OURS = "as served"
# The service lets the search answer alone or with a partner; the others are named engines.
ENGINES = {OURS: None, "search": "search", "sat": "sat", "cpsat": "cpsat"}


def main() -> None:
    _any()
    _best()


def _solve(puzzle: SoloPuzzle, goal: Goal, engine: str | None) -> verified.VerifiedOutcome[SoloSolution]:
    return verified.solve(KIND, SOLVERS, puzzle, goal, Limits(seconds=UNFINISHED), engine)


def _any() -> None:
    times: Times = defaultdict(lambda: defaultdict(list))
    deals = sets.solo_set()
    for engine in ENGINES.values():
        _solve(KIND.parse(deals[0][1]), "any", engine)
    for label, document in deals:
        statuses = set()
        for name, engine in ENGINES.items():
            seconds, answer = timed_warm(
                partial(KIND.parse, document), partial(_solve, goal="any", engine=engine)
            )
            is_known = answer.status != "unknown"
            times[name][label].append(seconds if is_known else UNFINISHED)
            statuses |= {answer.status} if is_known else set()
        for name, yardstick in YARDSTICKS.items():
            seconds, (status, _) = timed_warm(
                partial(dict, document), partial(yardstick.solo_any, seconds=UNFINISHED)
            )
            times[name][label].append(seconds if status != "unknown" else UNFINISHED)
            statuses |= {status} if status != "unknown" else set()
        assert len(statuses) == 1, (label, document, statuses)
    compare("solo, any: median", times, OURS, list(YARDSTICKS))


def _best() -> None:
    times, scores, proven = [], [], 0
    for _, document in sets.solo_best_set():
        seconds, answer = timed(_solve, KIND.parse(document), "best", None)
        times.append(seconds)
        proven += answer.proven
        scores += [] if answer.score is None else [answer.score]
    quick, slow = sum(t <= 1 for t in times), sum(t <= 5 for t in times)
    print(f"  solo, best: {proven} of {len(times)} proved, {quick} within 1 s, {slow} within 5 s")
    middle, maximum = format_seconds(centile(times, 50)), format_seconds(centile(times, 99))
    print(f"  median {middle}, 99 of 100 within {maximum}, worst {format_seconds(max(times))}")
    print(f"  {len(scores)} solvable, scores {min(scores)} to {max(scores)}")
