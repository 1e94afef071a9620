"""Tests all engines against the brute force, which was written from the rules alone."""

from __future__ import annotations

import random

import pytest

from tests.oracle.answers import Answer
from tests.oracle.end_of_line_instances import late_reverse_instance
from tests.samples import SAMPLES
from tests.solvers.test_answers import agree
from tests.tiers import parts, reach

CHUNK = 25
REVERSED_CHUNK = 75
MAX_COUNTED = reach(test=20, long=40)
KINDS = ("end_of_line.solo", "end_of_line.cover", "end_of_line.coop")


@pytest.mark.slow
@pytest.mark.further
@pytest.mark.parametrize("chunk", parts(88))
@pytest.mark.parametrize("kind", KINDS)
def test_engines_agree_with_the_brute_force(kind: str, chunk: int) -> None:
    sample = SAMPLES[kind]
    assert sample.count is not None
    for i in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        document = sample.instance(random.Random(f"agree {kind} {i}"))
        agree(kind, Answer(document, sample.best(document), sample.count(document)), MAX_COUNTED)


@pytest.mark.slow
@pytest.mark.further
@pytest.mark.parametrize("chunk", parts(14))
def test_engines_agree_where_a_second_card_is_reversed(chunk: int) -> None:
    kind = "end_of_line.solo"
    sample = SAMPLES[kind]
    assert sample.count is not None
    for i in range(chunk * REVERSED_CHUNK, (chunk + 1) * REVERSED_CHUNK):
        document = late_reverse_instance(random.Random(f"late reverse {i}"))
        best = sample.best(document)
        assert best is not None
        agree(kind, Answer(document, best, sample.count(document)), MAX_COUNTED)
