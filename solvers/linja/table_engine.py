"""The table as an engine: it answers for all layers that have been built."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

from puzzles.linja.board import Board, Options, Player
from puzzles.linja.endgame import EndgamePuzzle
from solvers.linja.engine import EndgameEngine, ValuedTurn
from solvers.linja.table import Table, table_for
from solvers.linja.table_file import BadTable
from solvers.protocol import Limits, Stop

T = TypeVar("T")
_NO_LIMITS = Limits()
_LOG = logging.getLogger(__name__)


class TableEngine(EndgameEngine):
    """See solvers.protocol.Solver. Where the table does not go down far enough, the reason is `size`."""

    def __init__(self) -> None:
        super().__init__("table", table_values)

    def moves(self, puzzle: EndgamePuzzle, limits: Limits) -> Sequence[ValuedTurn] | Stop:
        layer = puzzle.board.progress
        return _ask(puzzle.options, layer, limits, lambda table: table.moves(puzzle.board, puzzle.to_move))


def table_values(
    boards: Sequence[Board], player: Player, options: Options, limits: Limits
) -> Sequence[int] | Stop:
    if not boards:
        return ()
    lowest = min(board.progress for board in boards)
    return _ask(options, lowest, limits, lambda table: table.values(boards, player))


def _ask(options: Options, layer: int, limits: Limits, ask: Callable[[Table], T]) -> T | Stop:
    clock = limits.start()
    stop = clock.stopped()
    if stop is not None:
        return stop
    try:
        table = table_for(options, layer, lambda: clock.stopped() is not None)
        return clock.stopped() or "size" if table is None else ask(table)
    except BadTable as e:
        # The user must hear of a table that cannot be used. Other engines can answer, but more slowly.
        _warn(str(e))
    except OSError:
        # Another process builds it, the folder cannot be written, or the disk is full: other engines can
        # answer.
        pass
    return clock.stopped() or "size"


def knows(options: Options, layer: int, limits: Limits = _NO_LIMITS) -> bool:
    """Whether the table goes down to that layer; late layers are built within the limits where they are
    missing."""
    return _ask(options, layer, limits, lambda table: True) is True


@cache
def _warn(message: str) -> None:
    """Logs a warning, but only once for each text."""
    _LOG.warning(
        "Warning: %s; it is not used. Delete the file; lineworks linja build makes a new one.", message
    )
