"""The table as an engine: it answers what it knows, which is everything once it has been built."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.linja.board import Board, Options, Player
from puzzles.linja.endgame import EndgamePuzzle
from solvers.base import Limits, Stop
from solvers.linja.engine import EndgameEngine, Move
from solvers.linja.table_file import BadTable
from solvers.linja.tables import Table, table_for


class TableEngine(EndgameEngine):
    """See solvers.base.Solver. Where the table does not go so far down, the reason is `size`."""

    def __init__(self) -> None:
        super().__init__("table", table_values)

    def moves(self, puzzle: EndgamePuzzle, limits: Limits) -> Sequence[Move] | Stop:
        found = _table(puzzle.options, puzzle.board.progress, limits)
        return found if isinstance(found, str) else found.moves(puzzle.board, puzzle.to_move)


def table_values(
    boards: Sequence[Board], player: Player, options: Options, limits: Limits
) -> Sequence[int] | Stop:
    if not boards:
        return ()
    found = _table(options, min(board.progress for board in boards), limits)
    return found if isinstance(found, str) else found.values(boards, player)


def _table(options: Options, layer: int, limits: Limits) -> Table | Stop:
    clock = limits.start()
    stop = clock.stopped()
    if stop is not None:
        return stop
    try:
        found = table_for(options, layer, lambda: clock.stopped() is not None)
    except BadTable as e:
        raise BadTable(f"{e}; delete it to do without") from e
    except OSError:
        # Another process makes it, nobody may, or there is no room: others can answer.
        found = None
    return found or clock.stopped() or "size"
