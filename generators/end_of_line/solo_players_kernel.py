"""Simulated players of solo puzzles, compiled.

The careless player lays a random card of the hand at a random free exit, and spends no energy. The others
think ahead: one of breadth w keeps the w best beginnings in mind, card by card, never cuts the area apart,
likes to leave few dead ends and to lay cards of low initiative, and knows what energy is for. No player
sees more than hand, area and deck show.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from generators.kernel_random import pick
from puzzles.end_of_line.solo_puzzle import ENERGIES, HAND
from solvers.end_of_line.arrays import (
    BRAKE_ROUND,
    CARD_TYPES,
    EXIT_BITS,
    FIRST_ROUND,
    FIRST_SPENT,
    INITIATIVES,
    ROUND,
)
from solvers.end_of_line.solo_kernel import drawn_hand, held, is_open

# A beginning in mind: the last card laid, the one before it, and what the player holds.
HEAD, ENTRY, CARD, OLD_HEAD, OLD_ENTRY, OLD_CARD, CARDS, LEFT, ENERGY, COST = range(10)
# What a cell with one way in counts, and chance at most, in thousandths of a point of initiative.
DEAD_END, CHANCE = 2500, 1500
# Three exits, a full hand and one card more, all of different types, four uses of energy.
MOST_MOVES = 3 * (HAND + 1) * len(ENERGIES)


class Minds(NamedTuple):
    """Beginnings kept in mind: what is held, which cells are covered, and how they are ranked."""

    held: Any
    covered: Any
    rank: Any


class Turn(NamedTuple):
    """What a player may do next in a beginning: with this hand, in this round, at this price."""

    cell: int
    entry: int
    card: int
    hand: int
    left: int
    energy: int
    price: int


@njit(cache=True)
def careless(used, board, deck, random):
    """One game of the careless player: the sum of initiatives laid, or -1 when the game is lost."""
    cells, headings = np.zeros(3, np.int32), np.zeros(3, np.int32)
    hand, left, laid = 0, 0, 0
    cells[0], headings[0], exits = board.first, board.heading, 0 if used[board.first] else 1
    for placed in range(board.free.size):
        if left == 0:
            hand = drawn_hand(hand, placed, HAND, deck)
            left = FIRST_ROUND if placed == 0 else ROUND
        cards = held(hand)
        if exits == 0 or cards == 0:
            return -1
        at, nth, card = pick(random, exits), pick(random, cards), 0
        while nth >= hand >> 3 * card & 7:
            nth -= hand >> 3 * card & 7
            card += 1
        cell, heading = cells[at], headings[at]
        used[cell] = True
        hand -= 1 << 3 * card
        laid += INITIATIVES[card]
        left -= 1
        exits = 0
        for turn in range(3):
            out = (heading + turn + 3) & 3
            if EXIT_BITS[card] >> turn & 1 and not used[board.nbr[cell, out]]:
                cells[exits], headings[exits] = board.nbr[cell, out], out
                exits += 1
    return laid


@njit(cache=True)
def _dead_ends(used, board, head):
    ends = 0
    for cell in board.free:
        if not used[cell]:
            ways = 0
            for h in range(4):
                other = board.nbr[cell, h]
                ways += other == head or not used[other]
            ends += ways < 2
    return ends


@njit(cache=True)
def _lay_all(minds, at, turn, last, board, new, n, random, work):
    """Every card of the hand at every free exit of one card: beginnings from new's n-th on; the new n."""
    used = minds.covered[at]
    for exit_to in range(3):
        if not EXIT_BITS[turn.card] >> exit_to & 1:
            continue
        heading = (turn.entry + exit_to + 3) & 3
        cell = board.nbr[turn.cell, heading]
        if used[cell]:
            continue
        used[cell] = True
        if last or is_open(used, board, cell, turn.energy, work):
            ends = 0 if last else _dead_ends(used, board, cell)
            for card in range(CARD_TYPES):
                if not turn.hand >> 3 * card & 7:
                    continue
                mind = new.held[n]
                mind[HEAD], mind[ENTRY], mind[CARD] = cell, heading, card
                mind[OLD_HEAD : OLD_CARD + 1] = minds.held[at, HEAD : CARD + 1]
                mind[CARDS], mind[LEFT], mind[ENERGY] = (
                    turn.hand - (1 << 3 * card),
                    turn.left - 1,
                    turn.energy,
                )
                mind[COST] = minds.held[at, COST] + turn.price + INITIATIVES[card]
                new.covered[n] = used
                new.rank[n] = 1000 * mind[COST] + DEAD_END * ends + pick(random, CHANCE)
                n += 1
        used[cell] = False
    return n


@njit(cache=True)
def _go_on(minds, at, placed, board, deck, new, n, random, work):
    """All ways to go on from one beginning, energy included; the new n."""
    mind = minds.held[at]
    cell, entry, card, energy = mind[HEAD], mind[ENTRY], mind[CARD], mind[ENERGY]
    hand, left = mind[CARDS], mind[LEFT]
    last = placed + 1 == board.free.size
    starts = left == 0
    if starts:
        hand = drawn_hand(hand, placed, HAND, deck)
        left = FIRST_ROUND if placed == 0 else ROUND
    n = _lay_all(minds, at, Turn(cell, entry, card, hand, left, energy, 0), last, board, new, n, random, work)
    if not starts or placed < FIRST_SPENT or energy == 0:
        return n
    more = drawn_hand(hand, placed, held(hand) + 1, deck)
    rest = energy - 1
    if more != hand:
        gas = Turn(cell, entry, card, more, ROUND, rest, 1)
        n = _lay_all(minds, at, gas, last, board, new, n, random, work)
    brake = Turn(cell, entry, card, hand, BRAKE_ROUND, rest, 1)
    n = _lay_all(minds, at, brake, last, board, new, n, random, work)
    back = Turn(mind[OLD_HEAD], mind[OLD_ENTRY], mind[OLD_CARD], hand, ROUND, rest, 1)
    return _lay_all(minds, at, back, last, board, new, n, random, work)


@njit(cache=True)
def thinking(breadth, energy, used, board, deck, random, work):
    """One game of a player of that breadth: initiatives laid and energy spent, or -1 when it is lost."""
    size, most = board.nbr.shape[0], breadth * MOST_MOVES
    minds = Minds(
        np.zeros((breadth, 10), np.int64), np.zeros((breadth, size), np.bool_), np.zeros(1, np.int64)
    )
    new = Minds(np.zeros((most, 10), np.int64), np.zeros((most, size), np.bool_), np.zeros(most, np.int64))
    if used[board.first]:
        return -1
    # Before the first card the line stands at the start card: like a straight one (card 0).
    minds.held[0, HEAD] = board.nbr[board.first, (board.heading + 2) & 3]
    minds.held[0, ENTRY], minds.held[0, ENERGY] = board.heading, energy
    minds.covered[0] = used
    have = 1
    for placed in range(board.free.size):
        n = 0
        for at in range(have):
            n = _go_on(minds, at, placed, board, deck, new, n, random, work)
        if n == 0:
            return -1
        order = np.argsort(new.rank[:n], kind="mergesort")
        have = min(n, breadth)
        for k in range(have):
            minds.held[k] = new.held[order[k]]
            minds.covered[k] = new.covered[order[k]]
    return minds.held[:have, COST].min()
