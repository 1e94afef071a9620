"""Players of Linja that the grader does not know: one that plays random games, and a hasty one.

Sides are packed as in packed_sides, those of the player to move first. No function here is
recursive, because numba does not cache callers of recursive functions.
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
# Ties are broken by chance: a rating has this many parts, and the last digits are random.
_PARTS = 1 << 10


class Room(NamedTuple):
    """Buffers for boards after a turn and after the reply to it; the turns themselves are not used."""

    own: Any
    reply: Any
    turn: Any


def room() -> Room:
    own, turn = turn_arrays()
    return Room(own, turn_arrays()[0], turn)


@njit(cache=True, nogil=True)
def _random_game_margin(mine, theirs, moves_any, worth, reply, turn, chance):
    """Returns the margin for the player to move at the end of a game of random turns."""
    sign = 1
    while True:
        n = reach(mine, theirs, moves_any, reply, turn)
        if n == 0:
            return sign * margin(mine, theirs, worth)
        i = pick(chance, n)
        if reply[i, 2]:
            return sign * margin(reply[i, 0], reply[i, 1], worth)
        mine, theirs = reply[i, 1], reply[i, 0]
        sign = -sign


@njit(cache=True, nogil=True)
def play_out(mine, theirs, games, moves_any, worth, room, chance):
    """Returns the index of the turn with the best mean margin in so many random games."""
    n = reach(mine, theirs, moves_any, room.own, room.turn)
    best, choice = _LOWEST, -1
    for i in range(n):
        a, b = room.own[i, 0], room.own[i, 1]
        total = 0
        for _ in range(games):
            if room.own[i, 2]:
                total += margin(a, b, worth)
            else:
                total -= _random_game_margin(b, a, moves_any, worth, room.reply, room.turn, chance)
        rating = total * _PARTS + pick(chance, _PARTS)
        if rating > best:
            best, choice = rating, i
    return choice


@njit(cache=True, nogil=True)
def hurry(mine, theirs, share, moves_any, worth, room, chance):
    """Returns the turn of a player who sees each turn and each reply with a chance of `share` per cent, and
    chooses the turn whose worst reply has the best margin."""
    n = reach(mine, theirs, moves_any, room.own, room.turn)
    best, choice = _LOWEST, pick(chance, n)
    for i in range(n):
        if pick(chance, 100) >= share:
            continue
        a, b = room.own[i, 0], room.own[i, 1]
        worst = margin(a, b, worth)
        if not room.own[i, 2] and not is_over(b, a):
            for j in range(reach(b, a, moves_any, room.reply, room.turn)):
                if pick(chance, 100) < share:
                    worst = min(worst, -margin(room.reply[j, 0], room.reply[j, 1], worth))
        rating = worst * _PARTS + pick(chance, _PARTS)
        if rating > best:
            best, choice = rating, i
    return choice


class Players:
    """Players that choose a turn of a puzzle, as a pair of packed sides, the player's first."""

    def __init__(self, seed: int) -> None:
        self._room = room()
        self._chance = np.array([1 + seed % (PRIME - 1)], dtype=np.int64)

    def play_out(self, puzzle: EndgamePuzzle, games: int) -> tuple[int, int]:
        return self._play(play_out, puzzle, games)

    def hurry(self, puzzle: EndgamePuzzle, share: int) -> tuple[int, int]:
        return self._play(hurry, puzzle, share)

    def _play(self, kernel: Any, puzzle: EndgamePuzzle, strength: int) -> tuple[int, int]:
        moves_any = puzzle.options.extra_move == "any"
        worth = np.array(puzzle.options.worth, dtype=np.int64)
        sides = packed(puzzle.board, puzzle.to_move)
        choice = kernel(*sides, strength, moves_any, worth, self._room, self._chance)
        mine, theirs, _ = self._room.own[choice].tolist()
        return mine, theirs
