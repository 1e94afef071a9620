"""What the deck alone says of a solo puzzle: how many cards of a type can lie after each placing.

A place n counts from 0 in the order of placing. Before it, cards are drawn up to a number that depends only
on where the rounds begin and on gas: n + 5 where a round begins, n + 4 at its second card, and one more in a
round with gas. A type can be laid as often as it is among the cards drawn, and that is all the hand is.
"""

from __future__ import annotations

from puzzles.end_of_line.board import CARDS, INITIATIVE
from puzzles.end_of_line.solo import HAND, KIND, SoloPuzzle, SoloSolution
from solvers.end_of_line.arrays import FIRST_ROUND, FIRST_SPENT, ROUND
from solvers.protocol import Impossible, Outcome, Solved, Unknown


def begins_unspent(n: int) -> bool:
    """Whether a round begins at place n when no energy was spent before it."""
    return n == 0 or (n - FIRST_ROUND) % ROUND == 0


class Hand:
    """What a deck allows, for a line on which `energy` may be spent."""

    def __init__(self, puzzle: SoloPuzzle, energy: int) -> None:
        self.deck, self.energy = puzzle.deck, energy
        self.types = [card for card in CARDS if card in puzzle.deck]
        self._among = {card: [0] for card in self.types}
        for drawn in puzzle.deck:
            for card, among in self._among.items():
                among.append(among[-1] + (card == drawn))

    def among(self, card: str, drawn: int) -> int:
        """How many of the first cards drawn are of the type."""
        return self._among[card][min(drawn, len(self.deck))]

    def free(self, n: int) -> bool:
        """Whether energy may have been spent at place n or before, so that its round is not known."""
        return self.energy > 0 and n >= FIRST_SPENT

    def drawn(self, n: int) -> int:
        """The most cards that can be drawn before place n."""
        begins = self.free(n) or begins_unspent(n)
        return min(len(self.deck), n + HAND - 1 + begins + self.free(n))

    def laid(self, card: str, n: int) -> tuple[int, int]:
        """The least and the most of the type that can lie after place n, whatever is played.

        The least: what is drawn and not of this type cannot be all that lies."""
        drawn = self.drawn(n)
        among = self.among(card, drawn)
        return max(0, among - (drawn - n - 1)), min(among, n + 1)


def at_once(puzzle: SoloPuzzle, most_cells: int | None = None) -> Outcome[SoloSolution] | None:
    """What is plain before any work: nothing to cover, too few cards, more cells than an engine takes on."""
    cells = len(puzzle.area.free_cells())
    if cells == 0:
        score = KIND.score(puzzle, SoloSolution(()))
        return Solved(SoloSolution(()), True, score, score)
    if len(puzzle.deck) < cells:
        return Impossible()
    return Unknown("size") if most_cells is not None and cells > most_cells else None


def greatest_score(puzzle: SoloPuzzle) -> int:
    """A bound on every score: as if the dearest of all cards drawn could be kept, wherever the line goes."""
    cells = len(puzzle.area.free_cells())
    everything = sum(INITIATIVE[card] for card in puzzle.deck) + puzzle.energy

    def kept(drawn: int) -> int:
        return everything - sum(sorted(INITIATIVE[card] for card in puzzle.deck[:drawn])[:cells])

    plain = kept(cells + HAND - 1)
    # A card more in hand costs a point.
    return max(plain, kept(cells + HAND) - 1) if puzzle.energy else plain
