"""The referee of co-operative puzzles: several lines on one board, turns in their order."""

from __future__ import annotations

from puzzles.end_of_line.coop_puzzle import CoopPuzzle, CoopRound, CoopSolution, Turn
from puzzles.end_of_line.player_referee import PlayerReferee
from puzzles.end_of_line.referee import BrokenRule, CoveredCells, LineReferee, broken_rule
from puzzles.end_of_line.turn_order import turn_order
from puzzles.kind import Violation
from puzzles.texts import BoardCell, Part, phrase


class CoopReferee:
    """Goes through a solution turn by turn and notes every broken rule.

    A turn out of order is laid for the player whom it names. From then on it is the turn of whoever has not
    played in the round and comes first in its order. The order of a round follows from the cards as they were
    laid, whether or not they broke rules.
    """

    def __init__(self, puzzle: CoopPuzzle) -> None:
        starts = [player.start.cell for player in puzzle.players]
        self._covered = CoveredCells(puzzle.free_cells, puzzle.blocked, starts)
        self._players = tuple(
            PlayerReferee(
                LineReferee(puzzle.area_of(i), self._covered),
                player.deck,
                puzzle.energy,
                too_many="end_of_line.violation.coop.round_size",
            )
            for i, player in enumerate(puzzle.players)
        )
        self._violations: list[Violation] = []

    def judge(self, solution: CoopSolution) -> tuple[Violation, ...]:
        for index, played_round in enumerate(solution.rounds):
            self._round(index, played_round)
        if self._covered.free:
            cells = tuple(BoardCell(*cell) for cell in sorted(self._covered.free))
            message = phrase("end_of_line.violation.coop.covered", cells=cells)
            self._violations.append(Violation("covered", message, {}))
        return tuple(self._violations)

    def _round(self, index: int, played_round: CoopRound) -> None:
        if not self._covered.free and not played_round.turns:
            self._note_round(index, broken_rule("after_end"))
        due = list(turn_order({i: player.laid for i, player in enumerate(self._players)}))
        if self._covered.free:
            for player in self._players:
                player.fill_hand()
        for k, turn in enumerate(played_round.turns):
            if not self._covered.free:
                self._after_end(index, k, turn)
                continue
            self._check_order(index, k, turn, due)
            if turn.player < len(self._players):
                self._turn(index, k, turn)
        if due and self._covered.free:
            players = tuple(player + 1 for player in sorted(due))
            words = phrase("end_of_line.violation.coop.left_out", players=players, n=len(players))
            self._note_round(index, BrokenRule("order", words))

    def _check_order(self, index: int, k: int, turn: Turn, due: list[int]) -> None:
        """Note a turn out of order; `due` are those who have yet to play in the round, in their order."""
        if not due:
            words = phrase("end_of_line.violation.coop.nobodys_turn")
            self._note_turn(index, k, turn, BrokenRule("order", words))
        elif turn.player != due[0]:
            words = phrase("end_of_line.violation.coop.order", player=due[0] + 1)
            self._note_turn(index, k, turn, BrokenRule("order", words))
        if turn.player in due:
            due.remove(turn.player)

    def _turn(self, index: int, k: int, turn: Turn) -> None:
        player = self._players[turn.player]
        fewest = player.fewest_cards(index + 1, turn.energy)
        for card, broken in player.play(index + 1, turn.cards, turn.energy):
            self._note_turn(index, k, turn, broken, card)
        if len(turn.cards) < fewest and self._covered.free:
            numbers = {"count": len(turn.cards), "minimum": fewest}
            words = phrase("end_of_line.violation.coop.turn_too_short", **numbers)
            self._note_turn(index, k, turn, BrokenRule("round_size", words))

    def _after_end(self, index: int, k: int, turn: Turn) -> None:
        """Note every card of a turn after the end, or the turn itself when it has none."""
        for card in range(len(turn.cards)) or (None,):
            self._note_turn(index, k, turn, broken_rule("after_end"), card)

    def _note_round(self, index: int, broken: BrokenRule) -> None:
        """Note a rule that a round as a whole breaks."""
        message = phrase("end_of_line.violation.in_round", round=index + 1, words=broken.words)
        self._violations.append(Violation(broken.rule, message, {"round": index}))

    def _note_turn(self, index: int, k: int, turn: Turn, broken: BrokenRule, card: int | None = None) -> None:
        """Note a rule that a card of a turn breaks, or the turn as a whole."""
        parts: dict[str, Part] = {"round": index + 1, "player": turn.player + 1, "words": broken.words}
        at = {"round": index, "turn": k}
        if card is None:
            message = phrase("end_of_line.violation.coop.in_turn", **parts)
        else:
            message = phrase("end_of_line.violation.coop.at_card", **parts, card=card + 1)
            at["card"] = card
        self._violations.append(Violation(broken.rule, message, at))
