"""Random plans for the lines of a co-operative puzzle: how long each is, and who plays in the last round.

A plan leaves out what local search cannot see: who comes first where the initiatives of the last cards tie,
and what one card more in the hand is good for.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from puzzles.end_of_line.board import INITIATIVE
from puzzles.end_of_line.coop_puzzle import CoopPuzzle
from puzzles.end_of_line.solo_puzzle import FIRST_ENERGY_ROUND, HAND_SIZE, round_size
from solvers.end_of_line.coop_starts import LineStart

_INITIATIVES = tuple(sorted(set(INITIATIVE.values())))
_TRIES = 50


@dataclass(frozen=True)
class LinePlan:
    """What one line is to be like, from where it is begun on.

    start    where it begins
    effects  by turn of the whole line what its energy is spent on, reverses left out
    length   how many more cards it gets
    key      the index of the card, counted from those to come, whose initiative counts; -1: none
    allowed  the initiatives that this card may have
    energy   the points that may still be spent on reverses
    """

    start: LineStart
    effects: tuple[str | None, ...]
    length: int
    key: int
    allowed: range
    energy: int

    def sizes(self) -> list[int]:
        """By turn how many cards it places; entry 0 is for what the turn that is begun still lacks."""
        begun = len(self.start.turns)
        sizes = [round_size(number, effect) for number, effect in enumerate(self.effects, 1)]
        return [self.start.left, *sizes[begun:]]

    def turns(self) -> list[int]:
        """By index of the cards to come the number of their turn."""
        first = len(self.start.turns)
        return [first + k for k, size in enumerate(self.sizes()) for _ in range(size)]

    def drawn(self) -> list[int]:
        """By index of the cards to come how many cards have been drawn by then, of those in the hand at the
        beginning and those after them."""
        counts: list[int] = []
        hand = len(self.start.state.hand)
        for k, size in enumerate(self.sizes()):
            if k:
                hand = max(hand, len(counts) + HAND_SIZE)
            counts += [hand] * size
        return counts


def random_plans(
    puzzle: CoopPuzzle, starts: Sequence[Sequence[LineStart]], rounds: Sequence[int], rng: random.Random
) -> list[LinePlan] | None:
    """Returns a plan for each line, so that they cover all cells in one of these numbers of rounds; None
    where none was found."""
    for attempt in range(_TRIES if rounds else 0):
        number = rng.choice(rounds) if attempt else rounds[0]
        chosen = [rng.choice(of_player) for of_player in starts]
        # As few plans as possible shift lines against each other: that costs energy.
        shifts = attempt > 0 and rng.randrange(2) == 0
        effects = [_effects(start, number, rng.randrange(2) * shifts, rng) for start in chosen]
        plans = _plans(puzzle, chosen, effects, rng)
        if plans is not None:
            return plans
    return None


def _effects(start: LineStart, rounds: int, points: int, rng: random.Random) -> tuple[str | None, ...]:
    """The effects of the turns begun, and of those to come, of which some are longer or shorter."""
    begun = [turn.energy for turn in start.turns]
    later: list[str | None] = [None] * (rounds - len(begun))
    first = max(0, FIRST_ENERGY_ROUND - 1 - len(begun))
    possible = range(first, len(later))
    for k in rng.sample(possible, min(points, start.state.energy, len(possible))):
        later[k] = rng.choice(("speed_up", "brake"))
    return (*begun, *later)


def _plans(
    puzzle: CoopPuzzle,
    starts: Sequence[LineStart],
    effects: Sequence[tuple[str | None, ...]],
    rng: random.Random,
) -> list[LinePlan] | None:
    """Shares out the cells that are left for the last round, in a random order of turns."""
    rounds = len(effects[0])
    if rounds == 1 or any(len(start.turns) >= rounds for start in starts):
        return None
    sizes = [[round_size(number, effect) for number, effect in enumerate(of, 1)] for of in effects]
    before = [sum(of_player[:-1]) for of_player in sizes]
    rest = len(puzzle.free_cells) - sum(before)
    order = list(range(len(starts)))
    rng.shuffle(order)
    ends = [0, *accumulate(sizes[p][-1] for p in order)]
    if not 0 < rest <= ends[-1]:
        return None
    finisher = next(k for k, end in enumerate(ends) if end >= rest) - 1
    early, middle, late = _initiatives(finisher > 0, finisher + 1 < len(order), rng)
    plans: dict[int, LinePlan] = {}
    for k, p in enumerate(order):
        allowed = early if k < finisher else late if k > finisher else middle
        length = before[p] + max(0, min(sizes[p][-1], rest - ends[k]))
        plan = _line_plan(starts[p], effects[p], length, before[p], allowed)
        if plan is None or length > len(puzzle.players[p].deck):
            return None
        plans[p] = plan
    return [plans[p] for p in range(len(starts))]


def _initiatives(has_early: bool, has_late: bool, rng: random.Random) -> tuple[range, range, range]:
    """Returns the initiatives of those who have a whole turn in the last round, of the one who covers the
    last cell, and of those who have none: without a tie, and so that each has cards enough to choose from."""
    last = _INITIATIVES[-1] + 1
    if has_early and has_late:
        middle = rng.choice((2, 2, 2, 3))
        return range(middle), range(middle, middle + 1), range(middle + 1, last)
    least = rng.choice((2, 3)) if has_early else 0
    most = rng.choice((2, 2, 3)) if has_late else last
    return range(least), range(least, most), range(most, last)


def _line_plan(
    start: LineStart, effects: tuple[str | None, ...], length: int, before: int, allowed: range
) -> LinePlan | None:
    """Returns a plan, or None where what is begun or the deck does not allow it."""
    laid = [card.card for turn in start.turns for card in turn.cards]
    cards = [*start.state.hand, *start.state.deck]
    spent = sum(effect is not None for effect in effects[len(start.turns) :])
    key = before - 1 - len(laid)
    plan = LinePlan(start, effects, length - len(laid), max(-1, key), allowed, start.state.energy - spent)
    decisive = laid[before - 1 :][:1] if key < 0 else cards[: plan.drawn()[key]]
    is_possible = plan.length >= 0 and any(INITIATIVE[card] in allowed for card in decisive)
    return plan if is_possible else None
