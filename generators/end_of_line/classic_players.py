"""Simulated players of the classic solitaire."""

from __future__ import annotations

import numpy as np

from generators.end_of_line import classic_players_kernel as kernel
from generators.end_of_line.deal_players import DealPlayers
from puzzles.end_of_line.board import CARDS, INITIATIVE
from puzzles.end_of_line.classic_puzzle import ClassicPuzzle
from solvers.end_of_line.solo_search import board_of

# How many beginnings each player keeps in mind, in increasing foresight.
_BREADTHS = (4, 12, 36, 108, 324)


class Players(DealPlayers):
    """The players of one deal."""

    def __init__(self, puzzle: ClassicPuzzle, seed: int = 0) -> None:
        self._board, self._energy = board_of(puzzle.area), puzzle.energy
        self._deck = _deck(puzzle)
        self._cells = len(puzzle.area.cells())
        points = sum(INITIATIVE[card] for card in puzzle.deck) + puzzle.energy
        super().__init__(points, self._cells, seed)

    def _covered(self) -> np.typing.NDArray[np.bool_]:
        used = np.ones(self._cells, np.bool_)
        used[self._board.free] = False
        return used

    def _play_carelessly(self) -> int:
        return int(kernel.careless(self._covered(), self._board, self._deck.cards, self._random))

    def _play(self, player: int) -> int:
        return int(
            kernel.thinking(
                _BREADTHS[player],
                self._energy,
                self._covered(),
                self._board,
                self._deck,
                self._random,
                self._work,
            )
        )


def _deck(puzzle: ClassicPuzzle) -> kernel.Deck:
    spare = max(0, len(puzzle.deck) - len(puzzle.area.free_cells()))
    keep = np.zeros((len(puzzle.deck) + 1, spare + 1), np.int64)
    for drawn in range(len(puzzle.deck)):
        ranked = sorted((INITIATIVE[card] for card in puzzle.deck[drawn:]), reverse=True)
        for number in range(spare + 1):
            keep[drawn, number] = sum(ranked[:number])
    return kernel.Deck(np.array([CARDS.index(card) for card in puzzle.deck], np.int8), keep)
