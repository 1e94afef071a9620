"""Judges a line of a co-operative puzzle: whether its player has the cards for it (see coop_local_kernel).

Which card lies where matters only through the exits that the line needs, and through how early a card has
been drawn. So cards are matched with places in the order of placing: those of little initiative first, which
gives the greatest number of cards and, among those, the least sum of initiatives.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

# Places in the order of placing are bits of a number.
MAX_LENGTH = 62
NEEDS = 8
# What a line costs by what is wrong with it: a cell too many or too few, a place without a card, a reverse
# that nobody can make; and a line that does not exist.
WRONG_LENGTH, NO_CARD, NO_REVERSE, NO_LINE = 3, 6, 8, 1_000_000
# What a line does in the last round: nothing, a whole turn, or a part of one, with which the board is full.
LATE, EARLY, FINISHER = range(3)
# Powers of 2 differ modulo this prime.
_PRIME = 67
PLACE_OF_BIT = np.zeros(_PRIME, np.int64)
for _place in range(64):
    PLACE_OF_BIT[pow(2, _place, _PRIME)] = _place


class Lines(NamedTuple):
    """What the players' lines must be like; the first index is the player.

    heading[a, b]   the heading from a cell to another one beside it; -1 where they are not
    entry           the heading of the start card
    doors           the headings of its exits, as bits
    length          how many cards the line has before the last round
    last            how many cards a whole turn has in the last round
    cards           how many cards there are to be placed
    exits           by card the turns of its exits, as bits
    initiative      by card
    places          by card the places at which it has been drawn, as bits
    order           the cards in order of initiative
    key             the place whose initiative decides about the last round; -1: none
    allowed         by role the initiatives that it may have, as bits
    turn            by place the turn to which it belongs; 0 where no reverse is possible
    reverses        how many points may be spent
    """

    heading: Any
    entry: Any
    doors: Any
    length: Any
    last: Any
    cards: Any
    exits: Any
    initiative: Any
    places: Any
    order: Any
    key: Any
    allowed: Any
    turn: Any
    reverses: Any


class Matching(NamedTuple):
    """Work space. After `judge_line`: need[place] the turns that its card needs, card[place] the card or -1,
    loss[0] the initiatives of the cards placed and the points spent, loss[1] whether the last turn is cut."""

    need: Any
    card: Any
    loss: Any
    place: Any
    fitting: Any
    came_from: Any
    queue: Any


def work_space(cards: int) -> Matching:
    """Work space for decks of so many cards."""
    numbers = [np.zeros(n, np.int64) for n in (MAX_LENGTH, MAX_LENGTH, 2, cards, cards, MAX_LENGTH, cards)]
    return Matching(*numbers)


@njit(cache=True)
def judge_line(line, size, p, spur, lines, work, limit):
    """Returns what is wrong with a line, as a number; it is exact only up to the limit.

    `line` holds the start card's cell and `size` - 1 more; spur[cell] is the dead end beside a cell or -1."""
    places = needs_of(line, size, p, spur, lines, work)
    if places < 0:
        return NO_LINE
    over = places - lines.length[p]
    cost = WRONG_LENGTH * max(0, -over, over - lines.last[p]) + NO_REVERSE * work.queue[0]
    role = LATE if over <= 0 else EARLY if over >= lines.last[p] else FINISHER
    work.loss[0], work.loss[1] = work.queue[1], role == FINISHER
    if cost > limit:
        return cost
    if lines.key[p] < 0 and lines.allowed[p, role] == 0:
        cost += NO_CARD
    return cost + NO_CARD * (places - match_cards(places, p, lines.allowed[p, role], lines, work))


@njit(cache=True)
def needs_of(line, size, p, spur, lines, work):
    """Fills in the turns that each place needs; returns the number of places, or -1.

    queue[0] is then how many reverses are not possible, queue[1] how many there are."""
    place, wrong, reverses, turn = 0, 0, 0, 0
    entry = lines.entry[p]
    for k in range(size):
        cell = line[k]
        need = 0
        following = entry
        if k + 1 < size:
            following = lines.heading[cell, line[k + 1]]
            if following < 0 or (k == 0 and not lines.doors[p] >> following & 1):
                return -1
            need = 1 << ((following - entry + 1) & 3)
        if place + 3 > MAX_LENGTH:
            return -1
        after, beside = place + (k > 0), spur[cell]
        if beside >= 0:
            aside = lines.heading[cell, beside]
            if k + 1 == size or (k == 0 and not lines.doors[p] >> aside & 1):
                return -1
            need |= 1 << ((aside - entry + 1) & 3)
            work.need[after] = 0
            reverses += 1
            now = lines.turn[p, after + 1]
            wrong += now in (0, turn)
            turn = now
        if k:
            work.need[place] = need
        place = after + (beside >= 0)
        entry = following
    work.queue[0] = wrong + max(0, reverses - lines.reverses[p])
    work.queue[1] = reverses
    return place


@njit(cache=True)
def match_cards(places, p, allowed, lines, work):
    """Matches cards with places; returns how many places have one, and adds initiatives to the loss."""
    by_exits = np.zeros(NEEDS, np.int64)
    for place in range(places):
        by_exits[work.need[place]] |= 1 << place
        work.card[place] = -1
    for turn in range(3):
        for need in range(NEEDS):
            if need >> turn & 1:
                by_exits[need] |= by_exits[need ^ 1 << turn]
    free, matched = (1 << places) - 1, 0
    for k in range(lines.cards[p]):
        if free == 0:
            break
        card = lines.order[p, k]
        fitting = by_exits[lines.exits[p, card]] & lines.places[p, card]
        if lines.key[p] >= 0 and not allowed >> lines.initiative[p, card] & 1:
            fitting &= ~(1 << lines.key[p])
        work.fitting[card] = fitting
        work.place[card] = -1
        place = _augment(card, free, work)
        if place >= 0:
            free &= ~(1 << place)
            matched += 1
            work.loss[0] += lines.initiative[p, card]
    return matched


@njit(cache=True)
def _augment(card, free, work):
    """Finds a place for one more card, others being moved; returns the place that was free, or -1."""
    work.queue[0] = card
    head, tail, seen = 0, 1, np.int64(0)
    while head < tail:
        current = work.queue[head]
        head += 1
        fitting = work.fitting[current] & ~seen
        hit = fitting & free
        if hit:
            place = PLACE_OF_BIT[(hit & -hit) % _PRIME]
            found = place
            while True:
                before = work.place[current]
                work.card[place], work.place[current] = current, place
                if before < 0:
                    return found
                place, current = before, work.came_from[before]
        seen |= fitting
        while fitting:
            bit = fitting & -fitting
            place = PLACE_OF_BIT[bit % _PRIME]
            work.came_from[place] = current
            work.queue[tail] = work.card[place]
            tail += 1
            fitting ^= bit
    return -1
