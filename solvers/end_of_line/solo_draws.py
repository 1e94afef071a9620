"""Limits that the deck sets for a solo puzzle: how many cards of a type can be placed by each time.

Indices n count from 0 in the order of placing. How many cards have been drawn before index n depends only on
where the rounds begin and on gas: n + 5 where a round begins, n + 4 at its second card, and one more in a
round with gas. A type can be placed as often as it is among the cards drawn; the hand sets no other limit.
"""

from __future__ import annotations

from puzzles.end_of_line.board import CARDS, INITIATIVE
from puzzles.end_of_line.solo import HAND_SIZE, KIND, SoloPuzzle, SoloSolution
from solvers.end_of_line.arrays import FIRST_ENERGY_INDEX, FIRST_ROUND_SIZE, ROUND_SIZE
from solvers.protocol import Impossible, Outcome, Solved, Unknown


def begins_without_energy(n: int) -> bool:
    """Whether a round begins at index n if no energy was spent before it."""
    return n == 0 or (n - FIRST_ROUND_SIZE) % ROUND_SIZE == 0


class DrawLimits:
    """How many cards of each type the deck allows, for a line on which `energy` may be spent."""

    def __init__(self, puzzle: SoloPuzzle, energy: int) -> None:
        self.deck, self.energy = puzzle.deck, energy
        self.types = [card for card in CARDS if card in puzzle.deck]
        self._prefix_counts = {card: [0] for card in self.types}
        for next_card in puzzle.deck:
            for card, counts in self._prefix_counts.items():
                counts.append(counts[-1] + (card == next_card))

    def count_among(self, card: str, cards_drawn: int) -> int:
        """Counts the cards of the type among the first cards drawn."""
        return self._prefix_counts[card][min(cards_drawn, len(self.deck))]

    def energy_possible(self, n: int) -> bool:
        """Whether energy may have been spent at index n or before, so that its round is unknown."""
        return self.energy > 0 and n >= FIRST_ENERGY_INDEX

    def max_drawn(self, n: int) -> int:
        """Returns the most cards that can be drawn before index n."""
        begins = self.energy_possible(n) or begins_without_energy(n)
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


def greatest_score(puzzle: SoloPuzzle) -> int:
    """Returns a bound on every score: as if the cards of greatest initiative could always stay in hand."""
    cells = len(puzzle.area.free_cells())
    everything = sum(INITIATIVE[card] for card in puzzle.deck) + puzzle.energy

    def value_in_hand(cards_drawn: int) -> int:
        return everything - sum(sorted(INITIATIVE[card] for card in puzzle.deck[:cards_drawn])[:cells])

    without_energy = value_in_hand(cells + HAND_SIZE - 1)
    # One more card in hand costs a point of energy.
    return max(without_energy, value_in_hand(cells + HAND_SIZE) - 1) if puzzle.energy else without_energy
