"""Players of Linja that the grader does not know: one who plays out games at random, and one in haste.

Sides are packed as in packed_sides, those of the player to move first. Nothing here calls itself: a function
that calls one that does is lost in numba's cache.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from generators.kernel_random import PRIME, pick
from puzzles.linja.endgame import EndgamePuzzle
from solvers.linja.packed_sides import packed
from solvers.linja.search_kernel import margin
from solvers.linja.turn_kernel import is_over, reach, turn_arrays

_LOWEST = -1 << 30
# Of equal looks any may be the best: each look is a number of so many parts, the last ones chance.
_PARTS = 1 << 10


class Room(NamedTuple):
    """Boards after a turn, and after the reply to it; the turns that lead there, which nobody asks for."""

    own: Any
    reply: Any
    turn: Any


def room() -> Room:
    own, turn = turn_arrays()
    return Room(own, turn_arrays()[0], turn)


@njit(cache=True, nogil=True)
def _played_out(mine, theirs, takes_any, worth, reply, turn, chance):
    """The margin for the player to move at the end of a game in which all turns are random."""
    sign = 1
    while True:
        n = reach(mine, theirs, takes_any, reply, turn)
        if n == 0:
            return sign * margin(mine, theirs, worth)
        i = pick(chance, n)
        if reply[i, 2]:
            return sign * margin(reply[i, 0], reply[i, 1], worth)
        mine, theirs = reply[i, 1], reply[i, 0]
        sign = -sign


@njit(cache=True, nogil=True)
def play_out(mine, theirs, games, takes_any, worth, room, chance):
    """Which turn has the best mean margin in so many random games: its number among those of reach."""
    n = reach(mine, theirs, takes_any, room.own, room.turn)
    best, chosen = _LOWEST, -1
    for i in range(n):
        a, b = room.own[i, 0], room.own[i, 1]
        total = 0
        for _ in range(games):
            if room.own[i, 2]:
                total += margin(a, b, worth)
            else:
                total -= _played_out(b, a, takes_any, worth, room.reply, room.turn, chance)
        looks = total * _PARTS + pick(chance, _PARTS)
        if looks > best:
            best, chosen = looks, i
    return chosen


@njit(cache=True, nogil=True)
def hurry(mine, theirs, share, takes_any, worth, room, chance):
    """The turn of a player who sees each turn, and each reply, with a chance of `share` in a hundred, and of
    those chooses the one after whose worst reply the margin is best."""
    n = reach(mine, theirs, takes_any, room.own, room.turn)
    best, chosen = _LOWEST, pick(chance, n)
    for i in range(n):
        if pick(chance, 100) >= share:
            continue
        a, b = room.own[i, 0], room.own[i, 1]
        worst = margin(a, b, worth)
        if not room.own[i, 2] and not is_over(b, a):
            for j in range(reach(b, a, takes_any, room.reply, room.turn)):
                if pick(chance, 100) < share:
                    worst = min(worst, -margin(room.reply[j, 0], room.reply[j, 1], worth))
        looks = worst * _PARTS + pick(chance, _PARTS)
        if looks > best:
            best, chosen = looks, i
    return chosen


class Players:
    """They play a puzzle; what they choose is a pair of packed sides, the player's first."""

    def __init__(self, seed: int) -> None:
        self._room = room()
        self._chance = np.array([1 + seed % (PRIME - 1)], dtype=np.int64)

    def play_out(self, puzzle: EndgamePuzzle, games: int) -> tuple[int, int]:
        return self._play(play_out, puzzle, games)

    def hurry(self, puzzle: EndgamePuzzle, share: int) -> tuple[int, int]:
        return self._play(hurry, puzzle, share)

    def _play(self, kernel: Any, puzzle: EndgamePuzzle, strength: int) -> tuple[int, int]:
        takes_any = puzzle.options.extra_move == "any"
        worth = np.array(puzzle.options.worth, dtype=np.int64)
        sides = packed(puzzle.board, puzzle.to_move)
        chosen = kernel(*sides, strength, takes_any, worth, self._room, self._chance)
        mine, theirs, _ = self._room.own[chosen].tolist()
        return mine, theirs
