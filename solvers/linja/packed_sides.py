"""The sides of Linja: all ways in which a player's 12 pieces may stand in the 8 rows, numbered.

Rows are those of the player: row 0 is where the player starts, row 7 the target row. A side is packed into 32
bits, four for each row, row 0 lowest. Sides are numbered by progress first, then by their packed bits, so the
sides of the same progress have consecutive numbers. `turned` is a side in the rows of the other player.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from puzzles.linja.board import LAST, MAX_INSIDE, PIECES, ROWS, Board, Player, Rows, opponent, own_rows

Array = Any  # numpy's array types say nothing that the names do not

# The greatest progress of one side, and of both.
SIDE_PROGRESS = PIECES * LAST
MAX_STEPS = MAX_INSIDE - 1
# The bits of the inner rows; the number that, added to them, sets a bit of EIGHTS where a row has too many.
INNER = np.uint32(0x0FFFFFF0)
LESS = np.uint32(0x01111110)
EIGHTS = np.uint32(0x08888880)


class Sides(NamedTuple):
    """`packed` and `turned`: every side, and the same in the rows of the other player. `first`: the number of
    the first side of each progress, and one past the last. `step[side, row, k]`: the side after one piece has
    gone k rows forward from there, or to the target row; `back[side, row]`: after it has gone one row back (0
    where there is no such side). `lowest`: the lowest row with a piece. `count[side, row]`: its pieces."""

    packed: Array
    turned: Array
    first: Array
    step: Array
    back: Array
    lowest: Array
    count: Array


@cache
def sides() -> Sides:
    """Computes all sides."""
    bars = np.array(list(combinations(range(PIECES + LAST), LAST)), dtype=np.int64)
    edges = np.full((len(bars), 1), -1), np.full((len(bars), 1), PIECES + LAST)
    counts = np.diff(np.hstack((edges[0], bars, edges[1])), axis=1) - 1
    counts = counts[(counts[:, 1:LAST] <= MAX_INSIDE).all(axis=1)]
    progress = counts @ np.arange(ROWS)
    packed = (counts << (4 * np.arange(ROWS))).sum(axis=1)
    order = np.lexsort((packed, progress))
    counts, progress, packed = counts[order], progress[order], packed[order].astype(np.uint32)
    turned = (counts[:, ::-1] << (4 * np.arange(ROWS))).sum(axis=1).astype(np.uint32)
    first = np.searchsorted(progress, np.arange(SIDE_PROGRESS + 2)).astype(np.int64)
    step = np.zeros((len(packed), LAST, MAX_STEPS + 1), dtype=np.uint16)
    _fill_steps(packed, first, step, MAX_INSIDE)
    back = np.zeros((len(packed), ROWS), dtype=np.uint16)
    for row in range(LAST):
        origins = np.nonzero(step[:, row, 1])[0]
        back[step[origins, row, 1], row + 1] = origins
    lowest = (counts > 0).argmax(axis=1).astype(np.uint8)
    return Sides(packed, turned & INNER, first, step, back, lowest, counts.astype(np.uint8))


def pack(own: Sequence[int]) -> int:
    """Packs a side, whose pieces are given by the player's rows."""
    a, b, c, d, e, f, g, h = own
    return a | b << 4 | c << 8 | d << 12 | e << 16 | f << 20 | g << 24 | h << 28


def packed(board: Board, player: Player) -> tuple[int, int]:
    """Returns the side of the player, and that of the opponent."""
    other = opponent(player)
    return pack(own_rows(player, board.pieces(player))), pack(own_rows(other, board.pieces(other)))


@cache
def unpack(side: int) -> Rows:
    """Returns the pieces of a side by the player's rows."""
    return tuple([(side >> shift) & 15 for shift in range(0, 4 * ROWS, 4)])


def board_of(player: Player, mine: int, theirs: int) -> Board:
    """Returns the board with these sides of the player and the opponent."""
    if player == "A":
        return Board(unpack(mine), unpack(theirs)[::-1])
    return Board(unpack(theirs), unpack(mine)[::-1])


def score_of(worth: Sequence[int]) -> Array:
    """Returns the score of every side."""
    return sides().count.astype(np.int64) @ np.array(worth, dtype=np.int64)


@njit(cache=True, nogil=True)
def number_of(packed, first, side, progress):
    """Returns the number of a packed side of that progress."""
    low, high = first[progress], first[progress + 1]
    while low < high:
        middle = (low + high) >> 1
        if packed[middle] < side:
            low = middle + 1
        else:
            high = middle
    return low


@njit(cache=True, nogil=True)
def _fill_steps(packed, first, step, maximum):
    for progress in range(len(first) - 1):
        for side in range(first[progress], first[progress + 1]):
            for row in range(LAST):
                if (packed[side] >> np.uint32(4 * row)) & np.uint32(15) == 0:
                    continue
                for k in range(1, step.shape[2]):
                    end = min(LAST, row + k)
                    moved = packed[side] - np.uint32(1 << (4 * row)) + np.uint32(1 << (4 * end))
                    if end < LAST and (moved >> np.uint32(4 * end)) & np.uint32(15) > maximum:
                        continue
                    step[side, row, k] = number_of(packed, first, moved, progress + end - row)
