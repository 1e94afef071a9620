"""Simulated players of Linja, compiled: they look a few turns ahead and judge the boards there.

Sides are packed as in solvers.linja.packed_sides, those of the player to move first.
"""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

from numba import njit

from generators.kernel_random import pick
from solvers.linja.search_kernel import POINT, bring_best, estimate, margin
from solvers.linja.turn_kernel import is_over, progress_of, reach

ENDLESS = 1 << 30


@njit(cache=True, nogil=True)
def look(mine, theirs, left, alpha, beta, depth, slack, moves_any, worth, room):
    """Returns how good the board looks to the player to move, after `left` turns that look best.

    At depth 0 it leaves in room.guess[0] how good every board in room.after[0] looks; exactly so only for
    boards that look worse than the best by less than `slack`. Only Python may call this function: numba
    cannot cache a function that calls a recursive one."""
    if is_over(mine, theirs):
        return POINT * margin(mine, theirs, worth)
    if left == 0:
        return estimate(mine, theirs, worth)
    boards, guesses = room.after[depth], room.guess[depth]
    n = reach(mine, theirs, moves_any, boards, room.turn)
    for i in range(n):
        guesses[i] = estimate(boards[i, 0], boards[i, 1], worth)
    best = -ENDLESS
    for i in range(n):
        bring_best(boards, guesses, i, n)
        mine, theirs = boards[i, 0], boards[i, 1]
        if boards[i, 2]:
            value = POINT * margin(mine, theirs, worth)
        else:
            floor = max(alpha, best) if depth > 0 else best - slack
            value = -look(theirs, mine, left - 1, -beta, -floor, depth + 1, slack, moves_any, worth, room)
        guesses[i] = value
        best = max(best, value)
        if best >= beta:
            break
    return best


@njit(cache=True, nogil=True)
def choose(n, noise, guesses, random):
    """Returns which of n turns looks best to a player whose judgement is off by up to `noise`; -1 if n is
    0."""
    best, chosen = -ENDLESS, -1
    for i in range(n):
        value = guesses[i] + pick(random, noise + 1)
        if value > best:
            best, chosen = value, i
    return chosen


@njit(cache=True, nogil=True)
def fast_forward(mine, theirs, until, noises, moves_any, worth, boards, turn, random):
    """Plays until the total progress is `until`, or the game is over, between players who look at their own
    turn only. Returns the sides then, that of the player to move first, and the number of turns.

    The judgement of the player who begins is off by up to noises[0], that of the other by noises[1]."""
    turns = 0
    while progress_of(mine) + progress_of(theirs) < until:
        n = reach(mine, theirs, moves_any, boards, turn)
        best, chosen = -ENDLESS, -1
        for i in range(n):
            value = estimate(boards[i, 0], boards[i, 1], worth) + pick(random, noises[turns % 2] + 1)
            if value > best:
                best, chosen = value, i
        if chosen < 0 or boards[chosen, 2]:
            break
        mine, theirs = boards[chosen, 1], boards[chosen, 0]
        turns += 1
    return mine, theirs, turns
