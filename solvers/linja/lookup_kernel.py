"""Looks up values in the file of a table, compiled."""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

import numpy as np
from numba import njit

from solvers.linja.packed_sides import EIGHTS, INNER, LESS, SIDE_PROGRESS, number_of
from solvers.linja.turn_kernel import progress_of


@njit(cache=True, nogil=True)
def values_after(data, begin, packed, turned, first, score, after, values):
    """Writes into `values` the margin that a player can force after each of these turns, as `reach` lists
    them."""
    for i in range(len(after)):
        mine, theirs = after[i, 0], after[i, 1]
        a, b = progress_of(theirs), progress_of(mine)
        other, own = number_of(packed, first, theirs, a), number_of(packed, first, mine, b)
        if after[i, 2]:
            values[i] = score[own] - score[other]
            continue
        layer = a + b
        low, high = max(0, layer - SIDE_PROGRESS), min(SIDE_PROGRESS, layer)
        start = begin[layer] + 4 * (other - first[low])
        rank = np.int64(0)
        for byte in range(4):
            rank += np.int64(data[start + byte]) << (8 * byte)
        inner = packed[other] & INNER
        for side in range(first[b], own):
            rank += ((inner + turned[side] + LESS) & EIGHTS) == 0
        # The opponent is to move there, so the sign changes.
        values[i] = -np.int64(np.int8(data[begin[layer] + 4 * (first[high + 1] - first[low]) + rank]))
