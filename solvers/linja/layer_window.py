"""The dense layers that a computation needs at a time, and the tasks for all cores that a layer is split
into."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from puzzles.linja.board import Options
from solvers.linja.layers import blocks, dense
from solvers.linja.packed_sides import MAX_STEPS, SIDE_PROGRESS, Array, sides

# How far above a layer a turn can lead: one of the initial move, five of the second, one extra.
REACH = MAX_STEPS + 2
# Offers are needed from two layers above (a second move of one step) to six.
OFFERS = MAX_STEPS
# How many opponents a task has: what it writes for them fits into the processor's cache.
_OPPONENTS = 64


class Task(NamedTuple):
    """Work on the opponents numbered low to high, of progress b, for the sides of progress a."""

    a: int
    b: int
    low: int
    high: int

    @property
    def layer(self) -> int:
        return self.a + self.b


def cores() -> int:
    """Returns the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Window:
    """The layers that the next one depends on: the values of the last eight, the offers of the last five."""

    def __init__(self, options: Options, down_to: int, dtype: Any) -> None:
        """`dtype`: the type of the values, as numpy names it."""
        self.options = options
        self._size = int(dense().size[down_to:].max())
        self.values = np.zeros((REACH + 1) * self._size, dtype=dtype)
        self.offers = np.zeros(OFFERS * self._size, dtype=dtype)

    def value_block(self, layer: int, a: int) -> int:
        """Returns where the block (a, layer - a) of values begins."""
        return layer % (REACH + 1) * self._size + int(dense().offset[layer, a])

    def offer_block(self, layer: int, a: int) -> int:
        """Returns where the block (a, layer - a) of offers begins."""
        return layer % OFFERS * self._size + int(dense().offset[layer, a])

    def bases(self, task: Task) -> Array:
        """Returns the argument `base` of solve_rows."""
        base = np.zeros((2, REACH + 1), dtype=np.int64)
        for d in range(1, REACH + 1):
            if task.a + d <= SIDE_PROGRESS:
                layer = task.layer + d
                base[:, d] = self.value_block(layer, task.b), self.offer_block(layer, task.b)
        return base

    def extra_bases(self, task: Task) -> tuple[Array, Array]:
        """Returns the arguments `base` and `sideways` of offer_rows."""
        a, b, layer = task.a, task.b, task.layer
        base, sideways = np.zeros(3, dtype=np.int64), np.full(2, -1, dtype=np.int64)
        for i, d in enumerate((-1, 0, 1)):
            if 0 <= a + d <= SIDE_PROGRESS:
                base[i] = self.value_block(layer + d, b)
        for i, d in enumerate((-1, 1)):
            if self.options.extra_move == "any" and 0 <= b + d <= SIDE_PROGRESS:
                sideways[i] = self.value_block(layer + d, b + d)
        return base, sideways


def tasks(layer: int) -> Iterator[Task]:
    """Splits the work on a layer into tasks."""
    first = sides().first
    for a in blocks(layer):
        b = layer - a
        for low in range(first[b], first[b + 1], _OPPONENTS):
            yield Task(a, b, low, min(low + _OPPONENTS, int(first[b + 1])))


def wait_for(results: Iterable[None]) -> None:
    """Waits for all results, and raises the first error."""
    for _ in results:
        pass
