"""Figures of end_of_line.cover: counting up to 2, and puzzles made."""

from __future__ import annotations

from collections import defaultdict

from generators.base import GRADES, Spec, seeded
from generators.end_of_line.cover import GENERATOR
from puzzles.end_of_line.cover import KIND
from solvers import answers
from solvers.base import Limits
from solvers.end_of_line.cover import SOLVERS
from tests.bench import sets, yardstick_clingo, yardstick_cpsat
from tests.bench.timing import UNFINISHED, against, centile, shown, table, timed

YARDSTICKS = {"clingo": yardstick_clingo, "plain cpsat": yardstick_cpsat}
EXPECTED = {"impossible": 0, "unique": 1, "ambiguous": 2}


def main() -> None:
    times: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    puzzles = sets.cover_set()
    for engine in ("search", "sat", "cpsat"):
        answers.count(SOLVERS, KIND.parse(puzzles[0][1]), 2, Limits(), engine)
    for label, document in puzzles:
        puzzle = KIND.parse(document)
        expected = next(n for word, n in EXPECTED.items() if word in label)
        for engine in ("search", "sat", "cpsat"):
            seconds, counted = timed(
                lambda p=puzzle, e=engine: answers.count(SOLVERS, p, 2, Limits(seconds=UNFINISHED), e)  # type: ignore[misc]  # bound at once
            )
            done = counted.exact or counted.n == 2
            assert not done or counted.n == expected, (label, engine, document)
            times[engine][label].append(seconds if done else UNFINISHED)
        for name, yardstick in YARDSTICKS.items():
            seconds, (n, exact) = timed(lambda y=yardstick, d=document: y.cover_count(d, 2, UNFINISHED))  # type: ignore[misc]  # bound at once
            done = exact or n == 2
            assert not done or n == expected, (label, name, document)
            times[name][label].append(seconds if done else UNFINISHED)
    against("cover, count to 2: median", times, "search", list(YARDSTICKS))
    rows = [["cover, count to 2: worst", *times]]
    rows.append(["all boards", *(shown(max(t for ts in found.values() for t in ts)) for found in times.values())])
    table(rows)


def made() -> None:
    """Puzzles made on one core, proofs by two engines and grading included."""
    rows = [["cover puzzles made", *(f"{grade}" for grade in GRADES), "all grades, a second", "slowest"]]
    for rows_cols in ((5, 5), (6, 6), (7, 7), (8, 8)):
        means, times = [], []
        for grade in GRADES:
            took = []
            for seed in range(20 if rows_cols[0] < 7 else 8):
                options = {"rows": rows_cols[0], "cols": rows_cols[1], "blocked": 0}
                spec = Spec(grade, seed, options)
                seconds, _ = timed(lambda s=spec: GENERATOR.generate(s, seeded(s.grade, s.seed, *s.options.values())))  # type: ignore[misc]  # bound at once
                took.append(seconds)
            means.append(f"{len(took) / sum(took):.1f}/s")
            times += took
        size = f"{rows_cols[0]}x{rows_cols[1]}"
        rows.append([size, *means, f"{len(times) / sum(times):.1f}", shown(centile(times, 100))])
    table(rows)
