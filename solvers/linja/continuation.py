"""Continues turns of endgames: values the turns that begin with the moves made, and holds them against the
goal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from puzzles.linja.endgame import EndgamePuzzle, EndgameTurn, goal_threshold
from puzzles.linja.turns import Turn, results
from puzzles.texts import Part, phrase
from solvers.linja.engine import EndgameEngine, ValuedTurn, merged, standing
from solvers.protocol import (
    Continuation,
    Count,
    EngineEntry,
    Goal,
    Impossible,
    Limits,
    Outcome,
    Solved,
    Stop,
    Unknown,
)

EndgameContinuation = Continuation[EndgamePuzzle, Turn]


def moves_after(
    engine: EndgameEngine, continuation: EndgameContinuation, limits: Limits
) -> Sequence[ValuedTurn] | Stop:
    """Returns a turn for every different position that a turn with these first moves can lead to, best
    first."""
    puzzle = continuation.puzzle
    successors = results(puzzle.board, puzzle.to_move, puzzle.options, continuation.progress)
    values = engine.values(list(successors), puzzle.to_move, puzzle.options, limits)
    return values if isinstance(values, str) else merged(successors, values)


@dataclass(frozen=True)
class _Valued:
    """The turns that begin with the moves made, best first, and the greatest value of any turn."""

    moves: Sequence[ValuedTurn]
    best: int


@dataclass(frozen=True)
class ContinuationEngine:
    """See solvers.protocol.Solver; an engine of endgames does the work."""

    engine: EndgameEngine

    @property
    def name(self) -> str:
        return self.engine.name

    def solve(self, continuation: EndgameContinuation, goal: Goal, limits: Limits) -> Outcome[EndgameTurn]:
        valued = self._valued(continuation, limits)
        if isinstance(valued, str):
            return Unknown(valued)
        puzzle, best, value = continuation.puzzle, valued.best, valued.moves[0].value
        if value >= goal_threshold(puzzle.goal, best):
            return Solved(EndgameTurn(valued.moves[0].turn), value=value)
        parts: dict[str, Part] = {"player": puzzle.to_move, "standing": standing(value)}
        if puzzle.goal == "margin":
            reason = phrase("linja.refutation.less_than_best", **parts, best=standing(best))
        else:
            reason = phrase("linja.refutation.best_play_then", **parts)
        return Impossible(reason, value=value)

    def count(self, continuation: EndgameContinuation, cap: int, limits: Limits) -> Count:
        valued = self._valued(continuation, limits)
        if isinstance(valued, str):
            return Count(0, False)
        threshold = goal_threshold(continuation.puzzle.goal, valued.best)
        n = sum(move.value >= threshold for move in valued.moves)
        return Count(min(cap, n), n < cap)

    def _valued(self, continuation: EndgameContinuation, limits: Limits) -> _Valued | Stop:
        clock = limits.start()
        moves = moves_after(self.engine, continuation, limits)
        if isinstance(moves, str):
            return moves
        if continuation.puzzle.goal != "margin":
            return _Valued(moves, moves[0].value)
        every_turn = self.engine.toward_goal(continuation.puzzle, replace(limits, seconds=clock.left()))
        return every_turn if isinstance(every_turn, str) else _Valued(moves, every_turn[0].value)


def continuing(entry: EngineEntry[EndgameEngine]) -> EngineEntry[ContinuationEngine]:
    """Returns the entry of the engine that continues turns as this one plays whole ones."""
    return EngineEntry(entry.name, lambda: ContinuationEngine(entry.load()))
