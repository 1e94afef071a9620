"""The tables of this machine: where they are, and the values that they have for positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import cast

import numpy as np

from puzzles.linja.board import LAST, MAX_PROGRESS, Board, Options, Player, opponent
from puzzles.linja.turns import PASS, Extra, Turn
from solvers.data_folder import data_folder
from solvers.linja import turn_kernel as kernel
from solvers.linja.engine import ValuedTurn
from solvers.linja.layer_window import REACH
from solvers.linja.layers import LATE
from solvers.linja.lookup_kernel import values_after
from solvers.linja.packed_sides import Array, packed, score_of, sides, unpack
from solvers.linja.table_builder import build
from solvers.linja.table_file import Reader


class Table:
    """The values of a table, for positions from layer `lowest` on."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._score = score_of(reader.options.worth)
        self._any = reader.options.extra_move == "any"
        self.lowest = reader.lowest

    @property
    def is_current(self) -> bool:
        """Whether the file is still the one that was opened, see Reader."""
        return self._reader.is_current

    def moves(self, board: Board, player: Player) -> tuple[ValuedTurn, ...]:
        """Returns a turn for every different position that a turn can lead to, best first; none when the game
        is over."""
        after, turn = kernel.turn_arrays()
        n = kernel.reach(*packed(board, player), self._any, after, turn)
        after = after[:n]
        # A pass stays in the layer.
        passing = n == 1 and turn[0, kernel.INITIAL] == kernel.NONE
        values = self._values(board.progress + (0 if passing else 1), after)
        rows = zip(after.tolist(), turn[:n].tolist(), values.tolist(), strict=True)
        best: dict[tuple[int, int], ValuedTurn] = {}
        # The same as solvers.linja.engine.merged, but on packed sides, because most of the time goes here.
        for (mine, theirs, _), fields, value in sorted(rows, key=lambda row: -row[2]):
            if (mine, theirs) not in best:
                best[mine, theirs] = _move(player, mine, theirs, fields, value)
        return tuple(best.values())

    def values(self, boards: Sequence[Board], player: Player) -> list[int]:
        """See solvers.linja.engine.Values."""
        if not boards:
            return []
        after = np.array([(*packed(board, player), board.ended) for board in boards], dtype=np.int64)
        return cast("list[int]", self._values(min(board.progress for board in boards), after).tolist())

    def _values(self, lowest: int, after: Array) -> Array:
        """Returns the values of boards after one turn, none of them in a layer below `lowest`."""
        for layer in range(lowest, min(lowest + REACH, MAX_PROGRESS + 1)):
            self._reader.verify_layer(layer)
        values = np.empty(len(after), dtype=np.int64)
        data, begin, all_sides = self._reader.data, self._reader.begin, sides()
        values_after(
            data, begin, all_sides.packed, all_sides.turned, all_sides.first, self._score, after, values
        )
        return values


def table_path(options: Options) -> Path:
    negatives = "negatives" if options.negatives else "no-negatives"
    return data_folder() / "linja" / f"{options.extra_move}-{negatives}.table"


_OPEN: dict[Path, Table] = {}


def open_table(options: Options) -> Table | None:
    """Opens the table of this machine, however far it has been built; None where there is none.

    BadTable where it cannot be used."""
    path = table_path(options)
    if not path.exists():
        return None
    return Table(Reader(path, options))


def table_for(options: Options, layer: int, stopped: Callable[[], bool]) -> Table | None:
    """Returns a table with the values from that layer on; None where there is none.

    Late layers are built on first use, unless `stopped` ends that."""
    path = table_path(options)
    open_already = _OPEN.get(path)
    if open_already is not None and open_already.lowest <= layer and open_already.is_current:
        return open_already
    table = open_table(options)
    if (table is None or table.lowest > layer) and layer >= LATE:
        build(path, options, LATE, stopped)
        table = open_table(options)
    if table is None or table.lowest > layer:
        return None
    _OPEN[path] = table
    return table


def _move(player: Player, mine: int, theirs: int, fields: Sequence[int], value: int) -> ValuedTurn:
    """Returns a move. `fields` are those of a turn of the kernel."""
    turn = _turn(player, *fields)
    if player == "A":
        return ValuedTurn(turn, unpack(mine), unpack(theirs)[::-1], value)
    return ValuedTurn(turn, unpack(theirs), unpack(mine)[::-1], value)


@cache
def _turn(player: Player, initial: int, second: int, piece: int, start: int, end: int) -> Turn:
    """Converts a turn of the kernel, whose rows are the player's, to rows of the board."""
    if initial == kernel.NONE:
        return PASS
    if player == "B":
        initial, start, end = LAST - initial, LAST - start, LAST - end
        second = LAST - second if second != kernel.NONE else second
    if second == kernel.NONE:
        return Turn(initial)
    if piece == kernel.NONE:
        return Turn(initial, second)
    return Turn(initial, second, Extra(player if piece == kernel.MINE else opponent(player), start, end))
