"""Which cards a line of the classic solitaire can have: tables that grow with the line, compiled.

Places are numbered along the line from 0, cards by their place in the deck. For every card the line says
which exits it needs. The pile is a stack, so what happens between the discarding and the recovering of a card
is complete in itself: every card drawn in between is placed in between. So a run of cards that are all placed
is built of smaller runs: its first card waits while a run of the next cards is placed, is placed itself, and
a run of the others follows. Cards that are never placed are discarded only while no other card waits.

A run fills the places from..to, and begins with a card `shift` places later in the deck than `from`. A set of
shifts is a row of bits, in words of 64; most decks need a single word.

A deck begins with the cards that lie on the pile already, and then the START card. It alone is placed at
place 0, where nothing else fits: so those cards are discarded before anything is placed.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

WORD = 64
# What place 0 needs: only the START card has it.
START = 8
NEEDS = START + 1
# Less than any sum of weights.
NEVER = -(1 << 20)
# Ways are counted up to this number, far beyond every cap; sums of products of two do not overflow.
MAX_WAYS = 1 << 26
_ONE = np.uint64(1)
_ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


class Deck(NamedTuple):
    """The cards that can be placed, and what it is worth not to place them.

    size     how many there are, START included
    spare    how many of them are never placed
    start    the place of START in the deck
    fits     fits[p, need]: the shifts of the cards that have these exits, for runs that begin at place p
    weight   by card its initiative, less a constant
    excess   excess[i]: the sum of the positive weights from card i on
    """

    size: int
    spare: int
    start: int
    fits: Any
    weight: Any
    excess: Any


class Tables(NamedTuple):
    """What is known of a line up to a place. Shifts are bits or columns.

    runs   runs[to, :, from]: the shifts of the runs that fill these places; `to` is the place behind
    last   last[from, :, at]: the same for runs up to place `at`, there with the first card of the run
    kept   kept[to, shift]: the greatest weight of the cards not placed, `shift` in all, where none waits
    hoped  hoped[to, shift]: the same where cards wait that are placed later; these are in `shift`, too
    """

    runs: Any
    last: Any
    kept: Any
    hoped: Any


@njit(cache=True)
def begin(tables, deck):
    """Writes the tables of place 0."""
    tables.runs[0, :, 0] = _ALL
    tables.kept[0, 0] = 0
    for shift in range(1, deck.spare + 1):
        tables.kept[0, shift] = tables.kept[0, shift - 1] + deck.weight[shift - 1]
    tables.hoped[0, 0] = 0
    for shift in range(1, deck.size + 1):
        tables.hoped[0, shift] = tables.hoped[0, shift - 1]
        if shift <= deck.spare:
            tables.hoped[0, shift] = max(tables.hoped[0, shift], tables.kept[0, shift])
    extend(tables, deck, 0, START)


@njit(cache=True)
def extend(tables, deck, at, need):
    """Writes the tables for the places up to `at`, whose card needs these exits."""
    words = deck.fits.shape[2]
    runs, last, to = tables.runs, tables.last, at + 1
    for start in range(to):
        for word in range(words):
            before = _ALL
            if start < at:
                before = runs[at, word, start] >> _ONE
                if word + 1 < words:
                    before |= runs[at, word + 1, start] << np.uint64(WORD - 1)
            last[start, word, at] = before & deck.fits[start, need, word]
    for word in range(words):
        runs[to, word, to] = _ALL
        for start in range(at, -1, -1):
            shifts = np.uint64(0)
            for middle in range(start, to):
                shifts |= last[start, word, middle] & runs[to, word, middle + 1]
            runs[to, word, start] = shifts
    _extend_weights(tables, deck, to)


@njit(cache=True)
def _extend_weights(tables, deck, to):
    """Writes the rows `to` of the tables of weights."""
    kept, hoped = tables.kept[to], tables.hoped[to]
    kept[:] = NEVER
    hoped[:] = NEVER
    for start in range(to):
        for word in range(deck.fits.shape[2]):
            shifts, shift = tables.runs[to, word, start], word * WORD
            while shifts:
                if shifts & _ONE:
                    if shift <= deck.spare:
                        kept[shift] = max(kept[shift], tables.kept[start, shift])
                    hoped[shift] = max(hoped[shift], tables.hoped[start, shift])
                shifts >>= _ONE
                shift += 1
    for shift in range(deck.size - to + 1):
        if 0 < shift <= deck.spare and kept[shift - 1] > NEVER:
            kept[shift] = max(kept[shift], kept[shift - 1] + deck.weight[shift - 1 + to])
        if shift > 0:
            hoped[shift] = max(hoped[shift], hoped[shift - 1])
        if shift <= deck.spare:
            hoped[shift] = max(hoped[shift], kept[shift])


@njit(cache=True)
def most_weight(tables, deck, to):
    """Returns a bound on the weight of the cards that are never placed: NEVER where the line up to place `to`
    cannot have cards."""
    most = NEVER
    for shift in range(deck.size - to + 1):
        if tables.hoped[to, shift] > NEVER:
            most = max(most, tables.hoped[to, shift] + deck.excess[shift + to])
    return most


@njit(cache=True)
def count_ways(tables, deck, places, runs):
    """Counts the sequences of actions for a complete line. `runs` is scratch memory: the ways of each run.

    A card that is placed when it is drawn can as well be discarded and recovered at once."""
    for to in range(1, places + 1):
        for start in range(to - 1, -1, -1):
            for shift in range(deck.size - to + 1):
                word, bit = shift // WORD, np.uint64(shift % WORD)
                ways = 0
                if tables.runs[to, word, start] >> bit & _ONE:
                    for at in range(start, to):
                        if (tables.last[start, word, at] & tables.runs[to, word, at + 1]) >> bit & _ONE:
                            waiting = runs[start, at, shift + 1] if start < at else 2
                            ways += waiting * (runs[at + 1, to, shift] if at + 1 < to else 1)
                    if shift + start == deck.start:
                        ways //= 2
                runs[start, to, shift] = min(ways, MAX_WAYS)
    return _count_kept(deck, places, runs)


@njit(cache=True)
def _count_kept(deck, places, runs):
    """Counts the ways to choose the cards that are never placed, and to place the others."""
    ended = np.zeros((places + 1, deck.spare + 1), np.int64)  # ways that end with a card that is placed
    kept = np.zeros((places + 1, deck.spare + 1), np.int64)  # or begin, or end with one that is not
    kept[0, 0] = 1
    for to in range(places + 1):
        for shift in range(deck.spare + 1):
            for start in range(to):
                ways = kept[start, shift] * runs[start, to, shift]
                ended[to, shift] = min(MAX_WAYS, ended[to, shift] + ways)
            if shift > 0:
                kept[to, shift] = min(MAX_WAYS, kept[to, shift - 1] + ended[to, shift - 1])
    return min(MAX_WAYS, ended[places].sum())
