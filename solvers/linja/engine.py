"""Turns any function that values boards into an endgame engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from puzzles.linja.board import Board, Options, Player, Rows
from puzzles.linja.endgame import EndgamePuzzle, EndgameTurn, goal_threshold
from puzzles.linja.turn_json import write_turn
from puzzles.linja.turns import Turn, results
from puzzles.texts import Phrase, phrase
from solvers.protocol import Count, Goal, Impossible, Limits, Outcome, Solved, Stop, Unknown

# Returns for each of the boards, after a turn of the player, the margin that this player can force; or the
# reason why it cannot.
Values = Callable[[Sequence[Board], Player, Options, Limits], Sequence[int] | Stop]


@dataclass(frozen=True)
class ValuedTurn:
    """A position that a turn can lead to, with the best such turn and its value for the player who makes
    it."""

    turn: Turn
    A: Rows
    B: Rows
    value: int

    def to_json(self) -> dict[str, Any]:
        return {"turn": write_turn(self.turn), "A": list(self.A), "B": list(self.B), "value": self.value}


@dataclass(frozen=True)
class EndgameEngine:
    """See solvers.protocol.Solver; `values` does the work."""

    name: str
    values: Values

    def solve(self, puzzle: EndgamePuzzle, goal: Goal, limits: Limits) -> Outcome[EndgameTurn]:
        moves = self.toward_goal(puzzle, limits)
        if isinstance(moves, str):
            return Unknown(moves)
        if not moves:
            return Impossible(phrase("linja.refutation.over"), value=final_margin(puzzle))
        value = moves[0].value
        if value < goal_threshold(puzzle.goal, value):
            reason = phrase("linja.refutation.best_play", player=puzzle.to_move, standing=standing(value))
            return Impossible(reason, value=value)
        return Solved(EndgameTurn(moves[0].turn), value=value)

    def count(self, puzzle: EndgamePuzzle, cap: int, limits: Limits) -> Count:
        moves = self.toward_goal(puzzle, limits)
        if isinstance(moves, str):
            return Count(0, False)
        n = sum(move.value >= goal_threshold(puzzle.goal, moves[0].value) for move in moves)
        return Count(min(cap, n), n < cap)

    def toward_goal(self, puzzle: EndgamePuzzle, limits: Limits) -> Sequence[ValuedTurn] | Stop:
        """Returns the same as `moves`, but only the first turn must have its exact value. The values of the
        others need only show whether they meet the goal."""
        return self.moves(puzzle, limits)

    def moves(self, puzzle: EndgamePuzzle, limits: Limits) -> Sequence[ValuedTurn] | Stop:
        """Returns a turn for every different position that a turn can lead to, best first; none when the game
        is over."""
        successors = results(puzzle.board, puzzle.to_move, puzzle.options)
        values = self.values(list(successors), puzzle.to_move, puzzle.options, limits)
        return values if isinstance(values, str) else merged(successors, values)


def final_margin(puzzle: EndgamePuzzle) -> int:
    """Returns the margin of the player to move when the game is over."""
    return puzzle.board.margin(puzzle.to_move, puzzle.options)


def standing(value: int) -> Phrase:
    """Returns how a player stands at the end."""
    if value == 0:
        return phrase("linja.standing.level")
    return phrase(f"linja.standing.{'ahead' if value > 0 else 'behind'}", points=abs(value))


def merged(successors: dict[Board, Turn], values: Sequence[int]) -> tuple[ValuedTurn, ...]:
    """Returns the turns, best first.

    A position that can be reached both with the game over and not over is one turn, with the better value."""
    best: dict[tuple[Rows, Rows], ValuedTurn] = {}
    pairs = zip(successors.items(), values, strict=True)
    for (board, turn), value in sorted(pairs, key=lambda pair: -pair[1]):
        best.setdefault((board.A, board.B), ValuedTurn(turn, board.A, board.B, value))
    return tuple(best.values())
