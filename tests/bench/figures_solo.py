"""Figures of end_of_line.solo."""

from __future__ import annotations

from collections import defaultdict

from puzzles.end_of_line.solo import KIND, SoloPuzzle
from solvers import answers
from solvers.base import Limits
from solvers.end_of_line.solo import SOLVERS
from tests.bench import sets, yardstick_clingo, yardstick_cpsat
from tests.bench.timing import UNFINISHED, against, centile, shown, timed

YARDSTICKS = {"clingo": yardstick_clingo, "plain cpsat": yardstick_cpsat}


def main() -> None:
    _any()
    _best()


def _solve(puzzle: SoloPuzzle, goal: str, engine: str, seconds: float) -> tuple[float, answers.Answer[object]]:
    limits = Limits(seconds=seconds)
    return timed(lambda: answers.solve(KIND, SOLVERS, puzzle, goal, limits, engine))  # type: ignore[arg-type,return-value]  # goal is one


def _any() -> None:
    times: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    deals = sets.solo_set()
    for engine in ("search", "sat", "cpsat"):
        _solve(KIND.parse(deals[0][1]), "any", engine, UNFINISHED)
    for label, document in deals:
        puzzle = KIND.parse(document)
        said = set()
        for engine in ("search", "sat", "cpsat"):
            seconds, answer = _solve(puzzle, "any", engine, UNFINISHED)
            known = answer.status != "unknown"
            times[engine][label].append(seconds if known else UNFINISHED)
            said |= {answer.status} if known else set()
        for name, yardstick in YARDSTICKS.items():
            seconds, (status, _) = timed(lambda y=yardstick: y.solo_any(document, UNFINISHED))  # type: ignore[misc]  # bound at once
            times[name][label].append(seconds if status != "unknown" else UNFINISHED)
            said |= {status} if status != "unknown" else set()
        assert len(said) == 1, (label, document, said)
    against("solo, any: median", times, "search", list(YARDSTICKS))


def _best() -> None:
    times, scores, bound_met, proven = [], [], 0, 0
    for document in sets.solo_best_set():
        puzzle = KIND.parse(document)
        seconds, answer = _solve(puzzle, "best", "search", UNFINISHED)
        times.append(seconds)
        proven += answer.proven
        if answer.score is not None:
            scores.append(answer.score)
            bound_met += answer.score == answer.bound
    print(f"  solo, best: {proven} of {len(times)} proved, {sum(t <= 1 for t in times)} within 1 s, "
          f"{sum(t <= 5 for t in times)} within 5 s")  # fmt: skip
    print(f"  median {shown(centile(times, 50))}, 99 of 100 within {shown(centile(times, 99))}, "
          f"worst {shown(max(times))}; {len(scores)} solvable, scores {min(scores)} to {max(scores)}")  # fmt: skip
