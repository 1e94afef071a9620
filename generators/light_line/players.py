"""Simulated players of the line kinds, and how much luck they need with a deal."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from generators.light_line import players_kernel as kernel
from puzzles.light_line.cards import MAX_TUBES
from solvers.light_line.line_growth import tubes_of
from solvers.light_line.palette import Palette
from solvers.protocol import ENDLESS, Clock

GAMES = 40
# The number of cards after which a player gives up for good.
MAX_CARDS_LAID = 20_000
# A random state to begin with: any but 0.
_FIRST_RANDOM = 20_261_118


def luck_needed(
    palettes: Sequence[Palette], length: int, revisit: bool = True, clock: Clock = ENDLESS
) -> float | None:
    """Returns how much luck a player needs for a line of `length` cards: how often, on average, it doubles
    that number of cards before it succeeds.

    0 when the first cards that fit will do. The players try the colours of these palettes. None when the
    clock runs out."""
    size = palettes[0].size
    by_palette = [tubes_of(palette) for palette in palettes]
    tube, leads = (np.stack([arrays[i] for arrays in by_palette]) for i in (0, 1))
    sections = max(len(palette.sections) for palette in palettes)
    side = 2 * size + 1
    table = kernel.Table(
        np.zeros((side, side), np.int32),
        np.zeros(size, np.bool_),
        np.zeros((size, MAX_TUBES), np.bool_),
        np.zeros((2, 3), np.int32),
        np.zeros((sections + 1, 7), np.int32),
    )
    random = np.array([_FIRST_RANDOM], np.int64)
    doublings = 0.0
    for _ in range(GAMES):
        if clock.stopped() is not None:
            return None
        cards_laid = kernel.game(
            kernel.Deal(tube, leads, int(revisit)), table, length, random, MAX_CARDS_LAID
        )
        doublings += math.log2(cards_laid / length)
    return doublings / GAMES
