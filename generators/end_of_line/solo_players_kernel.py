"""Simulated players of solo puzzles, compiled.

The careless player places a random card of the hand at a random free exit, and spends no energy. The others
think ahead: a player of breadth w keeps the w best beginnings in mind, card by card, never splits the area,
prefers few dead ends and cards of low initiative, and knows how to use energy. No player knows more than the
hand, the area and the deck show.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from generators.kernel_random import pick
from puzzles.end_of_line.solo_puzzle import EFFECTS, HAND_SIZE
from solvers.end_of_line.arrays import (
    BRAKE_ROUND_SIZE,
    CARD_TYPES,
    EXIT_BITS,
    FIRST_ENERGY_INDEX,
    FIRST_ROUND_SIZE,
    INITIATIVES,
    ROUND_SIZE,
)
from solvers.end_of_line.solo_kernel import drawn_hand, hand_size, is_open

# The fields of a beginning: the last card placed, the one before it, what the player has, and whether energy
# was spent in the round.
HEAD, ENTRY, CARD, OLD_HEAD, OLD_ENTRY, OLD_CARD, CARDS, LEFT, ENERGY, COST, SPENT = range(11)
FIELDS = 11
# The cost of a cell with only one way in, and the most that chance adds, in thousandths of a point.
DEAD_END, CHANCE = 2500, 1500
# Three exits, a full hand and one card more, all of different types, four uses of energy.
MAX_MOVES = 3 * (HAND_SIZE + 1) * len(EFFECTS)


class Minds(NamedTuple):
    """The beginnings that a player keeps in mind: their fields, the cells they cover, and their ranks."""

    fields: Any
    covered: Any
    rank: Any


class Turn(NamedTuple):
    """A way to go on from a beginning: the card that is continued, the hand, the cards left in the round, the
    energy, the price.

    `spent`: whether energy was spent in the round. `reverse_next`: the next card can still be reversed."""

    cell: int
    entry: int
    card: int
    hand: int
    left: int
    energy: int
    price: int
    spent: int
    reverse_next: int


@njit(cache=True)
def careless(used, board, deck, random):
    """Plays a game of the careless player; returns the sum of initiatives placed, or -1 if the game is
    lost."""
    cells, headings = np.zeros(3, np.int32), np.zeros(3, np.int32)
    hand, left, initiatives = 0, 0, 0
    cells[0], headings[0], exits = board.first, board.heading, 0 if used[board.first] else 1
    for placed in range(board.free.size):
        if left == 0:
            hand = drawn_hand(hand, placed, HAND_SIZE, deck)
            left = FIRST_ROUND_SIZE if placed == 0 else ROUND_SIZE
        cards = hand_size(hand)
        if exits == 0 or cards == 0:
            return -1
        at, nth, card = pick(random, exits), pick(random, cards), 0
        while nth >= hand >> 3 * card & 7:
            nth -= hand >> 3 * card & 7
            card += 1
        cell, heading = cells[at], headings[at]
        used[cell] = True
        hand -= 1 << 3 * card
        initiatives += INITIATIVES[card]
        left -= 1
        exits = 0
        for turn in range(3):
            out = (heading + turn + 3) & 3
            if EXIT_BITS[card] >> turn & 1 and not used[board.nbr[cell, out]]:
                cells[exits], headings[exits] = board.nbr[cell, out], out
                exits += 1
    return initiatives


@njit(cache=True)
def dead_ends(used, board, head):
    """Counts the free cells with only one way in."""
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
def _place_all(minds, at, turn, last, board, new, n, random, work):
    """Adds the beginnings with every card of the hand at every free exit of a card; returns the new n."""
    used = minds.covered[at]
    for exit_to in range(3):
        if not EXIT_BITS[turn.card] >> exit_to & 1:
            continue
        heading = (turn.entry + exit_to + 3) & 3
        cell = board.nbr[turn.cell, heading]
        if used[cell]:
            continue
        used[cell] = True
        is_possible = last or is_open(used, board, cell, turn.energy, work)
        if not is_possible and turn.reverse_next:
            # The card may become a dead end.
            is_possible = is_open(used, board, turn.cell, turn.energy - 1, work)
        if is_possible:
            ends = 0 if last else dead_ends(used, board, cell)
            for card in range(CARD_TYPES):
                if not turn.hand >> 3 * card & 7:
                    continue
                mind = new.fields[n]
                mind[HEAD], mind[ENTRY], mind[CARD] = cell, heading, card
                mind[OLD_HEAD : OLD_CARD + 1] = minds.fields[at, HEAD : CARD + 1]
                mind[CARDS], mind[LEFT], mind[ENERGY] = (
                    turn.hand - (1 << 3 * card),
                    turn.left - 1,
                    turn.energy,
                )
                mind[COST] = minds.fields[at, COST] + turn.price + INITIATIVES[card]
                mind[SPENT] = turn.spent
                new.covered[n] = used
                new.rank[n] = 1000 * mind[COST] + DEAD_END * ends + pick(random, CHANCE)
                n += 1
        used[cell] = False
    return n


@njit(cache=True)
def _go_on(minds, at, placed, board, deck, new, n, random, work):
    """Adds all beginnings that continue one, energy included; returns the new n."""
    mind = minds.fields[at]
    cell, entry, card, energy = mind[HEAD], mind[ENTRY], mind[CARD], mind[ENERGY]
    hand, left = mind[CARDS], mind[LEFT]
    last = placed + 1 == board.free.size
    starts = left == 0
    if starts:
        hand = drawn_hand(hand, placed, HAND_SIZE, deck)
        left = FIRST_ROUND_SIZE if placed == 0 else ROUND_SIZE
    spent = 0 if starts else mind[SPENT]
    can_spend = energy > 0 and not spent and placed >= FIRST_ENERGY_INDEX + (left < ROUND_SIZE)
    plain = Turn(cell, entry, card, hand, left, energy, 0, spent, can_spend and left == ROUND_SIZE)
    n = _place_all(minds, at, plain, last, board, new, n, random, work)
    if not can_spend:
        return n
    rest = energy - 1
    # Any card of the round can be reversed; the rest is decided before the first.
    back = Turn(mind[OLD_HEAD], mind[OLD_ENTRY], mind[OLD_CARD], hand, left, rest, 1, 1, False)
    n = _place_all(minds, at, back, last, board, new, n, random, work)
    if not starts:
        return n
    more = drawn_hand(hand, placed, hand_size(hand) + 1, deck)
    if more != hand:
        gas = Turn(cell, entry, card, more, ROUND_SIZE, rest, 1, 1, False)
        n = _place_all(minds, at, gas, last, board, new, n, random, work)
    brake = Turn(cell, entry, card, hand, BRAKE_ROUND_SIZE, rest, 1, 1, False)
    return _place_all(minds, at, brake, last, board, new, n, random, work)


@njit(cache=True)
def thinking(breadth, energy, used, board, deck, random, work):
    """Plays a game of a player of that breadth; returns initiatives placed plus energy spent, or -1 if it is
    lost."""
    size, max_minds = board.nbr.shape[0], breadth * MAX_MOVES
    minds = Minds(
        np.zeros((breadth, FIELDS), np.int64), np.zeros((breadth, size), np.bool_), np.zeros(1, np.int64)
    )
    new = Minds(
        np.zeros((max_minds, FIELDS), np.int64),
        np.zeros((max_minds, size), np.bool_),
        np.zeros(max_minds, np.int64),
    )
    if used[board.first]:
        return -1
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
        order = np.argsort(new.rank[:n], kind="mergesort")
        count = min(n, breadth)
        for k in range(count):
            minds.fields[k] = new.fields[order[k]]
            minds.covered[k] = new.covered[order[k]]
    return minds.fields[:count, COST].min()
