"""The compiled search of endgames: alpha-beta to the end of the game, with a memory of positions.

Sides are packed as in solvers.linja.packed_sides, those of the player to move first.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from puzzles.linja.board import ROWS
from solvers.linja.turn_kernel import MAX_TURNS, TURN_WIDTH, is_over, pieces_in, progress_of, reach

# Deeper than any rest of a game: only a pass makes no progress, and no two passes follow each other.
MAX_DEPTH = 340
# The fields of the state: not 0 when the search must end now; how many positions it may still visit.
STOP, LEFT = range(2)
_LOWEST, _HIGHEST = -127, 127
# How many rows of progress a point is worth in estimates.
POINT = 4
# The number of consecutive slots in which a position can be.
_SLOTS = 4


class Memory(NamedTuple):
    """The positions in memory, by slot (0: none), and the bounds of their values."""

    key: Any
    low: Any
    high: Any


class Room(NamedTuple):
    """The boards after each turn, by depth, and an estimate of each. The turns themselves are not stored,
    because the search does not need them."""

    after: Any
    turn: Any
    guess: Any


def room() -> Room:
    after = np.zeros((MAX_DEPTH, MAX_TURNS, 3), np.int64)
    turn = np.zeros((MAX_TURNS, TURN_WIDTH), np.int8)
    return Room(after, turn, np.zeros((MAX_DEPTH, MAX_TURNS), np.int64))


def memory(bits: int) -> Memory:
    size = 1 << bits
    return Memory(np.zeros(size, np.uint64), np.zeros(size, np.int8), np.zeros(size, np.int8))


@njit(cache=True, nogil=True)
def margin(mine, theirs, worth):
    total = 0
    for row in range(ROWS):
        total += worth[row] * (pieces_in(mine, row) - pieces_in(theirs, row))
    return total


@njit(cache=True, nogil=True)
def estimate(mine, theirs, worth):
    """Estimates a board for the player who has just moved, by points and by progress."""
    return POINT * margin(mine, theirs, worth) + progress_of(mine) - progress_of(theirs)


@njit(cache=True, nogil=True)
def slot_of(key, keys):
    """Returns the slot of a position, or else one that it can take."""
    mask = np.uint64(len(keys) - 1)
    h = key * np.uint64(0x9E3779B97F4A7C15)
    h ^= h >> np.uint64(29)
    h *= np.uint64(0xBF58476D1CE4E5B9)
    at = h >> np.uint64(20)
    for i in range(_SLOTS):
        slot = np.int64((at + np.uint64(i)) & mask)
        if keys[slot] == key or keys[slot] == 0:
            return slot
    return np.int64((at + (h >> np.uint64(62))) & mask)


@njit(cache=True, nogil=True)
def key_of(mine, theirs):
    return np.uint64(mine) << np.uint64(32) | np.uint64(theirs)


@njit(cache=True, nogil=True)
def guess_turns(boards, n, alpha, beta, worth, key, low, high, guesses):
    """Estimates each turn, so that the best are tried first."""
    for i in range(n):
        mine, theirs = boards[i, 0], boards[i, 1]
        guesses[i] = estimate(mine, theirs, worth)
        slot = slot_of(key_of(theirs, mine), key)
        if key[slot] == key_of(theirs, mine):
            # Bounds from the memory tell more than the estimate.
            if -np.int64(low[slot]) <= alpha:
                guesses[i] -= 1000
            elif -np.int64(high[slot]) >= beta:
                guesses[i] += 1000


@njit(cache=True, nogil=True)
def bring_best(boards, guesses, i, n):
    """Moves the turn with the best estimate, of those from i on, to index i."""
    best = i
    for j in range(i + 1, n):
        if guesses[j] > guesses[best]:
            best = j
    if best != i:
        guesses[i], guesses[best] = guesses[best], guesses[i]
        for c in range(3):
            boards[i, c], boards[best, c] = boards[best, c], boards[i, c]


@njit(cache=True, nogil=True)
def remember(position, best, alpha, beta, key, low, high):
    slot = slot_of(position, key)
    if key[slot] != position:
        key[slot], low[slot], high[slot] = position, _LOWEST, _HIGHEST
    if best > alpha:
        low[slot] = max(best, np.int64(low[slot]))
    if best < beta:
        high[slot] = min(best, np.int64(high[slot]))


@njit(cache=True, nogil=True)
def search(mine, theirs, alpha, beta, depth, moves_any, worth, memory, room, state):
    """Returns the value for the player to move: exact between alpha and beta, else a bound on that side.

    The result is invalid if state[STOP] is set afterwards, or state[LEFT] is below 0."""
    if is_over(mine, theirs):
        return margin(mine, theirs, worth)
    state[LEFT] -= 1
    if state[STOP] != 0 or state[LEFT] < 0:
        return 0
    key, low, high = memory.key, memory.low, memory.high
    position = key_of(mine, theirs)
    slot = slot_of(position, key)
    if key[slot] == position:
        if low[slot] >= beta or low[slot] == high[slot]:
            return np.int64(low[slot])
        if high[slot] <= alpha:
            return np.int64(high[slot])
        alpha, beta = max(alpha, np.int64(low[slot])), min(beta, np.int64(high[slot]))
    boards, guesses = room.after[depth], room.guess[depth]
    n = reach(mine, theirs, moves_any, boards, room.turn)
    guess_turns(boards, n, alpha, beta, worth, key, low, high, guesses)
    best, floor, deeper = _LOWEST, alpha, depth + 1
    for i in range(n):
        bring_best(boards, guesses, i, n)
        a, b = boards[i, 0], boards[i, 1]
        if boards[i, 2]:
            value = margin(a, b, worth)
        else:
            # All but the first are probably worse, and it is enough to prove that.
            value = floor + 1
            if i > 0:
                value = -search(b, a, -floor - 1, -floor, deeper, moves_any, worth, memory, room, state)
            if i == 0 or floor < value < beta:
                value = -search(b, a, -beta, -floor, deeper, moves_any, worth, memory, room, state)
        if state[STOP] != 0 or state[LEFT] < 0:
            return 0
        best, floor = max(best, value), max(floor, value)
        if best >= beta:
            break
    remember(position, best, alpha, beta, key, low, high)
    return best
