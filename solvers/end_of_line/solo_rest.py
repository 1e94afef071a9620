"""What the partial line of a solo puzzle still has to cover, as the refutations of lines see it."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.end_of_line.play_solo import SoloPosition
from solvers.end_of_line.arrays import FIRST_ENERGY_INDEX
from solvers.end_of_line.cover_continuation import rest_of_area
from solvers.end_of_line.refutations import Demand


def demand_of_the_rest(positions: Sequence[SoloPosition]) -> Demand | None:
    """Returns what the line from the last card on is made of, that card included.

    None where a reverse may still continue the card before, or it is open which cards were reversed."""
    position = positions[0]
    if len(positions) > 1 or not position.free or _may_reverse(position):
        return None
    if position.line[-1].joint.reverse:
        return None  # the start of what is left would be the card before, which is a dead end
    line = tuple(card for played_round in position.rounds for card in played_round.cards)
    area, _ = rest_of_area(position.puzzle.area, [card.cell for card in line])
    cards = (line[-1].card, *position.hand, *position.deck)
    return Demand(area, cards, {line[-1].cell: line[-1].card}, position.energy, "deck")


def _may_reverse(position: SoloPosition) -> bool:
    """Whether the next card can continue the last card but one."""
    begins = not position.round.cards
    laid = len(position.line) - 1
    return position.may_reverse or (position.energy > 0 and begins and laid >= FIRST_ENERGY_INDEX)
