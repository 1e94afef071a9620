"""The compiled heart of the searches for a line: it is grown section by section from its first one.

Sockets are numbered as in puzzles.light_line.cards.SOCKETS, three a side, sides clockwise from the north. The
line's next section is either that of a card that lies there already, or that of a new card, turned or not.
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

# A step of the line: where its card lies, the socket by which it goes on, what to try next, whether the card
# was new, and which section it is.
ROW, COL, OUT, NEXT, NEW, CARD, TUBE = range(7)
# The state of a search: the depth of the last step (-1 when all has been seen), cards still to be laid, steps
# made, starts made.
DEPTH, LEFT, SPENT, STARTS = range(4)


class Deal(NamedTuple):
    """The cards: by card and socket which tube the line may use there (-1: none) and where it leads; by card
    the one that must lie before it (-1: none); whether the line may come to a card again."""

    tube: Any
    leads: Any
    after: Any
    again: Any


class Table(NamedTuple):
    """What lies: the grid (0: nothing, else 2 * card + turned + 1), and by card row, column, turned and
    whether it lies; by card and tube whether the line has it."""

    grid: Any
    laid: Any
    used: Any


@njit(cache=True, nogil=True)
def begin(deal, table, steps, state, card, socket, wanted):
    """The first section of a line with so many cards: that of a card at a socket, by which the line goes on.

    The card lies unturned in the middle of the grid."""
    table.grid[:] = 0
    table.laid[:] = 0
    table.used[:] = False
    middle, tube = table.grid.shape[0] // 2, deal.tube[card, socket]
    table.grid[middle, middle] = 2 * card + 1
    table.laid[card, 0], table.laid[card, 1], table.laid[card, 3] = middle, middle, 1
    table.used[card, tube] = True
    steps[0, ROW], steps[0, COL], steps[0, OUT], steps[0, NEXT] = middle, middle, socket, 0
    steps[0, NEW], steps[0, CARD], steps[0, TUBE] = 1, card, tube
    state[DEPTH], state[LEFT] = 0, wanted - 1


@njit(cache=True, nogil=True)
def search_all(deal, table, steps, state, order, starts, wanted, budget, layouts):
    """As search, from each of the starts (card and socket); state[STARTS] is how many were made."""
    found = 0
    while found < layouts.shape[0] and budget > 0:
        if state[DEPTH] < 0:
            if state[STARTS] == starts.shape[0]:
                break
            card, socket = starts[state[STARTS]]
            begin(deal, table, steps, state, card, socket, wanted)
            state[STARTS] += 1
            if wanted == 1:
                layouts[found] = table.laid[:, :3]
                found += 1
        spent = state[SPENT]
        found += search(deal, table, steps, state, order, budget, layouts[found:])
        budget -= state[SPENT] - spent
    return found


@njit(cache=True, nogil=True)
def search(deal, table, steps, state, order, budget, layouts):
    """Make up to `budget` steps, or until `layouts` is full of what was found since the call.

    When no card is left to be laid the step is taken back at once, unless it is the last that `layouts` has
    room for: then the line stands in the steps. Returns how many were found; state[DEPTH] is -1 when all has
    been seen.

    All in one function, on arrays that are taken out of their tuples first: ten times as fast."""
    tubes, leads, after, again = deal.tube, deal.leads, deal.after, deal.again
    grid, laid, used = table.grid, table.laid, table.used
    depth, left, spent, found = state[DEPTH], state[LEFT], 0, 0
    while depth >= 0 and spent < budget:
        tube = -1
        # A line that is complete was looked at before the search was stopped there.
        if left > 0:
            out, k = steps[depth, OUT], steps[depth, NEXT]
            row, col = steps[depth, ROW] + DOWN[out], steps[depth, COL] + RIGHT[out]
            there, socket = grid[row, col] - 1, MEETS[out]
            new = there < 0
            # A card that lies there is the only one to try, else each, unturned and turned.
            while k < (2 * order.size if new else again):
                card, turned = (order[k >> 1], k & 1) if new else (there >> 1, there & 1)
                k += 1
                if new and (laid[card, 3] or (after[card] >= 0 and not laid[after[card], 3])):
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
                laid[card, 3] = 0
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
            laid[card, 0], laid[card, 1], laid[card, 2], laid[card, 3] = row, col, turned, 1
            left -= 1
        if left == 0:
            layouts[found] = laid[:, :3]
            found += 1
            if found == layouts.shape[0]:
                break
    state[DEPTH], state[LEFT] = depth, left
    state[SPENT] += spent
    return found
