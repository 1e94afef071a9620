"""Limits that the deck sets for a solo puzzle: how many cards of a type can be placed by each time.

Indices n count from 0 in the order of placing. How many cards have been drawn before index n depends only on
where the rounds begin and on gas: n + 5 where a round begins, n + 4 at its second card, and one more in a
round with gas. A type can be placed as often as it is among the cards drawn; the hand sets no other limit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from puzzles.end_of_line.board import CARDS, INITIATIVE, PlacedCard, Round
from puzzles.end_of_line.play_solo import SoloPosition
from puzzles.end_of_line.solo import HAND_SIZE, KIND, SoloPuzzle, SoloSolution
from solvers.end_of_line.arrays import FIRST_ENERGY_INDEX, FIRST_ROUND_SIZE, ROUND_SIZE
from solvers.protocol import Impossible, Outcome, Solved, Unknown


def begins_without_energy(n: int) -> bool:
    """Whether a round begins at index n if no energy was spent before it."""
    return n == 0 or (n - FIRST_ROUND_SIZE) % ROUND_SIZE == 0


@dataclass(frozen=True)
class Beginning:
    """What is settled of a solution.

    rounds      those begun; the last of them may be incomplete
    next_round  the index at which the next round begins
    drawn       how many cards have been drawn; where a round is incomplete, no more are drawn in it
    energy      the points that are left
    """

    rounds: tuple[Round, ...]
    next_round: int
    drawn: int
    energy: int

    @cached_property
    def cards(self) -> tuple[PlacedCard, ...]:
        """The cards laid, in the order of placing."""
        return tuple(card for played_round in self.rounds for card in played_round.cards)

    def reverses(self) -> Iterator[range]:
        """Yields the indices of each round for which a reverse is paid."""
        first = 0
        for number, played_round in enumerate(self.rounds, 1):
            after = first + len(played_round.cards)
            if played_round.energy == "reverse":
                yield range(first, self.next_round if number == len(self.rounds) else after)
            first = after


def beginning_of(position: SoloPosition) -> Beginning:
    """Returns what is settled in a position."""
    laid = len(position.line) - 1
    is_fresh = position.round == Round(())
    return Beginning(
        position.rounds[:-1] if is_fresh else position.rounds,
        laid if is_fresh else laid + position.cards_to_place(),
        len(position.puzzle.deck) - len(position.deck),
        position.energy,
    )


class DrawLimits:
    """How many cards of each type the deck allows after a beginning."""

    def __init__(self, puzzle: SoloPuzzle, beginning: Beginning) -> None:
        self.deck, self.beginning = puzzle.deck, beginning
        self.types = [card for card in CARDS if card in puzzle.deck]
        self._prefix_counts = {card: [0] for card in self.types}
        for next_card in puzzle.deck:
            for card, counts in self._prefix_counts.items():
                counts.append(counts[-1] + (card == next_card))

    def count_among(self, card: str, cards_drawn: int) -> int:
        """Counts the cards of the type among the first cards drawn."""
        return self._prefix_counts[card][min(cards_drawn, len(self.deck))]

    def energy_possible(self, n: int) -> bool:
        """Whether it is open if energy is spent at index n or before, so that its round is unknown."""
        beginning = self.beginning
        return beginning.energy > 0 and n >= max(FIRST_ENERGY_INDEX, beginning.next_round)

    def begins_without_energy(self, n: int) -> bool:
        """Whether a round begins at index n if no more energy is spent before it."""
        next_round = self.beginning.next_round
        if next_round == 0:
            return begins_without_energy(n)
        return n >= next_round and (n - next_round) % ROUND_SIZE == 0

    def max_drawn(self, n: int) -> int:
        """Returns the most cards that can be drawn before index n, which is not laid yet."""
        if n < self.beginning.next_round:
            return self.beginning.drawn
        begins = self.energy_possible(n) or self.begins_without_energy(n)
        return min(len(self.deck), n + HAND_SIZE - 1 + begins + self.energy_possible(n))

    def placed_range(self, card: str, n: int) -> tuple[int, int]:
        """Returns the least and the most cards of the type that can be placed after index n.

        The least follows because the drawn cards of other types may be too few."""
        cards_drawn = self.max_drawn(n)
        of_type = self.count_among(card, cards_drawn)
        return max(0, of_type - (cards_drawn - n - 1)), min(of_type, n + 1)


def trivial_outcome(puzzle: SoloPuzzle, max_cells: int | None = None) -> Outcome[SoloSolution] | None:
    """Returns the outcome that needs no search: nothing to cover, too few cards, or too many cells.

    `max_cells` is how many cells the engine takes on."""
    cells = len(puzzle.area.free_cells())
    if cells == 0:
        score = KIND.score(puzzle, SoloSolution(()))
        return Solved(SoloSolution(()), True, score, score)
    if len(puzzle.deck) < cells:
        return Impossible()
    return Unknown("size") if max_cells is not None and cells > max_cells else None


def trivial_continuation(
    positions: Sequence[SoloPosition], max_cells: int | None = None
) -> Outcome[SoloSolution] | None:
    """Returns the outcome that needs no search, as `trivial_outcome` does, for the positions of a solution
    begun."""
    complete = max((p for p in positions if not p.free), key=SoloPosition.score, default=None)
    if complete is not None:
        # In each position as many cards are laid: all of them are complete.
        return Solved(SoloSolution(complete.rounds), True, complete.score(), complete.score())
    return trivial_outcome(positions[0].puzzle, max_cells)


def greatest_score(puzzle: SoloPuzzle) -> int:
    """Returns a bound on every score: as if the cards of greatest initiative could always stay in hand."""
    cells = len(puzzle.area.free_cells())
    everything = sum(INITIATIVE[card] for card in puzzle.deck) + puzzle.energy

    def value_in_hand(cards_drawn: int) -> int:
        return everything - sum(sorted(INITIATIVE[card] for card in puzzle.deck[:cards_drawn])[:cells])

    without_energy = value_in_hand(cells + HAND_SIZE - 1)
    # One more card in hand costs a point of energy.
    return max(without_energy, value_in_hand(cells + HAND_SIZE) - 1) if puzzle.energy else without_energy
