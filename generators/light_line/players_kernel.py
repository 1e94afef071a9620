"""Simulated players of LIGHT-LINE!, compiled.

A player takes a colour and a section at random and lets the line grow at either end by any card that fits.
Where neither end goes on it takes back some of the last cards, and now and then all of them. Such a player
needs nothing but luck, and the more luck it needs, the harder the deal is.

Sockets are numbered as in puzzles.light_line.cards.SOCKETS.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

from typing import Any, NamedTuple

from numba import njit

from generators.kernel_random import pick
from solvers.light_line.line_kernel import DOWN, MEETS, RIGHT, TURNED

# The fields of an end of the line: where its card lies, and the socket by which the line goes on.
ROW, COL, OUT = range(3)
# The fields of a move: at which end it was, the end before it, the section, and whether its card was new.
AT, OLD_ROW, OLD_COL, OLD_OUT, CARD, TUBE, NEW = range(7)
# A player gives up one stuck line in this many. In the others moves are taken back: one, and one more each
# time that a coin shows heads, until it shows tails.
GIVE_UP = 12


class Deal(NamedTuple):
    """A deal for the players: by colour, card and socket the tube that a line may use there (-1: none), and
    the socket to which it leads; and whether a line may use a card twice."""

    tube: Any
    leads: Any
    revisit: Any


class Table(NamedTuple):
    """The grid (0: no card, else 2 * card + turned + 1), which cards lie on it, which sections the line has,
    its two ends, and the moves so far."""

    grid: Any
    lies: Any
    used: Any
    ends: Any
    moves: Any


@njit(cache=True, nogil=True)
def game(deal, table, length, random, budget):
    """Plays one game: returns how many cards the player lays until the line has `length` cards, or the budget
    when it gives up."""
    cards, moves, spent, colour = 0, 0, 0, 0
    while spent < budget:
        if cards == 0:
            colour = pick(random, deal.tube.shape[0])
            cards, moves = 1, 0
            spent += 1
            _begin(deal, table, colour, random)
        if cards >= length:
            return spent
        end = pick(random, 2)
        card, own, turned = _choice(deal, table, colour, end, random)
        if card < 0:
            end = 1 - end
            card, own, turned = _choice(deal, table, colour, end, random)
        if card >= 0:
            new = not table.lies[card]
            _lay(deal, table, colour, end, card, own, turned, moves)
            moves += 1
            cards += new
            spent += new
        elif pick(random, GIVE_UP) == 0:
            cards = 0
        else:
            back = 1
            while pick(random, 2) == 0:
                back += 1
            while back > 0 and moves > 0:
                moves -= 1
                new = table.moves[moves, NEW]
                _take_back(table, moves)
                cards -= new
                back -= new
            if moves == 0:
                cards = 0
    return budget


@njit(cache=True)
def _begin(deal, table, colour, random):
    """Lays a random section of the colour in the middle of the grid."""
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
    """Picks a card by which the line goes on at this end; returns it, its socket, and whether it is turned.

    The card is -1 where there is none."""
    out = table.ends[end, OUT]
    row = table.ends[end, ROW] + DOWN[out]
    col = table.ends[end, COL] + RIGHT[out]
    neighbour, socket = table.grid[row, col] - 1, MEETS[out]
    ways, chosen, chosen_turned = 0, -1, 0
    if neighbour >= 0:
        card, turned = neighbour >> 1, neighbour & 1
        tube = deal.tube[colour, card, TURNED[socket] if turned else socket]
        if deal.revisit and tube >= 0 and not table.used[card, tube]:
            chosen, chosen_turned = card, turned
    else:
        for card in range(deal.tube.shape[1]):
            if not table.lies[card]:
                for turned in range(2):
                    if deal.tube[colour, card, TURNED[socket] if turned else socket] >= 0:
                        ways += 1
                        # So each way is as likely as the others.
                        if pick(random, ways) == 0:
                            chosen, chosen_turned = card, turned
    return chosen, TURNED[socket] if chosen_turned else socket, chosen_turned


@njit(cache=True)
def _lay(deal, table, colour, end, card, own, turned, nth):
    ends, move = table.ends, table.moves[nth]
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
def _take_back(table, nth):
    move = table.moves[nth]
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
