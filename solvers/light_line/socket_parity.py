"""How many cards a line can pass at most, by nothing but the ends of its sections.

Where two sections of a line meet, an end at E0 or W2 meets one at E2 or W0, however the cards are turned, and
E1 or W1 meets its like; so it is with N and S. A line has two ends that meet nothing, or none. So of the ends
of its sections as many are of one sort as of the other, but for two.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from puzzles.light_line.cards import SOCKETS
from solvers.light_line.palette import Palette, Piece, parts

# What a section's end adds: to the surplus of one sort over the other on level and on upright sides, and to
# the number of ends in the middle of each.
_ADDS = {"E0": (1, 0, 0, 0), "W2": (1, 0, 0, 0), "E2": (-1, 0, 0, 0), "W0": (-1, 0, 0, 0),
         "N0": (0, 1, 0, 0), "S2": (0, 1, 0, 0), "N2": (0, -1, 0, 0), "S0": (0, -1, 0, 0),
         "E1": (0, 0, 1, 0), "W1": (0, 0, 1, 0), "N1": (0, 0, 0, 1), "S1": (0, 0, 0, 1)}  # fmt: skip
_LOOSE = 2
_NEVER = -1


def most_cards(palette: Palette, once: bool = False) -> int:
    """At most so many cards are on one line, whichever sections of each it passes; `once`: one at most."""
    return max(_most_cards(part, once) for part in parts(palette))


def _most_cards(palette: Palette, once: bool) -> int:
    ways = [_ways([palette.pieces[i] for i in palette.on_card[card]], once) for card in palette.cards]
    reach = sum(max(max(abs(level), abs(upright)) for level, upright, _, _ in way) for way in ways)
    # most[surplus, surplus, odd, odd]: how many cards, from the cards looked at so far.
    most = np.full((2 * reach + 1, 2 * reach + 1, 2, 2), _NEVER, np.int16)
    most[reach, reach, 0, 0] = 0
    for way in ways:
        taken = most.copy()
        for adds in way:
            np.maximum(taken, _added(most, adds), out=taken)
        most = taken
    level, upright, odd, other = np.indices(most.shape)
    loose = abs(level - reach) + abs(upright - reach) + odd + other
    return int(most[loose <= _LOOSE].max())


def _ways(pieces: list[Piece], once: bool) -> list[tuple[int, int, int, int]]:
    """What a card adds by some of its sections, every way once."""
    found = {}
    for n in range(1, 2 if once else len(pieces) + 1):
        for some in combinations(pieces, n):
            ends = [_ADDS[SOCKETS[end]] for piece in some for end in piece.ends]
            level, upright, odd, other = (sum(parts) for parts in zip(*ends, strict=True))
            found[level, upright, odd % 2, other % 2] = True
    return list(found)


def _added(most: NDArray[np.int16], adds: tuple[int, int, int, int]) -> NDArray[np.int16]:
    """One card more in every state that these ends lead to."""
    level, upright, odd, other = adds
    moved = np.roll(most, (level, upright, odd, other), axis=(0, 1, 2, 3))
    return np.where(moved == _NEVER, _NEVER, moved + 1).astype(np.int16)
