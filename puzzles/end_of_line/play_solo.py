"""How end_of_line.solo is played: the rules of the solo puzzle, stated strictly.

A round begins by itself: cards are drawn as soon as the round before is complete. Then a player may spend one
point of energy, from round 3 on and before the round's first card, and places the cards of the round. After a
point spent on `reverse` any one card of the round may continue the card placed last but one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from puzzles.drawing.terminal import PLAIN_TEXT, TextLook
from puzzles.end_of_line import moves
from puzzles.end_of_line.board import Cell, PlacedCard, Round
from puzzles.end_of_line.drawing.position import solo_text
from puzzles.end_of_line.moves import Move, PlaceCard, SpendEnergy
from puzzles.end_of_line.play import start_card
from puzzles.end_of_line.player_state import PlayerState
from puzzles.end_of_line.solo_puzzle import SoloPuzzle, SoloSolution, round_size
from puzzles.play import IllegalMove, Outcome
from puzzles.texts import Phrase


@dataclass(frozen=True)
class SoloPosition(PlayerState):
    """What lies on the table. `rounds` are those played so far; the last of them is being played."""

    puzzle: SoloPuzzle
    rounds: tuple[Round, ...]

    @cached_property
    def free(self) -> frozenset[Cell]:
        """The cells that are still to be covered."""
        return frozenset(self.puzzle.area.free_cells()) - {card.cell for card in self.line}

    @property
    def round(self) -> Round:
        """The round that is being played."""
        return self.rounds[-1]

    def cards_to_place(self) -> int:
        """Returns how many cards the round still places, if the area is not full sooner."""
        return round_size(len(self.rounds), self.round.energy) - len(self.round.cards)


class SoloPlay:
    """The rules; see puzzles.play.Play for what each member is for."""

    def begin(self, puzzle: SoloPuzzle) -> SoloPosition:
        line = (start_card(puzzle.area),)
        position = SoloPosition(
            line, (), puzzle.deck, puzzle.energy, may_reverse=False, puzzle=puzzle, rounds=()
        )
        return _next_round(position) if position.free else position

    def player(self, position: SoloPosition) -> str | None:
        return None

    def moves(self, position: SoloPosition) -> tuple[Move, ...]:
        """Cards to place, in the order of CARDS, and then what energy may be spent on."""
        if not position.free:
            return ()
        placings = position.placings(position.puzzle.area, position.free)
        has_begun = position.round != Round(())
        return placings if has_begun else (*placings, *position.spendings(len(position.rounds)))

    def after(self, position: SoloPosition, move: Move) -> SoloPosition:
        if move not in self.moves(position):
            raise IllegalMove(f"{move} is not legal in this position")
        if isinstance(move, SpendEnergy):
            rounds = (*position.rounds[:-1], Round((), move.effect))
            return replace(position.after_spending(move.effect), rounds=rounds)
        following = _with_card_placed(position, move)
        # The last round ends with the cell that completes the area.
        if following.free and following.cards_to_place() == 0:
            return _next_round(following)
        return following

    def outcome(self, position: SoloPosition) -> Outcome | None:
        if not position.free:
            return Outcome(solved=True, score=position.score())
        if self.moves(position):
            return None
        return Outcome(solved=False, reason=position.why_stuck())

    def solution(self, position: SoloPosition) -> SoloSolution:
        """The rounds so far. One in which nothing was done yet is left out."""
        rounds = position.rounds
        return SoloSolution(rounds[:-1] if rounds and rounds[-1] == Round(()) else rounds)

    def describe(self, position: SoloPosition, move: Move) -> Phrase:
        return position.description(move)

    def notation(self, position: SoloPosition, move: Move) -> str:
        return moves.notation(move)

    def draw_text(self, position: SoloPosition, look: TextLook = PLAIN_TEXT) -> str:
        return solo_text(position, look)

    def parse_move(self, document: object) -> Move:
        return moves.parse_move(document)

    def serialise_move(self, move: Move) -> dict[str, Any]:
        return moves.serialise_move(move)


def _next_round(position: SoloPosition) -> SoloPosition:
    """Draw until the hand is full or the deck is empty."""
    return replace(position.after_filling_hand(), rounds=(*position.rounds, Round(())), may_reverse=False)


def _with_card_placed(position: SoloPosition, move: PlaceCard) -> SoloPosition:
    placed_card = PlacedCard(move.card, move.cell)
    played_round = replace(position.round, cards=(*position.round.cards, placed_card))
    rounds = (*position.rounds[:-1], played_round)
    return replace(position.after_placing(position.puzzle.area, move), rounds=rounds)
