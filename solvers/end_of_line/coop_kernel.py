"""The compiled core of the co-operative search: it lists what single lines can cover, and fits them together.

A node of `list_lines` is a line as cells in order of placing; it holds every state that its player can be in:

    hand (3 bits a card type) | exits of the last card | exits of the card before << 27 | energy << 30
    | cards left in the turn << 34 | cards placed in the turn << 36 | may reverse << 38 | turn << 39

Exits are bits of turns that lead to free cells. A second number, the key, has the initiatives of the last
cards that lay before the last round, three bits each, the last card lowest: they decide who plays in it. A
line ends in one of three roles (see coop_turns): LATE, EARLY or FINISHER. Turns are 0 left, 1 straight,
2 right.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from puzzles.end_of_line.solo_puzzle import FIRST_ENERGY_ROUND, HAND_SIZE, round_size
from solvers.end_of_line.arrays import CARD_TYPES, EXIT_BITS, INITIATIVES, MAX_INITIATIVE, ROUND_SIZE

LATE, EARLY, FINISHER = range(3)
HAND_BITS = (1 << 24) - 1
LAST, BEFORE, ENERGY, LEFT, DONE, MAY_REVERSE, TURN = 24, 27, 30, 34, 36, 38, 39
SPEED_UP_SIZE, BRAKE_SIZE = (round_size(FIRST_ENERGY_ROUND, effect) for effect in ("speed_up", "brake"))
FIRST_SIZE = round_size(1, None)
# The moves from a node: 0..2 a turn of the last card, 3..5 a turn of the card before.
MOVES = 6
# The fields of a node: its cell, the heading in, its first state in the pool, the one after its last, the
# move to try next.
CELL, ENTRY, FROM, TO, NEXT = range(5)
# The fields of the state of a listing: the depth (-1: finished), the number of rows, the steps made, whether
# an array was too small; the stamps of the hash tables of states and of rows: entries of others do not count.
DEPTH, ROWS, STEPS, FULL, STAMP, ROW_STAMP = range(6)
# The fields of a row: cells as bits, role and length before the last round (ROLE_BITS), key, value, and how
# many lines there are like that.
MASK, ROLE, KEY, VALUE, WAYS = range(5)
# Lines are counted up to this number, far beyond every cap, so that no sum overflows.
MAX_WAYS = 1 << 30
ROLE_BITS = 2
NO, YES, UNSURE = range(3)
_HASH = 0x9E3779B97F4A7C15 >> 1


class Player(NamedTuple):
    """What does not change while the lines of one player are listed.

    nbr         neighbours by heading; -1 where nothing can be placed
    deck        the types of the cards
    rounds      the number of rounds
    others[n]   the greatest value that the other players can reach together where this line has n cells; less
                than -1000 where they cannot
    target      the score to reach
    depth       how many initiatives a key has
    key_from    the index from which cards can be part of a key
    total[d]    the sum of initiatives from card d of the deck on
    """

    nbr: Any
    deck: Any
    rounds: int
    others: Any
    target: int
    depth: int
    key_from: int
    total: Any


@njit(cache=True)
def _size_of(hand):
    total = 0
    for card in range(CARD_TYPES):
        total += hand >> 3 * card & 7
    return total


@njit(cache=True)
def _value(hand, placed, energy, player):
    """Returns the initiatives of the cards in hand and not drawn, and the energy."""
    drawn, total = placed, energy
    for card in range(CARD_TYPES):
        n = hand >> 3 * card & 7
        drawn += n
        total += n * INITIATIVES[card]
    return total + player.total[min(drawn, player.deck.size)]


@njit(cache=True)
def _promising(hand, placed, energy, player, counts):
    """Whether the target can still be reached, wherever the line goes and whatever the others do."""
    counts[:] = 0
    drawn = placed
    for card in range(CARD_TYPES):
        counts[INITIATIVES[card]] += hand >> 3 * card & 7
        drawn += hand >> 3 * card & 7
    value = _value(hand, placed, energy, player)
    have, last = drawn - placed, drawn
    for n in range(placed, min(player.others.size - 1, player.deck.size) + 1):
        while last < min(player.deck.size, n + HAND_SIZE):
            counts[INITIATIVES[player.deck[last]]] += 1
            last += 1
            have += 1
        if player.others[n] < -1000 or have < n - placed:
            continue
        rest, lost = n - placed, 0
        for initiative in range(MAX_INITIATIVE + 1):
            used = min(rest, counts[initiative])
            lost += used * initiative
            rest -= used
        if value - lost + player.others[n] >= player.target:
            return True
    return False


@njit(cache=True)
def _insert(pool, table, state, lo, hi, packed, key, ways):
    """Adds the ways to a state to the rows lo..hi; returns the new hi."""
    size = table.shape[0] - 1
    at = ((packed * 1000003) ^ (key * 8191)) * _HASH >> 20 & size
    while table[at, 0] == state[STAMP]:
        row = table[at, 1]
        if pool[row, 0] == packed and pool[row, 1] == key:
            pool[row, 2] = min(MAX_WAYS, pool[row, 2] + ways)
            return hi
        at = at + 1 & size
    if hi + 1 >= pool.shape[0] or 2 * (hi - lo) > size:
        state[FULL] = 1
        return hi
    table[at, 0], table[at, 1] = state[STAMP], hi
    pool[hi, 0], pool[hi, 1], pool[hi, 2] = packed, key, ways
    return hi + 1


@njit(cache=True)
def _drawn(hand, placed, size, deck):
    count = _size_of(hand)
    while count < size and placed + count < deck.size:
        hand += 1 << 3 * deck[placed + count]
        count += 1
    return hand


@njit(cache=True)
def _begin_turn(pool, table, state, lo, hi, hand, doors, energy, turn, key, ways, placed, player):
    """Adds the states in which a turn begins, one for each use of energy; returns the new hi."""
    hand = _drawn(hand, placed, HAND_SIZE, player.deck)
    if hand == 0:
        return hi
    size = FIRST_SIZE if turn == 1 else ROUND_SIZE
    rest = doors | turn << TURN
    if energy == 0 or turn < FIRST_ENERGY_ROUND:
        if energy == 0:
            rest &= ~(7 << BEFORE)
        return _insert(pool, table, state, lo, hi, hand | rest | energy << ENERGY | size << LEFT, key, ways)
    hi = _insert(pool, table, state, lo, hi, hand | rest | energy << ENERGY | size << LEFT, key, ways)
    spent = rest | (energy - 1) << ENERGY
    if energy == 1:
        spent &= ~(7 << BEFORE)
    hi = _insert(pool, table, state, lo, hi, hand | spent | SPEED_UP_SIZE << LEFT, key, ways)
    hi = _insert(pool, table, state, lo, hi, hand | spent | BRAKE_SIZE << LEFT, key, ways)
    reversing = rest | (energy - 1) << ENERGY | 1 << MAY_REVERSE | size << LEFT
    hi = _insert(pool, table, state, lo, hi, hand | reversing, key, ways)
    more = _drawn(hand, placed, _size_of(hand) + 1, player.deck)
    if more != hand:
        hi = _insert(pool, table, state, lo, hi, more | spent | size << LEFT, key, ways)
    return hi


@njit(cache=True)
def _emit(rows, index, state, mask, role, length, key, value, ways):
    """Adds a row, or adds to the one that is like it."""
    role = role | length << ROLE_BITS
    size = index.shape[0] - 1
    at = (mask * 1000003 ^ key * 8191 ^ role) * _HASH >> 20 & size
    while index[at, 0] == state[ROW_STAMP]:
        row = rows[index[at, 1]]
        if row[MASK] == mask and row[ROLE] == role and row[KEY] == key:
            row[VALUE] = max(row[VALUE], value)
            row[WAYS] = min(MAX_WAYS, row[WAYS] + ways)
            return
        at = at + 1 & size
    n = state[ROWS]
    if 2 * n > size or n == rows.shape[0]:
        state[FULL] = 1
        return
    index[at, 0], index[at, 1] = state[ROW_STAMP], n
    rows[n, MASK], rows[n, ROLE], rows[n, KEY], rows[n, VALUE], rows[n, WAYS] = mask, role, key, value, ways
    state[ROWS] = n + 1


@njit(cache=True)
def _doors(nbr, cell, entry, exits, mask):
    """Returns those of the exits that lead to free cells."""
    doors = 0
    for turn in range(3):
        if exits >> turn & 1:
            other = nbr[cell, (entry + turn + 3) & 3]
            if other >= 0 and not mask >> other & 1:
                doors |= 1 << turn
    return doors


@njit(cache=True)
def _place(nodes, pool, table, state, rows, index, counts, depth, mask, move, player):
    """Fills node `depth` + 1 with the states after a move; the cell and the heading are in it already."""
    node, new = nodes[depth], nodes[depth + 1]
    lo = hi = node[TO]
    placed = depth + 1  # cards, with this one; the root is the start card
    state[STAMP] += 1
    for i in range(node[FROM], node[TO]):
        packed, key, ways = pool[i, 0], pool[i, 1], pool[i, 2]
        back = move >= 3
        if back and not packed >> MAY_REVERSE & 1:
            continue
        if not packed >> (BEFORE if back else LAST) + move % 3 & 1:
            continue
        hand, energy = packed & HAND_BITS, packed >> ENERGY & 15
        left, done, turn = (packed >> LEFT & 3) - 1, (packed >> DONE & 3) + 1, packed >> TURN
        may_reverse = 0 if back or left == 0 else packed >> MAY_REVERSE & 1
        before = 0
        if (energy or may_reverse) and placed > 1:
            before = _doors(player.nbr, node[CELL], node[ENTRY], packed >> LAST & 7, mask)
        for card in range(CARD_TYPES):
            if not hand >> 3 * card & 7:
                continue
            rest = hand - (1 << 3 * card)
            if not _promising(rest, placed, energy, player, counts):
                continue
            last = _doors(player.nbr, new[CELL], new[ENTRY], EXIT_BITS[card], mask)
            new_key = key
            if turn < player.rounds and placed > player.key_from:
                new_key = (key << 3 | INITIATIVES[card]) & (1 << 3 * player.depth) - 1
            value = _value(rest, placed, energy, player)
            if turn == player.rounds:
                _emit(rows, index, state, mask, FINISHER, placed - done, new_key, value, ways)
                if left == 0:
                    _emit(rows, index, state, mask, EARLY, placed - done, new_key, value, ways)
                    continue
            elif turn == player.rounds - 1 and left == 0:
                _emit(rows, index, state, mask, LATE, placed, new_key, value, ways)
            if not last and not before:
                continue
            doors = last << LAST | before << BEFORE
            if left == 0:
                hi = _begin_turn(
                    pool, table, state, lo, hi, rest, doors, energy, turn + 1, new_key, ways, placed, player
                )
            else:
                packed_after = rest | doors | energy << ENERGY | left << LEFT | done << DONE
                packed_after |= may_reverse << MAY_REVERSE | turn << TURN
                hi = _insert(pool, table, state, lo, hi, packed_after, new_key, ways)
    new[FROM], new[TO], new[NEXT] = lo, hi, 0
    return hi > lo


@njit(cache=True)
def begin_lines(nodes, pool, table, state, rows, index, path, packed, key, player):
    """Enters the node where a listing begins, and lists the line as it is where it can end so.

    path     the cells laid and the headings with which they are entered, the start card first
    packed   the player's state, in which no turn has begun or one is being played"""
    placed, mask = path.shape[0] - 1, np.int64(0)
    for depth in range(placed + 1):
        nodes[depth, CELL], nodes[depth, ENTRY] = path[depth, 0], path[depth, 1]
        nodes[depth, FROM], nodes[depth, TO], nodes[depth, NEXT] = 0, 0, MOVES
        if depth:
            mask |= np.int64(1) << path[depth, 0]
    hand, energy, turn = packed & HAND_BITS, packed >> ENERGY & 15, packed >> TURN
    left, done = packed >> LEFT & 3, packed >> DONE & 3
    value = _value(hand, placed, energy, player)
    if turn == player.rounds and done:
        _emit(rows, index, state, mask, FINISHER, placed - done, key, value, 1)
        if left == 0:
            _emit(rows, index, state, mask, EARLY, placed - done, key, value, 1)
    elif turn == player.rounds - 1 and left == 0:
        _emit(rows, index, state, mask, LATE, placed, key, value, 1)
    hi = 0
    state[STAMP] += 1
    if left:
        hi = _insert(pool, table, state, 0, 0, packed, key, 1)
    elif turn < player.rounds:
        doors = packed & (7 << LAST | 7 << BEFORE)
        hi = _begin_turn(pool, table, state, 0, 0, hand, doors, energy, turn + 1, key, 1, placed, player)
    nodes[placed, TO], nodes[placed, NEXT] = hi, 0
    state[DEPTH] = placed


@njit(cache=True, nogil=True)
def list_lines(nodes, pool, table, state, rows, index, counts, budget, player):
    """Lists what the lines of a player can cover, as rows; tries up to `budget` moves."""
    mask = np.int64(0)
    for depth in range(1, state[DEPTH] + 1):
        mask |= np.int64(1) << nodes[depth, CELL]
    steps = 0
    while state[DEPTH] >= 0 and steps < budget and not state[FULL]:
        depth = state[DEPTH]
        node = nodes[depth]
        move = node[NEXT]
        if move == MOVES:
            if depth:
                mask &= ~(np.int64(1) << node[CELL])
            state[DEPTH] = depth - 1
            continue
        node[NEXT] = move + 1
        if move < 3:
            cell, entry = node[CELL], node[ENTRY]
        elif depth < 2:
            continue
        else:
            cell, entry = nodes[depth - 1, CELL], nodes[depth - 1, ENTRY]
        heading = (entry + move % 3 + 3) & 3
        to = player.nbr[cell, heading]
        if to < 0 or mask >> to & 1:
            continue
        steps += node[TO] - node[FROM]
        mask |= np.int64(1) << to
        nodes[depth + 1, CELL], nodes[depth + 1, ENTRY] = to, heading
        if _place(nodes, pool, table, state, rows, index, counts, depth, mask, move, player):
            state[DEPTH] = depth + 1
        else:
            mask &= ~(np.int64(1) << to)
    state[STEPS] += steps


@njit(cache=True)
def _in_order(rows, chosen, depth):
    """Whether those with a turn in the last round are those whose turns come first, as far as keys tell."""
    count = chosen.size
    finisher = 0
    for p in range(count):
        if rows[chosen[p], ROLE] & 3 == FINISHER:
            finisher = p
    tied = (1 << count) - 1
    for back in range(depth + 1):
        for p in range(count):
            if tied >> p & 1 and rows[chosen[p], ROLE] >> ROLE_BITS <= back:
                for q in range(count):
                    if q != finisher and tied >> q & 1:
                        expected = EARLY if q < finisher else LATE
                        if rows[chosen[q], ROLE] & 3 != expected:
                            return NO
                return YES
        if back == depth:
            break
        own = rows[chosen[finisher], KEY] >> 3 * back & 7
        for q in range(count):
            if q == finisher or not tied >> q & 1:
                continue
            other = rows[chosen[q], KEY] >> 3 * back & 7
            if other != own:
                tied &= ~(1 << q)
                expected = EARLY if other < own else LATE
                if rows[chosen[q], ROLE] & 3 != expected:
                    return NO
        if tied == 1 << finisher:
            return YES
    return UNSURE


@njit(cache=True)
def _try_rows(rows, groups, at, players, best, chosen, current, depth, counting):
    """Tries every choice of one row from a group each; the groups cover the board together.

    best[0] is the greatest score of lines in order, best[1] of lines whose order is not sure; where lines are
    counted, best[0] stays, and best[2] is how many ways there are to choose lines in order."""
    count = players.size
    for k in range(count):
        current[players[k]] = groups[at[k], 1]
    while True:
        total, finishers = 0, 0
        for p in range(count):
            total += rows[current[p], VALUE]
            finishers += rows[current[p], ROLE] & 3 == FINISHER
        if finishers == 1 and total > best[0]:
            order = _in_order(rows, current, depth)
            if counting:
                ways = 1 if order == YES else 0
                for p in range(count):
                    ways = min(MAX_WAYS, ways * rows[current[p], WAYS])
                best[2] = min(MAX_WAYS, best[2] + ways)
                if order == UNSURE:
                    best[1] = total
            elif order == YES:
                best[0] = total
                chosen[:] = current
            elif order == UNSURE:
                best[1] = max(best[1], total)
        k = 0
        while k < count:
            p = players[k]
            current[p] += 1
            if current[p] < groups[at[k], 2]:
                break
            current[p] = groups[at[k], 1]
            k += 1
        if k == count:
            return


@njit(cache=True)
def _find(groups, lo, hi, mask):
    """Returns the first group whose cells, as a number, are not less."""
    while lo < hi:
        middle = (lo + hi) // 2
        if groups[middle, 0] < mask:
            lo = middle + 1
        else:
            hi = middle
    return lo


@njit(cache=True, nogil=True)
def fit_lines(
    rows, groups, ends, players, greatest, full, first, last, best, chosen, current, depth, target, counting
):
    """Fits one line of each player together, so that they cover the board.

    rows      the rows of all players, those of a player and of the same cells together
    groups    the groups of rows: cells, first row, the row after the last, greatest value
    ends[k]   the group after the last of the k-th player to be chosen; `players` says who that is
    greatest  the greatest value that the players from the k-th on can have together
    The groups `first` to `last` of the first of them are tried."""
    count = players.size
    at = np.zeros(count, np.int64)
    used = np.zeros(count + 1, np.int64)
    value = np.zeros(count + 1, np.int64)
    at[0], k = first, 0
    while k >= 0:
        end = last if k == 0 else ends[k]
        if k == count - 1:
            group = _find(groups, ends[k - 1], ends[k], full & ~used[k])
            if group < ends[k] and groups[group, 0] == full & ~used[k]:
                total = value[k] + groups[group, 3]
                if total >= target and total > best[0]:
                    at[k] = group
                    _try_rows(rows, groups, at, players, best, chosen, current, depth, counting)
            k -= 1
            at[k] += 1
            continue
        if at[k] >= end:
            k -= 1
            if k >= 0:
                at[k] += 1
            continue
        mask, most = groups[at[k], 0], value[k] + groups[at[k], 3]
        if mask & used[k] or most + greatest[k + 1] < max(target, best[0] + 1):
            at[k] += 1
            continue
        used[k + 1], value[k + 1] = used[k] | mask, most
        k += 1
        at[k] = ends[k - 1]
