"""Stored answers of the brute force to tiny puzzles, by seed.

`python -m tests.oracle.answers` recomputes them all, `python -m tests.oracle.answers KIND` those of one kind.
The tests recompute a part, which changes with the code, and the long tier all of them.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.samples import SAMPLES

FOLDER = Path(__file__).parent
# The number of answers of each kind.
ANSWER_COUNT = 200


@dataclass(frozen=True)
class Answer:
    """`best` and `count` as in a Sample: None for an impossible puzzle, and for a kind without a count."""

    puzzle: dict[str, Any]
    best: int | None
    count: int | None


def compute_answer(kind: str, seed: int) -> Answer:
    sample = SAMPLES[kind]
    puzzle = sample.instance(random.Random(f"{kind} {seed}"))
    return Answer(puzzle, sample.best(puzzle), sample.count(puzzle) if sample.count else None)


@cache
def stored_answers(kind: str) -> tuple[Answer, ...]:
    """Returns the answers in the order of their seeds, from 0 on."""
    lines = (FOLDER / f"{kind}.jsonl").read_text().splitlines()
    return tuple(Answer(**json.loads(line)) for line in lines)
