"""The heart of the cover search: domains, propagation, backtracking. Kernels, see solvers.kernels.

Every free cell has a 16-bit domain of states. State 4 * h + t says: the line enters with heading h (N E S W)
and leaves by turn t (0 left, 1 straight, 2 right), or ends here (t = 3). Cells are numbered row by row.
A node of the search has a domain for each cell. The stack holds the nodes still to visit, so that the search
can stop and go on at any node.

A sequence of numbers is a list where the kernels run as plain Python, and an array where they are compiled.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

from typing import Any, NamedTuple

from solvers.kernels import Kernel

END = 3
FULL = (1 << 16) - 1
ENDS = 0x8888
NOT_ENDS = FULL ^ ENDS

# OUT_BITS[h][turns]: the headings out of a card entered with heading h (bit 4: the line may end).
OUT_BITS = tuple(
    tuple(
        sum(16 if t == END else 1 << (h + t - 1) % 4 for t in range(4) if turns >> t & 1)
        for turns in range(16)
    )
    for h in range(4)
)
# By heading, the states that enter and that leave with it.
ENTER = tuple(0xF << 4 * h for h in range(4))
LEAVE = tuple(
    sum(1 << (4 * h + t) for h in range(4) for t in range(3) if (h + t - 1) % 4 == out) for out in range(4)
)


class Board(NamedTuple):
    """A puzzle: the neighbours by heading, the free cells, where the line begins, which cells have given
    cards, and supply[turns], how many of the other cards have one of the turns (bits: left, straight,
    right)."""

    nbr: Any
    free: Any
    first: int
    given: Any
    supply: Any


class Work(NamedTuple):
    """Scratch memory for the work on one node."""

    queue: Any
    queued: Any
    seen: Any
    stack: Any
    needs: Any


class Order(NamedTuple):
    """The order of choices: noise breaks ties between cells, prefer ranks the states."""

    noise: Any
    prefer: Any


@Kernel
def _fill(values, value):
    for i in range(len(values)):
        values[i] = value


@Kernel
def _copy(values, target):
    for i in range(len(values)):
        target[i] = values[i]


@Kernel
def ins_of(states):
    """Returns the headings with which a cell can be entered."""
    states |= states >> 1
    states |= states >> 2
    states &= 0x1111
    return (states | states >> 3 | states >> 6 | states >> 9) & 15


@Kernel
def outs_of(states):
    """Returns the headings with which a cell can be left; bit 4 when the line may end there."""
    return (
        OUT_BITS[0][states & 15]
        | OUT_BITS[1][states >> 4 & 15]
        | OUT_BITS[2][states >> 8 & 15]
        | OUT_BITS[3][states >> 12]
    )


@Kernel
def turns_of(states):
    """Returns the turns that a cell's card may need; bit 3 when the line may end there."""
    return (states | states >> 4 | states >> 8 | states >> 12) & 15


@Kernel
def size_of(states):
    """Counts the states."""
    states -= states >> 1 & 0x5555
    states = (states & 0x3333) + (states >> 2 & 0x3333)
    states = (states + (states >> 4)) & 0x0F0F
    return (states + (states >> 8)) & 31


@Kernel
def _narrow(dom, cell, keep, queue, queued, tail):
    """Keeps only the states in `keep`; returns -1 when none is left, else the queue's new tail."""
    old = dom[cell]
    new = old & keep
    if new == old:
        return tail
    dom[cell] = new
    if new == 0:
        return -1
    if not queued[cell]:
        queued[cell] = True
        queue[tail % len(queue)] = cell
        tail += 1
    return tail


@Kernel
def _arcs(dom, nbr, queue, queued, tail):
    """Makes neighbours agree on every step between them; returns false when a domain becomes empty."""
    head = 0
    while head < tail:
        cell = queue[head % len(queue)]
        head += 1
        queued[cell] = False
        ins, outs = ins_of(dom[cell]), outs_of(dom[cell])
        for h in range(4):
            ahead, behind = nbr[cell][h], nbr[cell][(h + 2) % 4]
            if dom[ahead] != 0:
                if outs == 1 << h:
                    tail = _narrow(dom, ahead, ENTER[h], queue, queued, tail)
                elif not outs >> h & 1:
                    tail = _narrow(dom, ahead, FULL ^ ENTER[h], queue, queued, tail)
                if tail < 0:
                    return False
            if dom[behind] != 0:
                if ins == 1 << h:
                    tail = _narrow(dom, behind, LEAVE[h], queue, queued, tail)
                elif not ins >> h & 1:
                    tail = _narrow(dom, behind, FULL ^ LEAVE[h], queue, queued, tail)
                if tail < 0:
                    return False
    return True


@Kernel
def _end(dom, free, queue, queued, tail):
    """Applies the rule that the line ends in exactly one cell."""
    can, must, where = 0, 0, -1
    for cell in free:
        if dom[cell] & ENDS:
            can += 1
            if not dom[cell] & NOT_ENDS:
                must += 1
            if must == 0 or not dom[cell] & NOT_ENDS:
                where = cell
    if can == 0 or must > 1:
        return -1
    if must == 1:
        for cell in free:
            if cell != where and dom[cell] & ENDS:
                tail = _narrow(dom, cell, FULL ^ ENDS, queue, queued, tail)
                if tail < 0:
                    return -1
    elif can == 1:
        tail = _narrow(dom, where, ENDS, queue, queued, tail)
    return tail


@Kernel
def _tray(dom, free, given, supply, needs, queue, queued, tail):
    """Applies the rule that, for every set of turns, there are enough cards for the cells that need one of
    them."""
    _fill(needs, 0)
    for cell in free:
        if not given[cell]:
            needs[turns_of(dom[cell])] += 1
    for turns in range(1, 8):
        need = 0
        for subset in range(1, turns + 1):
            if subset & ~turns == 0:
                need += needs[subset]
        if need > supply[turns]:
            return -1
        if need < supply[turns]:
            continue
        keep = 0
        for state in range(16):
            if not turns >> (state & 3) & 1:
                keep |= 1 << state
        for cell in free:
            if not given[cell] and turns_of(dom[cell]) & ~turns:
                tail = _narrow(dom, cell, keep, queue, queued, tail)
                if tail < 0:
                    return -1
    return tail


@Kernel
def _follow(dom, nbr, cell, mark, seen):
    """Follows the settled steps from `cell` on, and marks the cells; returns the last cell and their
    number."""
    length = 1
    seen[cell] = mark
    while True:
        outs = outs_of(dom[cell])
        if outs == 1:
            h = 0
        elif outs == 2:
            h = 1
        elif outs == 4:
            h = 2
        elif outs == 8:
            h = 3
        else:
            return cell, length
        ahead = nbr[cell][h]
        if seen[ahead] == mark:
            return -1, length
        cell = ahead
        seen[cell] = mark
        length += 1


@Kernel
def _no_step(dom, nbr, cell, goal, queue, queued, tail):
    """Forbids the step from one cell to another."""
    for h in range(4):
        if nbr[cell][h] == goal:
            tail = _narrow(dom, cell, FULL ^ LEAVE[h], queue, queued, tail)
            if tail < 0:
                return -1
    return tail


@Kernel
def _loops(dom, nbr, free, first, seen, queue, queued, tail):
    """Applies the rules that no chain of settled steps closes to a ring, and that the line does not end
    early.

    Returns the new tail or -1, and the tip of the line from the start card."""
    _fill(seen, 0)
    tip, length = _follow(dom, nbr, first, 1, seen)
    if tip < 0:
        return -1, -1
    total = length
    if length < len(free) and not dom[tip] & NOT_ENDS:
        return -1, -1
    mark = 1
    for cell in free:
        ins = ins_of(dom[cell])
        if seen[cell] or (ins & (ins - 1)) == 0:
            continue
        mark += 1
        last, chain_length = _follow(dom, nbr, cell, mark, seen)
        if last < 0:
            return -1, -1
        total += chain_length
        if chain_length > 1 and dom[last] & NOT_ENDS:
            tail = _no_step(dom, nbr, last, cell, queue, queued, tail)
        elif not dom[last] & NOT_ENDS and length + chain_length < len(free):
            tail = _no_step(dom, nbr, tip, cell, queue, queued, tail)
        if tail < 0:
            return -1, -1
    return (tail if total == len(free) else -1), tip


@Kernel
def _reach(dom, nbr, free, seen, stack, tip):
    """Whether every cell not yet on the line can be reached from its tip, and can reach an end.

    seen[cell] is 1 for the cells on the line."""
    left = 0
    for cell in free:
        if seen[cell] != 1:
            left += 1
            seen[cell] = 0
    stack[0], top, found = tip, 1, 0
    while top:
        top -= 1
        cell = stack[top]
        outs = outs_of(dom[cell])
        for h in range(4):
            ahead = nbr[cell][h]
            if outs >> h & 1 and seen[ahead] == 0 and dom[ahead] != 0:
                seen[ahead] = 2
                found += 1
                stack[top] = ahead
                top += 1
    if found < left:
        return False
    top, found = 0, 0
    for cell in free:
        if seen[cell] == 2 and dom[cell] & ENDS:
            seen[cell] = 3
            stack[top] = cell
            top += 1
            found += 1
    while top:
        top -= 1
        cell = stack[top]
        for h in range(4):
            behind = nbr[cell][(h + 2) % 4]
            if seen[behind] == 2 and outs_of(dom[behind]) >> h & 1:
                seen[behind] = 3
                found += 1
                stack[top] = behind
                top += 1
    return found == left


@Kernel
def agree(dom, board, cell, work):
    """Makes neighbouring cells agree after a change in one; returns false when that is a contradiction."""
    _fill(work.queued, False)
    work.queue[0] = cell
    work.queued[cell] = True
    return dom[cell] != 0 and _arcs(dom, board.nbr, work.queue, work.queued, 1)


@Kernel
def propagate(dom, board, start_with, work):
    """Narrows the domains until nothing more follows; returns false when there is no line.

    `start_with` is the only cell changed since the last time, or -1 for all. Arrays are taken out of their
    tuples once, because tuples in inner loops would double the time."""
    nbr, free, first, given, supply = board.nbr, board.free, board.first, board.given, board.supply
    queue, queued, seen, stack, needs = work.queue, work.queued, work.seen, work.stack, work.needs
    _fill(queued, False)
    tail = 0
    if start_with >= 0:
        queue[0], queued[start_with], tail = start_with, True, 1
    else:
        for cell in free:
            queue[tail], queued[cell] = cell, True
            tail += 1
    while True:
        if not _arcs(dom, nbr, queue, queued, tail):
            return False
        tail = _end(dom, free, queue, queued, 0)
        if tail < 0:
            return False
        if tail == 0:
            tail = _tray(dom, free, given, supply, needs, queue, queued, 0)
            if tail < 0:
                return False
        if tail == 0:
            tail, tip = _loops(dom, nbr, free, first, seen, queue, queued, 0)
            if tail < 0:
                return False
            if tail == 0:
                return _reach(dom, nbr, free, seen, stack, tip)


@Kernel
def _branch_cell(dom, nbr, free, noise):
    """Returns the cell to decide: the one with the fewest states, then with the fewest states around it, then
    by noise; -1 when all are settled."""
    best, best_key = -1, 1 << 40
    for cell in free:
        states = size_of(dom[cell])
        if states > 1:
            beside = 0
            for h in range(4):
                beside += size_of(dom[nbr[cell][h]])
            key = (states * 64 + beside) * 1024 + noise[cell]
            if key < best_key:
                best, best_key = cell, key
    return best


@Kernel
def search(nodes, changed, state, budget, cap, board, order, work, answer):
    """Visits up to `budget` nodes, or stops when `cap` lines are found.

    nodes is a stack; changed[i] is the cell in which node i differs from the one before (-1: any);
    state: [nodes on the stack, lines found, nodes visited].
    """
    spent = 0
    while state[0] > 0 and state[1] < cap and spent < budget:
        spent += 1
        state[0] -= 1
        top = state[0]
        dom = nodes[top]
        if not propagate(dom, board, changed[top], work):
            continue
        cell = _branch_cell(dom, board.nbr, board.free, order.noise)
        if cell < 0:
            if state[1] == 0:
                _copy(dom, answer)
            state[1] += 1
            continue
        bit = 0
        for k in range(16):
            if dom[cell] >> order.prefer[k] & 1:
                bit = 1 << order.prefer[k]
                break
        _copy(dom, nodes[top + 1])
        nodes[top + 1][cell] = bit
        nodes[top][cell] &= FULL ^ bit
        changed[top] = cell
        changed[top + 1] = cell
        state[0] = top + 2
    state[2] += spent
