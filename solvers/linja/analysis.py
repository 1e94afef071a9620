"""Values all turns of a position, and says how many of the opponent's answers keep each value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from puzzles.linja.board import Board, Player, opponent
from puzzles.linja.endgame import EndgamePuzzle
from puzzles.texts import Phrase, phrase
from solvers.linja.commands import build_command
from solvers.linja.endgame import VALUES
from solvers.linja.engine import ValuedTurn
from solvers.linja.layers import LATE
from solvers.linja.table import open_table
from solvers.linja.table_engine import knows
from solvers.linja.table_file import BadTable
from solvers.protocol import Limits, Stop

# A position this much before the late layers can perhaps be searched in the time of a call.
_SEARCHABLE = LATE - 12


@dataclass(frozen=True)
class AnalysedTurn:
    """A turn with its value. `answers`: how many different positions the opponent's turns after it lead to;
    `keeping`: how many of these give away nothing. Both are None where they are not known."""

    turn: ValuedTurn
    answers: int | None = None
    keeping: int | None = None

    def to_json(self) -> dict[str, Any]:
        return self.turn.to_json() | {"answers": self.answers, "keeping": self.keeping}


class EndgameAnalyst:
    """See solvers.protocol.Analyst."""

    def moves(self, puzzle: EndgamePuzzle, limits: Limits) -> Sequence[AnalysedTurn] | Phrase | Stop:
        layer, clock = puzzle.board.progress, limits.start()
        by_table = knows(puzzle.options, layer, limits)
        if not by_table and layer < _SEARCHABLE:
            return _unknown(puzzle)
        limits = replace(limits, seconds=clock.left())
        moves = VALUES.moves("table" if by_table else None, puzzle, limits)
        if isinstance(moves, str):
            return moves if layer >= LATE else _unknown(puzzle)
        if not by_table:
            return [AnalysedTurn(move) for move in moves]
        return [_analysed(puzzle, move, replace(limits, seconds=clock.left())) for move in moves]


def _analysed(puzzle: EndgamePuzzle, move: ValuedTurn, limits: Limits) -> AnalysedTurn:
    other: Player = opponent(puzzle.to_move)
    board = Board(move.A, move.B)
    if board.over:
        return AnalysedTurn(move, 0, 0)
    answers = VALUES.moves("table", replace(puzzle, board=board, to_move=other), limits)
    if isinstance(answers, str):
        return AnalysedTurn(move)
    return AnalysedTurn(move, len(answers), sum(answer.value == answers[0].value for answer in answers))


def _unknown(puzzle: EndgamePuzzle) -> Phrase:
    """Says from where on values are known, and how to make the table of all positions."""
    lowest = LATE
    try:
        table = open_table(puzzle.options)
        lowest = LATE if table is None else min(LATE, table.lowest)
    except (BadTable, OSError):
        pass
    return phrase(
        "linja.analysis.unknown",
        progress=puzzle.board.progress,
        known=lowest,
        command=build_command(puzzle.options),
    )
