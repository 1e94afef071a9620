"""All engines against the brute force that was written from the rules sheet alone."""

from __future__ import annotations

import random

import pytest

from puzzles.registry import kind_named
from solvers.protocol import Goal, Impossible, Limits, Solved
from solvers.registry import solvers_for
from tests.samples import SAMPLES

CHUNK = 25
# Models count by solving again and again: enough to tell a wrong count, not the last thousands.
MOST_COUNTED, MOST_AT_LENGTH = 20, 40
GOALS: tuple[Goal, ...] = ("any", "best")
KINDS = ("end_of_line.solo", "end_of_line.cover")


def _agree(kind: str, seed: str, most: int) -> None:
    it, sample, solvers = kind_named(kind), SAMPLES[kind], solvers_for(kind)
    document = sample.instance(random.Random(seed))
    puzzle = it.parse(document)
    assert sample.count is not None
    best, total = sample.best(document), sample.count(document)
    if solvers.refute(puzzle) or solvers.explain(puzzle):
        assert best is None, (document, solvers.refute(puzzle), solvers.explain(puzzle))
    assert solvers.counting is not None
    if solvers.counting.refute(puzzle):
        assert total == 0, (document, solvers.counting.refute(puzzle))
    for entry in solvers.engines:
        engine = entry.load()
        where = (seed, engine.name, document)
        for goal in GOALS:
            outcome = engine.solve(puzzle, goal, Limits())
            if best is None:
                assert isinstance(outcome, Impossible), where
                continue
            assert isinstance(outcome, Solved), where
            assert outcome.proven, where
            assert it.verify(puzzle, outcome.solution) == (), where
            if goal == "best" and it.facts.scored:
                assert outcome.score == outcome.bound == best == it.score(puzzle, outcome.solution), where
        cap = 1_000_000 if engine.name == "search" else most
        counted = solvers.counting.engine(engine.name).count(puzzle, cap, Limits())
        assert counted.n == min(total, cap), (where, total)
        assert counted.exact or total >= cap, where


@pytest.mark.parametrize("chunk", range(8))
@pytest.mark.parametrize("kind", KINDS)
def test_engines_agree_with_the_brute_force(kind: str, chunk: int) -> None:
    for i in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        _agree(kind, f"agree {kind} {i}", MOST_COUNTED)


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(8, 88))
@pytest.mark.parametrize("kind", KINDS)
def test_engines_agree_with_the_brute_force_on_many_more(kind: str, chunk: int) -> None:
    for i in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        _agree(kind, f"agree {kind} {i}", MOST_AT_LENGTH)
