"""Surveys every placement of a table: how values are distributed, and how long wins take.

It goes up the layers to mark what can be reached, then down again to count the turns, as a build does.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from puzzles.linja.board import MAX_PROGRESS, Board, Options, Player
from puzzles.plural import plural
from solvers.linja import stats_kernel as kernel
from solvers.linja.layer_window import Task, Window, cores, tasks, wait_for
from solvers.linja.layers import block_rows, blocks, dense, row_starts
from solvers.linja.packed_sides import Array, number_of, packed, sides, unpack
from solvers.linja.table_builder import LayerBuilder
from solvers.linja.table_file import BadTable, Reader

# The player to move in the positions that the survey reports.
MOVER: Player = "A"


class Longest(NamedTuple):
    """The longest forced win: its turns, and the first position that has it, from the highest layer down."""

    turns: int
    board: Board


@dataclass(frozen=True)
class Counts:
    """Counts of placements that are not over. `values[v]`: how many have value v for the player to move.
    `turns[n]`: in how many either player wins in n turns. `longest`: None where nobody wins."""

    values: dict[int, int]
    turns: dict[int, int]
    longest: Longest | None


class Survey(NamedTuple):
    """Counts of all placements, and of those that can be reached from a position. `first`: the turns that the
    win takes from that position, None where nobody wins or the table does not go down far enough."""

    every: Counts
    reached: Counts
    first: int | None


def steps(begin: Board, lowest: int) -> int:
    """Returns how often `survey` calls `done`."""
    return MAX_PROGRESS + 1 - begin.progress + MAX_PROGRESS + 1 - lowest


def survey(reader: Reader, begin: Board, player: Player, done: Callable[[], None] = lambda: None) -> Survey:
    """Surveys all layers of the table, and what can be reached from `begin` with that player to move.

    BadTable where values and turns contradict each other on who wins."""
    with ThreadPoolExecutor(cores()) as pool:
        bits = _Marker(reader.options, begin.progress, np.int8).run(begin, player, pool, done)
        counter = _Counter(reader)
        first = 0
        for layer in reversed(range(reader.lowest, MAX_PROGRESS + 1)):
            counter.add_layer(layer, bits.pop(layer, None), pool)
            if layer == begin.progress:
                first = abs(counter.code(begin, player))
            done()
    return Survey(counter.counts(0), counter.counts(1), kernel.WON - first if first else None)


class _Marker(Window):
    """A window with marks instead of values and offers: 1 where a board can be reached."""

    def run(
        self, begin: Board, player: Player, pool: ThreadPoolExecutor, done: Callable[[], None]
    ) -> dict[int, Array]:
        """Returns the marks of every layer, eight in a byte."""
        bits: dict[int, Array] = {}
        self.values[_index(begin, player, self.value_block)] = 1
        for layer in range(begin.progress, MAX_PROGRESS + 1):
            if layer < MAX_PROGRESS:
                wait_for(pool.map(self._mark_extras, tasks(layer + 1)))
                self._clear(self.offers, self.offer_block(layer + 1, blocks(layer + 1)[0]), layer + 1)
            wait_for(pool.map(self._pass, tasks(layer)))
            wait_for(pool.map(self._mark, tasks(layer)))
            start = self.value_block(layer, blocks(layer)[0])
            bits[layer] = np.packbits(self.values[start : start + dense().size[layer]].view(np.uint8))
            self._clear(self.values, start, layer)
            done()
        return bits

    def _clear(self, marks: Array, start: int, layer: int) -> None:
        """Clears the range of a layer, for another one further up."""
        marks[start : start + dense().size[layer]] = 0

    def _mark(self, task: Task) -> None:
        layer = task.layer
        base = self.bases(task)
        here = self.value_block(layer, task.a)
        kernel.mark_rows(self.values, self.offers, base, here, sides(), *task)

    def _mark_extras(self, task: Task) -> None:
        base, sideways = self.extra_bases(task)
        here = self.offer_block(task.layer, task.b)
        kernel.mark_extras(self.values, self.offers, here, base, sideways, sides(), *task)

    def _pass(self, task: Task) -> None:
        here, mirror = (self.value_block(task.layer, a) for a in (task.a, task.b))
        kernel.pass_rows(self.values, here, mirror, sides(), *task)


class _Coder(LayerBuilder):
    """Computes codes (see stats_kernel), and counts them."""

    def __init__(self, options: Options, down_to: int) -> None:
        super().__init__(options, down_to, kernel.WON)

    def survey_block(self, layer: int, a: int, bits: Array, starts: Array, values: Array) -> _Block:
        """Counts a block. `starts` and `values` are those of the layer in the table."""
        spread = np.zeros((2, kernel.VALUES), dtype=np.int64)
        turns = np.zeros((2, kernel.WON + 1), dtype=np.int64)
        longest = np.zeros((2, 3), dtype=np.int64)
        part = starts[block_rows(layer, a)]
        where, within = self.value_block(layer, a), int(dense().offset[layer, a])
        rest = (sides(), a, layer - a, part, values, spread, turns, longest)
        wrong = kernel.survey_block(self.values, where, within, bits, *rest)
        return _Block(wrong, spread, turns, longest)

    def code(self, board: Board, player: Player) -> int:
        """Returns the code of a placement in the layer that was computed last."""
        return int(self.values[_index(board, player, self.value_block)])


class _Block(NamedTuple):
    """The counts of a block, see survey_block in stats_kernel."""

    wrong: int
    spread: Array
    turns: Array
    longest: Array


class _Counter:
    """Adds up the counts of a table's layers, the last layer first."""

    def __init__(self, reader: Reader) -> None:
        self._reader, self._coder = reader, _Coder(reader.options, reader.lowest)
        self._spread = np.zeros((2, kernel.VALUES), dtype=np.int64)
        self._turns = np.zeros((2, kernel.WON + 1), dtype=np.int64)
        self._longest: list[Longest | None] = [None, None]
        self.code = self._coder.code

    def add_layer(self, layer: int, bits: Array | None, pool: ThreadPoolExecutor) -> None:
        """Computes and counts a layer. `bits`: the marks of what can be reached, None where nothing can."""
        self._coder.build_layer(layer, pool)
        if bits is None:
            bits = np.zeros(int(dense().size[layer]) // 8 + 1, dtype=np.uint8)
        starts, (_, values) = row_starts(layer), self._reader.layer(layer)
        surveys = pool.map(lambda a: self._coder.survey_block(layer, a, bits, starts, values), blocks(layer))
        for block in surveys:
            self._add_block(layer, block)

    def _add_block(self, layer: int, block: _Block) -> None:
        if block.wrong:
            positions = f"in {plural(block.wrong, 'position')} of layer {layer}"
            fault = f"{positions} the value and the number of turns disagree on who wins"
            raise BadTable(f"{self._reader.path}: damaged: {fault}")
        self._spread += block.spread
        self._turns += block.turns
        for i, (turns, side, other) in enumerate(block.longest.tolist()):
            longest = self._longest[i]
            if turns > (longest.turns if longest else 0):
                mine, theirs = (unpack(int(sides().packed[number])) for number in (side, other))
                self._longest[i] = Longest(turns, Board(mine, theirs[::-1]))

    def counts(self, which: int) -> Counts:
        """Returns the counts of all placements (0), or of those that can be reached (1)."""
        spread, turns = self._spread[which], self._turns[which]
        values = {int(i) - kernel.MIDDLE: int(spread[i]) for i in np.nonzero(spread)[0]}
        return Counts(
            values, {int(n): int(turns[n]) for n in np.nonzero(turns)[0] if n}, self._longest[which]
        )


def _index(board: Board, player: Player, block: Callable[[int, int], int]) -> int:
    """Returns the index of a placement among the dense values."""
    mine, theirs = packed(board, player)
    a, b = (sum(row * n for row, n in enumerate(unpack(side))) for side in (mine, theirs))
    table = sides()
    side, other = (number_of(table.packed, table.first, s, p) for s, p in ((mine, a), (theirs, b)))
    columns = table.first[b + 1] - table.first[b]
    return int(block(a + b, a) + (side - table.first[a]) * columns + other - table.first[b])
