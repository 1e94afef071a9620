"""What a player has who draws from a known deck, places cards and may spend energy."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Self

from puzzles.end_of_line.board import CARDS, INITIATIVE, Area, Cell, PlacedCard
from puzzles.end_of_line.moves import Move, PlaceCard, SpendEnergy
from puzzles.end_of_line.play import OrientedCard, cells_ahead, lay_card
from puzzles.end_of_line.referee import Joint
from puzzles.end_of_line.solo_puzzle import EFFECTS, FIRST_ENERGY_ROUND, HAND_SIZE
from puzzles.texts import BoardCell, Phrase, phrase


@dataclass(frozen=True)
class PlayerState:
    """A player's line, cards and energy.

    `line` holds the start card, then every card in order of placing, dead ends included. `hand` is sorted.
    `deck` lists the cards not yet drawn, the next one first. `may_reverse`: a card of the round or turn that
    is being played may still continue the last card but one.
    """

    line: tuple[OrientedCard, ...]
    hand: tuple[str, ...]
    deck: tuple[str, ...]
    energy: int
    may_reverse: bool

    def continued(self, *, reverse: bool = False) -> OrientedCard:
        """The card that the next one continues: the last one placed, or by a reverse the last but one."""
        return self.line[-2 if reverse else -1]

    def joints(self) -> tuple[Joint, ...]:
        """How the cards continue the line, in order of placing."""
        return tuple(card.joint for card in self.line[1:])

    def score(self) -> int:
        """The initiatives of all cards not placed, in hand or not drawn, and the energy not spent."""
        return sum(INITIATIVE[card] for card in (*self.hand, *self.deck)) + self.energy

    def placings(self, area: Area, free: Collection[Cell]) -> tuple[PlaceCard, ...]:
        """The ways to place a card of the hand, in the order of CARDS."""
        return tuple(
            PlaceCard(card, cell, reverse)
            for card in CARDS
            if card in self.hand
            for reverse in (False, True)[: 1 + self.may_reverse]
            for cell in cells_ahead(area, self.continued(reverse=reverse), free)
        )

    def spendings(self, round_number: int) -> tuple[SpendEnergy, ...]:
        """What energy may be spent on before the first card of a round or turn."""
        if self.energy == 0 or round_number < FIRST_ENERGY_ROUND:
            return ()
        return tuple(map(SpendEnergy, EFFECTS))

    def after_filling_hand(self) -> Self:
        """The state after drawing until the hand is full or the deck is empty."""
        return self._after_drawing(HAND_SIZE - len(self.hand))

    def after_spending(self, effect: str) -> Self:
        """Extra gas draws a card at once; the other effects show when cards are placed."""
        after = replace(self, energy=self.energy - 1, may_reverse=effect == "reverse")
        return after._after_drawing(1) if effect == "extra_gas" else after

    def after_placing(self, area: Area, move: PlaceCard) -> Self:
        placed_card = PlacedCard(move.card, move.cell)
        laid = lay_card(area, self.continued(reverse=move.reverse), placed_card, reverse=move.reverse)
        hand = list(self.hand)
        hand.remove(move.card)
        may_reverse = self.may_reverse and not move.reverse
        return replace(self, line=(*self.line, laid), hand=tuple(hand), may_reverse=may_reverse)

    def _after_drawing(self, number: int) -> Self:
        """The state after drawing this number of cards, or all that are left."""
        hand = (*self.hand, *self.deck[:number])
        return replace(self, hand=tuple(sorted(hand, key=CARDS.index)), deck=self.deck[number:])

    def why_stuck(self) -> Phrase:
        """Why a card that must be placed cannot be."""
        if not self.hand:
            return phrase("end_of_line.play.no_card_in_hand")
        cell = BoardCell(*self.continued().cell)
        if self.may_reverse:
            behind = BoardCell(*self.continued(reverse=True).cell)
            return phrase("end_of_line.play.no_exit_behind", cell=cell, behind=behind)
        return phrase("end_of_line.play.no_exit", cell=cell)

    def description(self, move: Move) -> Phrase:
        """A move of the player in words."""
        if isinstance(move, SpendEnergy):
            return phrase(f"end_of_line.play.spend.{move.effect}")
        card, cell = move.card, BoardCell(*move.cell)
        if move.reverse:
            behind = BoardCell(*self.continued(reverse=True).cell)
            return phrase("end_of_line.play.place_behind", card=card, cell=cell, behind=behind)
        return phrase("end_of_line.play.place", card=card, cell=cell)
