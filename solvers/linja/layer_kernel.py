"""The compiled core of the table: computes a layer of total progress from those above it.

See solvers.linja.block_kernel for layers and blocks.

`value`: the margin that the player to move can force.
`offer`: the same for the *other* player, who has just earned an extra move and may make it. Its rows and
columns are those of `value`: the row is the side of the player who is to move after the extra move.

Instead of margins the kernels can also compute codes, which say how soon a game is won: where `win` is not 0,
a game that is over is worth `win`, 0 or -`win`, and each turn before it brings the value one step closer to
0. So the winner prefers an early end, the loser a late one. Where `win` is 0, they compute margins.
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

# The value of a player who must pass, until the rest of the layer is known; no margin or code is so low.
PASSES = -128
CODE_PASSES = -2000


@njit(cache=True, nogil=True)
def at_end(margin, win):
    """Returns the value of a game that is over."""
    if win == 0 or margin == 0:
        return margin
    return win if margin > 0 else -win


@njit(cache=True, nogil=True)
def before_turn(value, win):
    """Returns the value for a player who can move to a position of that value."""
    if win == 0 or value == 0:
        return value
    return value - 1 if value > 0 else value + 1


@njit(cache=True, nogil=True)
def pass_value(win):
    """Returns the preliminary value of a player who must pass."""
    return PASSES if win == 0 else CODE_PASSES


@njit
def better_turn(best, values, offers, target, earns):
    """Returns the value of the best turn so far, for the player to move."""
    return max(best, offers[target] if earns else -values[target])


@njit
def better_extra(best, values, target, gain):
    """Returns the value of the best extra move so far, and the most that one adds to the margin."""
    return max(best[0], -values[target]), max(best[1], gain)


@njit(cache=True, nogil=True)
def solve_rows(values, offers, base, block, sides, score, win, a, b, low, high):
    """Computes the values of the block (a, b), for the opponents numbered low to high of progress b.

    `base[0, d]` and `base[1, d]`: where in `values` and in `offers` the block (b, a + d) begins. `block`:
    where in `values` the block (a, b) begins. Returns in how many placements the player must pass."""
    packed, turned, first = sides.packed, sides.turned, sides.first
    step, lowest = sides.step, sides.lowest
    begin, end = first[a], first[a + 1]
    columns = first[b + 1] - first[b]
    pass_count, none = 0, pass_value(win)
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
            pass_count += best == none
            values[where] = none if best == none else before_turn(best, win)
    return pass_count


@njit(cache=True, nogil=True)
def offer_rows(values, offers, block, base, sideways, sides, score, worth, win, a, b, low, high):
    """Computes the offers to the sides of progress a, for the opponents numbered low to high of progress b.

    `block`: where in `offers` the block (b, a) begins. `base[d]`: where in `values` the block (b, a + d - 1)
    begins, for d = 0, 1, 2. `sideways[d]`: the same for the blocks (b - 1, a) and (b + 1, a), for d = 0, 1,
    where an extra move may move an opponent's piece, else below 0."""
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
            no_move = -int(values[lines[1] + side]), 0
            best, most = fold_extras(
                sides, side, inside, lines, steps, moved, toward, worth, better_extra, no_move, values
            )
            if lowest[side] + height > LAST:
                offers[out + side] = at_end(score[side] - score[other] + most, win)
            else:
                offers[out + side] = best


@njit(cache=True, nogil=True)
def settle_passes(values, offsets, sides, score, win, layer):
    """Computes the values of players who must pass: the game goes on with the other player, or is over."""
    packed, turned, first = sides.packed, sides.turned, sides.first
    none = pass_value(win)
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
    """Counts the placements in each row of the block (a, b)."""
    packed, turned, first = sides.packed, sides.turned, sides.first
    for side in range(first[a], first[a + 1]):
        mine, n = packed[side] & INNER, 0
        for other in range(first[b], first[b + 1]):
            n += ((mine + turned[other] + LESS) & EIGHTS) == 0
        counts[side - first[a]] = n


@njit(cache=True, nogil=True)
def pack_block(values, block, sides, a, b, starts, out):
    """Copies the values of the block's placements into `out`, each row from its index in `starts`."""
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
    """Copies the values that pack_block packed back into the block."""
    packed, turned, first = sides.packed, sides.turned, sides.first
    columns = first[b + 1] - first[b]
    for side in range(first[a], first[a + 1]):
        mine, at = packed[side] & INNER, starts[side - first[a]]
        line = block + (side - first[a]) * columns - first[b]
        for other in range(first[b], first[b + 1]):
            if ((mine + turned[other] + LESS) & EIGHTS) == 0:
                values[line + other] = out[at]
                at += 1
