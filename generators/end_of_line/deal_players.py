"""Simulated players of deals, and how often they reach the best score of a deal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from generators.kernel_random import PRIME
from solvers.end_of_line.solo_kernel import Work
from solvers.protocol import ENDLESS, Clock

# How many games each player plays.
GAMES = 10
# All games of all five players with one deal.
PLAYERS = 5
ALL_GAMES = PLAYERS * GAMES


@dataclass(frozen=True)
class Wins:
    """The number of GAMES in which each player reached the best score, in increasing foresight."""

    by_player: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.by_player)


class DealPlayers(ABC):
    """The players of one deal. Their games repeat exactly: all randomness comes from `seed`.

    careless_games  how many games the careless player plays
    """

    careless_games = 1000

    def __init__(self, points: int, cells: int, seed: int) -> None:
        """`points`: the initiatives of all cards and the energy; `cells`: those of the whole board."""
        self._points = points
        self._random = np.array([seed % (PRIME - 1) + 1], np.int64)
        self._work = Work(
            states=np.zeros((0, 0), np.int64),
            seen=np.zeros(cells, np.bool_),
            stack=np.zeros(cells + 1, np.int32),
            ways_on=np.zeros(cells, np.int32),
        )

    @abstractmethod
    def _play_carelessly(self) -> int:
        """Plays a game of the careless player; returns the points lost, or -1 if the game is lost."""

    @abstractmethod
    def _play(self, player: int) -> int:
        """Plays a game of one of the PLAYERS, numbered in increasing foresight; returns the points lost, or
        -1 if the game is lost."""

    def careless_best(self) -> int | None:
        """Returns the best score of many careless games; None when all were lost."""
        games = (self._play_carelessly() for _ in range(self.careless_games))
        lost = [game for game in games if game >= 0]
        return self._points - min(lost) if lost else None

    def wins(
        self,
        best: int,
        worth_it: Callable[[int, int], bool] = lambda _minimum, _maximum: True,
        clock: Clock = ENDLESS,
    ) -> Wins | None:
        """Counts the games that reach the best score, cheapest player first.

        None as soon as `worth_it` rejects the least and the greatest count still possible, or when the clock
        runs out."""
        wins = [0] * PLAYERS
        for played in range(ALL_GAMES):
            if clock.stopped() is not None:
                return None
            player = played // GAMES
            lost = self._play(player)
            wins[player] += lost >= 0 and self._points - lost >= best
            if not worth_it(sum(wins), sum(wins) + ALL_GAMES - played - 1):
                return None
        return Wins(tuple(wins))
