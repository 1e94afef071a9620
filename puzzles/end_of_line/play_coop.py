"""How end_of_line.coop is played: the rules of the co-operative puzzle, stated strictly.

A round begins by itself: its order is settled, then everybody draws. The turns are played one after the
other, each whole before the next, and each as a round of the solo puzzle: energy first, from round 3 on, then
the cards. Nobody may pass, and everybody has lost when a card that must be placed cannot be.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from puzzles.drawing.terminal import PLAIN_TEXT, TextLook
from puzzles.end_of_line import moves
from puzzles.end_of_line.board import Cell, PlacedCard
from puzzles.end_of_line.coop_puzzle import CoopPuzzle, CoopRound, CoopSolution, Turn
from puzzles.end_of_line.drawing.coop_position import coop_text
from puzzles.end_of_line.moves import Move, PlaceCard, SpendEnergy
from puzzles.end_of_line.play import start_card
from puzzles.end_of_line.player_state import PlayerState
from puzzles.end_of_line.solo_puzzle import round_size
from puzzles.end_of_line.turn_order import turn_order
from puzzles.play import IllegalMove, Outcome
from puzzles.texts import Phrase, phrase


@dataclass(frozen=True)
class CoopPosition:
    """What lies on the table.

    `rounds` are those played so far; the last turn of the last one is being played, or completed the area.
    `order` is that of this round's turns. `lines` holds the cards of each player in order of placing.
    """

    puzzle: CoopPuzzle
    players: tuple[PlayerState, ...]
    lines: tuple[tuple[str, ...], ...]
    rounds: tuple[CoopRound, ...]
    order: tuple[int, ...]

    @cached_property
    def free(self) -> frozenset[Cell]:
        """The cells that are still to be covered."""
        covered = {card.cell for player in self.players for card in player.line}
        return frozenset(self.puzzle.free_cells) - covered

    @property
    def turn(self) -> Turn:
        """The turn that is being played."""
        return self.rounds[-1].turns[-1]

    @property
    def state(self) -> PlayerState:
        """What the player has whose turn it is."""
        return self.players[self.turn.player]

    def cards_to_place(self) -> int:
        """Returns how many cards the turn still places, if the area is not full sooner."""
        return round_size(len(self.rounds), self.turn.energy) - len(self.turn.cards)

    def score(self) -> int:
        """The initiatives of all cards not placed, in hand or not drawn, and all energy not spent."""
        return sum(player.score() for player in self.players)


class CoopPlay:
    """The rules; see puzzles.play.Play for what each member is for."""

    def begin(self, puzzle: CoopPuzzle) -> CoopPosition:
        players = tuple(
            PlayerState((start_card(puzzle.area_of(i)),), (), player.deck, puzzle.energy, may_reverse=False)
            for i, player in enumerate(puzzle.players)
        )
        position = CoopPosition(puzzle, players, ((),) * len(players), (), ())
        return _next_round(position) if position.free else position

    def player(self, position: CoopPosition) -> str | None:
        """The number of the player, counted from 1."""
        return str(position.turn.player + 1) if position.free else None

    def moves(self, position: CoopPosition) -> tuple[Move, ...]:
        """Cards to place, in the order of CARDS, and then what energy may be spent on."""
        if not position.free:
            return ()
        turn, state = position.turn, position.state
        placings = state.placings(position.puzzle.area_of(turn.player), position.free)
        has_begun = turn != Turn(turn.player, ())
        return placings if has_begun else (*placings, *state.spendings(len(position.rounds)))

    def after(self, position: CoopPosition, move: Move) -> CoopPosition:
        if move not in self.moves(position):
            raise IllegalMove(f"{move} is not legal in this position")
        turn, state = position.turn, position.state
        if isinstance(move, SpendEnergy):
            return _with_turn(position, replace(turn, energy=move.effect), state.after_spending(move.effect))
        following = _with_card_placed(position, move)
        # The puzzle is over with the cell that completes the area: the rest of the turn is not played.
        if following.free and following.cards_to_place() == 0:
            return _next_turn(following)
        return following

    def outcome(self, position: CoopPosition) -> Outcome | None:
        if not position.free:
            return Outcome(solved=True, score=position.score())
        if self.moves(position):
            return None
        return Outcome(solved=False, reason=_of_player(position, position.state.why_stuck()))

    def solution(self, position: CoopPosition) -> CoopSolution:
        """The rounds so far. A turn in which nothing was done yet is left out, and a round without turns."""
        if not position.rounds or position.turn != Turn(position.turn.player, ()):
            return CoopSolution(position.rounds)
        *before, last = position.rounds
        begun = [CoopRound(last.turns[:-1])] if len(last.turns) > 1 else []
        return CoopSolution((*before, *begun))

    def describe(self, position: CoopPosition, move: Move) -> Phrase:
        return _of_player(position, position.state.description(move))

    def notation(self, position: CoopPosition, move: Move) -> str:
        return moves.notation(move)

    def draw_text(self, position: CoopPosition, look: TextLook = PLAIN_TEXT) -> str:
        return coop_text(position, look)

    def parse_move(self, document: object) -> Move:
        return moves.parse_move(document)

    def serialise_move(self, move: Move) -> dict[str, Any]:
        return moves.serialise_move(move)


def _of_player(position: CoopPosition, words: Phrase) -> Phrase:
    return phrase("end_of_line.coop.of_player", player=position.turn.player + 1, words=words)


def _next_round(position: CoopPosition) -> CoopPosition:
    """Settle the order, have everybody draw, and begin the first turn."""
    order = turn_order(dict(enumerate(position.lines)))
    players = tuple(player.after_filling_hand() for player in position.players)
    rounds = (*position.rounds, CoopRound((Turn(order[0], ()),)))
    return replace(position, players=players, rounds=rounds, order=order)


def _next_turn(position: CoopPosition) -> CoopPosition:
    """End the turn that is complete, and begin the next one, or the next round."""
    ended = _with_turn(position, position.turn, replace(position.state, may_reverse=False))
    *before, last = ended.rounds
    if len(last.turns) == len(ended.order):
        return _next_round(ended)
    turn = Turn(ended.order[len(last.turns)], ())
    return replace(ended, rounds=(*before, CoopRound((*last.turns, turn))))


def _with_turn(position: CoopPosition, turn: Turn, state: PlayerState) -> CoopPosition:
    """The position after the player has done something in the turn that is being played."""
    *before, last = position.rounds
    players = list(position.players)
    players[turn.player] = state
    rounds = (*before, CoopRound((*last.turns[:-1], turn)))
    return replace(position, players=tuple(players), rounds=rounds)


def _with_card_placed(position: CoopPosition, move: PlaceCard) -> CoopPosition:
    turn = replace(position.turn, cards=(*position.turn.cards, PlacedCard(move.card, move.cell)))
    state = position.state.after_placing(position.puzzle.area_of(turn.player), move)
    lines = list(position.lines)
    lines[turn.player] = (*lines[turn.player], move.card)
    return replace(_with_turn(position, turn, state), lines=tuple(lines))
