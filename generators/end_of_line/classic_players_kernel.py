"""Simulated players of the classic solitaire, compiled.

The careless player does at random whatever is allowed, and spends no energy. The others think ahead: a player
of breadth w keeps the w best beginnings in mind, card by card, and never splits the area. It prefers the
beginnings after which the most points can still be kept, as far as the order of the cards goes, and those
with few dead ends. It discards a few cards to reach a better one.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from generators.end_of_line.solo_players_kernel import CHANCE, DEAD_END, dead_ends
from generators.kernel_random import pick
from puzzles.end_of_line.classic_puzzle import MIN_CARDS_TO_REVERSE
from solvers.end_of_line.arrays import EXIT_BITS, INITIATIVES
from solvers.end_of_line.solo_kernel import is_open_from

# The fields of a beginning: the last card placed, the one before it, and what the player has.
HEAD, ENTRY, CARD, OLD_HEAD, OLD_ENTRY, OLD_CARD, DRAWN, PILED, ENERGY, COST = range(10)
FIELDS = 10
# The most cards that a player discards in a row, to reach the next one.
MAX_DISCARDS = 4
# Three exits of each of the last two cards, and the cards that can be placed: the top of the pile, a new one.
MAX_MOVES = 2 * 3 * (MAX_DISCARDS + 2)


class Deck(NamedTuple):
    """The cards, and keep[d, n]: the greatest sum of initiatives of n cards from the d-th on.

    The last column is for as many cards as are never placed."""

    cards: Any
    keep: Any


class Minds(NamedTuple):
    """The beginnings that a player keeps in mind: fields, discard piles, covered cells, and ranks."""

    fields: Any
    piles: Any
    covered: Any
    rank: Any


@njit(cache=True)
def no_minds(number, cards, cells):
    """Returns memory for so many beginnings."""
    return Minds(
        np.zeros((number, FIELDS), np.int64),
        np.zeros((number, cards), np.int8),
        np.zeros((number, cells), np.bool_),
        np.zeros(number, np.int64),
    )


@njit(cache=True)
def careless(used, board, deck, random):
    """Plays a game of the careless player; returns the sum of initiatives placed, or -1 if the game is
    lost."""
    cells, headings, pile = np.zeros(3, np.int32), np.zeros(3, np.int32), np.zeros(deck.size, np.int8)
    cells[0], headings[0], exits = board.first, board.heading, 0 if used[board.first] else 1
    placed, drawn, piled, initiatives = 0, 0, 0, 0
    while placed < board.free.size:
        if exits == 0 or (drawn == deck.size and piled == 0):
            return -1
        if piled and (drawn == deck.size or pick(random, 3) == 0):
            piled -= 1
            card = pile[piled]
        else:
            card = deck[drawn]
            drawn += 1
            if pick(random, 3) == 0:
                pile[piled] = card
                piled += 1
                continue
        at = pick(random, exits)
        cell, heading = cells[at], headings[at]
        used[cell] = True
        placed += 1
        initiatives += INITIATIVES[card]
        exits = 0
        for turn in range(3):
            out = (heading + turn + 3) & 3
            if EXIT_BITS[card] >> turn & 1 and not used[board.nbr[cell, out]]:
                cells[exits], headings[exits] = board.nbr[cell, out], out
                exits += 1
    return initiatives


@njit(cache=True)
def _can_keep(mind, pile, deck):
    """Returns the most points that can still be kept: energy, cards not drawn, and the lowest of the pile."""
    spare = deck.keep.shape[1] - 1
    most, below = 0, 0
    for kept in range(min(spare, mind[PILED]) + 1):
        if spare - kept <= deck.cards.size - mind[DRAWN]:
            most = max(most, below + deck.keep[mind[DRAWN], spare - kept])
        if kept < mind[PILED]:
            below += INITIATIVES[pile[kept]]
    return most + mind[ENERGY]


@njit(cache=True)
def _place_cards(minds, at, behind, cell, heading, ends, deck, new, n, random):
    """Adds the beginnings with every card that can be placed on a cell next; returns the new n."""
    fields, pile = minds.fields[at], minds.piles[at]
    drawn, piled = fields[DRAWN], fields[PILED]
    for discards in range(-1, MAX_DISCARDS + 1):
        if piled == 0 if discards < 0 else drawn + discards >= deck.cards.size:
            continue
        mind = new.fields[n]
        mind[OLD_HEAD : OLD_CARD + 1] = fields[HEAD : CARD + 1]
        mind[HEAD], mind[ENTRY] = cell, heading
        new.piles[n] = pile
        if discards < 0:
            mind[CARD], mind[DRAWN], mind[PILED] = pile[piled - 1], drawn, piled - 1
        else:
            new.piles[n, piled : piled + discards] = deck.cards[drawn : drawn + discards]
            mind[CARD] = deck.cards[drawn + discards]
            mind[DRAWN], mind[PILED] = drawn + discards + 1, piled + discards
        mind[ENERGY] = fields[ENERGY] - behind
        mind[COST] = fields[COST] + behind + INITIATIVES[mind[CARD]]
        new.covered[n] = minds.covered[at]
        new.rank[n] = DEAD_END * ends + pick(random, CHANCE) - 1000 * _can_keep(mind, new.piles[n], deck)
        n += 1
    return n


@njit(cache=True)
def _go_on(minds, at, placed, board, deck, new, n, random, work):
    """Adds all beginnings that continue one by a card, reverses included; returns the new n."""
    fields, used = minds.fields[at], minds.covered[at]
    last = placed + 1 == board.free.size
    can_reverse = fields[ENERGY] > 0 and placed >= MIN_CARDS_TO_REVERSE
    for behind in range(2 if can_reverse else 1):
        parent = fields[OLD_HEAD : OLD_CARD + 1] if behind else fields[HEAD : CARD + 1]
        energy = fields[ENERGY] - behind
        for turn in range(3):
            heading = (parent[1] + turn + 3) & 3
            cell = board.nbr[parent[0], heading]
            if used[cell] or not EXIT_BITS[parent[2]] >> turn & 1:
                continue
            used[cell] = True
            before = fields[HEAD] if energy > 0 and placed > 0 else cell
            if last or is_open_from(used, board, cell, before, energy, work):
                ends = 0 if last else dead_ends(used, board, cell)
                n = _place_cards(minds, at, behind, cell, heading, ends, deck, new, n, random)
            used[cell] = False
    return n


@njit(cache=True)
def _best_ranks(rank, breadth):
    """Returns where the least ranks are, at most `breadth` of them, the least one first."""
    kept = np.arange(rank.size)
    if rank.size > breadth:
        kept = np.flatnonzero(rank <= np.partition(rank, breadth - 1)[breadth - 1])
    return kept[np.argsort(rank[kept], kind="mergesort")][:breadth]


@njit(cache=True)
def thinking(breadth, energy, used, board, deck, random, work):
    """Plays a game of a player of that breadth; returns initiatives placed plus energy spent, or -1 if it is
    lost."""
    if used[board.first]:
        return -1
    minds = no_minds(breadth, deck.cards.size, used.size)
    new = no_minds(breadth * MAX_MOVES, deck.cards.size, used.size)
    # Before the first card the head is the start card, which is like a straight card (card 0).
    minds.fields[0, HEAD] = board.nbr[board.first, (board.heading + 2) & 3]
    minds.fields[0, ENTRY], minds.fields[0, ENERGY] = board.heading, energy
    minds.covered[0] = used
    count = 1
    for placed in range(board.free.size):
        n = 0
        for at in range(count):
            n = _go_on(minds, at, placed, board, deck, new, n, random, work)
        if n == 0:
            return -1
        order = _best_ranks(new.rank[:n], breadth)
        count = order.size
        for k in range(count):
            minds.fields[k] = new.fields[order[k]]
            minds.piles[k] = new.piles[order[k]]
            minds.covered[k] = new.covered[order[k]]
    return minds.fields[:count, COST].min()
