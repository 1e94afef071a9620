"""All engines of every kind against the kept answers of the brute force."""

from __future__ import annotations

from typing import Any

import pytest

from puzzles.registry import KINDS, kind_named
from solvers.protocol import Counting, Goal, Impossible, Limits, Solved
from solvers.registry import solvers_for
from tests.oracle.answers import MANY, Answer, computed, kept
from tests.samples import SAMPLES
from tests.tiers import reach, takes_turn

IDS = [kind.id for kind in KINDS]
GOALS: tuple[Goal, ...] = ("any", "best")
CHUNK = 25
# Models count by solving again and again: enough to tell a wrong count, not the last thousands.
MOST_COUNTED = reach(test=4, long=20)
# One in so many answers is computed anew.
PARTS = 20

# What takes a model many seconds is asked only in the long tier.
LENGTHY = reach(test=[("end_of_line.solo", kept("end_of_line.solo")[29])], long=[])


def _chunks(kind: str) -> list[int]:
    """Half of them by turns. Endgames take longest, and meet the brute force elsewhere as well."""
    some = 8 if kind == "linja.endgame" else 2
    return [chunk for chunk in range(MANY // CHUNK) if takes_turn(chunk, some)]


each_kind = pytest.mark.parametrize("kind", IDS)


@pytest.mark.further
@pytest.mark.parametrize(("kind", "chunk"), [(kind, chunk) for kind in IDS for chunk in _chunks(kind)])
def test_engines_agree_with_the_kept_answers(kind: str, chunk: int) -> None:
    for answer in kept(kind)[chunk * CHUNK : (chunk + 1) * CHUNK]:
        if (kind, answer) not in LENGTHY:
            agree(kind, answer, MOST_COUNTED)


@pytest.mark.further
@each_kind
def test_the_brute_force_still_gives_the_kept_answers(kind: str) -> None:
    assert len(kept(kind)) == MANY
    for seed, answer in enumerate(kept(kind)):
        if takes_turn(seed, PARTS):
            assert computed(kind, seed) == answer


def agree(kind: str, known: Answer, most_counted: int) -> None:
    """Each engine proves what is known, and what refutes a puzzle without a search is right."""
    it, solvers = kind_named(kind), solvers_for(kind)
    puzzle = it.parse(known.puzzle)
    if solvers.refute(puzzle) or solvers.explain(puzzle):
        assert known.best is None, (known, solvers.refute(puzzle), solvers.explain(puzzle))
    for engine in solvers.engines:
        for goal in GOALS:
            outcome = engine.load().solve(puzzle, goal, Limits())
            where = (engine.name, goal, known)
            if known.best is None:
                assert isinstance(outcome, Impossible), where
                continue
            assert isinstance(outcome, Solved), where
            assert outcome.proven, where
            assert it.verify(puzzle, outcome.solution) == (), where
            assert SAMPLES[kind].legal(known.puzzle, it.serialise_solution(outcome.solution)), where
            if goal == "best" and it.facts.scored:
                assert outcome.score == outcome.bound == known.best, where
                assert it.score(puzzle, outcome.solution) == known.best, where
    if solvers.counting is not None:
        _agree_on_count(solvers.counting, puzzle, known, most_counted)


def _agree_on_count(counting: Counting[Any], puzzle: Any, known: Answer, most: int) -> None:
    assert known.count is not None
    if counting.refute(puzzle):
        assert known.count == 0, (known, counting.refute(puzzle))
    for engine in counting.engines:
        cap = 1_000_000 if engine.name == "search" else most
        counted = engine.load().count(puzzle, cap, Limits())
        assert counted.n == min(known.count, cap), (engine.name, known)
        assert counted.exact or known.count >= cap, (engine.name, known)
