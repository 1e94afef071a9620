"""The compiled core of the searches for a line with cards that are laid already.

The line grows from a section of a laid card, first at one end of it and then, after a switch, at the other.
Where the line itself is begun, it grows at its end only. Arrays and sockets are as in line_kernel.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

from typing import Any, NamedTuple

from numba import njit

from solvers.light_line.line_kernel import (
    CARD,
    COL,
    DEPTH,
    DOWN,
    LEFT,
    MEETS,
    NEW,
    NEXT,
    OUT,
    RIGHT,
    ROW,
    SPENT,
    STARTS,
    TUBE,
    TURNED,
)

# More fields of the state of a search: how many cards of the hand may still be laid, the other socket of the
# first section (-1: the line does not grow there), and whether the line grows there now.
HAND, OTHER, SWITCHED = 4, 5, 6
# The card of the step that switches to the other end.
NO_CARD = -1


class Laid(NamedTuple):
    """What is settled: the cards that lie, each with its number, row and column from the middle of the grid
    and whether it is turned; the sections of the partial line, each with its card and tube; and, to be
    counted by the search, how many sections of each card are on the line."""

    cards: Any
    line: Any
    passed: Any


@njit(cache=True, nogil=True)
def begin(deal, table, laid, steps, state, card, socket, length, hand):
    """Lays the cards, and begins a line with `length` cards that goes on from a card by a socket.

    At most `hand` cards are laid beside those that lie."""
    grid, cards, used, passed = table.grid, table.cards, table.used, laid.passed
    grid[:] = 0
    cards[:] = 0
    used[:] = False
    passed[:] = 0
    middle = grid.shape[0] // 2
    for i in range(laid.cards.shape[0]):
        number, row, col, turned = laid.cards[i]
        grid[middle + row, middle + col] = 2 * number + turned + 1
        cards[number, 0], cards[number, 1] = middle + row, middle + col
        cards[number, 2], cards[number, 3] = turned, 1
    left = length
    for i in range(laid.line.shape[0]):
        number, tube = laid.line[i]
        used[number, tube] = True
        left -= passed[number] == 0
        passed[number] += 1
    out, other = socket, deal.leads[card, socket]
    if cards[card, 2]:
        out, other = TURNED[out], TURNED[other]
    if laid.line.shape[0] == 0:
        used[card, deal.tube[card, socket]] = True
        passed[card] = 1
        left -= 1
    else:
        other = -1
    steps[0, ROW], steps[0, COL], steps[0, OUT], steps[0, NEXT] = cards[card, 0], cards[card, 1], out, 0
    steps[0, NEW], steps[0, CARD], steps[0, TUBE] = 0, card, deal.tube[card, socket]
    state[DEPTH], state[LEFT], state[HAND], state[OTHER], state[SWITCHED] = 0, left, hand, other, 0


@njit(cache=True, nogil=True)
def search_all(deal, table, laid, steps, state, order, starts, length, hand, budget, layouts):
    """Searches from each of the starts (card and socket) in turn; state[STARTS] is how many were used."""
    layout_count = 0
    while layout_count < layouts.shape[0] and budget > 0:
        if state[DEPTH] < 0:
            if state[STARTS] == starts.shape[0]:
                break
            card, socket = starts[state[STARTS]]
            begin(deal, table, laid, steps, state, card, socket, length, hand)
            state[STARTS] += 1
            if state[LEFT] <= 0:
                layouts[layout_count] = table.cards[:, :3]
                layout_count += 1
        spent = state[SPENT]
        layout_count += search(deal, table, laid, steps, state, order, budget, layouts[layout_count:])
        budget -= state[SPENT] - spent
    return layout_count


@njit(cache=True, nogil=True)
def search(deal, table, laid, steps, state, order, budget, layouts):  # noqa: PLR0915  # one function is fast
    """Makes up to `budget` steps, or stops when `layouts` is full; returns how many layouts this call found.

    As line_kernel.search does, it undoes the last step of a complete line before it goes on."""
    tubes, leads, predecessor, revisit = deal.tube, deal.leads, deal.predecessor, deal.revisit
    grid, cards, used, passed = table.grid, table.cards, table.used, laid.passed
    depth, left, hand, switched = state[DEPTH], state[LEFT], state[HAND], state[SWITCHED]
    other, spent, layout_count = state[OTHER], 0, 0
    if layouts.shape[0] == 0:
        return 0
    while depth >= 0 and spent < budget:
        tube, switches = -1, False
        if left > 0:
            out, k = steps[depth, OUT], steps[depth, NEXT]
            row, col = steps[depth, ROW] + DOWN[out], steps[depth, COL] + RIGHT[out]
            neighbour, socket = grid[row, col] - 1, MEETS[out]
            new = neighbour < 0
            options = (2 * order.size if hand > 0 else 0) if new else 1
            while k < options:
                card, turned = (order[k >> 1], k & 1) if new else (neighbour >> 1, neighbour & 1)
                k += 1
                if new and (cards[card, 3] or (predecessor[card] >= 0 and not cards[predecessor[card], 3])):
                    continue
                if passed[card] and not revisit:
                    continue
                own = TURNED[socket] if turned else socket
                tube = tubes[card, own]
                if tube >= 0 and not used[card, tube]:
                    break
                tube = -1
            if tube < 0 and k == options and other >= 0 and not switched:
                switches = True
                k += 1
            steps[depth, NEXT] = k
        if tube < 0 and not switches:
            card = steps[depth, CARD]
            if card == NO_CARD:
                switched = 0
            else:
                used[card, steps[depth, TUBE]] = False
                passed[card] -= 1
                left += passed[card] == 0
                if steps[depth, NEW]:
                    grid[steps[depth, ROW], steps[depth, COL]] = 0
                    cards[card, 3] = 0
                    hand += 1
            depth -= 1
            continue
        spent += 1
        depth += 1
        steps[depth, NEXT] = 0
        if switches:
            switched = 1
            steps[depth, ROW], steps[depth, COL], steps[depth, OUT] = steps[0, ROW], steps[0, COL], other
            steps[depth, NEW], steps[depth, CARD], steps[depth, TUBE] = 0, NO_CARD, 0
            continue
        steps[depth, ROW], steps[depth, COL] = row, col
        steps[depth, OUT] = TURNED[leads[card, own]] if turned else leads[card, own]
        steps[depth, NEW], steps[depth, CARD], steps[depth, TUBE] = new, card, tube
        used[card, tube] = True
        left -= passed[card] == 0
        passed[card] += 1
        if new:
            grid[row, col] = 2 * card + turned + 1
            cards[card, 0], cards[card, 1], cards[card, 2], cards[card, 3] = row, col, turned, 1
            hand -= 1
        if left == 0:
            layouts[layout_count] = cards[:, :3]
            layout_count += 1
            if layout_count == layouts.shape[0]:
                break
    state[DEPTH], state[LEFT], state[HAND], state[SWITCHED] = depth, left, hand, switched
    state[SPENT] += spent
    return layout_count
