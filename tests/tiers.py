"""The tiers of the tests, and how far a test goes in each.

`quick` is for every save: it starts no process, and leaves out what durations.json notes to take long. `test`
is what every change must pass; most tests in browsers, and other slow ones, belong to it only in CI. `long`
is what takes too long for that, and what goes further there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from os import environ
from pathlib import Path
from typing import Any, Literal, TypeVar

import pytest
from hypothesis import settings

from tests import durations

Tier = Literal["quick", "test", "long"]
T = TypeVar("T")

TIERS: tuple[Tier, ...] = ("quick", "test", "long")
MARKERS = (
    "process: starts processes, or talks to some; not in the quick tier",
    "slow: takes seconds, as one of many; not in the quick tier, and in the tier `test` only in CI",
    "long: takes minutes; only in the long tier",
    "further: goes further in the long tier than in the others",
)
# The part of the examples that hypothesis tries in each tier.
_SHARES: dict[Tier, float] = {"quick": 0.05, "test": 0.2, "long": 1}


# A test function that takes more seconds, with all its parameters, is not in the quick tier.
_SLOW = 0.5

# Set before the tests are collected, as it decides what they are parametrized with.
current: Tier = "test"


def reach(test: T, long: T) -> T:
    """How far a test goes in the current tier: mark it with `pytest.mark.further`."""
    return long if current == "long" else test


def examples(maximum: int) -> Callable[[Any], Any]:
    """Tries so many examples in the long tier and a part of them in the others: the same in each run."""
    return settings(derandomize=True, deadline=None, max_examples=max(1, round(maximum * _SHARES[current])))


def is_in_tier(item: pytest.Item) -> bool:
    marks = {mark.name for mark in item.iter_markers()}
    if current == "long":
        # With hypothesis, every test tries more examples than in the other tiers.
        return bool(marks & {"slow", "long", "further", "hypothesis"})
    if current == "quick":
        return not marks & {"slow", "long", "process"} and not _is_slow(item.nodeid)
    return "long" not in marks and ("slow" not in marks or environ.get("CI") == "true")


def _is_slow(nodeid: str) -> bool:
    return durations.function_seconds()[durations.function(nodeid)] > _SLOW


@cache
def turn(many: int) -> int:
    """Which of so many parts has its turn: it changes with the code, and is the same on every machine."""
    digest = sha256()
    root = Path(__file__).parent.parent
    for folder in ("puzzles", "solvers", "generators", "tests/oracle"):
        for path in sorted((root / folder).rglob("*.py")):
            digest.update(path.read_bytes())
    return int.from_bytes(digest.digest()[:8]) % many


def parts(many: int) -> Sequence[Any]:
    """The numbers of all parts in the long tier, and in the others the one that has its turn."""
    return reach(test=[pytest.param(turn(many), id="turn")], long=range(many))


def takes_turn(n: int, many: int) -> bool:
    """Whether the n-th of many is done now: one in `many`, and all of them in the long tier."""
    return current == "long" or n % many == turn(many)
