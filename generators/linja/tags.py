"""Tags that say what the solving turn of an endgame is about."""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.linja.board import LAST, Board, distance_to_target
from puzzles.linja.endgame import EndgamePuzzle
from puzzles.linja.turns import Turn, second_steps, turns
from solvers.linja.engine import ValuedTurn

# From this many turns ahead on a person has to count.
_COUNTING = 4


def tags(puzzle: EndgamePuzzle, right: ValuedTurn, ahead: int) -> Iterator[str]:
    """Yields the tags. `ahead` is how many turns one has to look ahead to see that the turn is right."""
    if _earns(puzzle, right.turn):
        yield "exact landing"
    elif any(_earns(puzzle, turn) for turn, _ in turns(puzzle.board, puzzle.to_move, puzzle.options)):
        yield "sacrifice of the extra move"
    after = Board(right.A, right.B)
    if any(after.full(row) and not puzzle.board.full(row) for row in range(1, LAST)):
        yield "blocking a row"
    if ahead >= _COUNTING:
        yield "counting ahead"


def _earns(puzzle: EndgamePuzzle, turn: Turn) -> bool:
    """Whether the second move of a legal turn earns an extra move."""
    if turn.initial is None or turn.second is None:
        return False
    steps = second_steps(puzzle.board, puzzle.to_move, turn.initial)
    return steps == distance_to_target(puzzle.to_move, turn.second)
