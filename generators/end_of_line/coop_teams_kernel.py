"""Simulated teams of the co-operative puzzle, compiled.

A team plans card by card: it keeps the best few ways to go on in mind, as many cards ahead as it can foresee,
places the first card of the best of them, and plans anew. As soon as it foresees the end it plays its plan.
It likes cards of low initiative, and dislikes lines that cannot go on, cells that no line reaches, and dead
ends. The loners think of themselves: each looks at the rest of its own turn only, and wants to place cards of
low initiative and to have exits left.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from generators.kernel_random import pick
from puzzles.end_of_line.solo_puzzle import EFFECTS, FIRST_ENERGY_ROUND, HAND_SIZE, round_size
from solvers.end_of_line.arrays import (
    BRAKE_ROUND_SIZE,
    CARD_TYPES,
    EXIT_BITS,
    FIRST_ROUND_SIZE,
    INITIATIVES,
    ROUND_SIZE,
)

# What the whole team has: the round, the turn in it, the order of turns (three bits each), the cards left in
# the turn, whether it has begun, whether a card may be reversed, the cards placed by all, what they cost, and
# with which of the first cards it began.
ROUND, TURN, ORDER, LEFT, BEGUN, MAY_REVERSE, PLACED, COST, FIRST = range(9)
OF_TEAM = 9
# What each player has: the last card placed, the one before it, the hand (three bits a type), how many cards
# were drawn, energy, the initiatives placed (three bits each, the last one lowest), and how many these are.
HEAD, ENTRY, EXITS, OLD_HEAD, OLD_ENTRY, OLD_EXITS, HAND, DRAWN, ENERGY, INITIATIVES_PLACED, LENGTH = range(
    11
)
OF_PLAYER = 11
# As many initiatives as fit decide the order of turns.
MAX_COMPARED = 20
HISTORY_BITS = (1 << 3 * MAX_COMPARED) - 1
SPEED_UP_SIZE = round_size(FIRST_ENERGY_ROUND, "speed_up")
# Costs in thousandths of a point, and the most that chance adds.
DEAD_END, STUCK, CUT_OFF, EXIT, CHANCE = 1500, 6000, 10_000, 1500, 1500
# Three exits, a full hand and one card more, all of different types; no energy, four uses, two for a reverse.
MAX_MOVES = 3 * (HAND_SIZE + 1) * (len(EFFECTS) + 2)


class Table(NamedTuple):
    """The board and the decks.

    nbr    neighbours by heading
    free   the cells to be covered
    decks  by player the types of the cards
    sizes  by player how many cards the deck has
    """

    nbr: Any
    free: Any
    decks: Any
    sizes: Any


class Minds(NamedTuple):
    """The positions that a team keeps in mind: their fields, the cells covered, and their ranks."""

    fields: Any
    covered: Any
    rank: Any


class Team(NamedTuple):
    """How a team plans: how many positions it keeps in mind, how many turns it foresees, and whether its
    players are loners."""

    breadth: int
    turns: int
    loners: bool


@njit(cache=True)
def _minds(number, players, cells):
    """Returns memory for so many positions."""
    return Minds(
        np.zeros((number, OF_TEAM + players * OF_PLAYER), np.int64),
        np.zeros((number, cells), np.bool_),
        np.zeros(number, np.int64),
    )


@njit(cache=True)
def _copy(minds, at, to, where):
    to.fields[where] = minds.fields[at]
    to.covered[where] = minds.covered[at]


@njit(cache=True)
def _draw(mind, player, size, table):
    """Draws until the player's hand has so many cards."""
    base = OF_TEAM + player * OF_PLAYER
    have = mind[base + DRAWN] - mind[base + LENGTH]
    while have < size and mind[base + DRAWN] < table.sizes[player]:
        mind[base + HAND] += 1 << 3 * table.decks[player, mind[base + DRAWN]]
        mind[base + DRAWN] += 1
        have += 1


@njit(cache=True)
def _set_order(mind, players):
    """Settles the order of turns; `ahead` of a player are those who certainly come before."""
    ahead, following = np.zeros(players, np.int64), np.zeros(players, np.int64)
    settled = np.zeros(players, np.bool_)
    for back in range(MAX_COMPARED):
        for p in range(players):
            following[p] = ahead[p]
            own = mind[OF_TEAM + p * OF_PLAYER + INITIATIVES_PLACED] >> 3 * back & 7
            for q in range(players):
                if ahead[q] == ahead[p]:
                    base = OF_TEAM + q * OF_PLAYER
                    if mind[base + LENGTH] <= back:
                        settled[p] = True
                    following[p] += mind[base + INITIATIVES_PLACED] >> 3 * back & 7 < own
        for p in range(players):
            if not settled[p]:
                ahead[p] = following[p]
    mind[ORDER] = 0
    for p in range(players):
        place = ahead[p]
        for q in range(p):
            place += ahead[q] == ahead[p]
        mind[ORDER] |= p << 3 * place


@njit(cache=True)
def _begin_round(mind, table):
    players = table.sizes.size
    mind[ROUND] += 1
    mind[TURN], mind[BEGUN], mind[MAY_REVERSE] = 0, 0, 0
    mind[LEFT] = FIRST_ROUND_SIZE if mind[ROUND] == 1 else ROUND_SIZE
    _set_order(mind, players)
    for p in range(players):
        _draw(mind, p, HAND_SIZE, table)


@njit(cache=True)
def _end_turn(mind, table):
    if mind[TURN] + 1 == table.sizes.size:
        _begin_round(mind, table)
        return
    mind[TURN] += 1
    mind[LEFT] = FIRST_ROUND_SIZE if mind[ROUND] == 1 else ROUND_SIZE
    mind[BEGUN], mind[MAY_REVERSE] = 0, 0


@njit(cache=True)
def _doors(mind, covered, player, old, table):
    """Returns how many exits of the last card, or the one before it, lead to free cells."""
    base = OF_TEAM + player * OF_PLAYER + (OLD_HEAD if old else HEAD)
    doors = 0
    for turn in range(3):
        if mind[base + EXITS - HEAD] >> turn & 1:
            doors += not covered[table.nbr[mind[base], (mind[base + ENTRY - HEAD] + turn + 3) & 3]]
    return doors


@njit(cache=True)
def _enter(mind, covered, base, work, ends, table):
    """Marks the free cells that a card's exits lead to; returns the new end of the stack."""
    for turn in range(3):
        if mind[base + EXITS - HEAD] >> turn & 1:
            cell = table.nbr[mind[base], (mind[base + ENTRY - HEAD] + turn + 3) & 3]
            if not covered[cell]:
                work.ways_on[cell] += 1
                if not work.seen[cell]:
                    work.seen[cell] = True
                    work.stack[ends] = cell
                    ends += 1
    return ends


@njit(cache=True)
def _trouble(mind, covered, table, work):
    """Returns the cost of lines that are stuck, cells cut off, and dead ends."""
    work.seen[:] = False
    work.ways_on[:] = 0
    end, cost = 0, 0
    for p in range(table.sizes.size):
        base = OF_TEAM + p * OF_PLAYER
        before = end
        end = _enter(mind, covered, base + HEAD, work, end, table)
        ways = _doors(mind, covered, p, False, table)
        if mind[base + ENERGY] and mind[base + LENGTH] > 1:
            end = _enter(mind, covered, base + OLD_HEAD, work, end, table)
            ways += _doors(mind, covered, p, True, table)
        if ways == 0 and before == end:
            cost += STUCK
    done = 0
    while done < end:
        cell = work.stack[done]
        done += 1
        for heading in range(4):
            other = table.nbr[cell, heading]
            if not covered[other]:
                work.ways_on[cell] += 1
                if not work.seen[other]:
                    work.seen[other] = True
                    work.stack[end] = other
                    end += 1
        cost += DEAD_END * (work.ways_on[cell] < 2)
    return cost + CUT_OFF * (table.free.size - mind[PLACED] - end)


@njit(cache=True)
def _rank(mind, covered, player, loners, table, random, work):
    """Returns how little the team likes a position that follows a card of the player."""
    cost = 1000 * mind[COST]
    if mind[PLACED] == table.free.size:
        return cost
    cost += pick(random, CHANCE)
    if not loners:
        return cost + _trouble(mind, covered, table, work)
    doors = _doors(mind, covered, player, False, table)
    return cost + (STUCK if doors == 0 else -EXIT * doors)


@njit(cache=True)
def _place_all(source, covered, old, new, n, loners, table, random, work):
    """Adds the positions with every card of the hand at every free exit of a card; returns the new n."""
    player = source[ORDER] >> 3 * source[TURN] & 7
    base = OF_TEAM + player * OF_PLAYER
    card_at = base + (OLD_HEAD if old else HEAD)
    for turn in range(3):
        heading = (source[card_at + ENTRY - HEAD] + turn + 3) & 3
        cell = table.nbr[source[card_at], heading]
        if covered[cell] or not source[card_at + EXITS - HEAD] >> turn & 1:
            continue
        for card in range(CARD_TYPES):
            if not source[base + HAND] >> 3 * card & 7:
                continue
            mind = new.fields[n]
            mind[:] = source
            new.covered[n] = covered
            new.covered[n, cell] = True
            mind[base + OLD_HEAD : base + OLD_EXITS + 1] = source[base + HEAD : base + EXITS + 1]
            mind[base + HEAD], mind[base + ENTRY], mind[base + EXITS] = cell, heading, EXIT_BITS[card]
            mind[base + HAND] -= 1 << 3 * card
            history = mind[base + INITIATIVES_PLACED] << 3 | INITIATIVES[card]
            mind[base + INITIATIVES_PLACED] = history & HISTORY_BITS
            mind[base + LENGTH] += 1
            mind[PLACED] += 1
            mind[COST] += INITIATIVES[card]
            mind[LEFT] -= 1
            mind[BEGUN] = 1
            if old:
                mind[MAY_REVERSE] = 0
            if mind[LEFT] == 0 and mind[PLACED] < table.free.size:
                _end_turn(mind, table)
            new.rank[n] = _rank(mind, new.covered[n], player, loners, table, random, work)
            n += 1
    return n


@njit(cache=True)
def _go_on(minds, at, new, n, loners, table, random, work):
    """Adds all positions that follow one by a card, with energy or without; returns the new n."""
    mind, covered = minds.fields[at], minds.covered[at]
    n = _place_all(mind, covered, False, new, n, loners, table, random, work)
    if mind[MAY_REVERSE]:
        n = _place_all(mind, covered, True, new, n, loners, table, random, work)
    player = mind[ORDER] >> 3 * mind[TURN] & 7
    energy = OF_TEAM + player * OF_PLAYER + ENERGY
    if mind[BEGUN] or mind[ROUND] < FIRST_ENERGY_ROUND or mind[energy] == 0:
        return n
    spent = mind.copy()
    spent[energy] -= 1
    spent[COST] += 1
    for size in (SPEED_UP_SIZE, BRAKE_ROUND_SIZE):
        spent[LEFT] = size
        n = _place_all(spent, covered, False, new, n, loners, table, random, work)
    spent[LEFT], spent[MAY_REVERSE] = ROUND_SIZE, 1
    n = _place_all(spent, covered, False, new, n, loners, table, random, work)
    n = _place_all(spent, covered, True, new, n, loners, table, random, work)
    spent[MAY_REVERSE] = 0
    base = OF_TEAM + player * OF_PLAYER
    _draw(spent, player, spent[base + DRAWN] - spent[base + LENGTH] + 1, table)
    return _place_all(spent, covered, False, new, n, loners, table, random, work)


@njit(cache=True)
def _plan(team, cards, minds, new, firsts, table, random, work):
    """Plans so many cards from the only position in mind; returns the position after the best first card in
    `firsts`, or -1, and what the game costs, or -1 while its end is not in sight."""
    count, best = 1, -1
    for step in range(cards):
        n = 0
        for at in range(count):
            n = _go_on(minds, at, new, n, team.loners, table, random, work)
        if n == 0:
            return best, -1
        order = np.argsort(new.rank[:n], kind="mergesort")
        count = min(n, team.breadth)
        for k in range(count):
            _copy(new, order[k], minds, k)
            if step == 0:
                minds.fields[k, FIRST] = k
                _copy(minds, k, firsts, k)
        best = minds.fields[0, FIRST]
        if minds.fields[0, PLACED] == table.free.size:
            return best, minds.fields[0, COST]
    return best, -1


@njit(cache=True)
def play(team, start, covered, table, random, work):
    """Plays a game of a team; returns initiatives placed plus energy spent, or -1 if it is lost."""
    players, cells = table.sizes.size, covered.size
    minds, firsts = _minds(team.breadth, players, cells), _minds(team.breadth, players, cells)
    new = _minds(team.breadth * MAX_MOVES, players, cells)
    minds.fields[0], minds.covered[0] = start, covered
    _begin_round(minds.fields[0], table)
    while True:
        cards = minds.fields[0, LEFT] + ROUND_SIZE * (team.turns - 1)
        best, cost = _plan(team, cards, minds, new, firsts, table, random, work)
        if best < 0 or cost >= 0:
            return cost
        _copy(firsts, best, minds, 0)
