"""Simulated players of solo puzzles."""

from __future__ import annotations

from generators.end_of_line import solo_players_kernel as kernel
from generators.end_of_line.deal_players import DealPlayers
from puzzles.end_of_line.solo import SoloPuzzle
from solvers.end_of_line.solo_search import SoloModel

# How many beginnings each player keeps in mind, in increasing foresight.
_BREADTHS = (4, 16, 64, 256, 1024)


class Players(DealPlayers):
    """The players of one deal."""

    def __init__(self, puzzle: SoloPuzzle, seed: int = 0) -> None:
        self._model, self._energy = SoloModel(puzzle), puzzle.energy
        super().__init__(int(self._model.deck.total[0]) + puzzle.energy, len(self._model.cells), seed)

    def _play_carelessly(self) -> int:
        m = self._model
        return int(kernel.careless(m.covered(), m.board, m.deck.cards, self._random))

    def _play(self, player: int) -> int:
        m = self._model
        return int(
            kernel.thinking(
                _BREADTHS[player], self._energy, m.covered(), m.board, m.deck.cards, self._random, self._work
            )
        )
