"""Tests the engines of classic and co-op against the brute force on 200 puzzles, 2,000 in the long tier."""

from __future__ import annotations

import random

import pytest

from tests.oracle.answers import Answer
from tests.oracle.end_of_line_energy import is_needed, stored_puzzles
from tests.samples import SAMPLES
from tests.solvers.test_answers import agree
from tests.tiers import parts, reach, takes_turn

CHUNK, CHUNKS = 200, 10
MAX_COUNTED = reach(test=20, long=40)
COOP = "end_of_line.coop"
# A brute force comes first: there may be one of a kind that is still to come.
KINDS = [kind for kind in ("end_of_line.classic", COOP) if kind in SAMPLES]


@pytest.mark.further
@pytest.mark.parametrize("chunk", parts(CHUNKS))
@pytest.mark.parametrize("kind", KINDS)
def test_engines_agree_with_the_brute_force(kind: str, chunk: int) -> None:
    sample = SAMPLES[kind]
    assert sample.count is not None
    for i in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        document = sample.instance(random.Random(f"at large {kind} {i}"))
        agree(kind, Answer(document, sample.best(document), sample.count(document)), MAX_COUNTED)


@pytest.mark.further
@pytest.mark.skipif(COOP not in SAMPLES, reason="co-op has no engines yet")
def test_engines_agree_where_an_effect_of_energy_is_needed() -> None:
    sample = SAMPLES[COOP]
    assert sample.count is not None
    for i, (effect, puzzle) in enumerate(stored_puzzles()):
        if takes_turn(i, 4):
            assert is_needed(effect, puzzle)
            agree(COOP, Answer(puzzle, sample.best(puzzle), sample.count(puzzle)), MAX_COUNTED)
