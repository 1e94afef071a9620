"""Figures of end_of_line.cover: counting up to 2, and puzzles made."""

from __future__ import annotations

from collections import defaultdict

from generators.base import GRADES, Grade, Spec, seeded
from generators.end_of_line.cover import GENERATOR
from puzzles.end_of_line.cover import KIND
from solvers import answers
from solvers.base import Limits
from solvers.end_of_line.cover import SOLVERS
from tests.bench import sets, yardstick_clingo, yardstick_cpsat
from tests.bench.timing import UNFINISHED, Times, against, shown, table, timed

YARDSTICKS = {"clingo": yardstick_clingo, "plain cpsat": yardstick_cpsat}
ENGINES = ("search", "sat", "cpsat")
EXPECTED = {"impossible": 0, "unique": 1, "ambiguous": 2}


def main() -> None:
    times: Times = defaultdict(lambda: defaultdict(list))
    puzzles = sets.cover_set()
    limits = Limits(seconds=UNFINISHED)
    for engine in ENGINES:
        answers.count(SOLVERS, KIND.parse(puzzles[0][1]), 2, limits, engine)
    for label, document in puzzles:
        puzzle = KIND.parse(document)
        for engine in ENGINES:
            seconds, counted = timed(answers.count, SOLVERS, puzzle, 2, limits, engine)
            times[engine][label].append(_checked(label, seconds, counted.n, counted.exact))
        for name, yardstick in YARDSTICKS.items():
            seconds, (n, exact) = timed(yardstick.cover_count, document, 2, UNFINISHED)
            times[name][label].append(_checked(label, seconds, n, exact))
    against("cover, count to 2: median", times, "search", list(YARDSTICKS))
    worst = {engine: max(t for ts in found.values() for t in ts) for engine, found in times.items()}
    table([["cover, count to 2: worst", *worst], ["all boards", *map(shown, worst.values())]])


def _checked(label: str, seconds: float, n: int, exact: bool) -> float:
    """The time of a right answer; of none the most that counts."""
    if not exact and n < 2:
        return UNFINISHED
    assert n == next(n for word, n in EXPECTED.items() if word in label), label
    return seconds


def made() -> None:
    """Puzzles made on one core, proofs by two engines and grading included."""
    rows = [["cover puzzles made, a second", *GRADES, "all grades", "slowest"]]
    for side, number in ((5, 20), (6, 20), (7, 8), (8, 8)):
        times = {grade: [_make(grade, seed, side) for seed in range(number)] for grade in GRADES}
        every = [t for ts in times.values() for t in ts]
        rates = [f"{len(ts) / sum(ts):.1f}" for ts in (*times.values(), every)]
        rows.append([f"{side}x{side}", *rates, shown(max(every))])
    table(rows)


def _make(grade: Grade, seed: int, side: int) -> float:
    spec = Spec(grade, seed, {"rows": side, "cols": side, "blocked": 0})
    return timed(GENERATOR.generate, spec, seeded(grade, seed, side))[0]
