"""The turns of Linja, compiled: every different board that a turn can lead to.

Sides are packed as in packed_sides, each in its own player's rows. Rows of moves are those of the player who
moves: row 0 is where that player starts.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

import numpy as np
from numba import njit

from puzzles.linja.board import LAST, MAX_INSIDE, ROWS
from solvers.linja.packed_sides import Array

# More than the turns of any position: 7 initial moves, 7 second ones, and 1 + 7 + 7 + 6 + 6 ways to go on.
MAX_TURNS = LAST * LAST * (1 + 2 * LAST + 2 * (LAST - 1))
# NONE stands for a move that is not made. MINE and THEIRS say whose piece an extra move moves.
NONE = -1
MINE, THEIRS = 0, 1
# The columns of a turn: the rows of its moves, and whose piece the extra move moves.
INITIAL, SECOND, PIECE, START, END = range(5)
TURN_WIDTH = 5


@njit(cache=True, nogil=True)
def pieces_in(side, row):
    """Returns how many pieces the side has in the row."""
    return (side >> (4 * row)) & 15


@njit(cache=True, nogil=True)
def has_room(mine, theirs, row):
    """Whether the row, a row of the player whose side is `mine`, can take one more piece."""
    return row <= 0 or row >= LAST or pieces_in(mine, row) + pieces_in(theirs, LAST - row) < MAX_INSIDE


@njit(cache=True, nogil=True)
def lowest_row(side):
    row = 0
    while pieces_in(side, row) == 0:
        row += 1
    return row


@njit(cache=True, nogil=True)
def has_passed(mine, theirs):
    """Whether the sides have passed each other."""
    return lowest_row(mine) + lowest_row(theirs) > LAST


@njit(cache=True, nogil=True)
def has_initial_move(mine, theirs):
    """Whether the player has an initial move."""
    can = False
    for row in range(LAST):
        can |= pieces_in(mine, row) > 0 and has_room(mine, theirs, row + 1)
    return can


@njit(cache=True, nogil=True)
def is_over(mine, theirs):
    return has_passed(mine, theirs) or not (has_initial_move(mine, theirs) or has_initial_move(theirs, mine))


@njit(cache=True, nogil=True)
def step_side(side, start, end):
    return side - (1 << (4 * start)) + (1 << (4 * end))


@njit(cache=True, nogil=True)
def progress_of(side):
    total = 0
    for row in range(ROWS):
        total += row * pieces_in(side, row)
    return total


@njit(cache=True, nogil=True)
def reach(mine, theirs, moves_any, after, turn):
    """Lists every different board that a turn of the player leads to; returns how many, 0 if the game is
    over.

    after[i]: the side of the player, that of the opponent, and 1 where the sides had passed each other before
    the extra move but have not after it. turn[i]: of the turns of fewest moves that lead there, the first in
    the order of puzzles.linja.turns. `moves_any`: whether an extra move may move an opponent's piece."""
    if is_over(mine, theirs):
        return 0
    n = 0
    for initial in range(LAST):
        if pieces_in(mine, initial) == 0 or not has_room(mine, theirs, initial + 1):
            continue
        k = 0 if initial == LAST - 1 else pieces_in(mine, initial + 1) + pieces_in(theirs, LAST - 1 - initial)
        after_first = step_side(mine, initial, initial + 1)
        has_second = False
        for second in range(LAST):
            end = min(LAST, second + k)
            if k == 0 or pieces_in(after_first, second) == 0 or not has_room(after_first, theirs, end):
                continue
            has_second = True
            after_second = step_side(after_first, second, end)
            n = _add(after, turn, n, after_second, theirs, 0, initial, second, NONE, NONE, NONE)
            if second + k == LAST:
                n = _extras(after_second, theirs, moves_any, after, turn, n, initial, second)
        if not has_second:
            n = _add(after, turn, n, after_first, theirs, 0, initial, NONE, NONE, NONE, NONE)
    if n == 0:
        n = _add(after, turn, n, mine, theirs, 0, NONE, NONE, NONE, NONE, NONE)
    return n


@njit(cache=True, nogil=True)
def _extras(mine, theirs, moves_any, after, turn, n, initial, second):
    """Lists what extra moves lead to on the board after a second move; returns the new number of boards."""
    passed = has_passed(mine, theirs)
    for start in range(ROWS):
        for end in (start + 1, start - 1):
            if pieces_in(mine, start) and 0 <= end <= LAST and has_room(mine, theirs, end):
                moved = step_side(mine, start, end)
                ended = 1 if passed and not has_passed(moved, theirs) else 0
                n = _add(after, turn, n, moved, theirs, ended, initial, second, MINE, start, end)
    if moves_any:
        # In the opponent's rows. A piece in the target row stays.
        for start in range(LAST):
            for end in (start + 1, start - 1):
                if pieces_in(theirs, start) and end >= 0 and has_room(theirs, mine, end):
                    moved = step_side(theirs, start, end)
                    ended = 1 if passed and not has_passed(mine, moved) else 0
                    n = _add(
                        after, turn, n, mine, moved, ended, initial, second, THEIRS, LAST - start, LAST - end
                    )
    return n


@njit(cache=True, nogil=True)
def _add(after, turn, n, mine, theirs, ended, initial, second, piece, start, end):
    """Adds a board, unless it is listed already with a turn of no more moves; returns the new number."""
    at = n
    for i in range(n):
        if after[i, 0] == mine and after[i, 1] == theirs and after[i, 2] == ended:
            at = i
            break
    if at < n:
        moves = (initial != NONE) + (second != NONE) + (start != NONE)
        listed_moves = (turn[at, INITIAL] != NONE) + (turn[at, SECOND] != NONE) + (turn[at, START] != NONE)
        if listed_moves <= moves:
            return n
    after[at, 0], after[at, 1], after[at, 2] = mine, theirs, ended
    turn[at, INITIAL], turn[at, SECOND], turn[at, PIECE] = initial, second, piece
    turn[at, START], turn[at, END] = start, end
    return n + 1 if at == n else n


def turn_arrays() -> tuple[Array, Array]:
    """Returns the arrays that `reach` fills."""
    return np.empty((MAX_TURNS, 3), np.int64), np.empty((MAX_TURNS, TURN_WIDTH), np.int8)
