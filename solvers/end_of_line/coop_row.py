"""Finds a line of cards that a row of the co-operative search stands for (see coop_kernel)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from puzzles.end_of_line.board import INITIATIVE, Cell, PlacedCard
from puzzles.end_of_line.coop_puzzle import CoopPuzzle, Turn
from puzzles.end_of_line.player_state import PlayerState
from puzzles.end_of_line.solo_puzzle import round_size
from solvers.end_of_line.coop_kernel import FINISHER, LATE
from solvers.end_of_line.coop_starts import LineStart
from solvers.end_of_line.coop_turns import Line


@dataclass(frozen=True)
class Row:
    """What is known of a line: where it may begin, the cells that it covers, its role, its length before the
    last round, the initiatives of the last `depth` of those cards as a key, and what its player keeps."""

    puzzle: CoopPuzzle
    player: int
    starts: tuple[LineStart, ...]
    rounds: int
    cells: frozenset[Cell]
    role: int
    length: int
    depth: int
    key: int
    value: int


@dataclass(frozen=True)
class _Position:
    """A line so far: the player's state, the cells still to be covered, the turns, and cards left in the last
    of these."""

    state: PlayerState
    free: frozenset[Cell]
    turns: tuple[Turn, ...]
    left: int

    def identity(self) -> tuple[Any, ...]:
        state, turn = self.state, self.turns[-1] if self.turns else None
        ends = tuple((card.cell, card.exits) for card in state.line[-2:])
        number = len(self.turns)
        size = len(turn.cards) if turn else 0
        return self.free, ends, state.hand, state.energy, state.may_reverse, number, self.left, size


def line_of_row(row: Row) -> Line:
    finder = _Finder(row)
    for start in row.starts:
        laid = {card.cell for turn in start.turns for card in turn.cards}
        turns = finder.search(_Position(start.state, row.cells - laid, start.turns, start.left))
        if turns is not None:
            return Line(turns)
    raise AssertionError("a row has a line")


class _Finder:
    """Searches among the lines over a row's cells for one that is like the row."""

    def __init__(self, row: Row) -> None:
        self.row, self.area = row, row.puzzle.area_of(row.player)
        self.refused: set[Any] = set()

    def search(self, position: _Position) -> tuple[Turn, ...] | None:
        if self._is_line(position):
            return position.turns
        known = (position.identity(), self._key(position.turns))
        if known in self.refused or not position.free:
            return None
        following = self._cards(position) if position.left else self._turns(position)
        for after in following:
            turns = self.search(after)
            if turns is not None:
                return turns
        self.refused.add(known)
        return None

    def _turns(self, position: _Position) -> list[_Position]:
        """Begins a turn in every way."""
        number = len(position.turns) + 1
        if number > self.row.rounds:
            return []
        state = replace(position.state, may_reverse=False).after_filling_hand()
        states: list[tuple[str | None, PlayerState]] = [(None, state)]
        states += [(m.effect, state.after_spending(m.effect)) for m in state.spendings(number)]
        return [
            _Position(
                after,
                position.free,
                (*position.turns, Turn(self.row.player, (), effect)),
                round_size(number, effect),
            )
            for effect, after in states
        ]

    def _cards(self, position: _Position) -> list[_Position]:
        """Places a card in every way."""
        turn = position.turns[-1]
        return [
            _Position(
                position.state.after_placing(self.area, move),
                position.free - {move.cell},
                (*position.turns[:-1], replace(turn, cards=(*turn.cards, PlacedCard(move.card, move.cell)))),
                position.left - 1,
            )
            for move in position.state.placings(self.area, position.free)
        ]

    def _is_line(self, position: _Position) -> bool:
        row, turns = self.row, position.turns
        last = row.rounds - 1 if row.role == LATE else row.rounds
        if position.free or len(turns) != last or position.state.score() != row.value:
            return False
        if position.left and row.role != FINISHER:
            return False
        before = sum(len(turn.cards) for turn in turns[: row.rounds - 1])
        return before == row.length and self._key(turns) == row.key

    def _key(self, turns: tuple[Turn, ...]) -> int:
        cards = [card.card for turn in turns[: self.row.rounds - 1] for card in turn.cards]
        key = 0
        for card in cards[-self.row.depth :]:
            key = key << 3 | INITIATIVE[card]
        return key
