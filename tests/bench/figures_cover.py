"""Benchmarks end_of_line.cover: counting up to 2, and generation."""

from __future__ import annotations

from collections import defaultdict
from functools import partial

from generators.end_of_line.cover import GENERATORS
from generators.protocol import Spec
from generators.seeding import seeded
from puzzles.end_of_line.cover import KIND, CoverPuzzle
from puzzles.grades import GRADES, Grade
from solvers import verified
from solvers.end_of_line.cover import SOLVERS
from solvers.protocol import Count, Limits
from tests.bench import sets, yardstick_clingo, yardstick_cpsat
from tests.bench.timing import UNFINISHED, Times, centile, compare, format_seconds, table, timed, timed_warm

YARDSTICKS = {"clingo": yardstick_clingo, "plain cpsat": yardstick_cpsat}
OURS = "as served"
# The service lets the search answer alone or with a partner; the others are named engines.
ENGINES = {OURS: None, "search": "search", "sat": "sat", "cpsat": "cpsat"}
EXPECTED = {"impossible": 0, "unique": 1, "ambiguous": 2}
# The starved boards take long, so they get less time.
STARVED_SECONDS = 20.0


def main() -> None:
    times: Times = defaultdict(lambda: defaultdict(list))
    puzzles = sets.cover_set()
    limits = Limits(seconds=UNFINISHED)
    for engine in ENGINES.values():
        verified.count(SOLVERS, KIND.parse(puzzles[0][1]), 2, limits, engine)
    for label, document in puzzles:
        parse = partial(KIND.parse, document)
        for name, engine in ENGINES.items():
            seconds, count = timed_warm(parse, partial(_count, limits=limits, engine=engine))
            times[name][label].append(_checked_time(label, seconds, count.n, count.exact))
        for name, yardstick in YARDSTICKS.items():
            count_with_yardstick = partial(yardstick.cover_count, cap=2, seconds=UNFINISHED)
            seconds, (n, exact) = timed_warm(partial(dict, document), count_with_yardstick)
            times[name][label].append(_checked_time(label, seconds, n, exact))
    compare("cover, count to 2: median", times, OURS, list(YARDSTICKS))
    worst = {engine: max(t for ts in by_label.values() for t in ts) for engine, by_label in times.items()}
    table([["cover, count to 2: worst", *worst], ["all boards", *map(format_seconds, worst.values())]])
    _starved()


def _count(puzzle: CoverPuzzle, limits: Limits, engine: str | None) -> Count:
    return verified.count(SOLVERS, puzzle, 2, limits, engine)


def _checked_time(label: str, seconds: float, n: int, exact: bool) -> float:
    """Returns the time of a right answer, or UNFINISHED if there is none."""
    if not exact and n < 2:
        return UNFINISHED
    assert n == EXPECTED[label], label
    return seconds


def _starved() -> None:
    """Boards that nobody would publish, to find the limits."""
    rows = [["starved boards", "n", "median", "worst", f"not within {STARVED_SECONDS:.0f} s"]]
    boards = [document for _, document in sets.starved_cover_set()]
    for name in (OURS, *YARDSTICKS):
        times, open_ = [], 0
        for document in boards:
            if name == OURS:
                seconds, count = timed(
                    verified.count, SOLVERS, KIND.parse(document), 2, Limits(seconds=STARVED_SECONDS), None
                )
                n, exact = count.n, count.exact
            else:
                seconds, (n, exact) = timed(YARDSTICKS[name].cover_count, document, 2, STARVED_SECONDS)
            times.append(seconds)
            open_ += not exact and n < 2
        rows.append(
            [
                name,
                str(len(boards)),
                format_seconds(centile(times, 50)),
                format_seconds(max(times)),
                str(open_),
            ]
        )
    table(rows)


def generation() -> None:
    """Generation on one core, including proofs by two engines and grading."""
    rows = [["cover puzzles made, a second", *GRADES, "all grades", "slowest"]]
    for side, number in ((5, 20), (6, 20), (7, 8), (8, 8)):
        times = {grade: [_make(grade, seed, side) for seed in range(number)] for grade in GRADES}
        all_times = [t for ts in times.values() for t in ts]
        rates = [f"{len(ts) / sum(ts):.1f}" for ts in (*times.values(), all_times)]
        rows.append([f"{side}x{side}", *rates, format_seconds(max(all_times))])
    table(rows)


def _make(grade: Grade, seed: int, side: int) -> float:
    spec = Spec(grade, seed, {"rows": side, "cols": side, "blocked": 0})
    return timed(GENERATORS.maker.generate, spec, seeded(grade, seed, side))[0]
