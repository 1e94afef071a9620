"""Builds a table, layer by layer from the end of the game, and continues a table that was begun."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from puzzles.linja.board import MAX_PROGRESS, Options
from solvers.linja.layer_kernel import (
    offer_rows,
    pack_block,
    settle_passes,
    solve_rows,
    unpack_block,
)
from solvers.linja.layer_window import OFFERS, REACH, Task, Window, cores, tasks, wait_for
from solvers.linja.layers import block_rows, blocks, dense, row_starts
from solvers.linja.packed_sides import SIDE_PROGRESS, Array, score_of, sides
from solvers.linja.table_file import Reader, Writer, writing

# The memory of the process without any layer.
_BASE_MEMORY = 200_000_000


def build(
    path: Path,
    options: Options,
    down_to: int = 0,
    stopped: Callable[[], bool] = lambda: False,
    done: Callable[[int], None] = lambda layer: None,
    patience: float = 0,
) -> bool:
    """Builds the missing layers of the table down to that layer; returns whether it now has them all.

    `stopped` is called between layers; the build ends if it returns true. `done` is called with each layer
    that the table has, first with the lowest layer at the start. If another process builds the same table,
    this one waits for it up to `patience` seconds."""
    with writing(path, options, patience) as writer:
        done(writer.lowest)
        if writer.lowest <= down_to:
            return True
        builder = LayerBuilder(options, down_to)
        builder.resume(path, writer.lowest)
        with ThreadPoolExecutor(cores()) as pool:
            for layer in reversed(range(down_to, writer.lowest)):
                if stopped():
                    return False
                builder.build_layer(layer, pool)
                _append(writer, builder, layer, pool)
                done(layer)
    return True


def memory_needed(down_to: int) -> int:
    """Estimates the memory of a build in bytes: the dense layers, and one packed layer."""
    layer = int(dense().size[down_to:].max())
    return (REACH + 1 + OFFERS) * layer + layer // 2 + _BASE_MEMORY


def _append(writer: Writer, builder: LayerBuilder, layer: int, pool: ThreadPoolExecutor) -> None:
    starts = row_starts(layer)
    writer.append(layer, starts, builder.packed(layer, starts, pool))


class LayerBuilder(Window):
    """Computes the layers of values, the last one first; or of codes (see layer_kernel) where `win` is not
    0."""

    def __init__(self, options: Options, down_to: int, win: int = 0) -> None:
        super().__init__(options, down_to, np.int16 if win else np.int8)
        self._worth = np.array(options.worth, dtype=np.int64)
        self._score = score_of(options.worth)
        self._win = win

    def resume(self, path: Path, lowest: int) -> None:
        """Loads the layers from `lowest` up that the next layer depends on."""
        if lowest > MAX_PROGRESS:
            return
        reader = Reader(path, self.options)
        for layer in range(lowest, min(lowest + REACH, MAX_PROGRESS) + 1):
            starts, values = reader.layer(layer)
            for a in blocks(layer):
                part = starts[block_rows(layer, a)].astype(np.int64)
                unpack_block(self.values, self.value_block(layer, a), sides(), a, layer - a, part, values)
        with ThreadPoolExecutor(cores()) as pool:
            for layer in range(lowest + 2, min(lowest + OFFERS, MAX_PROGRESS) + 1):
                self._offer(layer, pool)

    def build_layer(self, layer: int, pool: ThreadPoolExecutor) -> None:
        """Computes the values of a layer from those of the layers above it."""
        if layer + 2 <= MAX_PROGRESS:
            self._offer(layer + 2, pool)
        pass_count = sum(pool.map(self._solve, tasks(layer)))
        if pass_count:
            offsets = np.array([self.value_block(layer, a) for a in range(SIDE_PROGRESS + 1)])
            settle_passes(self.values, offsets, sides(), self._score, self._win, layer)

    def packed(self, layer: int, starts: Array, pool: ThreadPoolExecutor) -> Array:
        """Returns the values of a layer's placements, row by row."""
        out = np.empty(starts[-1], dtype=np.int8)

        def pack(a: int) -> None:
            part = starts[block_rows(layer, a)]
            pack_block(self.values, self.value_block(layer, a), sides(), a, layer - a, part, out)

        wait_for(pool.map(pack, blocks(layer)))
        return out

    def _solve(self, task: Task) -> int:
        here = self.value_block(task.layer, task.a)
        pass_count: int = solve_rows(
            self.values, self.offers, self.bases(task), here, sides(), self._score, self._win, *task
        )
        return pass_count

    def _offer(self, layer: int, pool: ThreadPoolExecutor) -> None:
        """Computes what an extra move offers on the boards of a layer."""
        wait_for(pool.map(self._offer_rows, tasks(layer)))

    def _offer_rows(self, task: Task) -> None:
        here = self.offer_block(task.layer, task.b)
        rules = (sides(), self._score, self._worth, self._win)
        offer_rows(self.values, self.offers, here, *self.extra_bases(task), *rules, *task)
