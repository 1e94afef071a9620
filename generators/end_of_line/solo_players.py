"""Simulated players of solo puzzles, and how often they reach the best score of a deal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from generators.end_of_line import solo_players_kernel as kernel
from generators.kernel_random import PRIME
from puzzles.end_of_line.solo import SoloPuzzle
from solvers.end_of_line.solo_kernel import Work
from solvers.end_of_line.solo_search import SoloModel
from solvers.protocol import ENDLESS, Clock

# How many beginnings each player keeps in mind, in increasing foresight.
BREADTHS = (4, 16, 64, 256, 1024)
GAMES = 10
CARELESS_GAMES = 1000


# All games of all players with one deal.
ALL_GAMES = len(BREADTHS) * GAMES


@dataclass(frozen=True)
class Wins:
    """The number of GAMES in which each player of BREADTHS reached the best score."""

    by_player: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.by_player)


class Players:
    """The players of one deal. Their games repeat exactly: all randomness comes from `seed`."""

    def __init__(self, puzzle: SoloPuzzle, seed: int = 0) -> None:
        self._model = SoloModel(puzzle)
        self._puzzle = puzzle
        self._total = int(self._model.deck.total[0]) + puzzle.energy
        self._random = np.array([seed % (PRIME - 1) + 1], np.int64)
        size = len(self._model.cells)
        self._work = Work(
            states=np.zeros((0, 0), np.int64),
            seen=np.zeros(size, np.bool_),
            stack=np.zeros(size + 1, np.int32),
            ways_on=np.zeros(size, np.int32),
        )

    def careless_best(self) -> int | None:
        """Returns the best score of many careless games; None when all were lost."""
        m = self._model
        games = (
            kernel.careless(m.covered(), m.board, m.deck.cards, self._random) for _ in range(CARELESS_GAMES)
        )
        initiatives = [int(game) for game in games if game >= 0]
        return self._total - min(initiatives) if initiatives else None

    def wins(
        self,
        best: int,
        worth_it: Callable[[int, int], bool] = lambda _minimum, _maximum: True,
        clock: Clock = ENDLESS,
    ) -> Wins | None:
        """Counts the games that reach the best score, cheapest player first.

        None as soon as `worth_it` rejects the least and the greatest count still possible, or when the clock
        runs out."""
        wins: list[int] = []
        for breadth in BREADTHS:
            won = self._wins_of(breadth, best, clock)
            if won is None:
                return None
            wins.append(won)
            minimum = sum(wins)
            if not worth_it(minimum, minimum + ALL_GAMES - GAMES * len(wins)):
                return None
        return Wins(tuple(wins))

    def _wins_of(self, breadth: int, best: int, clock: Clock) -> int | None:
        m = self._model
        wins = 0
        for _ in range(GAMES):
            if clock.stopped() is not None:
                return None
            cost = kernel.thinking(
                breadth, self._puzzle.energy, m.covered(), m.board, m.deck.cards, self._random, self._work
            )
            wins += cost >= 0 and self._total - cost >= best
        return wins
