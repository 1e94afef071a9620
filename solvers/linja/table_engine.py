"""The table as an engine: it answers what it knows, which is everything once it has been built."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

from puzzles.linja.board import Board, Options, Player
from puzzles.linja.endgame import EndgamePuzzle
from solvers.linja.engine import EndgameEngine, Move
from solvers.linja.table import Table, table_for
from solvers.linja.table_file import BadTable
from solvers.protocol import Limits, Stop

T = TypeVar("T")
_LOG = logging.getLogger(__name__)


class TableEngine(EndgameEngine):
    """See solvers.protocol.Solver. Where the table does not go so far down, the reason is `size`."""

    def __init__(self) -> None:
        super().__init__("table", table_values)

    def moves(self, puzzle: EndgamePuzzle, limits: Limits) -> Sequence[Move] | Stop:
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
        found = table_for(options, layer, lambda: clock.stopped() is not None)
        return clock.stopped() or "size" if found is None else ask(found)
    except BadTable as e:
        # It is refused, which must not pass in silence; others can answer, if more slowly.
        _warn(str(e))
    except OSError:
        # Another process makes it, nobody may, or there is no room: others can answer.
        pass
    return clock.stopped() or "size"


def knows(options: Options, layer: int) -> bool:
    """Whether the table goes down to that layer."""
    return _ask(options, layer, Limits(), lambda table: True) is True


@cache
def _warn(words: str) -> None:
    """Once for each thing that is wrong."""
    _LOG.warning("Warning: %s; it is not used. Delete the file, and make it again or do without.", words)
