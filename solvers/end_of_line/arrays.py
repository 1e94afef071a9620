"""The cards and numbers of END OF LINE in the form that kernels need, derived from puzzles.end_of_line.

Turns are numbered 0 left, 1 straight, 2 right; cards in the order of CARDS. Kernels are compiled with these
values, and numba does not notice when they change: the cached kernels must be deleted after a rule changes.
"""

from __future__ import annotations

import numpy as np

from puzzles.end_of_line.board import CARDS, INITIATIVE
from puzzles.end_of_line.solo_puzzle import FIRST_ENERGY_ROUND, round_size
from solvers.end_of_line import exits

CARD_TYPES = len(CARDS)
# By card its exits as bits, and its initiative.
EXIT_BITS = np.array([exits.EXIT_BITS[card] for card in CARDS], np.int32)
INITIATIVES = np.array([INITIATIVE[card] for card in CARDS], np.int32)
MAX_INITIATIVE = max(INITIATIVE.values())
# How many cards are placed in the first round, in a later one, and in one with a brake.
FIRST_ROUND_SIZE = round_size(1, None)
ROUND_SIZE = round_size(2, None)
BRAKE_ROUND_SIZE = round_size(FIRST_ENERGY_ROUND, "brake")
# The first index in the order of placing, counted from 0, at which energy can be spent.
FIRST_ENERGY_INDEX = sum(round_size(number, None) for number in range(1, FIRST_ENERGY_ROUND))
