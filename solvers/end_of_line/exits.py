"""The exits of the cards as bits, in the order of TURNS: left, straight, right.

A turn is also the name of the card that has no other exit, so that these are the bits of turns, too.
"""

from __future__ import annotations

from puzzles.end_of_line.board import CARDS, EXITS, TURNS

EXIT_BITS = {card: sum(1 << i for i, turn in enumerate(TURNS) if turn in EXITS[card]) for card in CARDS}
