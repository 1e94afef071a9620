"""Simulated players of Linja: games between them, and how far one has to look ahead to find a turn."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from generators.kernel_random import PRIME
from generators.linja import players_kernel as kernel
from puzzles.linja.board import START, Board, Options, Player, Rows, opponent, own_rows
from solvers.linja.packed_sides import Array, board_of, pack, packed
from solvers.linja.search_kernel import POINT, room
from solvers.linja.turn_kernel import reach
from solvers.protocol import Clock

# How many turns after its own the most far-sighted of the grading players looks at.
FARTHEST = 6
# The players of games: how many turns they look ahead after their own, and how much noise blurs their
# judgement. A point counts four.
_STRENGTHS = ((0, 24), (0, 8), (1, 12), (1, 4), (2, 8), (2, 2))
# Up to this much progress before the stage that is looked for, no player looks beyond its own turn.
_FAST_FORWARD = 14
# Estimates that are worse than the best by more than this are rough ones.
_ROUGH = 10 * POINT


class Lookahead:
    """What players see when they look ahead, by the rules that the options choose."""

    def __init__(self, options: Options) -> None:
        self._moves_any = options.extra_move == "any"
        self._worth = np.array(options.worth, dtype=np.int64)
        self._room = room()

    def game(self, rng: random.Random, begin: int) -> Iterator[tuple[Board, Player]]:
        """Plays a game between two players of random strengths, and yields its positions.

        Positions long before a total progress of `begin` are left out, and played without looking ahead."""
        chance = np.array([1 + rng.getrandbits(30) % (PRIME - 1)], dtype=np.int64)
        players: dict[Player, tuple[int, int]] = {"A": rng.choice(_STRENGTHS), "B": rng.choice(_STRENGTHS)}
        board, player = self._fast_forward(begin - _FAST_FORWARD, (players["A"][1], players["B"][1]), chance)
        while True:
            yield board, player
            ahead, noise = players[player]
            n = self._see(board, player, ahead, noise + 1)
            chosen = kernel.choose(n, noise, self._room.guess[0], chance)
            if chosen < 0:
                return
            mine, theirs, ended = self._room.after[0, chosen].tolist()
            if ended:
                return
            board, player = board_of(player, mine, theirs), opponent(player)

    def _fast_forward(self, until: int, noises: tuple[int, int], chance: Array) -> tuple[Board, Player]:
        """Plays from the start position, with A to move, until that total progress."""
        room = self._room
        mine, theirs, turns = kernel.fast_forward(
            *packed(START, "A"), until, noises, self._moves_any, self._worth, room.after[0], room.turn, chance
        )
        player: Player = "A" if turns % 2 == 0 else "B"
        return board_of(player, mine, theirs), player

    def turns_ahead(
        self, board: Board, player: Player, right: tuple[Rows, Rows], clock: Clock, farthest: int
    ) -> int | None:
        """Returns how many turns after its own a player must look at to prefer the turn to `right` (A and B).

        One more than `farthest` where looking that far is not enough; None when the clock runs out."""
        sides = {"A": right[0], "B": right[1]}
        target = [pack(own_rows(side, sides[side])) for side in (player, opponent(player))]
        for ahead in range(farthest + 1):
            if clock.stopped() is not None:
                return None
            n = self._see(board, player, ahead, 1)
            values = zip(self._room.after[0, :n].tolist(), self._room.guess[0, :n].tolist(), strict=True)
            looks = [(value, packed_sides[:2] == target) for packed_sides, value in values]
            best = max(value for value, is_right in looks if is_right)
            if all(value < best for value, is_right in looks if not is_right):
                return ahead
        return farthest + 1

    def estimates(self, board: Board, player: Player, ahead: int) -> dict[Board, float]:
        """Returns how many points the board after each turn looks worth to a player who looks `ahead` turns
        beyond it; only roughly for those that look worse than the best by many points."""
        n = self._see(board, player, ahead, _ROUGH)
        looks = zip(self._room.after[0, :n].tolist(), self._room.guess[0, :n].tolist(), strict=True)
        return {
            replace(board_of(player, mine, theirs), ended=bool(ended)): value / POINT
            for (mine, theirs, ended), value in looks
        }

    def _see(self, board: Board, player: Player, ahead: int, slack: int) -> int:
        """Looks `ahead` turns beyond every turn; returns how many those are; `_room` then has them."""
        room, endless = self._room, kernel.ENDLESS
        mine, theirs = packed(board, player)
        n: int = reach(mine, theirs, self._moves_any, room.after[0], room.turn)
        # The player's own turn counts too.
        depth, window = ahead + 1, (-endless, endless)
        kernel.look(mine, theirs, depth, *window, 0, slack, self._moves_any, self._worth, room)
        return n
