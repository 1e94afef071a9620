"""Simulated players of solo puzzles, and what their games say of a deal."""

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

# How many beginnings the players keep in mind, in rising foresight.
BREADTHS = (4, 16, 64, 256, 1024)
GAMES = 10
CARELESS_GAMES = 1000


# All games of all players at one deal.
ALL_GAMES = len(BREADTHS) * GAMES


@dataclass(frozen=True)
class Reached:
    """For every player of BREADTHS in how many of the GAMES the best score was reached."""

    games: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.games)


class Players:
    """The players at one deal. Games repeat exactly: their chance comes from `seed` alone."""

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
        """The best score of many careless games; None when all were lost."""
        m = self._model
        games = (
            kernel.careless(m.covered(), m.board, m.deck.cards, self._random) for _ in range(CARELESS_GAMES)
        )
        laid = [int(game) for game in games if game >= 0]
        return self._total - min(laid) if laid else None

    def reached(
        self,
        best: int,
        worth_it: Callable[[int, int], bool] = lambda _least, _most: True,
        clock: Clock = ENDLESS,
    ) -> Reached | None:
        """Who reaches the best score, cheapest player first; None as soon as `worth_it` says no to the least
        and the most games that can still come to it, or when the clock runs out."""
        found: list[int] = []
        for breadth in BREADTHS:
            games = self._games(breadth, best, clock)
            if games is None:
                return None
            found.append(games)
            least = sum(found)
            if not worth_it(least, least + ALL_GAMES - GAMES * len(found)):
                return None
        return Reached(tuple(found))

    def _games(self, breadth: int, best: int, clock: Clock) -> int | None:
        m = self._model
        reached = 0
        for _ in range(GAMES):
            if clock.stopped() is not None:
                return None
            cost = kernel.thinking(
                breadth, self._puzzle.energy, m.covered(), m.board, m.deck.cards, self._random, self._work
            )
            reached += cost >= 0 and self._total - cost >= best
        return reached
