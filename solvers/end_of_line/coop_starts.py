"""Where the search for a player's line begins: at the start card, or after the turns that are begun."""

from __future__ import annotations

from dataclasses import dataclass, replace

from puzzles.end_of_line.coop_puzzle import CoopPuzzle, Turn
from puzzles.end_of_line.play import start_card
from puzzles.end_of_line.player_state import PlayerState
from puzzles.end_of_line.solo_puzzle import round_size
from solvers.end_of_line.coop_turns import Begun


@dataclass(frozen=True)
class LineStart:
    """A player's state, the turns begun, and how many cards the last of them still places."""

    state: PlayerState
    turns: tuple[Turn, ...]
    left: int


def line_starts(puzzle: CoopPuzzle, player: int, begun: Begun) -> tuple[LineStart, ...]:
    """Returns what a player may have after the turns begun: which card was reversed is not written."""
    area = puzzle.area_of(player)
    first = PlayerState(
        (start_card(area),), (), puzzle.players[player].deck, puzzle.energy, may_reverse=False
    )
    states, left = [first], 0
    for number, turn in enumerate(begun.turns, 1):
        states = [replace(state, may_reverse=False).after_filling_hand() for state in states]
        if turn.energy is not None:
            states = [state.after_spending(turn.energy) for state in states]
        for card in turn.cards:
            # Cells that others have covered do not matter: the cards laid are legal.
            states = [
                state.after_placing(area, move)
                for state in states
                for move in state.placings(area, {card.cell})
                if move.card == card.card
            ]
        left = round_size(number, turn.energy) - len(turn.cards)
    return tuple(LineStart(state, begun.turns, left) for state in dict.fromkeys(states))
