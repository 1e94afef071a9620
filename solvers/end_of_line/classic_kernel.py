"""The compiled core of the search for lines of the classic solitaire.

The line is drawn cell by cell, dead ends included, and tables say whether it can have cards (see
classic_cards_kernel). A node is a card of the line. Nodes 0 and 1 are the cards placed last but one and last
before the search begins; the card of node n is at place n - 1 of the tables. Which exits a card needs is
known once the next but one is placed: that may continue it, too, by a reverse. Turns are 0 left, 1 straight,
2 right; moves 0..2 continue the last card, 3..5 the last but one.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

from typing import Any, NamedTuple

from numba import njit

from solvers.end_of_line.classic_cards_kernel import NEVER, count_ways, extend, most_weight
from solvers.end_of_line.solo_kernel import is_open_from

ANY, BEST, COUNT = range(3)
TURNS = 3
MOVES = 2 * TURNS
# The fields of a node: its cell (-1: no card), the heading in, the exits that its card may have, the reverses
# that can still be paid, the move that led to it, and the number of the move to try next.
CELL, ENTRY, EXITS, REVERSES, MOVE, NEXT = range(6)
FIELDS = 6
# The fields of the state of a search: the current node, the number of solutions, the number of moves.
DEPTH, FOUND, SPENT = range(3)


class Aim(NamedTuple):
    """The aim of a search: ANY solution, one of the BEST, or to COUNT.

    `weight`: the least weight that the cards never placed must have, less a point for each reverse that could
    still be paid."""

    mode: int
    weight: int


class Line(NamedTuple):
    """The line under construction: its nodes, the moves to try from each, and the cells covered.

    places  how many cards the tables have in the end, START included"""

    nodes: Any
    orders: Any
    used: Any
    places: int


@njit(cache=True)
def _own_need(nodes, depth):
    """Returns the exit of the card before a node that the node uses, as a bit; 0 if it uses none."""
    move = nodes[depth, MOVE]
    return 1 << move if move < TURNS else 0


@njit(cache=True)
def _set_needs(line, depth, move, tables, deck):
    """Writes the tables for the cards of the line whose exits a move from a node settles."""
    if move < TURNS:
        if depth > 1:
            extend(tables, deck, depth - 1, 1 << move)
        return
    if depth > 2:
        extend(tables, deck, depth - 2, _own_need(line.nodes, depth) | 1 << (move - TURNS))
    if depth > 1:
        extend(tables, deck, depth - 1, 0)


@njit(cache=True)
def order_moves(line, depth, board, ways_on, noise, reverses):
    """Writes the moves to try from a node, then -1: the cell with the fewest ways on first, reverses last."""
    order, n = line.orders[depth], 0
    for behind in range(2 if reverses > 0 else 1):
        first, node = n, depth - behind
        if line.nodes[node, CELL] < 0:
            continue
        for turn in range(TURNS):
            cell = board.nbr[line.nodes[node, CELL], (line.nodes[node, ENTRY] + turn + 3) & 3]
            if line.used[cell] or not line.nodes[node, EXITS] >> turn & 1:
                continue
            key, k = ways_on[cell] * 1024 + noise[cell], n
            while k > first:
                turn_before = order[k - 1] - behind * TURNS
                other = board.nbr[line.nodes[node, CELL], (line.nodes[node, ENTRY] + turn_before + 3) & 3]
                if ways_on[other] * 1024 + noise[other] <= key:
                    break
                order[k] = order[k - 1]
                k -= 1
            order[k] = turn + behind * TURNS
            n += 1
    order[n:] = -1


@njit(cache=True)
def enter(line, depth, board, tables, deck, aim, noise, work):
    """Enters a new node; returns whether the search should go on from it."""
    node = line.nodes[depth]
    node[NEXT] = 0
    line.orders[depth, 0] = -1
    most = most_weight(tables, deck, depth - 1)
    if most <= NEVER:
        return False
    reverses = node[REVERSES]
    if aim.mode == BEST:
        reverses = min(reverses, most + reverses - aim.weight)
    if reverses < 0:
        return False
    if depth == line.places:
        return True
    before = line.nodes[depth - 1, CELL]
    if reverses == 0 or before < 0:
        before = node[CELL]
    if not is_open_from(line.used, board, node[CELL], before, reverses, work):
        return False
    order_moves(line, depth, board, work.ways_on, noise, reverses)
    return True


@njit(cache=True)
def _complete(line, tables, deck, aim, runs):
    """Chooses the cards of a line that covers everything; returns the number of ways, 1 unless they are
    counted."""
    places = line.places
    extend(tables, deck, places - 1, 0)
    weight = tables.kept[places, deck.spare]
    if weight <= NEVER:
        return 0
    if aim.mode == COUNT:
        return count_ways(tables, deck, places, runs)
    return int(aim.mode == ANY or weight + line.nodes[places, REVERSES] >= aim.weight)


@njit(cache=True, nogil=True)
def search(line, state, budget, cap, board, tables, deck, aim, noise, runs, work):
    """Tries up to `budget` moves; stops at the first solution, or at `cap` solutions in mode COUNT.

    The solution is in the nodes down to state[DEPTH], which is 0 when the search is finished."""
    nodes, spent = line.nodes, 0
    while state[DEPTH] > 0 and state[FOUND] < cap and spent < budget:
        depth = state[DEPTH]
        k = nodes[depth, NEXT]
        move = line.orders[depth, k] if k < MOVES else -1
        if move < 0:
            if depth > 1:
                line.used[nodes[depth, CELL]] = False
            state[DEPTH] = depth - 1
            continue
        nodes[depth, NEXT] = k + 1
        spent += 1
        turn, behind = move % TURNS, move // TURNS
        parent, new = nodes[depth - behind], nodes[depth + 1]
        new[ENTRY] = (parent[ENTRY] + turn + 3) & 3
        new[CELL] = board.nbr[parent[CELL], new[ENTRY]]
        new[REVERSES], new[MOVE] = nodes[depth, REVERSES] - behind, move
        _set_needs(line, depth, move, tables, deck)
        line.used[new[CELL]] = True
        if not enter(line, depth + 1, board, tables, deck, aim, noise, work):
            line.used[new[CELL]] = False
            continue
        state[DEPTH] = depth + 1
        if depth + 1 == line.places:
            state[FOUND] += _complete(line, tables, deck, aim, runs)
    state[SPENT] += spent
