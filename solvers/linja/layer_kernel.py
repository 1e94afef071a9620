"""The compiled heart of the table: one layer of total progress from those above it.

See solvers.linja.block_kernel for what layers and blocks are.

`value`: the margin that the player to move can force.
`offer`: the same for the *other* player, who has just earned an extra move and may make it. Its rows and
columns are value's: the row is the side of the player who is to move after the extra move.

In the place of margins the kernels also make codes, for who asks how soon a game can be won: with `win` not 0
a game that is over is worth `win`, 0 or -`win`, and all that a turn adds is one step toward 0. So who wins
likes the sooner end best, who loses the later one. With `win` 0 they make margins.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

import numpy as np
from numba import njit

from puzzles.linja.board import LAST, ROWS
from solvers.linja.block_kernel import (
    fold_extras,
    fold_turns,
    lines_above,
    lines_beside,
    opponent_steps,
)
from solvers.linja.packed_sides import EIGHTS, INNER, LESS, SIDE_PROGRESS

# The value of a player who must pass, until that of the whole layer is known; no margin or code is so low.
PASSES = -128
CODE_PASSES = -2000


@njit(cache=True, nogil=True)
def at_end(margin, win):
    """The value of a game that is over."""
    if win == 0 or margin == 0:
        return margin
    return win if margin > 0 else -win


@njit(cache=True, nogil=True)
def before_turn(value, win):
    """The value for a player who can go to that one."""
    if win == 0 or value == 0:
        return value
    return value - 1 if value > 0 else value + 1


@njit(cache=True, nogil=True)
def passes(win):
    return PASSES if win == 0 else CODE_PASSES


@njit
def better_turn(best, values, offers, target, earns):
    """The value of the best turn so far, for the player to move."""
    return max(best, offers[target] if earns else -values[target])


@njit
def better_extra(best, values, target, gain):
    """The value of the best extra move so far, and the most that one adds to the margin."""
    return max(best[0], -values[target]), max(best[1], gain)


@njit(cache=True, nogil=True)
def solve_rows(values, offers, base, block, sides, score, win, a, b, low, high):
    """Values of the block (a, b), for the opponents numbered low to high of progress b; how many must pass.

    `base[0, d]` and `base[1, d]`: where in `values` and in `offers` the block (b, a + d) begins. `block`:
    where in `values` the block (a, b) itself does."""
    packed, turned, first = sides.packed, sides.turned, sides.first
    step, lowest = sides.step, sides.lowest
    begin, end = first[a], first[a + 1]
    columns = first[b + 1] - first[b]
    passing, none = 0, passes(win)
    rows, earned = np.zeros(ROWS, np.int64), np.zeros(ROWS, np.int64)
    for other in range(low, high):
        lines_above(first, a, b, other, base, rows, earned)
        theirs, height = turned[other], lowest[other]
        out = block + other - first[b]
        for side in range(begin, end):
            inside = (packed[side] & INNER) + theirs
            if (inside + LESS) & EIGHTS:
                continue
            where = out + (side - begin) * columns
            if lowest[side] + height > LAST:
                values[where] = at_end(score[side] - score[other], win)
                continue
            best = fold_turns(packed, step, side, inside, rows, earned, better_turn, none, values, offers)
            passing += best == none
            values[where] = none if best == none else before_turn(best, win)
    return passing


@njit(cache=True, nogil=True)
def offer_rows(values, offers, block, base, sideways, sides, score, worth, win, a, b, low, high):
    """Offers to the sides of progress a, for the opponents numbered low to high of progress b.

    `block`: where in `offers` the block (b, a) begins; `base[d]`: where in `values` (b, a + d - 1) does, for
    d = 0, 1, 2. `sideways[d]`: the same of the blocks (b - 1, a) and (b + 1, a), for d = 0, 1, where an extra
    move may take an opponent's piece, else below 0."""
    packed, turned, first = sides.packed, sides.turned, sides.first
    lowest = sides.lowest
    begin, end = first[a], first[a + 1]
    wide = end - begin
    moved, toward = np.zeros(2 * ROWS, np.int64), np.zeros((2 * ROWS, 2), np.int64)
    for other in range(low, high):
        theirs, height = turned[other], lowest[other]
        out = block + (other - first[b]) * wide - begin
        lines = lines_beside(first, a, b, other, base)
        steps = opponent_steps(sides, a, b, other, sideways, moved, toward)
        for side in range(begin, end):
            mine = packed[side]
            if mine >> np.uint32(4 * LAST) == 0:
                continue
            inside = (mine & INNER) + theirs
            if (inside + LESS) & EIGHTS:
                continue
            begun = -int(values[lines[1] + side]), 0
            best, most = fold_extras(
                sides, side, inside, lines, steps, moved, toward, worth, better_extra, begun, values
            )
            if lowest[side] + height > LAST:
                offers[out + side] = at_end(score[side] - score[other] + most, win)
            else:
                offers[out + side] = best


@njit(cache=True, nogil=True)
def settle_passes(values, offsets, sides, score, win, layer):
    """The values of players who must pass: the game goes on with the other, or is over."""
    packed, turned, first = sides.packed, sides.turned, sides.first
    none = passes(win)
    for a in range(max(0, layer - SIDE_PROGRESS), min(SIDE_PROGRESS, layer) + 1):
        b = layer - a
        columns, back_columns = first[b + 1] - first[b], first[a + 1] - first[a]
        for side in range(first[a], first[a + 1]):
            for other in range(first[b], first[b + 1]):
                here = offsets[a] + (side - first[a]) * columns + other - first[b]
                if values[here] != none or ((packed[side] & INNER) + turned[other] + LESS) & EIGHTS:
                    continue
                there = offsets[b] + (other - first[b]) * back_columns + side - first[a]
                if values[there] == none:
                    values[here] = at_end(score[side] - score[other], win)
                    values[there] = -values[here]
                else:
                    values[here] = before_turn(-values[there], win)


@njit(cache=True, nogil=True)
def count_row(sides, a, b, counts):
    """How many placements each row of the block (a, b) has."""
    packed, turned, first = sides.packed, sides.turned, sides.first
    for side in range(first[a], first[a + 1]):
        mine, n = packed[side] & INNER, 0
        for other in range(first[b], first[b + 1]):
            n += ((mine + turned[other] + LESS) & EIGHTS) == 0
        counts[side - first[a]] = n


@njit(cache=True, nogil=True)
def pack_block(values, block, sides, a, b, starts, out):
    """The block's placements, row after row, from where `starts` says."""
    packed, turned, first = sides.packed, sides.turned, sides.first
    columns = first[b + 1] - first[b]
    for side in range(first[a], first[a + 1]):
        mine, at = packed[side] & INNER, starts[side - first[a]]
        line = block + (side - first[a]) * columns - first[b]
        for other in range(first[b], first[b + 1]):
            if ((mine + turned[other] + LESS) & EIGHTS) == 0:
                out[at] = values[line + other]
                at += 1


@njit(cache=True, nogil=True)
def unpack_block(values, block, sides, a, b, starts, out):
    """What pack_block packed, back into the block."""
    packed, turned, first = sides.packed, sides.turned, sides.first
    columns = first[b + 1] - first[b]
    for side in range(first[a], first[a + 1]):
        mine, at = packed[side] & INNER, starts[side - first[a]]
        line = block + (side - first[a]) * columns - first[b]
        for other in range(first[b], first[b + 1]):
            if ((mine + turned[other] + LESS) & EIGHTS) == 0:
                values[line + other] = out[at]
                at += 1
