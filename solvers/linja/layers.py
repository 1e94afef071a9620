"""Where placements are in the layers of total progress: dense ones, as computed, and packed ones, as stored.

A layer of total progress L consists of the blocks (a, L - a), in the order of a: a is the progress of the
player to move. See solvers.linja.block_kernel for what a block is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from puzzles.linja.board import MAX_PROGRESS
from solvers.linja.layer_kernel import count_row
from solvers.linja.packed_sides import SIDE_PROGRESS, Array, sides

# The layers from here on take only a moment, so they are computed when they are needed.
LATE = 120


def blocks(layer: int) -> range:
    """Returns the progress of the player to move in every block of a layer."""
    return range(max(0, layer - SIDE_PROGRESS), min(SIDE_PROGRESS, layer) + 1)


@dataclass(frozen=True)
class Dense:
    """`offset[layer, a]`: where in its layer the block (a, layer - a) begins. `size[layer]`: the size of a
    layer."""

    offset: Array
    size: Array


@cache
def dense() -> Dense:
    """Computes the offsets and sizes of all layers."""
    n = np.diff(sides().first)
    offset = np.zeros((MAX_PROGRESS + 1, SIDE_PROGRESS + 1), dtype=np.int64)
    size = np.zeros(MAX_PROGRESS + 1, dtype=np.int64)
    for layer in range(MAX_PROGRESS + 1):
        for a in blocks(layer):
            offset[layer, a] = size[layer]
            size[layer] += n[a] * n[layer - a]
    return Dense(offset, size)


def first_side(layer: int) -> int:
    """Returns the number of the side of a layer's first row: its rows are this side and those that follow."""
    return int(sides().first[blocks(layer)[0]])


def row_count(layer: int) -> int:
    """Returns how many rows a layer has."""
    return int(sides().first[blocks(layer)[-1] + 1]) - first_side(layer)


def row_starts(layer: int) -> Array:
    """Returns where each row of the packed layer begins, and then the number of its placements."""
    starts = np.zeros(row_count(layer) + 1, dtype=np.int64)
    for a in blocks(layer):
        rows = block_rows(layer, a)
        count_row(sides(), a, layer - a, starts[rows.start + 1 : rows.stop + 1])
    return np.cumsum(starts)


@cache
def placements(layer: int) -> int:
    """Returns how many placements of the pieces a layer has."""
    return int(row_starts(layer)[-1])


def block_rows(layer: int, a: int) -> slice:
    """Returns the rows of the block (a, layer - a) among those of its layer."""
    first = sides().first
    return slice(int(first[a]) - first_side(layer), int(first[a + 1]) - first_side(layer))
