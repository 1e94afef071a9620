"""The layers in work, dense, and the work on a layer cut into tasks for all cores."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from puzzles.linja.board import Options
from solvers.linja.layers import blocks, dense
from solvers.linja.packed_sides import MOST_STEPS, SIDE_PROGRESS, Array, sides

# How many rows above a layer a turn can lead to: one of the initial move, five of the second, one extra.
REACH = MOST_STEPS + 2
# Offers are asked for from two rows above a layer (a second move) to six.
OFFERS = MOST_STEPS
# Opponents a task: what is written for them stays near the processor.
_OPPONENTS = 64


class Task(NamedTuple):
    """The opponents numbered low to high, of progress b, for the sides of progress a."""

    a: int
    b: int
    low: int
    high: int

    @property
    def layer(self) -> int:
        return self.a + self.b


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Window:
    """The layers that the next one depends on: values of the last eight, offers of the last five."""

    def __init__(self, options: Options, down_to: int, kind: Any) -> None:
        """`kind`: numpy's name of the numbers."""
        self.options = options
        self._size = int(dense().size[down_to:].max())
        self.values = np.zeros((REACH + 1) * self._size, dtype=kind)
        self.offers = np.zeros(OFFERS * self._size, dtype=kind)

    def value_block(self, layer: int, a: int) -> int:
        """Where the block (a, layer - a) of values begins."""
        return layer % (REACH + 1) * self._size + int(dense().offset[layer, a])

    def offer_block(self, layer: int, a: int) -> int:
        """Where the block (a, layer - a) of offers begins."""
        return layer % OFFERS * self._size + int(dense().offset[layer, a])

    def bases(self, task: Task) -> Array:
        """`base` of solve_rows."""
        base = np.zeros((2, REACH + 1), dtype=np.int64)
        for d in range(1, REACH + 1):
            if task.a + d <= SIDE_PROGRESS:
                layer = task.layer + d
                base[:, d] = self.value_block(layer, task.b), self.offer_block(layer, task.b)
        return base

    def extra_bases(self, task: Task) -> tuple[Array, Array]:
        """`base` and `sideways` of offer_rows."""
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
    first = sides().first
    for a in blocks(layer):
        b = layer - a
        for low in range(first[b], first[b + 1], _OPPONENTS):
            yield Task(a, b, low, min(low + _OPPONENTS, int(first[b + 1])))


def wait_for(results: Iterable[None]) -> None:
    """Wait for them, and raise what went wrong."""
    for _ in results:
        pass
