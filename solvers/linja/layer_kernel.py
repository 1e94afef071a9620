"""The compiled heart of the table: one layer of total progress from those above it.

A block is all placements in which the player to move has progress a and the opponent progress b, a row for
each side of the player to move, a column for each of the opponent's. The layer a + b is the blocks of all
such pairs. A block holds dense what placements there are and, never read, what would be none (more pieces in
a row than it holds).

`value`: the margin that the player to move can force.
`offer`: the same for the *other* player, who has just earned an extra move and may make it. Its rows and
columns are value's: the row is the side of the player who is to move after the extra move.

In the place of margins the kernels also make codes, for who asks how soon a game can be won: with `win` not 0
a game that is over is worth `win`, 0 or -`win`, and all that a turn adds is one step toward 0. So who wins
likes the sooner end best, who loses the later one. With `win` 0 they make margins.

A turn leaves the opponent's pieces alone (unless an extra move may take one), so all that can follow from a
placement stands in one row of the blocks above it: that of the opponent, who is to move next.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

import numpy as np
from numba import njit

from solvers.linja.packed_sides import EIGHTS, INNER, LESS

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


@njit(cache=True, nogil=True)
def lines_above(first, a, b, other, base, rows, earned):
    """Where the row of an opponent begins in each block (b, a + d), less the number of its first column: in
    `rows` by base[0], in `earned` by base[1]."""
    for d in range(1, 8):
        if a + d < len(first) - 1:
            width = first[a + d + 1] - first[a + d]
            line = (other - first[b]) * width - first[a + d]
            rows[d], earned[d] = base[0, d] + line, base[1, d] + line


@njit(cache=True, nogil=True)
def lines_beside(first, a, b, other, base):
    """The same in the blocks (b, a - 1), (b, a) and (b, a + 1), which begin where base[0] to base[2] say."""
    below = above = 0
    if a > 0:
        below = base[0] + (other - first[b]) * (first[a] - first[a - 1]) - first[a - 1]
    if a < len(first) - 2:
        above = base[2] + (other - first[b]) * (first[a + 2] - first[a + 1]) - first[a + 1]
    return below, base[1] + (other - first[b]) * (first[a + 1] - first[a]) - first[a], above


@njit(cache=True, nogil=True)
def opponent_steps(sides, a, b, other, sideways, moved, toward):
    """How many steps an extra move may make an opponent's piece take.

    `moved`: where the row of the opponent after it begins, less the number of its first column. `toward`: the
    rows that are left and entered, as the player sees them who makes the extra move. `sideways` as in
    offer_rows."""
    packed, first, step, back = sides.packed, sides.first, sides.step, sides.back
    begin, wide, n = first[a], first[a + 1] - first[a], 0
    if sideways[0] < 0 and sideways[1] < 0:
        return 0
    for row in range(7):
        if (packed[other] >> np.uint32(4 * row)) & np.uint32(15) == 0:
            continue
        for d in range(2):
            if d == 0 and row == 0:
                continue
            number = step[other, row, 1] if d else back[other, row]
            moved[n] = sideways[d] + (number - first[b + 2 * d - 1]) * wide - begin
            toward[n, 0], toward[n, 1] = 7 - row, 8 - row - 2 * d
            n += 1
    return n


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
    rows, earned = np.zeros(8, np.int64), np.zeros(8, np.int64)
    for other in range(low, high):
        lines_above(first, a, b, other, base, rows, earned)
        theirs, height = turned[other], lowest[other]
        out = block + other - first[b]
        for side in range(begin, end):
            inside = (packed[side] & INNER) + theirs
            if (inside + LESS) & EIGHTS:
                continue
            where = out + (side - begin) * columns
            if lowest[side] + height > 7:
                values[where] = at_end(score[side] - score[other], win)
                continue
            best = none
            mine = packed[side]
            for row in range(7):
                if (mine >> np.uint32(4 * row)) & np.uint32(15) == 0:
                    continue
                k = (inside >> np.uint32(4 * row + 4)) & np.uint32(15) if row < 6 else np.uint32(0)
                if k == 6:
                    continue
                begun = step[side, row, 1]
                if k == 0:
                    best = max(best, -values[rows[1] + begun])
                    continue
                left = np.uint32(1 << (4 * row)) if row > 0 else np.uint32(0)
                then = inside + np.uint32(1 << (4 * row + 4)) - left
                bits, moved = packed[begun], False
                for second in range(7):
                    if (bits >> np.uint32(4 * second)) & np.uint32(15) == 0:
                        continue
                    to = second + k
                    if to < 7:
                        if (then >> np.uint32(4 * to)) & np.uint32(15) == 6:
                            continue
                        best = max(best, -values[rows[1 + k] + step[begun, second, k]])
                    elif to == 7:
                        best = max(best, offers[earned[1 + k] + step[begun, second, k]])
                    else:
                        best = max(best, -values[rows[8 - second] + step[begun, second, k]])
                    moved = True
                if not moved:
                    best = max(best, -values[rows[1] + begun])
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
    step, back, lowest = sides.step, sides.back, sides.lowest
    begin, end = first[a], first[a + 1]
    wide = end - begin
    moved, toward = np.zeros(16, np.int64), np.zeros((16, 2), np.int64)
    for other in range(low, high):
        theirs, height = turned[other], lowest[other]
        out = block + (other - first[b]) * wide - begin
        line_below, line, line_above = lines_beside(first, a, b, other, base)
        steps = opponent_steps(sides, a, b, other, sideways, moved, toward)
        for side in range(begin, end):
            mine = packed[side]
            if mine >> np.uint32(28) == 0:
                continue
            inside = (mine & INNER) + theirs
            if (inside + LESS) & EIGHTS:
                continue
            ended = lowest[side] + height > 7
            most = 0
            best = -int(values[line + side])
            for row in range(8):
                if (mine >> np.uint32(4 * row)) & np.uint32(15) == 0:
                    continue
                if row < 7 and (row == 6 or (inside >> np.uint32(4 * row + 4)) & np.uint32(15) < 6):
                    best = max(best, -values[line_above + step[side, row, 1]])
                    most = max(most, worth[row + 1] - worth[row])
                if row > 0 and (row == 1 or (inside >> np.uint32(4 * row - 4)) & np.uint32(15) < 6):
                    best = max(best, -values[line_below + back[side, row]])
                    most = max(most, worth[row - 1] - worth[row])
            for i in range(steps):
                left, entered = toward[i]
                if 0 < entered < 7 and (inside >> np.uint32(4 * entered)) & np.uint32(15) >= 6:
                    continue
                best = max(best, -values[moved[i] + side])
                most = max(most, worth[7 - left] - worth[7 - entered])
            offers[out + side] = at_end(score[side] - score[other] + most, win) if ended else best


@njit(cache=True, nogil=True)
def settle_passes(values, offsets, sides, score, win, layer):
    """The values of players who must pass: the game goes on with the other, or is over."""
    packed, turned, first = sides.packed, sides.turned, sides.first
    none = passes(win)
    for a in range(max(0, layer - 84), min(84, layer) + 1):
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
