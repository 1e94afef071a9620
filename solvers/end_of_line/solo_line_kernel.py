"""A second search for solo solutions, compiled: for lines without stubs, on large areas.

It goes card by card as solo_kernel does. After each card the propagation of cover puzzles (cover_kernel)
checks whether the rest can still be covered with the cards that can still be drawn. That costs more per step
and sees much further. The search is incomplete: it leaves out lines with stubs.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

from numba import njit

from solvers.end_of_line.cover_kernel import ENTER, LEAVE, outs_of, propagate, size_of
from solvers.end_of_line.solo_kernel import (
    AT,
    COVERED,
    DEPTH,
    ENTRY,
    FOUND,
    FROM,
    HEAD,
    NEXT,
    SPENT,
    STUB,
    TO,
    choose,
    finish,
)


@njit(cache=True)
def order_turns(order, domains, nbr, head, entry, noise):
    """Writes into `order` the turns that the head may take, then -1. The next cell with the fewest states is
    first."""
    n = 0
    outs = outs_of(domains[head])
    for turn in range(3):
        out = (entry + turn + 3) & 3
        if not outs >> out & 1:
            continue
        key = size_of(domains[nbr[head, out]]) * 1024 + noise[nbr[head, out]]
        k = n
        while k > 0:
            other = nbr[head, (entry + order[k - 1] + 3) & 3]
            if size_of(domains[other]) * 1024 + noise[other] <= key:
                break
            order[k] = order[k - 1]
            k -= 1
        order[k] = turn
        n += 1
    for k in range(n, 3):
        order[k] = -1


@njit(cache=True, nogil=True)
def search_line(
    nodes, pool, state, domains, orders, budget, board, cover, deck, aim, noise, work, cover_work
):
    """Places up to `budget` cards. domains[d] are the domains of all cells at the d-th node.

    nodes, pool and state are as in solo_kernel.search. It stops at the first solution."""
    spent, size = 0, board.free.size
    while state[DEPTH] >= 0 and state[FOUND] == 0 and spent < budget:
        depth = state[DEPTH]
        k = nodes[depth, NEXT]
        turn = orders[depth, k] if k < 3 else -1
        if turn < 0:
            state[DEPTH] = depth - 1
            continue
        nodes[depth, NEXT] = k + 1
        spent += 1
        head, entry, hi = nodes[depth, HEAD], nodes[depth, ENTRY], nodes[depth, TO]
        covered = nodes[depth, COVERED]
        new_hi = choose(
            pool, nodes[depth, FROM], hi, hi, covered - 1, 1 << turn, False, deck.cards, aim.mode, work.states
        )
        if new_hi == hi:
            continue
        out = (entry + turn + 3) & 3
        domains[depth + 1] = domains[depth]
        domains[depth + 1][head] &= LEAVE[out] & ENTER[entry]
        if not propagate(domains[depth + 1], cover, head, cover_work):
            continue
        new = nodes[depth + 1]
        new[HEAD], new[ENTRY], new[FROM], new[TO], new[NEXT] = board.nbr[head, out], out, hi, new_hi, 0
        new[COVERED], new[STUB] = covered + 1, -1
        if covered + 1 == size:
            best, _ = finish(pool, hi, new_hi, size - 1, deck, aim)
            if best >= 0:
                state[FOUND], state[AT], state[DEPTH] = 1, best, depth + 1
            continue
        order_turns(orders[depth + 1], domains[depth + 1], board.nbr, new[HEAD], out, noise)
        state[DEPTH] = depth + 1
    state[SPENT] += spent
