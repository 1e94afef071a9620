"""The compiled core of the co-operative local search: it changes lines, and the changes cool down.

A state is a line for each player: cells in order of placing without dead ends, the start card first, and
beside cells the dead ends that a reverse leaves. Cells are covered once or not at all. A change gives a cell
of a line another successor; what follows of the two lines concerned is put together anew. Changes that make
matters worse are made with a probability that falls with the temperature (simulated annealing).
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

import math
from typing import Any, NamedTuple

from numba import njit

from solvers.end_of_line.coop_match_kernel import NO_LINE, judge_line

# What an uncovered cell costs, a point below the target, and a last turn that is cut, except one; what is
# wrong with a line: see coop_match_kernel.
UNCOVERED, POINT, CUT_TURN = 8, 2, 3
_RANDOM_PRIME = 2147483647
# The numbers of a state.
OPEN, LOSS, CUTS, RANDOM = range(4)
# The fields of a change: two lines (the second -1: none) and their new sizes, how many cells it uncovers, and
# two cells (-1: none) with the dead ends that they have then.
FIRST, FIRST_SIZE, SECOND, SECOND_SIZE, OPENED, HOST, LEAF, OTHER_HOST, OTHER_LEAF = range(9)


def first_random(fraction: float) -> int:
    """Returns the first state of the random generator, from a number between 0 and 1."""
    return 1 + int(fraction * (_RANDOM_PRIME - 2))


class State(NamedTuple):
    """nbr       by cell the neighbours by heading; -1 where nothing can be placed
    sites     the free cells, and the cells of the start cards
    path      by player the cells of the line
    size      by player how many there are
    owner     by cell the player whose line it is on, also as a dead end; -1: uncovered
    index     by cell the index in the line; -1 of a dead end
    spur      by cell the dead end beside it; -1: none
    host      by dead end the cell that it is beside
    cost      by player what is wrong with the line
    loss      by player the initiatives placed and the points spent
    cut       by player whether the last turn is cut
    numbers   how many cells are uncovered, the sums of loss and of cut, and the state of the random generator
    change    a change that is tried
    lines     its two lines
    """

    nbr: Any
    sites: Any
    path: Any
    size: Any
    owner: Any
    index: Any
    spur: Any
    host: Any
    cost: Any
    loss: Any
    cut: Any
    numbers: Any
    change: Any
    lines: Any


@njit(cache=True)
def _pick(state, n):
    """Returns a random number below n."""
    state.numbers[RANDOM] = state.numbers[RANDOM] * 48271 % _RANDOM_PRIME
    return state.numbers[RANDOM] * n // _RANDOM_PRIME


@njit(cache=True)
def _keep(state, which, at, line, start, end):
    """Appends a piece of a line to a new one; returns its size. Backwards where the end comes first."""
    step = 1 if start < end else -1
    k = start
    while k != end:
        state.lines[which, at] = state.path[line, k]
        at += 1
        k += step
    return at


@njit(cache=True)
def _propose(state, lines):
    """Fills in a random change; returns whether there is one."""
    change = state.change
    change[SECOND], change[OPENED], change[HOST], change[OTHER_HOST] = -1, 0, -1, -1
    x = state.sites[_pick(state, state.sites.size)]
    a, i = state.owner[x], state.index[x]
    if a < 0 or i < 0:
        return False
    y = state.nbr[x, _pick(state, 4)]
    if y < 0:
        return False
    change[FIRST] = a
    b = state.owner[y]
    if b < 0:
        return _take_open(state, lines, a, i, y)
    if state.index[y] < 0:
        return _take_dead_end(state, lines, a, i, y, b)
    return _connect(state, lines, a, i, y, b)


@njit(cache=True)
def _connect(state, lines, a, i, y, b):
    """Leads a line to a cell of another line, or of its own."""
    j, kind = state.index[y], _pick(state, 8)
    if a == b:
        if abs(i - j) == 1:
            return False
        return _turn_round(state, a, i, j) if i < j and kind < 4 else _take_pair(state, a, i, b, j)
    if kind == 0 and j == state.size[b] - 1 and _take_as_dead_end(state, lines, a, i, y, b):
        return True
    return _take_pair(state, a, i, b, j) if kind < 4 else _swap_rests(state, a, i, b, j)


@njit(cache=True)
def _take_open(state, lines, a, i, y):
    """Puts an uncovered cell into a line: at its end, with another one, instead of a covered one, or as a
    dead end."""
    change, size, path = state.change, state.size[a], state.path[a]
    at = _keep(state, 0, 0, a, 0, i + 1)
    state.lines[0, at] = y
    if i == size - 1:
        change[FIRST_SIZE], change[OPENED] = at + 1, -1
        return True
    beside = _beside(state, lines, path[i], y, path[i + 1])
    if beside >= 0 and state.owner[beside] < 0:
        state.lines[0, at + 1] = beside
        change[FIRST_SIZE], change[OPENED] = _keep(state, 0, at + 2, a, i + 1, size), -2
        return True
    if _pick(state, 2) and lines.reverses[a] and state.spur[path[i]] < 0:
        change[FIRST_SIZE], change[OPENED] = _keep(state, 0, i + 1, a, i + 1, size), -1
        change[HOST], change[LEAF] = path[i], y
        return True
    if state.spur[path[i + 1]] >= 0:
        return False
    change[FIRST_SIZE] = _keep(state, 0, at + 1, a, i + 2, size) if i + 2 < size else at + 1
    return True


@njit(cache=True)
def _beside(state, lines, x, y, following):
    """Returns the cell that lies beside a cell as y does beside x."""
    return state.nbr[following, lines.heading[x, y]]


@njit(cache=True)
def _take_dead_end(state, lines, a, i, y, b):
    """Puts another line's dead end, or one's own, at the end of a line, or beside another cell of it."""
    change, size, host = state.change, state.size[a], state.host[y]
    x = state.path[a, i]
    if x == host:
        return False
    change[HOST], change[LEAF] = host, -1
    at = _keep(state, 0, 0, a, 0, size)
    if i == size - 1:
        state.lines[0, at] = y
        at += 1
    else:
        if lines.reverses[a] == 0 or state.spur[x] >= 0:
            return False
        change[OTHER_HOST], change[OTHER_LEAF] = x, y
    change[FIRST_SIZE] = at
    if a != b:
        change[SECOND] = b
        change[SECOND_SIZE] = _keep(state, 1, 0, b, 0, state.size[b])
    return True


@njit(cache=True)
def _take_as_dead_end(state, lines, a, i, y, b):
    """Makes the end of another line a dead end."""
    change, size = state.change, state.size[a]
    x = state.path[a, i]
    if i == size - 1 or lines.reverses[a] == 0 or state.spur[x] >= 0:
        return False
    change[HOST], change[LEAF] = x, y
    change[FIRST_SIZE] = _keep(state, 0, 0, a, 0, size)
    change[SECOND], change[SECOND_SIZE] = b, _keep(state, 1, 0, b, 0, state.size[b] - 1)
    return True


@njit(cache=True)
def _turn_round(state, a, i, j):
    """Turns the piece of a line round that lies between a cell and another one beside it."""
    size = state.size[a]
    at = _keep(state, 0, 0, a, 0, i + 1)
    at = _keep(state, 0, at, a, j, i)
    state.change[FIRST_SIZE] = _keep(state, 0, at, a, j + 1, size) if j + 1 < size else at
    return True


@njit(cache=True)
def _swap_rests(state, a, i, b, j):
    """Continues a line with the rest of another one, and that one with its own rest."""
    change = state.change
    at = _keep(state, 0, 0, a, 0, i + 1)
    change[FIRST_SIZE] = _keep(state, 0, at, b, j, state.size[b])
    at = _keep(state, 1, 0, b, 0, j)
    change[SECOND] = b
    change[SECOND_SIZE] = _keep(state, 1, at, a, i + 1, state.size[a]) if i + 1 < state.size[a] else at
    return True


@njit(cache=True)
def _take_pair(state, a, i, b, j):
    """Takes two cells out of a line, and puts them between two of the same line or another one."""
    change, size = state.change, state.size[b]
    if i + 1 == state.size[a]:
        return False
    following = state.path[a, i + 1]
    for other in (j - 1, j + 1):
        if other < 1 or other >= size or (a == b and (other == i or other == i + 1)):
            continue
        y, z = state.path[b, j], state.path[b, other]
        beside = False
        for heading in range(4):
            beside = beside or state.nbr[following, heading] == z
        if not beside:
            continue
        low = min(j, other)
        if a != b:
            at = _keep(state, 0, 0, a, 0, i + 1)
            state.lines[0, at], state.lines[0, at + 1] = y, z
            change[FIRST_SIZE] = _keep(state, 0, at + 2, a, i + 1, state.size[a])
            at = _keep(state, 1, 0, b, 0, low)
            change[SECOND] = b
            change[SECOND_SIZE] = _keep(state, 1, at, b, low + 2, size) if low + 2 < size else at
            return True
        at = 0
        for k in range(size):
            if k not in (j, other):
                state.lines[0, at] = state.path[a, k]
                at += 1
            if k == i:
                state.lines[0, at], state.lines[0, at + 1] = y, z
                at += 2
        change[FIRST_SIZE] = at
        return True
    return False


@njit(cache=True)
def _set_spurs(state, host, leaf):
    """Gives a cell a dead end, or none; returns the one that it had."""
    before = state.spur[host]
    state.spur[host] = leaf
    return before


@njit(cache=True)
def _make(state, which, line, size):
    """Replaces a line by the new one."""
    path = state.path[line]
    for k in range(size):
        cell = state.lines[which, k]
        path[k] = cell
        state.owner[cell], state.index[cell] = line, k
        leaf = state.spur[cell]
        if leaf >= 0:
            state.owner[leaf], state.index[leaf], state.host[leaf] = line, -1, cell
    state.size[line] = size


@njit(cache=True)
def _release(state, line):
    for k in range(state.size[line]):
        cell = state.path[line, k]
        if k:
            state.owner[cell] = -1
        if state.spur[cell] >= 0:
            state.owner[state.spur[cell]] = -1


@njit(cache=True)
def _try(state, lines, work, most_loss, temperature):
    """Makes a proposed change, or not, by what it costs."""
    change, numbers = state.change, state.numbers
    a, b = change[FIRST], change[SECOND]
    host, other = change[HOST], change[OTHER_HOST]
    # Nothing is gained by a change that costs more than this.
    spare = -temperature * math.log((_pick(state, 1 << 20) + 1) / (1 << 20))
    limit = state.cost[a] + spare - UNCOVERED * change[OPENED]
    limit += _common_cost(numbers[LOSS], numbers[CUTS], most_loss)
    if b >= 0:
        limit += state.cost[b]
    leaf = _set_spurs(state, host, change[LEAF]) if host >= 0 else -1
    other_leaf = _set_spurs(state, other, change[OTHER_LEAF]) if other >= 0 else -1
    cost = judge_line(state.lines[0], change[FIRST_SIZE], a, state.spur, lines, work, limit)
    loss, cut = work.loss[0], work.loss[1]
    second_cost, second_loss, second_cut = 0, 0, 0
    if b >= 0 and cost <= limit:
        second_cost = judge_line(
            state.lines[1], change[SECOND_SIZE], b, state.spur, lines, work, limit - cost
        )
        second_loss, second_cut = work.loss[0], work.loss[1]
    all_loss, cuts = numbers[LOSS] - state.loss[a] + loss, numbers[CUTS] - state.cut[a] + cut
    if b >= 0:
        all_loss += second_loss - state.loss[b]
        cuts += second_cut - state.cut[b]
    if host >= 0:
        state.spur[host] = leaf
    if other >= 0:
        state.spur[other] = other_leaf
    if cost + second_cost + _common_cost(all_loss, cuts, most_loss) > limit:
        return
    _apply(state)
    state.cost[a], state.loss[a], state.cut[a] = cost, loss, cut
    if b >= 0:
        state.cost[b], state.loss[b], state.cut[b] = second_cost, second_loss, second_cut
    numbers[LOSS], numbers[CUTS] = all_loss, cuts
    numbers[OPEN] += change[OPENED]


@njit(cache=True)
def _common_cost(loss, cuts, most_loss):
    """Returns what is wrong with all lines together."""
    return POINT * max(0, loss - most_loss) + CUT_TURN * max(0, cuts - 1)


@njit(cache=True)
def _apply(state):
    """Makes the change."""
    change = state.change
    a, b = change[FIRST], change[SECOND]
    _release(state, a)
    if b >= 0:
        _release(state, b)
    if change[HOST] >= 0:
        state.spur[change[HOST]] = change[LEAF]
    if change[OTHER_HOST] >= 0:
        state.spur[change[OTHER_HOST]] = change[OTHER_LEAF]
    _make(state, 0, a, change[FIRST_SIZE])
    if b >= 0:
        _make(state, 1, b, change[SECOND_SIZE])


@njit(cache=True, nogil=True)
def change_lines(state, lines, work, most_loss, temperature, steps):
    """Tries a number of changes at a temperature; returns whether everything is right."""
    for _ in range(steps):
        if _propose(state, lines):
            _try(state, lines, work, most_loss, temperature)
            numbers = state.numbers
            common = _common_cost(numbers[LOSS], numbers[CUTS], most_loss)
            if numbers[OPEN] == 0 and common == 0 and state.cost.sum() == 0:
                return True
    return False


@njit(cache=True)
def begin(state, lines, work):
    """Judges the lines with which a search begins: start cards alone."""
    for p in range(state.size.size):
        state.cost[p] = judge_line(state.path[p], state.size[p], p, state.spur, lines, work, NO_LINE)
        state.loss[p], state.cut[p] = work.loss[0], work.loss[1]
    state.numbers[LOSS], state.numbers[CUTS] = state.loss.sum(), state.cut.sum()
