"""Counts the move sequences and endings of a play by exhaustive enumeration."""

from __future__ import annotations

from collections import Counter
from typing import Any

from puzzles.play import Play

AnyPlay = Play[Any, Any, Any, Any]


def perft(play: AnyPlay, position: Any, depth: int) -> int:
    """Counts the sequences of `depth` legal moves."""
    if depth == 0:
        return 1
    moves = play.moves(position)
    if depth == 1:
        return len(moves)
    return sum(perft(play, play.after(position, move), depth - 1) for move in moves)


def endings(play: AnyPlay, position: Any) -> Counter[bool]:
    """Counts the ways to play on from a position to the end, by whether they solve the puzzle."""
    outcome = play.outcome(position)
    if outcome is not None:
        return Counter([outcome.solved])
    return sum((endings(play, play.after(position, move)) for move in play.moves(position)), Counter())
