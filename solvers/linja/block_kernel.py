"""The targets of turns, compiled: shared by the kernels of the table and of the statistics.

A block has all placements in which the player to move has progress a and the opponent progress b, with a line
for each side (an arrangement of pieces) of the player to move and a column for each side of the opponent. A
layer has the blocks of all pairs with the same a + b. A block is dense: it has entries, never read, for pairs
of sides that are no placement because a row would hold too many pieces.

A turn leaves the opponent's pieces alone (unless an extra move may move one), so all placements that can
follow are in one line of each block above: the line of the opponent, who is to move next.

A target is the index of a placement that a move leads to, in an array of blocks. The fold functions are
inlined where they are used, so the cached kernels must be deleted after a change here.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

import numpy as np
from numba import njit

from puzzles.linja.board import LAST, MAX_INSIDE, ROWS


@njit(cache=True, nogil=True)
def lines_above(first, a, b, other, base, rows, earned):
    """Computes where the row of an opponent begins in each block (b, a + d), less the number of its first
    column.

    It writes into `rows` by base[0], and into `earned` by base[1]."""
    for d in range(1, ROWS):
        if a + d < len(first) - 1:
            width = first[a + d + 1] - first[a + d]
            line = (other - first[b]) * width - first[a + d]
            rows[d], earned[d] = base[0, d] + line, base[1, d] + line


@njit(cache=True, nogil=True)
def lines_beside(first, a, b, other, base):
    """Returns the same for the blocks (b, a - 1), (b, a) and (b, a + 1), which begin at base[0] to
    base[2]."""
    below = above = 0
    if a > 0:
        below = base[0] + (other - first[b]) * (first[a] - first[a - 1]) - first[a - 1]
    if a < len(first) - 2:
        above = base[2] + (other - first[b]) * (first[a + 2] - first[a + 1]) - first[a + 1]
    return below, base[1] + (other - first[b]) * (first[a + 1] - first[a]) - first[a], above


@njit(cache=True, nogil=True)
def opponent_steps(sides, a, b, other, sideways, moved, toward):
    """Counts the steps of an opponent's piece that an extra move may make, and writes them into two arrays.

    `moved`: where the row of the opponent after the step begins, less the number of its first column.
    `toward`: the rows left and entered, in the rows of the player who makes the extra move. `sideways[d]`:
    where the blocks (b - 1, a) and (b + 1, a) begin, for d = 0, 1; below 0 where no such step is allowed."""
    packed, first, step, back = sides.packed, sides.first, sides.step, sides.back
    begin, wide, n = first[a], first[a + 1] - first[a], 0
    if sideways[0] < 0 and sideways[1] < 0:
        return 0
    for row in range(LAST):
        if (packed[other] >> np.uint32(4 * row)) & np.uint32(15) == 0:
            continue
        for d in range(2):
            if d == 0 and row == 0:
                continue
            number = step[other, row, 1] if d else back[other, row]
            moved[n] = sideways[d] + (number - first[b + 2 * d - 1]) * wide - begin
            toward[n, 0], toward[n, 1] = LAST - row, LAST + 1 - row - 2 * d
            n += 1
    return n


@njit(inline="always")
def fold_turns(packed, step, side, inside, rows, earned, take, result, after, offers):
    """Folds `take` over the targets of all turns of the player to move; returns the last result.

    `result = take(result, after, offers, target, earns)`: the target is an index of `offers` where the turn
    earns an extra move, else of `after`. `rows` and `earned`: as lines_above fills them. `inside`: how
    many pieces are in each inner row, in the player's rows."""
    mine = packed[side]
    for row in range(LAST):
        if (mine >> np.uint32(4 * row)) & np.uint32(15) == 0:
            continue
        k = (inside >> np.uint32(4 * row + 4)) & np.uint32(15) if row < LAST - 1 else np.uint32(0)
        if k == MAX_INSIDE:
            continue
        first_moved = step[side, row, 1]
        if k == 0:
            result = take(result, after, offers, rows[1] + first_moved, False)
            continue
        left = np.uint32(1 << (4 * row)) if row > 0 else np.uint32(0)
        then = inside + np.uint32(1 << (4 * row + 4)) - left
        bits, moved = packed[first_moved], False
        for second in range(LAST):
            if (bits >> np.uint32(4 * second)) & np.uint32(15) == 0:
                continue
            to = second + k
            if to < LAST:
                if (then >> np.uint32(4 * to)) & np.uint32(15) == MAX_INSIDE:
                    continue
                result = take(result, after, offers, rows[1 + k] + step[first_moved, second, k], False)
            elif to == LAST:
                result = take(result, after, offers, earned[1 + k] + step[first_moved, second, k], True)
            else:
                result = take(
                    result, after, offers, rows[ROWS - second] + step[first_moved, second, k], False
                )
            moved = True
        if not moved:
            result = take(result, after, offers, rows[1] + first_moved, False)
    return result


@njit(inline="always")
def fold_extras(sides, side, inside, lines, steps, moved, toward, worth, take, result, after):
    """Folds `take` over the targets of all extra moves; returns the last result.

    `result = take(result, after, target, gain)`: the target is an index of `after`, the gain what the move
    adds to the margin. `lines`: from lines_beside; `steps`, `moved` and `toward`: from opponent_steps.
    `worth`: what a piece scores in each row."""
    step, back = sides.step, sides.back
    below, above = lines[0], lines[2]
    mine = sides.packed[side]
    for row in range(ROWS):
        if (mine >> np.uint32(4 * row)) & np.uint32(15) == 0:
            continue
        if row < LAST and (
            row == LAST - 1 or (inside >> np.uint32(4 * row + 4)) & np.uint32(15) < MAX_INSIDE
        ):
            result = take(result, after, above + step[side, row, 1], worth[row + 1] - worth[row])
        if row > 0 and (row == 1 or (inside >> np.uint32(4 * row - 4)) & np.uint32(15) < MAX_INSIDE):
            result = take(result, after, below + back[side, row], worth[row - 1] - worth[row])
    for i in range(steps):
        left, entered = toward[i]
        if 0 < entered < LAST and (inside >> np.uint32(4 * entered)) & np.uint32(15) >= MAX_INSIDE:
            continue
        result = take(result, after, moved[i] + side, worth[LAST - left] - worth[LAST - entered])
    return result
