"""How end_of_line.classic is played: the rules of the classic solitaire, stated strictly.

Drawing happens by itself: a move places or discards the next card of the deck, or places the top card of the
discard pile, which may be done before any draw and once the deck is empty. Once two cards lie on the line,
any placing may spend a point of energy to continue the card placed last but one.

The play is lost as soon as no card can ever be placed again: because none is left in the deck and on the
pile, or because neither an exit of the last card nor a reverse leads to a free cell. Cards could still be
discarded then, to no use.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from puzzles.drawing.terminal import PLAIN_TEXT, TextLook
from puzzles.end_of_line.action_json import ActionShape, write_action
from puzzles.end_of_line.board import INITIATIVE, Cell, PlacedCard
from puzzles.end_of_line.classic_puzzle import (
    MIN_CARDS_TO_REVERSE,
    Action,
    ActionName,
    ClassicPuzzle,
    ClassicSolution,
)
from puzzles.end_of_line.drawing.position import classic_text
from puzzles.end_of_line.play import OrientedCard, cell_name, cells_ahead, lay_card, start_card
from puzzles.end_of_line.referee import Joint
from puzzles.play import IllegalMove, Outcome
from puzzles.texts import BoardCell, Phrase, phrase

_ACTION = ActionShape()
DISCARD = Action("discard")


@dataclass(frozen=True)
class ClassicPosition:
    """What lies on the table.

    `line` holds the start card, then every card in order of placing, dead ends included. `deck` lists the
    cards not yet drawn, the next one first, and `pile` the discarded ones, the top one last. `actions` are
    those so far.
    """

    puzzle: ClassicPuzzle
    line: tuple[OrientedCard, ...]
    deck: tuple[str, ...]
    pile: tuple[str, ...]
    energy: int
    actions: tuple[Action, ...]

    @cached_property
    def free(self) -> frozenset[Cell]:
        """The cells that are still to be covered."""
        return frozenset(self.puzzle.area.free_cells()) - {card.cell for card in self.line}

    def joints(self) -> tuple[Joint, ...]:
        """How the cards continue the line, in order of placing."""
        return tuple(card.joint for card in self.line[1:])

    def may_reverse(self) -> bool:
        """Whether the next card may continue the last card but one. The start card does not count."""
        return self.energy > 0 and len(self.line) > MIN_CARDS_TO_REVERSE

    def score(self) -> int:
        """The initiatives of all cards not placed, discarded or not drawn, and the energy not spent."""
        return sum(INITIATIVE[card] for card in (*self.pile, *self.deck)) + self.energy


class ClassicPlay:
    """The rules; see puzzles.play.Play for what each member is for."""

    def begin(self, puzzle: ClassicPuzzle) -> ClassicPosition:
        return ClassicPosition(puzzle, (start_card(puzzle.area),), puzzle.deck, (), puzzle.energy, ())

    def player(self, position: ClassicPosition) -> str | None:
        return None

    def moves(self, position: ClassicPosition) -> tuple[Action, ...]:
        """What can be done with the next card of the deck, and then with the top card of the pile."""
        placings = _placings(position, "place") if position.deck else ()
        recoveries = _placings(position, "recover") if position.pile else ()
        discards = (DISCARD,) if position.deck and placings else ()
        return (*placings, *discards, *recoveries)

    def after(self, position: ClassicPosition, move: Action) -> ClassicPosition:
        if move not in self.moves(position):
            raise IllegalMove(f"{move} is not legal in this position")
        following = replace(position, actions=(*position.actions, move))
        if move.do == "recover":
            following = replace(following, pile=position.pile[:-1])
        else:
            following = replace(following, deck=position.deck[1:])
        card = card_moved(position, move)
        if move.cell is None:
            return replace(following, pile=(*position.pile, card))
        return _with_card_placed(following, PlacedCard(card, move.cell), reverse=move.reverse)

    def outcome(self, position: ClassicPosition) -> Outcome | None:
        if not position.free:
            return Outcome(solved=True, score=position.score())
        if self.moves(position):
            return None
        return Outcome(solved=False, reason=_reason(position))

    def solution(self, position: ClassicPosition) -> ClassicSolution:
        return ClassicSolution(position.actions)

    def describe(self, position: ClassicPosition, move: Action) -> Phrase:
        key, card = f"end_of_line.play.classic.{move.do}", card_moved(position, move)
        if move.cell is None:
            return phrase(key, card=card)
        cell = BoardCell(*move.cell)
        if move.reverse:
            behind = BoardCell(*_continued(position, reverse=True).cell)
            return phrase(f"{key}_behind", card=card, cell=cell, behind=behind)
        return phrase(key, card=card, cell=cell)

    def notation(self, position: ClassicPosition, move: Action) -> str:
        """`place C3`, `recover C3 reverse`, `discard`"""
        if move.cell is None:
            return move.do
        return f"{move.do} {cell_name(move.cell)}" + (" reverse" if move.reverse else "")

    def draw_text(self, position: ClassicPosition, look: TextLook = PLAIN_TEXT) -> str:
        return classic_text(position, look)

    def parse_move(self, document: object) -> Action:
        return _ACTION.read(document)

    def serialise_move(self, move: Action) -> dict[str, Any]:
        return write_action(move)


def card_moved(position: ClassicPosition, move: Action) -> str:
    """The card that a legal move places or discards."""
    return position.pile[-1] if move.do == "recover" else position.deck[0]


def _continued(position: ClassicPosition, reverse: bool = False) -> OrientedCard:
    """The card that the next one continues: the last one placed, or by a reverse the last but one."""
    return position.line[-2 if reverse else -1]


def _placings(position: ClassicPosition, do: ActionName) -> tuple[Action, ...]:
    """Every way to place a card, whichever it is: a card can be turned so that any exit leads to it."""
    return tuple(
        Action(do, cell, reverse)
        for reverse in (False, True)[: 1 + position.may_reverse()]
        for cell in cells_ahead(position.puzzle.area, _continued(position, reverse), position.free)
    )


def _with_card_placed(
    position: ClassicPosition, placed_card: PlacedCard, *, reverse: bool
) -> ClassicPosition:
    continued = _continued(position, reverse)
    laid = lay_card(position.puzzle.area, continued, placed_card, reverse=reverse)
    return replace(
        position,
        line=(*position.line, laid),
        energy=position.energy - reverse,
    )


def _reason(position: ClassicPosition) -> Phrase:
    """Why no card can be placed any more."""
    if not position.deck and not position.pile:
        return phrase("end_of_line.play.classic.no_card")
    cell = BoardCell(*_continued(position).cell)
    if position.may_reverse():
        behind = BoardCell(*_continued(position, reverse=True).cell)
        return phrase("end_of_line.play.classic.no_exit_behind", cell=cell, behind=behind)
    return phrase("end_of_line.play.classic.no_exit", cell=cell)
