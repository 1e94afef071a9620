"""How end_of_line.solo is played: the rules of the solo puzzle, stated strictly.

A round begins by itself: cards are drawn as soon as the round before is complete. Then a player may spend one
point of energy, from round 3 on and before the round's first card, and places the cards of the round. After a
point spent on `reverse` any one card of the round may continue the card placed last but one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

from puzzles.drawing.terminal import PLAIN_TEXT, TextLook
from puzzles.end_of_line.board import (
    CARDS,
    INITIATIVE,
    PLACED,
    Cell,
    PlacedCard,
    Round,
    read_placed,
    write_placed,
)
from puzzles.end_of_line.drawing.position import solo_text
from puzzles.end_of_line.play import OrientedCard, cell_name, cells_ahead, lay_card, start_card
from puzzles.end_of_line.referee import Joint
from puzzles.end_of_line.solo_puzzle import (
    EFFECTS,
    FIRST_ENERGY_ROUND,
    HAND_SIZE,
    SoloPuzzle,
    SoloSolution,
    round_size,
)
from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import Boolean, Choice, ObjectShape, quote
from puzzles.play import IllegalMove, Outcome
from puzzles.texts import BoardCell, Phrase, phrase


@dataclass(frozen=True)
class PlaceCard:
    """Place a card of the hand on a cell. Copies of a card are alike.

    `reverse`: the card continues the last card but one, which leaves the last one as a dead end.
    """

    card: str
    cell: Cell
    reverse: bool = False


@dataclass(frozen=True)
class SpendEnergy:
    """Spend a point of energy on an effect, for the round that has just begun."""

    effect: str


SoloMove: TypeAlias = PlaceCard | SpendEnergy

_PLACE_CARD = ObjectShape(
    {**PLACED.fields, "reverse": Boolean()}, {"reverse": False}, what="a move: an object with card and cell"
)
_SPEND_ENERGY = ObjectShape(
    {"energy": Choice(EFFECTS)}, what="a move: an object with energy, or card and cell"
)


@dataclass(frozen=True)
class SoloPosition:
    """What lies on the table.

    `line` holds the start card, then every card in order of placing, dead ends included. `hand` is sorted.
    `deck` lists the cards not yet drawn, the next one first. `rounds` are those played so far; the last of
    them is being played. `may_reverse`: a card of this round may still continue the last card but one.
    """

    puzzle: SoloPuzzle
    line: tuple[OrientedCard, ...]
    hand: tuple[str, ...]
    deck: tuple[str, ...]
    energy: int
    rounds: tuple[Round, ...]
    may_reverse: bool = False

    @cached_property
    def free(self) -> frozenset[Cell]:
        """The cells that are still to be covered."""
        return frozenset(self.puzzle.area.free_cells()) - {card.cell for card in self.line}

    @property
    def round(self) -> Round:
        """The round that is being played."""
        return self.rounds[-1]

    def joints(self) -> tuple[Joint, ...]:
        """How the cards continue the line, in order of placing."""
        return tuple(card.joint for card in self.line[1:])

    def cards_to_place(self) -> int:
        """Returns how many cards the round still places, if the area is not full sooner."""
        return round_size(len(self.rounds), self.round.energy) - len(self.round.cards)

    def score(self) -> int:
        """The initiatives of all cards not placed, in hand or not drawn, and the energy not spent."""
        return sum(INITIATIVE[card] for card in (*self.hand, *self.deck)) + self.energy


class SoloPlay:
    """The rules; see puzzles.play.Play for what each member is for."""

    def begin(self, puzzle: SoloPuzzle) -> SoloPosition:
        position = SoloPosition(puzzle, (start_card(puzzle.area),), (), puzzle.deck, puzzle.energy, ())
        return _next_round(position) if position.free else position

    def player(self, position: SoloPosition) -> str | None:
        return None

    def moves(self, position: SoloPosition) -> tuple[SoloMove, ...]:
        """Cards to place, in the order of CARDS, and then what energy may be spent on."""
        if not position.free:
            return ()
        cards = [card for card in CARDS if card in position.hand]
        placings = [
            PlaceCard(card, cell, reverse)
            for card in cards
            for reverse in (False, True)[: 1 + position.may_reverse]
            for cell in cells_ahead(position.puzzle.area, _continued(position, reverse), position.free)
        ]
        return (*placings, *_spendings(position))

    def after(self, position: SoloPosition, move: SoloMove) -> SoloPosition:
        if move not in self.moves(position):
            raise IllegalMove(f"{move} is not legal in this position")
        if isinstance(move, SpendEnergy):
            return _with_energy_spent(position, move.effect)
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
        # A card must be placed, and none can be.
        if not position.hand:
            return Outcome(solved=False, reason=phrase("end_of_line.play.no_card_in_hand"))
        cell = BoardCell(*_continued(position).cell)
        if position.may_reverse:
            behind = BoardCell(*_continued(position, reverse=True).cell)
            reason = phrase("end_of_line.play.no_exit_behind", cell=cell, behind=behind)
            return Outcome(solved=False, reason=reason)
        return Outcome(solved=False, reason=phrase("end_of_line.play.no_exit", cell=cell))

    def solution(self, position: SoloPosition) -> SoloSolution:
        """The rounds so far. One in which nothing was done yet is left out."""
        rounds = position.rounds
        return SoloSolution(rounds[:-1] if rounds and rounds[-1] == Round(()) else rounds)

    def describe(self, position: SoloPosition, move: SoloMove) -> Phrase:
        if isinstance(move, SpendEnergy):
            return phrase(f"end_of_line.play.spend.{move.effect}")
        card, cell = move.card, BoardCell(*move.cell)
        if move.reverse:
            behind = BoardCell(*_continued(position, reverse=True).cell)
            return phrase("end_of_line.play.place_behind", card=card, cell=cell, behind=behind)
        return phrase("end_of_line.play.place", card=card, cell=cell)

    def notation(self, position: SoloPosition, move: SoloMove) -> str:
        """`S C3`, `S C3 reverse`, or the effect of energy: `brake`."""
        if isinstance(move, SpendEnergy):
            return move.effect
        return f"{move.card} {cell_name(move.cell)}" + (" reverse" if move.reverse else "")

    def draw_text(self, position: SoloPosition, look: TextLook = PLAIN_TEXT) -> str:
        return solo_text(position, look)

    def parse_move(self, document: object) -> SoloMove:
        if not isinstance(document, dict):
            raise BadInput([Problem("", f"expected a move: an object, got {quote(document)}")])
        if "energy" in document:
            return SpendEnergy(_SPEND_ENERGY.read(document)["energy"])
        fields = _PLACE_CARD.read(document)
        placed_card = read_placed(fields)
        return PlaceCard(placed_card.card, placed_card.cell, fields["reverse"])

    def serialise_move(self, move: SoloMove) -> dict[str, Any]:
        if isinstance(move, SpendEnergy):
            return {"energy": move.effect}
        placed_card = write_placed(PlacedCard(move.card, move.cell))
        return placed_card | {"reverse": True} if move.reverse else placed_card


def _continued(position: SoloPosition, reverse: bool = False) -> OrientedCard:
    """The card that the next one continues: the last one placed, or by a reverse the last but one."""
    return position.line[-2 if reverse else -1]


def _next_round(position: SoloPosition) -> SoloPosition:
    """Draw until the hand is full or the deck is empty."""
    with_cards = _after_drawing(position, HAND_SIZE - len(position.hand))
    return replace(with_cards, rounds=(*position.rounds, Round(())), may_reverse=False)


def _after_drawing(position: SoloPosition, number: int) -> SoloPosition:
    """The position after drawing this number of cards, or all that are left."""
    hand = (*position.hand, *position.deck[:number])
    return replace(position, hand=tuple(sorted(hand, key=CARDS.index)), deck=position.deck[number:])


def _spendings(position: SoloPosition) -> tuple[SpendEnergy, ...]:
    """Returns what energy may be spent on: at most one point a round, before its first card."""
    has_begun = position.round != Round(())
    if has_begun or position.energy == 0 or len(position.rounds) < FIRST_ENERGY_ROUND:
        return ()
    return tuple(map(SpendEnergy, EFFECTS))


def _with_energy_spent(position: SoloPosition, effect: str) -> SoloPosition:
    """Spends energy. Extra gas draws a card at once; the other effects show when cards are placed."""
    rounds = (*position.rounds[:-1], Round((), effect))
    may_reverse = effect == "reverse"
    after_spending = replace(position, energy=position.energy - 1, rounds=rounds, may_reverse=may_reverse)
    return _after_drawing(after_spending, 1) if effect == "extra_gas" else after_spending


def _with_card_placed(position: SoloPosition, move: PlaceCard) -> SoloPosition:
    placed_card = PlacedCard(move.card, move.cell)
    continued = _continued(position, move.reverse)
    laid = lay_card(position.puzzle.area, continued, placed_card, reverse=move.reverse)
    hand = list(position.hand)
    hand.remove(placed_card.card)
    played_round = replace(position.round, cards=(*position.round.cards, placed_card))
    rounds = (*position.rounds[:-1], played_round)
    return replace(
        position,
        line=(*position.line, laid),
        hand=tuple(hand),
        rounds=rounds,
        may_reverse=position.may_reverse and not move.reverse,
    )
