"""Benchmarks end_of_line.classic: the best score of random deals, and how many graded deals are made."""

from __future__ import annotations

import time
from typing import Any

from generators.end_of_line.classic import GENERATORS
from generators.protocol import Spec
from generators.seeding import seeded
from puzzles.end_of_line.classic import KIND
from puzzles.end_of_line.classic_puzzle import ClassicSolution
from puzzles.grades import GRADES
from solvers import verified
from solvers.end_of_line.classic import SOLVERS
from solvers.protocol import Limits
from tests.bench import sets
from tests.bench.timing import UNFINISHED, centile, format_seconds, timed
from tests.bench.yardstick_classic import classic_best

# Every so many deals one is given to the slow engines, and for so long.
_SAMPLE, _SAMPLE_SECONDS = 20, 20.0
_MADE = 5


def main() -> None:
    deals = [(label, {**document, "kind": KIND.id}) for label, document in sets.solo_best_set()]
    _best(deals[0][1], None, UNFINISHED)
    _report("as served", [timed(_best, document, None, UNFINISHED) for _, document in deals])
    sample = [document for _, document in deals[::_SAMPLE]]
    _report("sat", [timed(_best, document, "sat", _SAMPLE_SECONDS) for document in sample])
    _report("plain cpsat", [timed(_yardstick, document, _SAMPLE_SECONDS) for document in sample])


def generation() -> None:
    for grade in GRADES:
        spec = Spec(grade, 0, GENERATORS.maker.options.read({}))
        GENERATORS.maker.generate(spec, seeded(grade, 0))
        began = time.perf_counter()
        for seed in range(1, _MADE + 1):
            GENERATORS.maker.generate(Spec(grade, seed, spec.options), seeded(grade, seed))
        print(f"  {grade}: {_MADE / (time.perf_counter() - began):.2f} deals a second", flush=True)


def _best(document: dict[str, Any], engine: str | None, seconds: float) -> bool:
    """Whether the best score is proved."""
    answer: verified.VerifiedOutcome[ClassicSolution] = verified.solve(
        KIND, SOLVERS, KIND.parse(document), "best", Limits(seconds=seconds), engine
    )
    return answer.proven


def _yardstick(document: dict[str, Any], seconds: float) -> bool:
    return classic_best(document, seconds)[2]


def _report(name: str, answers: list[tuple[float, bool]]) -> None:
    times = [seconds for seconds, _ in answers]
    proved, quick = sum(proven for _, proven in answers), sum(t <= 1 for t in times)
    middle, maximum = format_seconds(centile(times, 50)), format_seconds(max(times))
    print(f"  {name}: {proved} of {len(times)} proved, {quick} within 1 s; median {middle}, worst {maximum}")
