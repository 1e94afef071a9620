"""Addresses: the `data-` attributes by which a page finds the things of a puzzle in its drawing.

Numbers count from 0, as in JSON. Every address is on the element that is drawn for the thing; where several
elements make up a thing, on the one that has its outline.

END OF LINE
    data-cell="r,c"     a cell of the board: its square, or the frame of a given card. Blocked cells too.
    data-card="LSR0"    a card by its code: on a cell's square the one on top there, given or placed; on a
                        tile below the board one of the tray or of the deck.
    data-deck="i"       a tile of the deck, by its place in the deck. Of several players' decks the first is
                        drawn first.
    The line is one path through all its cells, as are the numbers of its cards: these have no addresses.

LIGHT-LINE!
    data-card="id"      a card: its face. The id is written as encodeURIComponent of JavaScript writes it.
    data-cell="r,c"     on the face of a placed card, its row and column.
    data-tube="id:i"    a tube, by its card and its number on the card: its casing.

Linja
    data-row="r"        a row of the board: its number beside the board, in the middle of the row's height.
    data-piece="A"      a piece of a player; with data-row where it stands on a row before the turn. Pieces
                        in a heading have no row.
    data-board="after"  the group with the board after a turn, which has rows and pieces of its own.

A book is printed without addresses.
"""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import quote

# What encodeURIComponent leaves as it is, apart from letters, digits and what `quote` leaves in any case.
_UNESCAPED = "!'()*"
_ADDRESS = re.compile(r' data-(?:board|card|cell|deck|row|tube)="[^"]*"')


def cell_address(row: int, col: int) -> str:
    return f"{row},{col}"


@lru_cache(maxsize=2**10)  # of a few cards, again and again
def card_address(card: str) -> str:
    """A card's id in letters that any attribute can hold."""
    return quote(card, safe=_UNESCAPED, errors="replace")


def tube_address(card: str, tube: int) -> str:
    return f"{card_address(card)}:{tube}"


def without_addresses(markup: str) -> str:
    return _ADDRESS.sub("", markup)
