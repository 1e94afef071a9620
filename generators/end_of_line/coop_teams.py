"""Simulated teams of co-operative puzzles."""

from __future__ import annotations

import numpy as np

from generators.end_of_line import coop_teams_kernel as kernel
from generators.end_of_line.deal_players import DealPlayers
from puzzles.end_of_line.board import CARDS, HEADINGS, torus
from puzzles.end_of_line.coop_puzzle import CoopPuzzle
from solvers.end_of_line.arrays import EXIT_BITS
from solvers.end_of_line.coop_turns import everything_left

_LONERS = kernel.Team(breadth=64, turns=1, loners=True)
# By team how many ways to go on it keeps in mind, and how many rounds it foresees; the first foresees a turn.
_TEAMS = ((8, 0), (16, 1), (32, 2), (64, 3), (128, 4))


class Teams(DealPlayers):
    """The teams of one deal: PLAYERS of them; the careless one is that of the loners."""

    careless_games = 100

    def __init__(self, puzzle: CoopPuzzle, seed: int = 0) -> None:
        cells = torus(puzzle.rows, puzzle.cols).cells
        super().__init__(everything_left(puzzle), len(cells), seed)
        number = {cell: i for i, cell in enumerate(cells)}
        free = np.array([number[cell] for cell in puzzle.free_cells], np.int64)
        self._covered = np.ones(len(cells), np.bool_)
        self._covered[free] = False
        self._table = kernel.Table(_neighbours(puzzle), free, *_decks(puzzle))
        self._start = np.zeros(kernel.OF_TEAM + len(puzzle.players) * kernel.OF_PLAYER, np.int64)
        for p, player in enumerate(puzzle.players):
            fields = self._start[kernel.OF_TEAM + p * kernel.OF_PLAYER :]
            fields[kernel.HEAD] = number[player.start.cell]
            fields[kernel.ENTRY] = HEADINGS.index(player.start.heading)
            fields[kernel.EXITS] = EXIT_BITS[CARDS.index("S")]
            fields[kernel.ENERGY] = puzzle.energy
        self._players = len(puzzle.players)

    def _play_carelessly(self) -> int:
        return self.play(_LONERS)

    def _play(self, player: int) -> int:
        breadth, rounds = _TEAMS[player]
        return self.play(kernel.Team(breadth, max(1, rounds * self._players), loners=False))

    def play(self, team: kernel.Team) -> int:
        return int(kernel.play(team, self._start, self._covered, self._table, self._random, self._work))


def _neighbours(puzzle: CoopPuzzle) -> np.typing.NDArray[np.int64]:
    board = torus(puzzle.rows, puzzle.cols)
    number = {cell: i for i, cell in enumerate(board.cells)}
    area = puzzle.area_of(0)
    return np.array([[number[area.neighbour(cell, h)] for h in HEADINGS] for cell in board.cells], np.int64)


def _decks(puzzle: CoopPuzzle) -> tuple[np.typing.NDArray[np.int64], np.typing.NDArray[np.int64]]:
    """Returns by player the types of the cards, and how many they are."""
    sizes = np.array([len(player.deck) for player in puzzle.players], np.int64)
    decks = np.zeros((len(sizes), int(sizes.max())), np.int64)
    for row, player in zip(decks, puzzle.players, strict=True):
        row[: len(player.deck)] = [CARDS.index(card) for card in player.deck]
    return decks, sizes
