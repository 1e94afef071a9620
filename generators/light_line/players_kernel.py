"""Simulated players of LIGHT-LINE!, compiled.

A player takes a colour and a section at random and lets the line grow at either end by any card that fits.
Where neither end goes on some of the last cards are taken back, and now and then all of them. What such a
player needs is luck, and how much of it is how hard the deal is.

Sockets are numbered as in puzzles.light_line.cards.SOCKETS.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

from typing import Any, NamedTuple

from numba import njit

from generators.kernel_random import pick
from solvers.light_line.chain_kernel import DOWN, MEETS, RIGHT, TURNED

# An end of the line: where its card lies, and the socket by which it goes on.
ROW, COL, OUT = range(3)
# A move: which end it was made at, where that stood, the section, and whether its card was new.
AT, OLD_ROW, OLD_COL, OLD_OUT, CARD, TUBE, NEW = range(7)
# Where a line is stuck it is given up so often; else cards are taken back, one more with every other throw.
GIVE_UP = 12


class Deal(NamedTuple):
    """By colour, card and socket which tube a line may use there (-1: none), and where it leads; whether it
    may come to a card again."""

    tube: Any
    leads: Any
    again: Any


class Table(NamedTuple):
    """The grid (0: nothing, else 2 * card + turned + 1), whether a card lies, whether the line has a section,
    both ends, and the moves."""

    grid: Any
    lies: Any
    used: Any
    ends: Any
    moves: Any


@njit(cache=True, nogil=True)
def game(deal, table, wanted, random, budget):
    """How many cards a player lays until the line has as many as wanted; the budget when that is no use."""
    laid, made, spent, colour = 0, 0, 0, 0
    while spent < budget:
        if laid == 0:
            colour = pick(random, deal.tube.shape[0])
            laid, made = 1, 0
            spent += 1
            _begin(deal, table, colour, random)
        if laid >= wanted:
            return spent
        first = pick(random, 2)
        card, own, turned = _choice(deal, table, colour, first, random)
        if card < 0:
            first = 1 - first
            card, own, turned = _choice(deal, table, colour, first, random)
        if card >= 0:
            new = not table.lies[card]
            _lay(deal, table, colour, first, card, own, turned, made)
            made += 1
            laid += new
            spent += new
        elif pick(random, GIVE_UP) == 0:
            laid = 0
        else:
            back = 1
            while pick(random, 2) == 0:
                back += 1
            while back > 0 and made > 0:
                made -= 1
                new = table.moves[made, NEW]
                _take_back(table, made)
                laid -= new
                back -= new
            if made == 0:
                laid = 0
    return budget


@njit(cache=True)
def _begin(deal, table, colour, random):
    """A random section in the middle of the grid."""
    table.grid[:] = 0
    table.lies[:] = False
    table.used[:] = False
    sections = 0
    for card in range(deal.tube.shape[1]):
        for socket in range(12):
            sections += deal.tube[colour, card, socket] >= 0
    nth = pick(random, sections)
    middle = table.grid.shape[0] // 2
    for card in range(deal.tube.shape[1]):
        for socket in range(12):
            if deal.tube[colour, card, socket] >= 0:
                if nth == 0:
                    table.grid[middle, middle] = 2 * card + 1
                    table.lies[card] = True
                    table.used[card, deal.tube[colour, card, socket]] = True
                    table.ends[:, ROW] = middle
                    table.ends[:, COL] = middle
                    table.ends[0, OUT], table.ends[1, OUT] = socket, deal.leads[colour, card, socket]
                nth -= 1


@njit(cache=True)
def _choice(deal, table, colour, end, random):
    """A card by which the line goes on at this end (-1: none), by which of its sockets, and turned or not."""
    out = table.ends[end, OUT]
    row = table.ends[end, ROW] + DOWN[out]
    col = table.ends[end, COL] + RIGHT[out]
    there, socket = table.grid[row, col] - 1, MEETS[out]
    ways, chosen, chosen_turned = 0, -1, 0
    if there >= 0:
        card, turned = there >> 1, there & 1
        tube = deal.tube[colour, card, TURNED[socket] if turned else socket]
        if deal.again and tube >= 0 and not table.used[card, tube]:
            chosen, chosen_turned = card, turned
    else:
        for card in range(deal.tube.shape[1]):
            if not table.lies[card]:
                for turned in range(2):
                    if deal.tube[colour, card, TURNED[socket] if turned else socket] >= 0:
                        ways += 1
                        # Each of the ways that there are is as likely as the others.
                        if pick(random, ways) == 0:
                            chosen, chosen_turned = card, turned
    return chosen, TURNED[socket] if chosen_turned else socket, chosen_turned


@njit(cache=True)
def _lay(deal, table, colour, end, card, own, turned, made):
    ends, move = table.ends, table.moves[made]
    out = ends[end, OUT]
    tube = deal.tube[colour, card, own]
    move[AT], move[OLD_ROW], move[OLD_COL], move[OLD_OUT] = end, ends[end, ROW], ends[end, COL], out
    move[CARD], move[TUBE], move[NEW] = card, tube, not table.lies[card]
    ends[end, ROW] += DOWN[out]
    ends[end, COL] += RIGHT[out]
    leads = deal.leads[colour, card, own]
    ends[end, OUT] = TURNED[leads] if turned else leads
    table.grid[ends[end, ROW], ends[end, COL]] = 2 * card + turned + 1
    table.lies[card] = True
    table.used[card, tube] = True


@njit(cache=True)
def _take_back(table, made):
    move = table.moves[made]
    end = move[AT]
    if move[NEW]:
        table.grid[table.ends[end, ROW], table.ends[end, COL]] = 0
        table.lies[move[CARD]] = False
    table.used[move[CARD], move[TUBE]] = False
    table.ends[end, ROW], table.ends[end, COL], table.ends[end, OUT] = (
        move[OLD_ROW],
        move[OLD_COL],
        move[OLD_OUT],
    )
