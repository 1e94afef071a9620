"""Random plans for the lines of a co-operative puzzle: how long each is, and who plays in the last round.

A plan leaves out what local search cannot see: who comes first where the initiatives of the last cards tie,
and what one card more in the hand is good for.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from puzzles.end_of_line.board import INITIATIVE
from puzzles.end_of_line.coop_puzzle import CoopPuzzle
from puzzles.end_of_line.solo_puzzle import FIRST_ENERGY_ROUND, HAND_SIZE, round_size
from solvers.end_of_line.coop_starts import LineStart

_INITIATIVES = tuple(sorted(set(INITIATIVE.values())))
_TRIES = 50
# By role in the last round (see coop_match_kernel).
Allowed = tuple[range, ...]


@dataclass(frozen=True)
class LinePlan:
    """What one line is to be like, from where it is begun on.

    start    where it begins
    effects  by turn of the whole line what its energy is spent on, reverses left out
    length   how many more cards it gets before the last round
    last     how many cards a whole turn has in the last round
    allowed  by role the initiatives that the last card before that round may have
    energy   the points that may still be spent on reverses
    """

    start: LineStart
    effects: tuple[str | None, ...]
    length: int
    last: int
    allowed: Allowed
    energy: int

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards in the hand, and those not yet drawn."""
        return (*self.start.state.hand, *self.start.state.deck)

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
    """Settles what the initiatives of the last cards are like that lie before the last round."""
    rounds = len(effects[0])
    if rounds == 1 or any(len(start.turns) >= rounds for start in starts):
        return None
    sizes = [[round_size(number, effect) for number, effect in enumerate(of, 1)] for of in effects]
    last = [of_player[-1] for of_player in sizes]
    rest = len(puzzle.free_cells) - sum(sum(of_player[:-1]) for of_player in sizes)
    if not 0 < rest <= sum(last):
        return None
    has_cut = rest % 2 == 1 or any(size % 2 for size in last)
    allowed = _initiatives(rest >= min(last), has_cut, rest <= sum(last) - min(last), rng)
    plans = []
    for p, start in enumerate(starts):
        plan = _line_plan(start, effects[p], sizes[p], allowed)
        if plan is None or plan.length > len(plan.cards):
            return None
        plans.append(plan)
    return plans


def _initiatives(has_early: bool, has_cut: bool, has_late: bool, rng: random.Random) -> Allowed:
    """Returns the initiatives of those who have no turn in the last round, those who have a whole one, and
    the one whose turn is cut: without a tie, and so that each has cards enough to choose from."""
    end = _INITIATIVES[-1] + 1
    if has_early and has_late and has_cut:
        middle = rng.choice((2, 2, 2, 3))
        return range(middle + 1, end), range(middle), range(middle, middle + 1)
    if not has_late:
        least = rng.choice((2, 3)) if has_cut else end
        return range(0), range(least), range(least, end)
    least = rng.choice((2, 2, 3))
    return range(least, end), range(least), range(least)


def _line_plan(
    start: LineStart, effects: tuple[str | None, ...], sizes: Sequence[int], allowed: Allowed
) -> LinePlan | None:
    """Returns a plan, or None where what is begun does not allow it."""
    laid = [card.card for turn in start.turns for card in turn.cards]
    spent = sum(effect is not None for effect in effects[len(start.turns) :])
    length = sum(sizes[:-1]) - len(laid)
    if length <= 0:
        # The decisive card lies already.
        initiative = INITIATIVE[laid[length - 1]]
        allowed = tuple(of_role if initiative in of_role else range(0) for of_role in allowed)
    if length < 0:
        return None
    return LinePlan(start, effects, length, sizes[-1], allowed, start.state.energy - spent)
