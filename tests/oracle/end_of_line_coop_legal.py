"""Whether a solution of an `end_of_line.coop` puzzle is legal, written from the rules alone.

It shares no playing code with the search in `end_of_line_coop`, so that the two can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.oracle import INITIATIVE, Board, Cell, Door, as_cell

# One way to read the reverses so far: the doors of the last card and of the last but one, and whether the
# reverse of the turn being read is still unused.
Reading = tuple[tuple[Door, ...], tuple[Door, ...], bool]


class Table:
    """What lies before the players. `Illegal` is raised by whatever breaks a rule."""

    def __init__(self, puzzle: dict[str, Any]) -> None:
        self.players = puzzle["players"]
        self.board = Board(puzzle | {"start": self.players[0]["start"]})
        self.decks = [list(player["deck"]) for player in self.players]
        self.hands: list[list[str]] = [[] for _ in self.players]
        self.energies = [int(puzzle.get("energy", 3))] * len(self.players)
        self.placed: list[list[int]] = [[] for _ in self.players]  # initiatives in order of placing
        self.readings: list[set[Reading]] = []
        self.free = set(self.board.free)
        for player in self.players:
            cell, heading = as_cell(player["start"]["cell"]), player["start"]["heading"]
            self.free.discard(cell)
            self.readings.append({((self.board.door(cell, heading),), (), False)})

    def draw(self, player: int) -> None:
        if self.decks[player]:
            self.hands[player].append(self.decks[player].pop(0))

    def play_round(self, number: int, turns: list[dict[str, Any]]) -> None:
        order = list(range(len(self.players))) if number == 1 else order_by_keys(self.placed)
        for player, hand in enumerate(self.hands):
            for _ in range(5 - len(hand)):
                self.draw(player)
        for player in order:
            if not self.free:
                break
            require(bool(turns) and turns[0]["player"] == player)
            self.play_turn(number, turns[0])
            turns = turns[1:]
        require(not turns)

    def play_turn(self, number: int, turn: dict[str, Any]) -> None:
        player, energy = turn["player"], turn.get("energy")
        if energy:
            require(number >= 3 and self.energies[player] > 0)
            self.energies[player] -= 1
        if energy == "extra_gas":
            self.draw(player)
        self.readings[player] = {
            (last, previous, energy == "reverse") for last, previous, _ in self.readings[player]
        }
        usual = 1 if number == 1 else 2
        size = {"speed_up": 3, "brake": 1}.get(energy or "", usual)
        require(len(turn["cards"]) == min(size, len(self.free)))
        for placed_card in turn["cards"]:
            self.place(player, placed_card["card"], as_cell(placed_card["cell"]))

    def place(self, player: int, card: str, cell: Cell) -> None:
        require(cell in self.free and card in self.hands[player])
        self.free.remove(cell)
        self.hands[player].remove(card)
        self.placed[player].append(INITIATIVE[card])
        readings: set[Reading] = set()
        for last, previous, unused in self.readings[player]:
            ways = [(heading, unused) for target, heading in last if target == cell]
            if unused:
                ways += [(heading, False) for target, heading in previous if target == cell]
            for heading, still_unused in ways:
                readings.add((self.board.doors[cell, heading, card], last, still_unused))
        require(bool(readings))
        self.readings[player] = readings

    def score(self) -> int:
        unplaced = [card for cards in (*self.hands, *self.decks) for card in cards]
        return sum(INITIATIVE[card] for card in unplaced) + sum(self.energies)


class Illegal(Exception):
    """A rule is broken."""


def require(condition: bool) -> None:
    if not condition:
        raise Illegal


def order_by_keys(placed: Sequence[Sequence[int]]) -> list[int]:
    """The order of the turns, from the initiatives of each player's cards in order of placing.

    Every player has a key: the initiatives from the last card backwards, as far as they are compared. They
    are compared as long as all players with the same ones so far have one more card. Where the keys are
    equal, the order of round 1 decides.
    """
    backwards = [tuple(reversed(initiatives)) for initiatives in placed]

    def key(player: int) -> tuple[tuple[int, ...], int]:
        own, compared = backwards[player], 0
        while all(len(other) > compared for other in backwards if other[:compared] == own[:compared]):
            compared += 1
        return own[:compared], player

    return sorted(range(len(placed)), key=key)


def legal_score(puzzle: dict[str, Any], solution: dict[str, Any]) -> int | None:
    """Returns the score of a legal solution that solves the puzzle, else None.

    A solution does not say which card of a turn with `reverse` went back, if any did: every possibility is
    followed.
    """
    table = Table(puzzle)
    try:
        for number, game_round in enumerate(solution["rounds"], start=1):
            require(bool(table.free))
            table.play_round(number, game_round["turns"])
        require(not table.free)
    except Illegal:
        return None
    return table.score()
