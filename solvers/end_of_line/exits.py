"""The exits of the cards as bits, in the order of TURNS: left, straight, right.

A turn is also the name of the card that has no other exit, so that these are the bits of turns, too.
"""

from __future__ import annotations

from collections.abc import Iterable

from puzzles.end_of_line.board import CARDS, EXITS, TURNS


def turn_bits(turns: Iterable[str]) -> int:
    """Returns turns as bits."""
    return sum(1 << tuple(TURNS).index(turn) for turn in turns)


EXIT_BITS = {card: turn_bits(EXITS[card]) for card in CARDS}
