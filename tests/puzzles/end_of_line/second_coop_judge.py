"""A second, slow referee of co-operative solutions; see second_judge for how it follows every interpretation.

Which card a reverse turned back, and what energy against the rules does, is open for each player apart from
the others: nothing that one player does leaves open what another one may do.
"""

from __future__ import annotations

from typing import Any

from tests.oracle import INITIATIVE, as_cell, end_of_line_coop
from tests.puzzles.end_of_line.second_judge import (
    Judge,
    Violation,
    after_spending,
    drawing,
    without_card,
)

Document = dict[str, Any]


class Seat:
    """A player: a judge of the line, and the cards laid so far."""

    def __init__(self, puzzle: Document, player: Document) -> None:
        self.judge = Judge(puzzle | {"start": player["start"]})
        self.deck: list[str] = player["deck"]
        self.laid: list[int] = []

    def draw(self) -> None:
        self.judge.worlds = {drawing(world, self.deck, 5) for world in self.judge.worlds}

    def begin_turn(self, index: int, action: str | None, at: tuple[int, int]) -> None:
        usual = 2 if index else 1
        ready = {world._replace(size=usual, may_reverse=False) for world in self.judge.worlds}
        if action is not None:
            able = {world for world in ready if index >= 2 and world.energy >= 1}
            if not able:
                self.judge.report("energy", *at)
            ready = {
                after
                for world in able or ready
                for after in after_spending(world, self.deck, action, not able)
            }
        self.judge.worlds = ready

    def lay(self, card_json: Document, at: tuple[int, int, int]) -> None:
        card = card_json["card"]
        self.judge.place_card(card, as_cell(card_json["cell"]), at)
        self.laid.append(INITIATIVE[card])
        holding = {world for world in self.judge.worlds if card in world.hand}
        if not holding:
            self.judge.report("hand", *at)
        worlds = holding or self.judge.worlds
        self.judge.worlds = {world._replace(hand=without_card(world.hand, card)) for world in worlds}
        if at[-1] == max(world.size for world in self.judge.worlds):
            self.judge.report("round_size", *at)


class Table:
    """All players on one board, with one list of what is wrong."""

    def __init__(self, puzzle: Document) -> None:
        self.seats = [Seat(puzzle, player) for player in puzzle["players"]]
        self.violations: list[Violation] = []
        starts = {seat.judge.board.start for seat in self.seats}
        self.free = set(self.seats[0].judge.board.free) - starts
        for seat in self.seats:
            seat.judge.free, seat.judge.used_cells = self.free, starts
            seat.judge.violations = self.violations

    def report(self, rule: str, *at: int) -> None:
        self.violations.append((rule, at))

    def order(self) -> list[int]:
        everybody = tuple(range(len(self.seats)))
        return end_of_line_coop.turn_order(everybody, [seat.laid[::-1] for seat in self.seats])

    def play_round(self, index: int, turns: list[Document]) -> None:
        if not self.free and not turns:
            self.report("after_end", index)
        due = self.order()
        for seat in self.seats:
            seat.draw()
        for k, turn in enumerate(turns):
            self.play_turn(index, k, turn, due)
        if self.free and due:
            self.report("order", index)

    def play_turn(self, index: int, k: int, turn: Document, due: list[int]) -> None:
        player, cards = turn["player"], turn["cards"]
        if not self.free:
            for c in range(len(cards)):
                self.report("after_end", index, k, c)
            if not cards:
                self.report("after_end", index, k)
            return
        if due[:1] != [player]:
            self.report("order", index, k)
        if player in due:
            due.remove(player)
        if player >= len(self.seats):
            return
        seat = self.seats[player]
        seat.begin_turn(index, turn.get("energy"), (index, k))
        for c, card_json in enumerate(cards):
            if self.free:
                seat.lay(card_json, (index, k, c))
            else:
                self.report("after_end", index, k, c)
        if self.free and len(cards) < min(world.size for world in seat.judge.worlds):
            self.report("round_size", index, k)


def judge_coop(puzzle: Document, solution: Document) -> list[Violation]:
    """Returns the certain violations of a solution, in the order of play."""
    table = Table(puzzle)
    for index, game_round in enumerate(solution["rounds"]):
        table.play_round(index, game_round["turns"])
    if table.free:
        table.report("covered")
    return table.violations
