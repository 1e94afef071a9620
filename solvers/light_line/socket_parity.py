"""Bounds how many cards a line can pass, by nothing but the ends of its sections.

Where two sections of a line meet, an end at E0 or W2 meets one at E2 or W0, however the cards are turned, and
an end at E1 or W1 meets one at E1 or W1. The same holds for N and S. At most two ends of a line meet nothing.
So its sections have as many ends of one sort as of the other, except for two.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from puzzles.light_line.cards import SOCKETS
from solvers.light_line.palette import Palette, PaletteSection, parts

# What the end of a section adds: to the surplus of one sort over the other on the E/W sides and on the N/S
# sides, and to the number of ends in the middle of either.
_ADDS = {"E0": (1, 0, 0, 0), "W2": (1, 0, 0, 0), "E2": (-1, 0, 0, 0), "W0": (-1, 0, 0, 0),
         "N0": (0, 1, 0, 0), "S2": (0, 1, 0, 0), "N2": (0, -1, 0, 0), "S0": (0, -1, 0, 0),
         "E1": (0, 0, 1, 0), "W1": (0, 0, 1, 0), "N1": (0, 0, 0, 1), "S1": (0, 0, 0, 1)}  # fmt: skip
_LOOSE = 2
_NEVER = -1


def max_cards_of_line(palette: Palette, single: bool = False) -> int:
    """Returns a bound on the number of cards of a line; `single`: it has at most one section on each card."""
    return max(_max_cards_of_part(part, single) for part in parts(palette))


def _max_cards_of_part(palette: Palette, single: bool) -> int:
    ways = [_ways([palette.sections[i] for i in palette.on_card[card]], single) for card in palette.cards]
    reach = sum(
        max(max(abs(east_west), abs(north_south)) for east_west, north_south, _, _ in way) for way in ways
    )
    # max_cards[E/W surplus, N/S surplus, odd, odd]: the most of the cards so far that can lead to this
    # state.
    max_cards = np.full((2 * reach + 1, 2 * reach + 1, 2, 2), _NEVER, np.int16)
    max_cards[reach, reach, 0, 0] = 0
    for way in ways:
        more = max_cards.copy()
        for adds in way:
            np.maximum(more, _with_card(max_cards, adds), out=more)
        max_cards = more
    east_west, north_south, odd, other = np.indices(max_cards.shape)
    loose = abs(east_west - reach) + abs(north_south - reach) + odd + other
    return int(max_cards[loose <= _LOOSE].max())


def _ways(sections: list[PaletteSection], single: bool) -> list[tuple[int, int, int, int]]:
    """Returns all different sums that one or more sections of a card can add."""
    sums = {}
    for n in range(1, 2 if single else len(sections) + 1):
        for some in combinations(sections, n):
            ends = [_ADDS[SOCKETS[end]] for section in some for end in section.ends]
            east_west, north_south, odd, other = (sum(parts) for parts in zip(*ends, strict=True))
            sums[east_west, north_south, odd % 2, other % 2] = True
    return list(sums)


def _with_card(max_cards: NDArray[np.int16], adds: tuple[int, int, int, int]) -> NDArray[np.int16]:
    """Returns `max_cards` after one more card whose ends add this."""
    east_west, north_south, odd, other = adds
    shifted = np.roll(max_cards, (east_west, north_south, odd, other), axis=(0, 1, 2, 3))
    return np.where(shifted == _NEVER, _NEVER, shifted + 1).astype(np.int16)
