"""Tests the computer's choices in linja play, by strength."""

from __future__ import annotations

from functools import cache
from typing import Any

from puzzles.linja.board import USUAL, Board
from puzzles.linja.endgame import EndgamePuzzle
from puzzles.linja.turns import apply
from solvers.linja.opponent import PERFECT, choose
from solvers.linja.search import SearchEngine
from solvers.protocol import Limits

BOARD = Board((0, 0, 0, 1, 2, 2, 2, 5), (5, 1, 4, 1, 0, 0, 1, 0))


@cache
def moves(board: Board, player: Any) -> Any:
    return SearchEngine().moves(EndgamePuzzle(board, player), Limits())


def mean_loss(strength: int, seeds: int = 60) -> float:
    """Returns the mean loss of its turns against the best."""
    value_by_board = {(move.A, move.B): move.value for move in moves(BOARD, "A")}
    best, sum_ = max(value_by_board.values()), 0
    for seed in range(seeds):
        after = apply(BOARD, "A", USUAL, choose(BOARD, "A", USUAL, strength, seed, moves))
        sum_ += best - value_by_board[after.A, after.B]
    return sum_ / seeds


def test_the_stronger_the_better() -> None:
    losses = [mean_loss(strength) for strength in range(1, PERFECT + 1)]
    assert losses == sorted(losses, reverse=True)
    assert losses[0] > losses[2] > losses[-1] == 0


def test_the_perfect_player_sets_traps() -> None:
    def mistakes(board: Board) -> float:
        replies = [] if board.over else moves(board, "B")
        return sum(reply.value < replies[0].value for reply in replies) / len(replies) if replies else 0

    best_first = moves(BOARD, "A")
    best_boards = [
        apply(BOARD, "A", USUAL, move.turn) for move in best_first if move.value == best_first[0].value
    ]
    for seed in range(5):
        after = apply(BOARD, "A", USUAL, choose(BOARD, "A", USUAL, PERFECT, seed, moves))
        assert mistakes(after) == max(map(mistakes, best_boards))


def test_the_order_of_the_moves_does_not_matter() -> None:
    def shuffled_moves(board: Board, player: Any) -> Any:
        return sorted(moves(board, player), key=lambda move: (-move.value, move.B))

    for strength in range(1, PERFECT + 1):
        turns = [
            choose(BOARD, "A", USUAL, strength, 5, move_function) for move_function in (moves, shuffled_moves)
        ]
        assert turns[0] == turns[1]
