"""The referee of one player's rounds or turns: the line, the hand and the energy, tolerant of mistakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from puzzles.end_of_line.board import CARDS, PlacedCard
from puzzles.end_of_line.referee import BrokenRule, LineReferee, broken_rule
from puzzles.end_of_line.solo_puzzle import FIRST_ENERGY_ROUND, HAND_SIZE, round_size
from puzzles.texts import phrase

# The number of a card in its round or turn, counted from 0, or None for the round or turn as a whole; and the
# rule that it breaks.
Finding = tuple[int | None, BrokenRule]


class PlayerReferee:
    """Goes through the cards of a player round by round, and reports every broken rule.

    A card that breaks a rule counts as placed where the solution says, and leaves the hand if it was there.
    It is undecided whether energy spent against the rules has its effect: from then on a card breaks a rule
    only if it does so either way. `laid` lists the cards placed. `too_many` is the key of the text that says
    how many cards a round or turn may place.
    """

    def __init__(
        self,
        line: LineReferee,
        deck: Sequence[str],
        energy: int,
        too_many: str = "end_of_line.violation.round_size",
    ) -> None:
        self.line = line
        self.laid: list[str] = []
        self._deck = deck
        self._energy = energy
        self._too_many = too_many
        self._hand: Counter[str] = Counter()
        self._drawn = 0

    def fill_hand(self) -> None:
        self._draw(HAND_SIZE)

    def play(self, number: int, cards: Sequence[PlacedCard], energy: str | None) -> Iterator[Finding]:
        """Plays a round or turn, and yields what is wrong with it, but for cards that are missing.

        `number` is that of the round, counted from 1.
        """
        refusal = None if energy is None else self._refusal(number, energy)
        if refusal is not None:
            yield None, refusal
        if energy == "extra_gas":
            self._draw(self._hand.total() + 1)
        most = max(_sizes(number, energy, is_refused=refusal is not None))
        self.line.begin_round(may_reverse=energy == "reverse")
        for k, card in enumerate(cards):
            if self.line.full():
                yield k, broken_rule("after_end")
                continue
            for broken in self._lay(card):
                yield k, broken
            if k == most:
                yield k, BrokenRule("round_size", phrase(self._too_many, round=number, n=most))

    def fewest_cards(self, number: int, energy: str | None) -> int:
        """Returns how many cards at least a round or turn must place; to be asked before it is played."""
        is_refused = energy is not None and not self._may_spend(number)
        return min(_sizes(number, energy, is_refused=is_refused))

    def _draw(self, up_to: int) -> None:
        while self._hand.total() < up_to and self._drawn < len(self._deck):
            self._hand[self._deck[self._drawn]] += 1
            self._drawn += 1

    def _may_spend(self, number: int) -> bool:
        return number >= FIRST_ENERGY_ROUND and self._energy > 0

    def _refusal(self, number: int, energy: str) -> BrokenRule | None:
        """Spends a point of energy; returns the rule that this breaks, and then the point is not lost."""
        if self._may_spend(number):
            self._energy -= 1
            return None
        if number < FIRST_ENERGY_ROUND:
            words = phrase("end_of_line.violation.energy_too_early", first=FIRST_ENERGY_ROUND)
            return BrokenRule("energy", words)
        return broken_rule("energy", effect=phrase(f"end_of_line.drawing.energy.{energy}"))

    def _lay(self, placed_card: PlacedCard) -> Iterator[BrokenRule]:
        yield from self.line.lay(placed_card)
        self.laid.append(placed_card.card)
        if self._hand[placed_card.card] > 0:
            self._hand[placed_card.card] -= 1
        else:
            yield self._not_in_hand(placed_card.card)

    def _not_in_hand(self, card: str) -> BrokenRule:
        hand = " ".join(other for other in CARDS for _ in range(self._hand[other]))
        if not hand:
            return BrokenRule("hand", phrase("end_of_line.violation.hand_empty", card=card))
        return broken_rule("hand", card=card, hand=hand)


def _sizes(number: int, energy: str | None, *, is_refused: bool) -> set[int]:
    """The numbers of cards that a round may place: where energy is refused, with its effect or without."""
    return {round_size(number, energy), round_size(number, None if is_refused else energy)}
