"""Compares plays, referees and twins with the brute force on random tiny puzzles.

The long tier tries 2,000 of each kind, the others 200. Of twins these are fewer, as each must be solved.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from puzzles.registry import KINDS, kind_named
from tests.perft import perft
from tests.puzzles.end_of_line.brute_force import (
    BRUTE_FORCES,
    compare_twins,
    judge_solutions,
    play_both,
    sequences,
)
from tests.tiers import parts

Document = dict[str, Any]
KIND_IDS = {kind.id for kind in KINDS}
CHUNK, PARTS = 200, 10
FEW = 40
# Sequences of moves are counted up to the length at which there are so many.
MANY = 60

# A brute force comes first: there may be one of a kind that is still to come.
every_kind = pytest.mark.parametrize("kind_id", [kind for kind in BRUTE_FORCES if kind in KIND_IDS])
every_part = pytest.mark.parametrize("chunk", parts(PARTS))


def instances(kind_id: str, chunk: int, size: int = CHUNK) -> Iterator[tuple[Document, random.Random]]:
    for seed in range(chunk * size, (chunk + 1) * size):
        rng = random.Random(f"brute force {kind_id} {seed}")
        yield BRUTE_FORCES[kind_id].instance(rng), rng


@pytest.mark.slow
@pytest.mark.further
@every_kind
@every_part
def test_moves_and_outcomes(kind_id: str, chunk: int) -> None:
    endings: Counter[bool] = Counter()
    for document, rng in instances(kind_id, chunk):
        for _ in range(4):
            endings[play_both(kind_named(kind_id), BRUTE_FORCES[kind_id], document, rng)] += 1
    assert min(endings[True], endings[False]) > CHUNK // 4, endings


@pytest.mark.slow
@pytest.mark.further
@every_kind
@every_part
def test_perft(kind_id: str, chunk: int) -> None:
    kind = kind_named(kind_id)
    for document, _ in instances(kind_id, chunk):
        position, count, length = kind.play.begin(kind.parse(document)), 1, 0
        while 0 < count < MANY:
            length += 1
            count = perft(kind.play, position, length)
            assert count == sequences(BRUTE_FORCES[kind_id], document, length), (document, length)


@pytest.mark.slow
@pytest.mark.further
@every_kind
@every_part
def test_solutions_right_and_spoiled(kind_id: str, chunk: int) -> None:
    judged: Counter[bool] = Counter()
    for document, rng in instances(kind_id, chunk):
        judged.update(judge_solutions(kind_named(kind_id), BRUTE_FORCES[kind_id], document, rng))
    assert min(judged[True], judged[False]) > CHUNK // 2, judged


@pytest.mark.slow
@pytest.mark.further
@every_kind
@every_part
def test_twins(kind_id: str, chunk: int) -> None:
    for document, rng in instances(kind_id, chunk, FEW):
        compare_twins(kind_named(kind_id), BRUTE_FORCES[kind_id], document, rng)
