"""The compiled core of the solo search: the line is drawn cell by cell, and its cards are chosen afterwards.

A node is a line whose last cell, the head, has no card yet. Which exits that card needs is known only when
the line goes on: one turn, or two when the next card becomes a dead end (a stub) that a `reverse` leaves
behind. A stub is the last card of its round, and the next round's first card is reversed; or it is the first
card of its round, and the second is reversed. (A reverse that goes back to a stub is never needed: without
it, the two cards of the stub's round could be placed the other way round.) So a node holds every state that
the player can be in there:

    state = hand | left in round << 24 | energy << 26       (hand: 3 bits a card type)

The place and the size of the hand determine how many cards were drawn, and so which were placed: two states
with the same hand differ only in the round and the energy, and more energy is never worse. Cards are types
0..7 in the order of CARDS, turns are 0 left, 1 straight, 2 right.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from puzzles.end_of_line.solo_puzzle import HAND_SIZE
from solvers.end_of_line.arrays import (
    BRAKE_ROUND_SIZE,
    CARD_TYPES,
    EXIT_BITS,
    FIRST_ENERGY_INDEX,
    INITIATIVES,
    MAX_INITIATIVE,
    ROUND_SIZE,
)

BRAKE, GAS, REVERSE = range(1, 4)  # 0: no energy is spent
ANY, BEST, COUNT = range(3)
# Ways to a state are counted up to this number, far beyond every cap, so that no sum overflows.
MAX_WAYS = 1 << 40
# The moves from a card: 0..2 one turn; 3..8 a stub by MOVE_STUB, and then the line goes on by MOVE_ON.
MOVE_ON = np.array([0, 1, 2, 1, 2, 0, 2, 0, 1], np.int32)
MOVE_STUB = np.array([-1, -1, -1, 0, 0, 1, 1, 2, 2], np.int32)
MOVES = len(MOVE_ON)
HAND_BITS = (1 << 24) - 1
# The column of Deck.left behind those of the initiatives.
SUM = MAX_INITIATIVE + 1
# The fields of a node: the cell of its head and the heading in, the number of cells covered, the stub placed
# before (-1: none), its states from..to in the pool, and the move to try next.
HEAD, ENTRY, COVERED, STUB, FROM, TO, NEXT = range(7)
# The fields of a row of the pool: a state, how many ways lead to it, the row before, the card chosen there,
# the card of the stub placed before (-1: none), and what energy was spent on, two bits for each round.
STATE, WAYS, BEFORE, CHOSEN, STUB_CARD, ACTS = range(6)
# The fields of the state of a search: the depth of the current node, the number of solutions, the number of
# moves, the row of the solution in the pool.
DEPTH, FOUND, SPENT, AT = range(4)


class Board(NamedTuple):
    """The area: neighbours by heading, free cells, their colours on a chequered board, whether colours also
    alternate across the edges (both sides even), where the line begins and with which heading."""

    nbr: Any
    free: Any
    colour: Any
    even: bool
    first: int
    heading: int


class Deck(NamedTuple):
    """The deck, and what can still be drawn from each card on.

    cards      the types of its cards in order
    last       how many of them can be drawn at most
    left[d, v] cards of initiative v from the d-th on, up to the last that can be drawn;
    left[d, SUM] the sum of the initiatives of the cards after these
    total[d]   the sum of initiatives from the d-th on
    """

    cards: Any
    last: int
    left: Any
    total: Any


class Aim(NamedTuple):
    """The aim of a search: ANY solution, one of the BEST with a score of at least `target`, or to COUNT."""

    mode: int
    target: int


class Work(NamedTuple):
    """Scratch memory for the work on one node."""

    states: Any
    seen: Any
    stack: Any
    ways_on: Any


@njit(cache=True)
def hand_size(hand):
    """Counts the cards in a hand."""
    total = 0
    for card in range(CARD_TYPES):
        total += hand >> 3 * card & 7
    return total


@njit(cache=True)
def drawn_hand(hand, placed, size, deck):
    """Returns the hand after drawing until it has `size` cards or the deck is empty, with `placed` cards
    placed."""
    count = hand_size(hand)
    while count < size and placed + count < deck.size:
        hand += 1 << 3 * deck[placed + count]
        count += 1
    return hand


@njit(cache=True)
def _is_worth_trying(hand, card, need, mode):
    """Whether to try `card` where the exits `need` are needed: false when another card in hand is never
    worse.

    A card with fewer exits can be placed now and the other kept, unless its initiative is greater."""
    exits = EXIT_BITS[card]
    if not hand >> 3 * card & 7 or exits & need != need:
        return False
    if mode == COUNT:
        return True
    for other in range(CARD_TYPES):
        if other == card or not hand >> 3 * other & 7:
            continue
        fewer = EXIT_BITS[other]
        if fewer & need != need or fewer & ~exits:
            continue
        if mode == BEST and INITIATIVES[other] > INITIATIVES[card]:
            continue
        if fewer != exits or other > card:
            return False
    return True


@njit(cache=True)
def best_left(hand, placed, free_cells, deck):
    """Returns the greatest sum of initiatives that unplaced cards can have, wherever the line goes."""
    drawn_count = placed + hand_size(hand)
    keep = max(drawn_count, deck.last) - free_cells
    total = deck.left[drawn_count, SUM]
    for value in range(MAX_INITIATIVE, -1, -1):
        have = deck.left[drawn_count, value]
        for card in range(CARD_TYPES):
            if INITIATIVES[card] == value:
                have += hand >> 3 * card & 7
        used = min(have, keep)
        total += used * value
        keep -= used
    return total


@njit(cache=True)
def _insert(pool, lo, hi, state, ways, parent, card, stub, acts, mode):
    """Adds a state to the rows lo..hi unless they have one that is never worse; returns the new hi."""
    for i in range(lo, hi):
        other = pool[i, STATE]
        if (other ^ state) & ((1 << 26) - 1) == 0:
            if mode == COUNT:
                pool[i, WAYS] = min(MAX_WAYS, pool[i, WAYS] + ways)
                return hi
            if other >= state:
                return hi
            pool[i, STATE], pool[i, BEFORE] = state, parent
            pool[i, CHOSEN], pool[i, STUB_CARD], pool[i, ACTS] = card, stub, acts
            return hi
    pool[hi, STATE], pool[hi, WAYS], pool[hi, BEFORE] = state, ways, parent
    pool[hi, CHOSEN], pool[hi, STUB_CARD], pool[hi, ACTS] = card, stub, acts
    return hi + 1


@njit(cache=True)
def _begin(pool, lo, hi, hand, left, energy, index, ways, parent, card, stub, act_stub, deck, mode):
    """Adds the states of the card at `index` (0 is the first card); returns the new hi.

    Where a round begins, there is a state for each use of energy that can matter."""
    acts = act_stub << 2
    if left > 0:
        state = hand | left << 24 | energy << 26
        return _insert(pool, lo, hi, state, ways, parent, card, stub, acts, mode)
    hand = drawn_hand(hand, index, HAND_SIZE, deck)
    state = hand | ROUND_SIZE << 24 | energy << 26
    hi = _insert(pool, lo, hi, state, ways, parent, card, stub, acts, mode)
    if energy == 0 or index < FIRST_ENERGY_INDEX or mode == COUNT:
        return hi
    # With an empty deck both are wasted: every stub is the first or the last card of its round anyway.
    if index + hand_size(hand) < deck.size:
        spent = (energy - 1) << 26
        state = hand | BRAKE_ROUND_SIZE << 24 | spent
        hi = _insert(pool, lo, hi, state, ways, parent, card, stub, acts | BRAKE, mode)
        state = drawn_hand(hand, index, hand_size(hand) + 1, deck) | ROUND_SIZE << 24 | spent
        hi = _insert(pool, lo, hi, state, ways, parent, card, stub, acts | GAS, mode)
    return hi


@njit(cache=True)
def _place_stub(pool, lo, hi, hand, left, energy, index, parent, card, act, deck, mode):
    """Adds the states in which the card at `index` is a stub, and the one after it is placed by a reverse.

    `act` is what energy was spent on if a round has begun with the stub."""
    if energy < 1 or index + (left == 1) < FIRST_ENERGY_INDEX:
        return hi
    if left == ROUND_SIZE and act != 0:
        return hi
    for stub in range(CARD_TYPES):
        if not _is_worth_trying(hand, stub, 0, mode):
            continue
        rest = hand - (1 << 3 * stub)
        if left == 1:
            state = drawn_hand(rest, index + 1, HAND_SIZE, deck) | ROUND_SIZE << 24 | (energy - 1) << 26
            acts = act << 2 | REVERSE
        else:
            state = rest | (ROUND_SIZE - 1) << 24 | (energy - 1) << 26
            acts = REVERSE << 2
        hi = _insert(pool, lo, hi, state, 1, parent, card, stub, acts, mode)
    return hi


@njit(cache=True)
def root_states(pool, hand, left, act, energy, index, after, deck, mode, scratch):
    """Writes the states of the card at `index` where a search begins; returns how many there are.

    `left` is 0 where a round begins: then no energy was spent on it yet. `act` is not 0 where some was.
    `after` says what comes before the head: nothing (0), a stub at `index`, so that the head is the card
    after it (1), or a reverse that makes a stub of the card before (2)."""
    if after == 2:
        if left > 0 or energy < 1 or index < FIRST_ENERGY_INDEX:
            return 0
        state = drawn_hand(hand, index, HAND_SIZE, deck) | ROUND_SIZE << 24 | (energy - 1) << 26
        return _insert(pool, 0, 0, state, 1, -1, -1, -1, REVERSE, mode)
    if after == 0:
        return _begin(pool, 0, 0, hand, left, energy, index, 1, -1, -1, -1, 0, deck, mode)
    hi = 0
    for j in range(_begin(scratch, 0, 0, hand, left, energy, index, 1, -1, -1, -1, 0, deck, mode)):
        s, own_act = scratch[j, STATE], act | scratch[j, ACTS] & 3
        hi = _place_stub(pool, 0, hi, s & HAND_BITS, s >> 24 & 3, s >> 26, index, -1, -1, own_act, deck, mode)
    return hi


@njit(cache=True)
def choose(pool, from_lo, from_hi, lo, index, need, stub_next, deck, mode, scratch):
    """Chooses the card at `index` in every state; the states of the next card to choose go to pool[lo:]."""
    hi = lo
    for i in range(from_lo, from_hi):
        state = pool[i, STATE]
        hand, left, energy = state & HAND_BITS, state >> 24 & 3, state >> 26
        for card in range(CARD_TYPES):
            if not _is_worth_trying(hand, card, need, mode):
                continue
            rest = hand - (1 << 3 * card)
            if not stub_next:
                hi = _begin(
                    pool, lo, hi, rest, left - 1, energy, index + 1, pool[i, WAYS], i, card, -1, 0, deck, mode
                )
                continue
            n = _begin(scratch, 0, 0, rest, left - 1, energy, index + 1, 1, i, card, -1, 0, deck, mode)
            for j in range(n):
                s, act = scratch[j, STATE], scratch[j, ACTS] & 3
                hi = _place_stub(
                    pool, lo, hi, s & HAND_BITS, s >> 24 & 3, s >> 26, index + 1, i, card, act, deck, mode
                )
    return hi


@njit(cache=True)
def _promising(pool, lo, hi, index, free_cells, deck, target):
    """Drops the states that cannot reach the score `target`; returns the new hi."""
    end = lo
    for i in range(lo, hi):
        state = pool[i, STATE]
        score = best_left(state & HAND_BITS, index, free_cells, deck) + (state >> 26)
        if score >= target:
            pool[end] = pool[i]
            end += 1
    return end


@njit(cache=True)
def is_open(used, board, head, stubs, work):
    """Whether a line from `head` with at most `stubs` stubs may still cover the rest, by necessary
    conditions.

    It also counts in ways_on, for every cell not covered, its neighbours that are not covered."""
    return is_open_from(used, board, head, head, stubs, work)


@njit(cache=True)
def is_open_from(used, board, head, before, stubs, work):
    """Whether the rest may be covered, as `is_open` does, where the next card may also continue `before`.

    That is the cell of the last card but one, or `head` where no reverse can be paid."""
    nbr, free, colour, seen = board.nbr, board.free, board.colour, work.seen
    leaves, left, diff = 0, 0, 0
    for cell in free:
        if used[cell]:
            continue
        left += 1
        diff += 1 if colour[cell] != colour[head] else -1
        ways, by_head = 0, 0
        for h in range(4):
            other = nbr[cell, h]
            if other == head or other == before:  # noqa: PLR1714, SIM109  # numba: their types may differ
                by_head += 1
            elif not used[other]:
                ways += 1
        work.ways_on[cell] = ways
        seen[cell] = False
        if ways + by_head == 0:
            return False
        if ways + by_head == 1:
            leaves += 1
            if leaves > 1 + stubs:
                return False
    if board.even and (diff > 1 + stubs or diff < -stubs):
        return False
    stack = work.stack
    stack[0], stack[1], top, reached = head, before, 2, 0
    while top:
        top -= 1
        cell = stack[top]
        for h in range(4):
            other = nbr[cell, h]
            if not used[other] and not seen[other]:
                seen[other] = True
                reached += 1
                stack[top] = other
                top += 1
    return reached == left


@njit(cache=True)
def _order_moves(order, nbr, used, head, entry, ways_on, noise, max_stubs):
    """Writes into `order` the moves to try, then -1: the cell with the fewest ways on first, stubs last."""
    n = 0
    for move in range(3):
        cell = nbr[head, (entry + move + 3) & 3]
        if used[cell]:
            continue
        key = ways_on[cell] * 1024 + noise[cell]
        k = n
        while k > 0:
            other = nbr[head, (entry + order[k - 1] + 3) & 3]
            if ways_on[other] * 1024 + noise[other] <= key:
                break
            order[k] = order[k - 1]
            k -= 1
        order[k] = move
        n += 1
    if max_stubs > 0 and n > 1:
        for move in range(3, MOVES):
            on, stub = (
                nbr[head, (entry + MOVE_ON[move] + 3) & 3],
                nbr[head, (entry + MOVE_STUB[move] + 3) & 3],
            )
            if not used[on] and not used[stub]:
                order[n] = move
                n += 1
    for k in range(n, MOVES):
        order[k] = -1


@njit(cache=True)
def _affordable_stubs(pool, lo, hi, index, free_cells, deck, aim):
    """Returns how many stubs the states can still afford: each costs a point, which the target may not
    allow."""
    max_stubs = 0
    for i in range(lo, hi):
        energy = pool[i, STATE] >> 26
        if aim.mode == BEST:
            hand = pool[i, STATE] & HAND_BITS
            spare = best_left(hand, index, free_cells, deck) + energy - aim.target
            energy = min(energy, spare)
        max_stubs = max(max_stubs, energy)
    return max_stubs


@njit(cache=True)
def finish(pool, lo, hi, index, deck, aim):
    """Chooses the last card of a line; returns the best row of the pool (-1: none), and the ways of all
    rows."""
    ways, best, best_score = 0, -1, -1
    for i in range(lo, hi):
        state = pool[i, STATE]
        hand = state & HAND_BITS
        hand_value, least_initiative, types = 0, MAX_INITIATIVE, 0
        for card in range(CARD_TYPES):
            n = hand >> 3 * card & 7
            if n:
                hand_value += n * INITIATIVES[card]
                least_initiative = min(least_initiative, INITIATIVES[card])
                types += 1
        if types == 0:
            continue
        ways += pool[i, WAYS] * types
        drawn_count = index + hand_size(hand)
        score = hand_value - least_initiative + (state >> 26) + deck.total[drawn_count]
        if score > best_score and (aim.mode != BEST or score >= aim.target):
            best, best_score = i, score
    return best, ways


@njit(cache=True)
def enter(nodes, pool, state, used, orders, depth, cap, board, deck, aim, noise, work):
    """Enters a new node; returns whether the search should go on from it, or has reached its cap."""
    head, entry, covered, lo, hi = (
        nodes[depth, HEAD],
        nodes[depth, ENTRY],
        nodes[depth, COVERED],
        nodes[depth, FROM],
        nodes[depth, TO],
    )
    nodes[depth, NEXT] = 0
    if covered == board.free.size:
        orders[depth, 0] = -1
        best, ways = finish(pool, lo, hi, covered - 1, deck, aim)
        if best < 0:
            return False
        state[FOUND] += ways if aim.mode == COUNT else 1
        state[AT] = best
        return state[FOUND] >= cap
    max_stubs = _affordable_stubs(pool, lo, hi, covered - 1, board.free.size, deck, aim)
    if not is_open(used, board, head, max_stubs, work):
        return False
    _order_moves(orders[depth], board.nbr, used, head, entry, work.ways_on, noise, max_stubs)
    return True


@njit(cache=True)
def _leave(nodes, used, depth):
    """Undoes the placing of a node's head and stub."""
    used[nodes[depth, HEAD]] = False
    if nodes[depth, STUB] >= 0:
        used[nodes[depth, STUB]] = False


@njit(cache=True, nogil=True)
def search(nodes, pool, state, used, orders, budget, cap, board, deck, aim, noise, work):
    """Tries up to `budget` moves; stops at the first solution, or at `cap` solutions in mode COUNT.

    The solution is in the nodes down to state[DEPTH], which is -1 when the search is finished."""
    spent = 0
    while state[DEPTH] >= 0 and state[FOUND] < cap and spent < budget:
        depth = state[DEPTH]
        k = nodes[depth, NEXT]
        move = orders[depth, k] if k < MOVES else -1
        if move < 0:
            _leave(nodes, used, depth)
            state[DEPTH] = depth - 1
            continue
        nodes[depth, NEXT] = k + 1
        spent += 1
        head, entry, covered, hi = (
            nodes[depth, HEAD],
            nodes[depth, ENTRY],
            nodes[depth, COVERED],
            nodes[depth, TO],
        )
        need, stub = 1 << MOVE_ON[move], -1
        if MOVE_STUB[move] >= 0:
            stub = board.nbr[head, (entry + MOVE_STUB[move] + 3) & 3]
            need |= 1 << MOVE_STUB[move]
        new_hi = choose(
            pool, nodes[depth, FROM], hi, hi, covered - 1, need, stub >= 0, deck.cards, aim.mode, work.states
        )
        covered += 1 if stub < 0 else 2
        if aim.mode == BEST:
            new_hi = _promising(pool, hi, new_hi, covered - 1, board.free.size, deck, aim.target)
        if new_hi == hi:
            continue
        heading = (entry + MOVE_ON[move] + 3) & 3
        new = nodes[depth + 1]
        new[HEAD], new[ENTRY], new[COVERED], new[STUB] = board.nbr[head, heading], heading, covered, stub
        new[FROM], new[TO] = hi, new_hi
        used[new[HEAD]] = True
        if stub >= 0:
            used[stub] = True
        if enter(nodes, pool, state, used, orders, depth + 1, cap, board, deck, aim, noise, work):
            state[DEPTH] = depth + 1
        else:
            _leave(nodes, used, depth + 1)
    state[SPENT] += spent
