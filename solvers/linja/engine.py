"""An engine of endgames is what tells the values of boards; all else is the same for each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from puzzles.linja.board import Board, Options, Player, Rows
from puzzles.linja.endgame import EndgamePuzzle, EndgameTurn, least_of
from puzzles.linja.turn_json import write_turn
from puzzles.linja.turns import Turn, results
from solvers.protocol import Count, Goal, Impossible, Limits, Outcome, Solved, Stop, Unknown

# For each of the boards, after a turn of the player, the margin that this player can then force; or why not.
Values = Callable[[Sequence[Board], Player, Options, Limits], Sequence[int] | Stop]


@dataclass(frozen=True)
class Move:
    """A position that a turn can lead to, with the best turn that does, and its value for who made it."""

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
        found = self.toward_goal(puzzle, limits)
        if isinstance(found, str):
            return Unknown(found)
        if not found:
            return Impossible("the game is over", value=final(puzzle))
        value = found[0].value
        if value < least_of(puzzle.goal, value):
            return Impossible(f"against best play {puzzle.to_move} ends {ends(value)}", value=value)
        return Solved(EndgameTurn(found[0].turn), value=value)

    def count(self, puzzle: EndgamePuzzle, cap: int, limits: Limits) -> Count:
        found = self.toward_goal(puzzle, limits)
        if isinstance(found, str):
            return Count(0, False)
        n = sum(move.value >= least_of(puzzle.goal, found[0].value) for move in found)
        return Count(min(cap, n), n < cap)

    def toward_goal(self, puzzle: EndgamePuzzle, limits: Limits) -> Sequence[Move] | Stop:
        """As moves, but only the first need have its very value: of the others it is enough whether they meet
        the goal."""
        return self.moves(puzzle, limits)

    def moves(self, puzzle: EndgamePuzzle, limits: Limits) -> Sequence[Move] | Stop:
        """A move for every different position that a turn can lead to, best first; none when it is over."""
        reached = results(puzzle.board, puzzle.to_move, puzzle.options)
        values = self.values(list(reached), puzzle.to_move, puzzle.options, limits)
        return values if isinstance(values, str) else merged(reached, values)


def final(puzzle: EndgamePuzzle) -> int:
    """The margin of who is to move when the game is over."""
    return puzzle.board.margin(puzzle.to_move, puzzle.options)


def ends(value: int) -> str:
    """How a player stands at the end."""
    if value == 0:
        return "level"
    return f"{value} ahead" if value > 0 else f"{-value} behind"


def merged(reached: dict[Board, Turn], values: Sequence[int]) -> tuple[Move, ...]:
    """Best first. A position that is reached with the game over and not over is one, of the better value."""
    best: dict[tuple[Rows, Rows], Move] = {}
    pairs = zip(reached.items(), values, strict=True)
    for (board, turn), value in sorted(pairs, key=lambda pair: -pair[1]):
        best.setdefault((board.A, board.B), Move(turn, board.A, board.B, value))
    return tuple(best.values())
