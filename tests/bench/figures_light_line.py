"""Figures of the LIGHT-LINE! kinds, on random deals of cards in the printed form."""

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
from generators.protocol import GRADES, Grade, Spec, make_record, seeded
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
from tests.bench.timing import Times, against, centile, shown, table, timed, timed_warm

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


def _solved(puzzle: Any, kind: Any, solvers: Any, engine: str | None) -> verified.Answer[Any]:
    return verified.solve(kind, solvers, puzzle, "best", Limits(seconds=60), engine)


_ask = partial(_solved, kind=solo.KIND, solvers=solo_solvers.SOLVERS)


def _any() -> None:
    times: Times = defaultdict(lambda: defaultdict(list))
    for name, engine in ENGINES.items():
        _ask(SoloPuzzle(_cards(4, name)), engine=engine)
    for seed in range(DEALS):
        puzzle = SoloPuzzle(_cards(8, seed))
        document = solo.KIND.serialise(puzzle)
        parse = partial(solo.KIND.parse, document)
        statuses = set()
        for name, engine in ENGINES.items():
            seconds, answer = timed_warm(parse, partial(_ask, engine=engine))
            times[name]["8 cards"].append(seconds)
            statuses.add(answer.status)
        for name, yardstick in YARDSTICKS.items():
            seconds, found = timed_warm(partial(dict, document), yardstick.solve)
            times[name]["8 cards"].append(seconds)
            statuses.add("impossible" if found is None else "solved")
        assert len(statuses) == 1, document
    against("solo, any: median", times, OURS, list(YARDSTICKS))


def _large() -> None:
    rows = [["solo, any", "deals", "solved", "impossible", "unknown", "median", "99 of 100", "worst"]]
    for number in (12, 20, 40, 60):
        found = [timed(_ask, SoloPuzzle(_cards(number, seed)), engine=None) for seed in range(LARGE)]
        statuses = [answer.status for _, answer in found]
        counts = [str(statuses.count(status)) for status in ("solved", "impossible", "unknown")]
        times = [seconds for seconds, _ in found]
        last = (shown(median(times)), shown(centile(times, 99)), shown(max(times)))
        rows.append([f"{number} cards", str(LARGE), *counts, *last])
    table(rows)


def _impossible() -> None:
    """Deals without a line, as chance brings them: one of some hundreds is such."""
    rows = [["solo, impossible: proof", "deals", "by an argument", "median", "worst"]]
    for number in (10, 11, 12):
        times: list[float] = []
        argued = seed = 0
        while len(times) < IMPOSSIBLE:
            seconds, answer = timed(_ask, SoloPuzzle(_cards(number, f"impossible {seed}")), engine=None)
            seed += 1
            if answer.status == "impossible":
                times.append(seconds)
                argued += answer.reason is not None
        rows.append(
            [f"{number} cards", str(len(times)), str(argued), shown(median(times)), shown(max(times))]
        )
    table(rows)


def _count() -> None:
    rows = [["solo, count of 8 cards", "deals", "layouts", "median", "worst"]]
    puzzles = [SoloPuzzle(_cards(8, seed)) for seed in range(DEALS)]
    counts: dict[int, int] = {}
    for name, engine, number in ((OURS, None, DEALS), ("sat", "sat", 10)):
        times = []
        for i, puzzle in enumerate(puzzles[:number]):
            seconds, n = timed_warm(partial(SoloPuzzle, puzzle.cards), partial(_counted, engine=engine))
            assert counts.setdefault(i, n) == n
            times.append(seconds)
        layouts = f"{median(list(counts.values())[:number]):.0f}"
        rows.append([name, str(number), layouts, shown(median(times)), shown(max(times))])
    for name, yardstick in YARDSTICKS.items():
        found = [timed(yardstick.count, solo.KIND.serialise(p), 100_000) for p in puzzles[:10]]
        assert [n for _, n in found] == [counts[i] for i in range(10)]
        times = [seconds for seconds, _ in found]
        layouts = f"{median(n for _, n in found):.0f}"
        rows.append([name, "10", layouts, shown(median(times)), shown(max(times))])
    table(rows)


def _counted(puzzle: SoloPuzzle, engine: str | None) -> int:
    counted = verified.count(solo_solvers.SOLVERS, puzzle, 1_000_000, Limits(seconds=120), engine)
    assert counted.exact
    return counted.n


def _others() -> None:
    """The kinds beside solo, proofs included, by every engine."""
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
            ask = partial(_solved, kind=kind, solvers=solvers, engine=engine.name)
            found = [timed_warm(partial(replace, puzzle), ask) for puzzle in puzzles]
            proved = max(proved, sum(answer.proven for _, answer in found))
            times = [seconds for seconds, _ in found]
            cells.append(f"{shown(median(times))}, {shown(max(times))}")
        rows.append([name, str(len(puzzles)), str(proved), *cells])
    table(rows)


def made() -> None:
    """Puzzles made on one core, confirmed by two engines and graded."""
    rows = [["solo deals with exactly one layout", "grade", "made", "a second", "slowest"]]
    asked: tuple[tuple[int, Grade], ...] = ((5, "medium"), (6, "hard"), (8, "expert"))
    for faces in ("free", "deck"):
        for number, grade in asked:
            options = {"cards": number, "faces": faces, "unique": True}
            times = _made(solo_generator.GENERATORS.maker, solo.KIND, grade, options, UNIQUE)
            name = f"{number} cards, {'free faces' if faces == 'free' else 'synthetic deck'}"
            rows.append([name, grade, str(UNIQUE), f"{UNIQUE / sum(times):.2f}", shown(max(times))])
    table(rows)
    rows = [["made, a second", *GRADES, "slowest"]]
    generators: tuple[tuple[Any, Any], ...] = (
        (solo_generator.GENERATORS.maker, solo.KIND),
        (longest_generator.GENERATORS.maker, longest.KIND),
        (head_generator.GENERATORS.maker, head.KIND),
        (place_generator.GENERATORS.maker, place.KIND),
    )
    for generator, kind in generators:
        times_of = [_made(generator, kind, grade, {}, UNIQUE) for grade in GRADES]
        rates = [f"{len(times) / sum(times):.1f}" for times in times_of]
        rows.append([generator.kind, *rates, shown(max(max(times) for times in times_of))])
    table(rows)


def _made(generator: Any, kind: Any, grade: Grade, options: dict[str, Any], number: int) -> list[float]:
    specs = [Spec(grade, seed, generator.options.read(options)) for seed in range(number + 1)]
    make_record(kind, generator, specs[0])
    return [timed(make_record, kind, generator, spec)[0] for spec in specs[1:]]
