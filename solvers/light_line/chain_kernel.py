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

from puzzles.light_line.cards import BEYOND, SIDES
from solvers.light_line.palette import MEET, TURN

_MEETS = np.array(MEET, np.int32)
_TURNED = np.array(TURN, np.int32)
_DOWN = np.array([BEYOND[side][0] for side in SIDES], np.int32)
_RIGHT = np.array([BEYOND[side][1] for side in SIDES], np.int32)

# A step of the line: where its card lies, the socket by which it goes on, what to try next, whether the card
# was new, and which section it is.
ROW, COL, OUT, NEXT, NEW, CARD, TUBE = range(7)
# The state of a search: the depth of the last step, cards still to be laid, steps made.
DEPTH, LEFT, SPENT = range(3)


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
            row, col = steps[depth, ROW] + _DOWN[out // 3], steps[depth, COL] + _RIGHT[out // 3]
            there, socket = grid[row, col] - 1, _MEETS[out]
            new = there < 0
            # A card that lies there is the only one to try, else each, unturned and turned.
            while k < (2 * order.size if new else again):
                card, turned = (order[k >> 1], k & 1) if new else (there >> 1, there & 1)
                k += 1
                if new and (laid[card, 3] or (after[card] >= 0 and not laid[after[card], 3])):
                    continue
                own = _TURNED[socket] if turned else socket
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
        steps[depth, OUT] = _TURNED[leads[card, own]] if turned else leads[card, own]
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
