"""Linja in words: turns with their values, and the command that makes a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from api.calls.puzzle_documents import Subject
from api.cli.game_extensions import ValueWording
from puzzles.linja.board import Options
from puzzles.linja.endgame import EndgamePuzzle
from puzzles.linja.notation import turn_notation
from solvers.linja.commands import build_command

if TYPE_CHECKING:
    from api.calls.solve import ValuedMoves
    from solvers.linja.engine import ValuedTurn


def turns(subject: Subject, moves: ValuedMoves) -> list[str]:
    """Every turn with its value, a line each; `moves` as an answer of solve has them."""
    puzzle: EndgamePuzzle = subject.puzzle
    if moves is None or isinstance(moves, str):
        return ["", "The values of the turns were not determined in time."]
    if not moves:
        return []
    lines = [
        (turn_notation(puzzle.board, puzzle.to_move, move.turn), move)
        for move in cast("Sequence[ValuedTurn]", moves)
    ]
    width = max(len(text) for text, _ in lines)
    return [""] + [
        f"{move.value:+4d}  {text:<{width}}  A {rows_in_words(move.A)}  B {rows_in_words(move.B)}"
        for text, move in lines
    ]


def rows_in_words(rows: Sequence[int]) -> str:
    return " ".join(str(n) for n in rows)


def advice(subject: Subject) -> list[str]:
    """Advice for a position whose value is not known."""
    puzzle: EndgamePuzzle = subject.puzzle
    from solvers.linja.layers import LATE  # noqa: PLC0415  # numba is slow to load, and was loaded to solve
    from solvers.linja.table_engine import knows  # noqa: PLC0415  # as above

    if puzzle.board.progress >= LATE or knows(puzzle.options, puzzle.board.progress):
        return []
    return [f"With a table the value of every position is known. To make it: {build_command(puzzle.options)}"]


def damaged(error: Exception, options: Options) -> str:
    """What is wrong with a table, and what to do about it."""
    return f"{error}. Delete the file and make it again: {build_command(options)}"


VALUES = ValueWording(turns, advice)
