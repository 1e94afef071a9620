"""Benchmarks the LIGHT-LINE! kinds, on random deals of cards in the printed form."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import partial
from statistics import median
from typing import Any

from generators.light_line import head as head_generator
from generators.light_line import longest as longest_generator
from generators.light_line import place as place_generator
from generators.light_line import solo as solo_generator
from generators.light_line.synthetic_deck import random_face
from generators.protocol import Spec
from generators.records import make_record
from generators.seeding import seeded
from puzzles.grades import GRADES, Grade
from puzzles.light_line import head, longest, place, solo
from puzzles.light_line.cards import Card
from puzzles.light_line.head import HeadPuzzle
from puzzles.light_line.longest import LongestPuzzle
from puzzles.light_line.solo import SoloPuzzle
from solvers import verified
from solvers.light_line import head as head_solvers
from solvers.light_line import longest as longest_solvers
from solvers.light_line import place as place_solvers
from solvers.light_line import solo as solo_solvers
from solvers.protocol import Limits
from tests.bench import light_line_clingo, light_line_cpsat
from tests.bench.timing import Times, centile, compare, format_seconds, table, timed, timed_warm

YARDSTICKS = {"clingo": light_line_clingo, "plain cpsat": light_line_cpsat}
OURS = "as served"
ENGINES = {OURS: None, "search": "search", "sat": "sat", "cpsat": "cpsat"}
DEALS = 60
LARGE = 200
IMPOSSIBLE = 20
UNIQUE = 20


def _cards(number: int, seed: object) -> tuple[Card, ...]:
    rng = seeded("bench light_line", number, seed)
    return tuple(Card(str(i), random_face(rng)) for i in range(number))


def main() -> None:
    _any()
    _large()
    _impossible()
    _count()
    _others()


def _solve(puzzle: Any, kind: Any, solvers: Any, engine: str | None) -> verified.VerifiedOutcome[Any]:
    return verified.solve(kind, solvers, puzzle, "best", Limits(seconds=60), engine)


_solve_solo = partial(_solve, kind=solo.KIND, solvers=solo_solvers.SOLVERS)


def _any() -> None:
    times: Times = defaultdict(lambda: defaultdict(list))
    for name, engine in ENGINES.items():
        _solve_solo(SoloPuzzle(_cards(4, name)), engine=engine)
    for seed in range(DEALS):
        puzzle = SoloPuzzle(_cards(8, seed))
        document = solo.KIND.serialise(puzzle)
        parse = partial(solo.KIND.parse, document)
        statuses = set()
        for name, engine in ENGINES.items():
            seconds, answer = timed_warm(parse, partial(_solve_solo, engine=engine))
            times[name]["8 cards"].append(seconds)
            statuses.add(answer.status)
        for name, yardstick in YARDSTICKS.items():
            seconds, solution = timed_warm(partial(dict, document), yardstick.solve)
            times[name]["8 cards"].append(seconds)
            statuses.add("impossible" if solution is None else "solved")
        assert len(statuses) == 1, document
    compare("solo, any: median", times, OURS, list(YARDSTICKS))


def _large() -> None:
    rows = [["solo, any", "deals", "solved", "impossible", "unknown", "median", "99 of 100", "worst"]]
    for number in (12, 20, 40, 60):
        results = [timed(_solve_solo, SoloPuzzle(_cards(number, seed)), engine=None) for seed in range(LARGE)]
        statuses = [answer.status for _, answer in results]
        counts = [str(statuses.count(status)) for status in ("solved", "impossible", "unknown")]
        times = [seconds for seconds, _ in results]
        last = (format_seconds(median(times)), format_seconds(centile(times, 99)), format_seconds(max(times)))
        rows.append([f"{number} cards", str(LARGE), *counts, *last])
    table(rows)


def _impossible() -> None:
    """Random deals without a line: one of some hundreds."""
    rows = [["solo, impossible: proof", "deals", "by an argument", "median", "worst"]]
    for number in (10, 11, 12):
        times: list[float] = []
        argued = seed = 0
        while len(times) < IMPOSSIBLE:
            seconds, answer = timed(
                _solve_solo, SoloPuzzle(_cards(number, f"impossible {seed}")), engine=None
            )
            seed += 1
            if answer.status == "impossible":
                times.append(seconds)
                argued += answer.reason is not None
        rows.append(
            [
                f"{number} cards",
                str(len(times)),
                str(argued),
                format_seconds(median(times)),
                format_seconds(max(times)),
            ]
        )
    table(rows)


def _count() -> None:
    rows = [["solo, count of 8 cards", "deals", "layouts", "median", "worst"]]
    puzzles = [SoloPuzzle(_cards(8, seed)) for seed in range(DEALS)]
    counts: dict[int, int] = {}
    for name, engine, number in ((OURS, None, DEALS), ("sat", "sat", 10)):
        times = []
        for i, puzzle in enumerate(puzzles[:number]):
            seconds, n = timed_warm(partial(SoloPuzzle, puzzle.cards), partial(_layout_count, engine=engine))
            assert counts.setdefault(i, n) == n
            times.append(seconds)
        layouts = f"{median(list(counts.values())[:number]):.0f}"
        rows.append([name, str(number), layouts, format_seconds(median(times)), format_seconds(max(times))])
    for name, yardstick in YARDSTICKS.items():
        results = [timed(yardstick.count, solo.KIND.serialise(p), 100_000) for p in puzzles[:10]]
        assert [n for _, n in results] == [counts[i] for i in range(10)]
        times = [seconds for seconds, _ in results]
        layouts = f"{median(n for _, n in results):.0f}"
        rows.append([name, "10", layouts, format_seconds(median(times)), format_seconds(max(times))])
    table(rows)


def _layout_count(puzzle: SoloPuzzle, engine: str | None) -> int:
    count = verified.count(solo_solvers.SOLVERS, puzzle, 1_000_000, Limits(seconds=120), engine)
    assert count.exact
    return count.n


def _others() -> None:
    """The kinds other than solo, proofs included, by both engines."""
    generator = place_generator.GENERATORS.maker
    spec = Spec("hard", 0, generator.options.read({}))
    places = [generator.generate(spec, seeded("bench", i)).puzzle for i in range(DEALS)]
    deals: list[tuple[str, Any, Any, list[Any]]] = [
        ("longest, best, 8 cards", longest.KIND, longest_solvers.SOLVERS,
         [LongestPuzzle(_cards(8, seed)) for seed in range(DEALS)]),
        ("longest, best, 30 cards", longest.KIND, longest_solvers.SOLVERS,
         [LongestPuzzle(_cards(30, seed)) for seed in range(10)]),
        ("head, 6 of 8 cards", head.KIND, head_solvers.SOLVERS,
         [HeadPuzzle(_cards(8, seed), 6) for seed in range(DEALS)]),
        ("head, 8 of 8 cards", head.KIND, head_solvers.SOLVERS,
         [HeadPuzzle(_cards(8, seed), 8) for seed in range(DEALS)]),
        ("place, best, 10 to 16 cards", place.KIND, place_solvers.SOLVERS, places),
    ]  # fmt: skip
    rows = [["median and worst", "deals", "proved", "first engine", "second engine"]]
    for name, kind, solvers, puzzles in deals:
        cells, proved = [], 0
        for engine in solvers.engines[:2]:
            ask = partial(_solve, kind=kind, solvers=solvers, engine=engine.name)
            results = [timed_warm(partial(replace, puzzle), ask) for puzzle in puzzles]
            proved = max(proved, sum(answer.proven for _, answer in results))
            times = [seconds for seconds, _ in results]
            cells.append(f"{format_seconds(median(times))}, {format_seconds(max(times))}")
        rows.append([name, str(len(puzzles)), str(proved), *cells])
    table(rows)


def generation() -> None:
    """Generation on one core, including confirmation by two engines and grading."""
    rows = [["solo deals with exactly one layout", "grade", "made", "a second", "slowest"]]
    sizes: tuple[tuple[int, Grade], ...] = ((5, "medium"), (6, "hard"), (8, "expert"))
    for faces in ("free", "deck"):
        for number, grade in sizes:
            options = {"cards": number, "faces": faces, "unique": True}
            times = _generation_times(solo_generator.GENERATORS.maker, solo.KIND, grade, options, UNIQUE)
            name = f"{number} cards, {'free faces' if faces == 'free' else 'synthetic deck'}"
            rows.append([name, grade, str(UNIQUE), f"{UNIQUE / sum(times):.2f}", format_seconds(max(times))])
    table(rows)
    rows = [["made, a second", *GRADES, "slowest"]]
    generators: tuple[tuple[Any, Any], ...] = (
        (solo_generator.GENERATORS.maker, solo.KIND),
        (longest_generator.GENERATORS.maker, longest.KIND),
        (head_generator.GENERATORS.maker, head.KIND),
        (place_generator.GENERATORS.maker, place.KIND),
    )
    for generator, kind in generators:
        times_by_grade = [_generation_times(generator, kind, grade, {}, UNIQUE) for grade in GRADES]
        rates = [f"{len(times) / sum(times):.1f}" for times in times_by_grade]
        rows.append([generator.kind, *rates, format_seconds(max(max(times) for times in times_by_grade))])
    table(rows)


def _generation_times(
    generator: Any, kind: Any, grade: Grade, options: dict[str, Any], number: int
) -> list[float]:
    specs = [Spec(grade, seed, generator.options.read(options)) for seed in range(number + 1)]
    make_record(kind, generator, specs[0])
    return [timed(make_record, kind, generator, spec)[0] for spec in specs[1:]]
