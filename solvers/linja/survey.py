"""One look at every placement of a table: how values are spread, and how long wins take.

It goes up the layers to mark what can be reached, then down again to count the turns, as a table is made.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from puzzles.linja.board import MOST_PROGRESS, Board, Options, Player
from solvers.linja import stats_kernel as kernel
from solvers.linja.layer_window import Task, Window, cores, tasks, wait_for
from solvers.linja.layers import block_rows, blocks, dense, row_starts
from solvers.linja.packed_sides import Array, number_of, packed, sides, unpack
from solvers.linja.table_builder import LayerBuilder
from solvers.linja.table_file import BadTable, Reader

# Who is to move in the positions that are shown.
MOVER: Player = "A"


class Longest(NamedTuple):
    """The longest forced win: its turns, and the first position that has it, seen from the highest layer."""

    turns: int
    board: Board


@dataclass(frozen=True)
class Counts:
    """Of placements that are not over. `values[v]`: how many are worth v to the player to move. `turns[n]`:
    in how many the win that somebody has takes n turns. `longest`: None where nobody wins."""

    values: dict[int, int]
    turns: dict[int, int]
    longest: Longest | None


class Survey(NamedTuple):
    """Of all placements, and of those that can be reached. `first`: the turns that the win takes from where
    the reaching began, None where nobody wins or the table does not go so far down."""

    every: Counts
    reached: Counts
    first: int | None


def steps(begin: Board, lowest: int) -> int:
    """How often `survey` calls `done`."""
    return MOST_PROGRESS + 1 - begin.progress + MOST_PROGRESS + 1 - lowest


def survey(reader: Reader, begin: Board, player: Player, done: Callable[[], None] = lambda: None) -> Survey:
    """Of all layers that the table has; what can be reached is so from `begin`, the player to move.

    BadTable where values and turns do not agree on who wins."""
    with ThreadPoolExecutor(cores()) as pool:
        bits = _Marker(reader.options, begin.progress, np.int8).run(begin, player, pool, done)
        counter = _Counter(reader)
        first = 0
        for layer in reversed(range(reader.lowest, MOST_PROGRESS + 1)):
            counter.take(layer, bits.pop(layer, None), pool)
            if layer == begin.progress:
                first = abs(counter.code(begin, player))
            done()
    return Survey(counter.counts(0), counter.counts(1), kernel.WON - first if first else None)


class _Marker(Window):
    """Marks in the place of values and of offers: 1 where a board can be reached."""

    def run(
        self, begin: Board, player: Player, pool: ThreadPoolExecutor, done: Callable[[], None]
    ) -> dict[int, Array]:
        """The marks of every layer, eight in a byte."""
        bits: dict[int, Array] = {}
        self.values[_index(begin, player, self.value_block)] = 1
        for layer in range(begin.progress, MOST_PROGRESS + 1):
            if layer < MOST_PROGRESS:
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
        """Room for a layer further up."""
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
    """Makes codes (see stats_kernel), and counts."""

    def __init__(self, options: Options, down_to: int) -> None:
        super().__init__(options, down_to, kernel.WON)

    def survey_block(self, layer: int, a: int, bits: Array, starts: Array, values: Array) -> _Block:
        """`starts` and `values` are those of the layer in the table."""
        spread = np.zeros((2, kernel.VALUES), dtype=np.int64)
        turns = np.zeros((2, kernel.WON + 1), dtype=np.int64)
        longest = np.zeros((2, 3), dtype=np.int64)
        part = starts[block_rows(layer, a)]
        where, within = self.value_block(layer, a), int(dense().offset[layer, a])
        rest = (sides(), a, layer - a, part, values, spread, turns, longest)
        wrong = kernel.survey_block(self.values, where, within, bits, *rest)
        return _Block(wrong, spread, turns, longest)

    def code(self, board: Board, player: Player) -> int:
        """Of a placement of the layer that was made last."""
        return int(self.values[_index(board, player, self.value_block)])


class _Block(NamedTuple):
    """See survey_block of the kernel."""

    wrong: int
    spread: Array
    turns: Array
    longest: Array


class _Counter:
    """Adds up the layers of a table, the last one first."""

    def __init__(self, reader: Reader) -> None:
        self._reader, self._coder = reader, _Coder(reader.options, reader.lowest)
        self._spread = np.zeros((2, kernel.VALUES), dtype=np.int64)
        self._turns = np.zeros((2, kernel.WON + 1), dtype=np.int64)
        self._longest: list[Longest | None] = [None, None]
        self.code = self._coder.code

    def take(self, layer: int, bits: Array | None, pool: ThreadPoolExecutor) -> None:
        """`bits`: the marks of what can be reached, None where nothing can."""
        self._coder.build_layer(layer, pool)
        if bits is None:
            bits = np.zeros(int(dense().size[layer]) // 8 + 1, dtype=np.uint8)
        starts, (_, values) = row_starts(layer), self._reader.layer(layer)
        surveys = pool.map(lambda a: self._coder.survey_block(layer, a, bits, starts, values), blocks(layer))
        for found in surveys:
            self._add(layer, found)

    def _add(self, layer: int, found: _Block) -> None:
        if found.wrong:
            told = f"{self._reader.path}: layer {layer} does not say who wins in {found.wrong} positions"
            raise BadTable(told)
        self._spread += found.spread
        self._turns += found.turns
        for i, (turns, side, other) in enumerate(found.longest.tolist()):
            known = self._longest[i]
            if turns > (known.turns if known else 0):
                mine, theirs = (unpack(int(sides().packed[each])) for each in (side, other))
                self._longest[i] = Longest(turns, Board(mine, theirs[::-1]))

    def counts(self, which: int) -> Counts:
        """Of all placements (0), or of those that can be reached (1)."""
        spread, turns = self._spread[which], self._turns[which]
        values = {int(i) - kernel.MIDDLE: int(spread[i]) for i in np.nonzero(spread)[0]}
        return Counts(
            values, {int(n): int(turns[n]) for n in np.nonzero(turns)[0] if n}, self._longest[which]
        )


def _index(board: Board, player: Player, block: Callable[[int, int], int]) -> int:
    """Where a placement stands among dense values."""
    mine, theirs = packed(board, player)
    a, b = (sum(row * n for row, n in enumerate(unpack(side))) for side in (mine, theirs))
    every = sides()
    side, other = (number_of(every.packed, every.first, s, p) for s, p in ((mine, a), (theirs, b)))
    columns = every.first[b + 1] - every.first[b]
    return int(block(a + b, a) + (side - every.first[a]) * columns + other - every.first[b])
