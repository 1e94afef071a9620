"""The compiled core of the statistics: how long wins take, what can be reached, and how values are
distributed.

Blocks, rows and columns are those of solvers.linja.block_kernel.

A code says who wins and how soon, for the player to move: 0 for a draw, WON - n for a win and n - WON for a
loss, n turns before the end. The kernels that compute values compute codes, too.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

import numpy as np
from numba import njit

from puzzles.linja.board import LAST, MAX_INSIDE, ROWS
from solvers.linja.block_kernel import (
    fold_extras,
    fold_turns,
    lines_above,
    lines_beside,
    opponent_steps,
)
from solvers.linja.packed_sides import EIGHTS, INNER, LESS

# The code of a game that is over and won. No game has so many turns: at most 168, and as many passes.
WON = 1000
# The index of value 0, and the number of indices.
MIDDLE = 128
VALUES = 256


@njit(cache=True, nogil=True)
def blocked(inside, mine):
    """Whether the player whose side is `mine` has no initial move; `inside` has the pieces in each row."""
    for row in range(LAST):
        if (mine >> np.uint32(4 * row)) & np.uint32(15) == 0:
            continue
        if row == LAST - 1 or (inside >> np.uint32(4 * row + 4)) & np.uint32(15) < MAX_INSIDE:
            return False
    return True


@njit(cache=True, nogil=True)
def is_over(sides, side, other, inside):
    """Whether the game is over; `inside` has the pieces in each row, in rows of the player to move."""
    if sides.lowest[side] + sides.lowest[other] > LAST:
        return True
    if not blocked(inside, sides.packed[side]):
        return False
    return blocked((sides.packed[other] & INNER) + sides.turned[side], sides.packed[other])


@njit(cache=True, nogil=True)
def pass_rows(reached, block, mirror, sides, a, b, low, high):
    """Marks what passes lead to from the marked placements of the block (a, b), for the opponents numbered
    low to high; `mirror` is where the block (b, a) begins."""
    packed, turned, first = sides.packed, sides.turned, sides.first
    begin, end = first[a], first[a + 1]
    columns = first[b + 1] - first[b]
    for other in range(low, high):
        back_line = mirror + (other - first[b]) * (end - begin) - begin
        for side in range(begin, end):
            if reached[block + other - first[b] + (side - begin) * columns]:
                inside = (packed[side] & INNER) + turned[other]
                if blocked(inside, packed[side]) and not is_over(sides, side, other, inside):
                    reached[back_line + side] = 1


@njit
def mark_turn(_, reached, offered, target, earns):
    """Marks where a turn leads to."""
    if earns:
        offered[target] = 1
    else:
        reached[target] = 1
    return 0


@njit
def mark_extra(_, reached, target, gain):  # noqa: ARG001  # as fold_extras calls it
    """Marks where an extra move leads to."""
    reached[target] = 1
    return 0


@njit(cache=True, nogil=True)
def mark_rows(reached, offered, base, block, sides, a, b, low, high):
    """Marks what initial and second moves lead to from the marked placements of the block (a, b), for the
    opponents numbered low to high: in `offered` where they earn an extra move. See solve_rows."""
    packed, turned, first = sides.packed, sides.turned, sides.first
    step, lowest = sides.step, sides.lowest
    begin, end = first[a], first[a + 1]
    columns = first[b + 1] - first[b]
    rows, earned = np.zeros(ROWS, np.int64), np.zeros(ROWS, np.int64)
    for other in range(low, high):
        lines_above(first, a, b, other, base, rows, earned)
        theirs, height = turned[other], lowest[other]
        out = block + other - first[b]
        for side in range(begin, end):
            if reached[out + (side - begin) * columns] == 0 or lowest[side] + height > LAST:
                continue
            inside = (packed[side] & INNER) + theirs
            fold_turns(packed, step, side, inside, rows, earned, mark_turn, 0, reached, offered)


@njit(cache=True, nogil=True)
def mark_extras(reached, offered, block, base, sideways, sides, a, b, low, high):
    """Marks what can follow the marked boards of `offered`: an extra move, or none.

    Where the sides have passed each other, the game is over and nothing follows. See offer_rows for the
    parameters."""
    packed, turned, first = sides.packed, sides.turned, sides.first
    lowest = sides.lowest
    begin, end = first[a], first[a + 1]
    wide = end - begin
    moved, toward = np.zeros(2 * ROWS, np.int64), np.zeros((2 * ROWS, 2), np.int64)
    unscored = np.zeros(ROWS, np.int64)
    for other in range(low, high):
        theirs, height = turned[other], lowest[other]
        out = block + (other - first[b]) * wide - begin
        lines = lines_beside(first, a, b, other, base)
        steps = opponent_steps(sides, a, b, other, sideways, moved, toward)
        for side in range(begin, end):
            if offered[out + side] == 0 or lowest[side] + height > LAST:
                continue
            inside = (packed[side] & INNER) + theirs
            reached[lines[1] + side] = 1
            fold_extras(sides, side, inside, lines, steps, moved, toward, unscored, mark_extra, 0, reached)


@njit(cache=True, nogil=True)
def survey_block(codes, block, within, bits, sides, a, b, starts, values, spread, turns, longest):
    """Counts the placements of the block (a, b) that are not over: all of them, and those whose bit is set.

    `codes` are dense, `values` packed as `starts` says, `bits` those of the dense layer, in which the block
    begins at `within`. spread[i, v]: how many have the value v - MIDDLE, of all and of the marked; turns[i,
    n]: in how many a win takes n turns. longest[i]: the turns of the longest win, and the first placement
    that has it. Returns how many placements have a value and a code of different signs."""
    packed, turned, first = sides.packed, sides.turned, sides.first
    columns = first[b + 1] - first[b]
    wrong = 0
    for side in range(first[a], first[a + 1]):
        mine, at = packed[side] & INNER, starts[side - first[a]]
        line = (side - first[a]) * columns - first[b]
        for other in range(first[b], first[b + 1]):
            inside = mine + turned[other]
            if (inside + LESS) & EIGHTS:
                continue
            value, code = values[at], codes[block + line + other]
            at += 1
            wrong += (value > 0) != (code > 0) or (value < 0) != (code < 0)
            if is_over(sides, side, other, inside):
                continue
            dense = within + line + other
            marked = (bits[dense >> 3] >> np.uint8(7 - (dense & 7))) & 1
            n = 0 if code == 0 else WON - abs(int(code))
            for i in range(1 + marked):
                spread[i, value + MIDDLE] += 1
                turns[i, n] += 1
                if n > longest[i, 0]:
                    longest[i, 0], longest[i, 1], longest[i, 2] = n, side, other
    return wrong
