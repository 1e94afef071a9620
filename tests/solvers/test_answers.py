"""Tests all engines of every kind against the stored answers of the brute force."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from puzzles.registry import KINDS, kind_named
from solvers.protocol import Counting, Goal, Impossible, Limits, Solved
from solvers.registry import solvers_for
from tests.oracle.answers import ANSWER_COUNT, Answer, compute_answer, stored_answers
from tests.samples import SAMPLES
from tests.tiers import reach, takes_turn

IDS = [kind.id for kind in KINDS]
GOALS: tuple[Goal, ...] = ("any", "best")
CHUNK = 25
# Models count by solving repeatedly, so the tests stop before the last thousands.
MAX_COUNTED = reach(test=4, long=20)
# One in this many answers is recomputed.
PARTS = 20

# Puzzles that take a model many seconds are left to the long tier.
LENGTHY = reach(test=[("end_of_line.solo", stored_answers("end_of_line.solo")[29])], long=[])


def _chunks(kind: str) -> Iterator[ParameterSet]:
    """Half of the chunks in turn, every other one of them only in CI; fewer of endgames, which take longest
    and have other such tests."""
    some = 8 if kind == "linja.endgame" else 2
    for chunk in range(ANSWER_COUNT // CHUNK):
        if takes_turn(chunk, some):
            marks = () if some > 2 or takes_turn(chunk, 2 * some) else pytest.mark.slow
            yield pytest.param(kind, chunk, id=f"{kind}-{chunk}", marks=marks)


every_kind = pytest.mark.parametrize("kind", IDS)


@pytest.mark.further
@pytest.mark.parametrize(("kind", "chunk"), [chunk for kind in IDS for chunk in _chunks(kind)])
def test_engines_agree_with_the_stored_answers(kind: str, chunk: int) -> None:
    for answer in stored_answers(kind)[chunk * CHUNK : (chunk + 1) * CHUNK]:
        if (kind, answer) not in LENGTHY:
            agree(kind, answer, MAX_COUNTED)


@pytest.mark.slow
@pytest.mark.further
@every_kind
def test_the_brute_force_still_gives_the_stored_answers(kind: str) -> None:
    assert len(stored_answers(kind)) == ANSWER_COUNT
    for seed, answer in enumerate(stored_answers(kind)):
        if takes_turn(seed, PARTS):
            assert compute_answer(kind, seed) == answer


def agree(kind_id: str, expected: Answer, max_counted: int) -> None:
    """Checks that each engine proves the expected answer, and that refutations without search are right."""
    kind, solvers = kind_named(kind_id), solvers_for(kind_id)
    puzzle = kind.parse(expected.puzzle)
    if solvers.refute(puzzle) or solvers.refute_thoroughly(puzzle):
        assert expected.best is None, (expected, solvers.refute(puzzle), solvers.refute_thoroughly(puzzle))
    for engine in solvers.engines:
        for goal in GOALS:
            outcome = engine.load().solve(puzzle, goal, Limits())
            where = (engine.name, goal, expected)
            if expected.best is None:
                assert isinstance(outcome, Impossible), where
                continue
            assert isinstance(outcome, Solved), where
            assert outcome.proven, where
            assert kind.verify(puzzle, outcome.solution) == (), where
            assert SAMPLES[kind_id].legal(expected.puzzle, kind.serialise_solution(outcome.solution)), where
            if goal == "best" and kind.facts.scored:
                assert outcome.score == outcome.bound == expected.best, where
                assert kind.score(puzzle, outcome.solution) == expected.best, where
    if solvers.counting is not None:
        _agree_on_count(solvers.counting, puzzle, expected, max_counted)


def _agree_on_count(counting: Counting[Any], puzzle: Any, expected: Answer, maximum: int) -> None:
    assert expected.count is not None
    if counting.refute(puzzle):
        assert expected.count == 0, (expected, counting.refute(puzzle))
    for engine in counting.engines:
        cap = 1_000_000 if engine.name == "search" else maximum
        count = engine.load().count(puzzle, cap, Limits())
        assert count.n == min(expected.count, cap), (engine.name, expected)
        assert count.exact or expected.count >= cap, (engine.name, expected)
