"""The lines of a co-operative puzzle on their board, for pictures and for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from puzzles.end_of_line.board import Area
from puzzles.end_of_line.coop_puzzle import CoopPuzzle
from puzzles.end_of_line.drawing.coop_solution import JudgedRounds
from puzzles.end_of_line.drawing.text_signs import TextLine
from puzzles.end_of_line.drawing.trace import Trace, trace_of, wrap_letter
from puzzles.end_of_line.referee import Joint


def board_area(puzzle: CoopPuzzle, player: int = 0) -> Area:
    """The board with the start card of one player. Those of the others are no blocked cells in a drawing."""
    return Area(puzzle.rows, puzzle.cols, puzzle.players[player].start, puzzle.blocked)


def lines_of(
    puzzle: CoopPuzzle, solution: JudgedRounds | None, joints: Sequence[Sequence[Joint]] | None = None
) -> tuple[TextLine, ...]:
    """The lines of all players, with different letters for all places where one leaves the board.

    `joints` say how the cards of each player continue the line, where that is known.
    """
    lines: list[TextLine] = []
    letters = 0
    for i, player in enumerate(puzzle.players):
        judged = None if solution is None else solution.of_player(i)
        trace = trace_of(board_area(puzzle, i), judged, joints[i] if joints else None)
        wraps = tuple(
            replace(wrap, letter=wrap_letter(index)) for index, wrap in enumerate(trace.wraps, letters)
        )
        lines.append(TextLine(player.start, replace(trace, wraps=wraps), i + 1))
        letters += len(wraps)
    return tuple(lines)


def all_cards(lines: Sequence[TextLine]) -> Trace:
    """The cards of all lines, as if they were one."""
    traces = [line.trace for line in lines]
    return Trace(
        traces[0].start,
        tuple(card for trace in traces for card in trace.cards),
        tuple(card for trace in traces for card in trace.off_board),
        tuple(wrap for trace in traces for wrap in trace.wraps),
    )
