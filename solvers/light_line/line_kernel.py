"""The compiled core of the searches for a line, which grows section by section from its first one.

Sockets are numbered as in puzzles.light_line.cards.SOCKETS, three a side, sides clockwise from the north. The
next section of the line is on a card that already lies there, or on a new card, turned or not.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from puzzles.light_line.cards import BEYOND, SOCKETS
from solvers.light_line.palette import MEET, TURN

MEETS = np.array(MEET, np.int32)
TURNED = np.array(TURN, np.int32)
# By socket, how far down and right the card lies that it points to.
DOWN = np.array([BEYOND[socket[0]][0] for socket in SOCKETS], np.int32)
RIGHT = np.array([BEYOND[socket[0]][1] for socket in SOCKETS], np.int32)

# The fields of a step of the line: where its card lies, the socket by which the line goes on, what to try
# next, whether the card was new, and which section it is.
ROW, COL, OUT, NEXT, NEW, CARD, TUBE = range(7)
# The state of a search: the depth of the last step (-1 when the search is finished), the cards still to
# place, the number of steps, the number of starts used.
DEPTH, LEFT, SPENT, STARTS = range(4)


class Deal(NamedTuple):
    """The cards. By card and socket: which tube the line may use there (-1: none), and where it leads. By
    card: the card that must be placed before it (-1: none). Then whether the line may come back to a card."""

    tube: Any
    leads: Any
    predecessor: Any
    revisit: Any


class Table(NamedTuple):
    """The cards placed: the grid (0: no card, else 2 * card + turned + 1); by card its row, its column,
    whether it is turned and whether it is placed; by card and tube whether the line has it."""

    grid: Any
    cards: Any
    used: Any


@njit(cache=True, nogil=True)
def begin(deal, table, steps, state, card, socket, length):
    """Places the first section of a line with `length` cards: that of a card at a socket, by which it goes
    on.

    The card lies unturned in the middle of the grid."""
    table.grid[:] = 0
    table.cards[:] = 0
    table.used[:] = False
    middle, tube = table.grid.shape[0] // 2, deal.tube[card, socket]
    table.grid[middle, middle] = 2 * card + 1
    table.cards[card, 0], table.cards[card, 1], table.cards[card, 3] = middle, middle, 1
    table.used[card, tube] = True
    steps[0, ROW], steps[0, COL], steps[0, OUT], steps[0, NEXT] = middle, middle, socket, 0
    steps[0, NEW], steps[0, CARD], steps[0, TUBE] = 1, card, tube
    state[DEPTH], state[LEFT] = 0, length - 1


@njit(cache=True, nogil=True)
def search_all(deal, table, steps, state, order, starts, length, budget, layouts):
    """Searches from each of the starts (card and socket) in turn; state[STARTS] is how many were used."""
    layout_count = 0
    while layout_count < layouts.shape[0] and budget > 0:
        if state[DEPTH] < 0:
            if state[STARTS] == starts.shape[0]:
                break
            card, socket = starts[state[STARTS]]
            begin(deal, table, steps, state, card, socket, length)
            state[STARTS] += 1
            if length == 1:
                layouts[layout_count] = table.cards[:, :3]
                layout_count += 1
        spent = state[SPENT]
        layout_count += search(deal, table, steps, state, order, budget, layouts[layout_count:])
        budget -= state[SPENT] - spent
    return layout_count


@njit(cache=True, nogil=True)
def search(deal, table, steps, state, order, budget, layouts):
    """Makes up to `budget` steps, or stops when `layouts` is full; returns how many layouts this call found.

    When a line is complete its last step is undone at once, except for the last layout that there is room
    for: that line stays in `steps`. state[DEPTH] is -1 when the search is finished.

    It is a single function, on arrays that are taken out of their tuples first: ten times as fast."""
    tubes, leads, predecessor, revisit = deal.tube, deal.leads, deal.predecessor, deal.revisit
    grid, cards, used = table.grid, table.cards, table.used
    depth, left, spent, layout_count = state[DEPTH], state[LEFT], 0, 0
    while depth >= 0 and spent < budget:
        tube = -1
        # If the line is complete, the search stopped at it before, and goes on by undoing the last step.
        if left > 0:
            out, k = steps[depth, OUT], steps[depth, NEXT]
            row, col = steps[depth, ROW] + DOWN[out], steps[depth, COL] + RIGHT[out]
            neighbour, socket = grid[row, col] - 1, MEETS[out]
            new = neighbour < 0
            # A card placed there is the only one to try; else every card, unturned and turned.
            while k < (2 * order.size if new else revisit):
                card, turned = (order[k >> 1], k & 1) if new else (neighbour >> 1, neighbour & 1)
                k += 1
                if new and (cards[card, 3] or (predecessor[card] >= 0 and not cards[predecessor[card], 3])):
                    continue
                own = TURNED[socket] if turned else socket
                tube = tubes[card, own]
                if tube >= 0 and not used[card, tube]:
                    break
                tube = -1
            steps[depth, NEXT] = k
        if tube < 0:
            card = steps[depth, CARD]
            used[card, steps[depth, TUBE]] = False
            if steps[depth, NEW]:
                grid[steps[depth, ROW], steps[depth, COL]] = 0
                cards[card, 3] = 0
                left += 1
            depth -= 1
            continue
        spent += 1
        depth += 1
        steps[depth, ROW], steps[depth, COL], steps[depth, NEXT] = row, col, 0
        steps[depth, OUT] = TURNED[leads[card, own]] if turned else leads[card, own]
        steps[depth, NEW], steps[depth, CARD], steps[depth, TUBE] = new, card, tube
        used[card, tube] = True
        if new:
            grid[row, col] = 2 * card + turned + 1
            cards[card, 0], cards[card, 1], cards[card, 2], cards[card, 3] = row, col, turned, 1
            left -= 1
        if left == 0:
            layouts[layout_count] = cards[:, :3]
            layout_count += 1
            if layout_count == layouts.shape[0]:
                break
    state[DEPTH], state[LEFT] = depth, left
    state[SPENT] += spent
    return layout_count
