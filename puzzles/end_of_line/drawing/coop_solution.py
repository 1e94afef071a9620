"""A solution of a co-operative puzzle as the drawings take it, player by player.

Each player's cards are counted from 1 in order of placing, players and rounds from 1; `at` in a violation
counts from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from puzzles.drawing.lists import listing, unbreakable
from puzzles.end_of_line.board import MAX_CARDS, Round
from puzzles.end_of_line.coop_puzzle import CoopRound, Turn
from puzzles.end_of_line.drawing.solution import JudgedSolution
from puzzles.kind import Violation
from puzzles.texts import ENGLISH, Translator


class _Place(NamedTuple):
    """How many turns its player had before a turn, and the number of its first card."""

    number: int
    first_card: int


@dataclass(frozen=True)
class JudgedRounds:
    """A solution, right or wrong: its violations, and its score, None where it has none."""

    rounds: tuple[CoopRound, ...]
    violations: tuple[Violation, ...] = ()
    score: int | None = None

    def of_player(self, player: int) -> JudgedSolution:
        """The turns of a player as the rounds of a solution, with what is wrong with them."""
        turns = [turn for _, turn in self._turns() if turn.player == player]
        violations = []
        for violation in self.violations:
            at = {key: int(value) for key, value in violation.at.items()}
            if "turn" in at and self._turn(at).player == player:
                index = self._places[at["round"], at["turn"]].number
                card = {"card": at["card"]} if "card" in at else {}
                violations.append(Violation(violation.rule, violation.message, {"round": index, **card}))
        return JudgedSolution(tuple(Round(turn.cards, turn.energy) for turn in turns), tuple(violations))

    def first_cards(self, player: int) -> dict[int, int]:
        """The rounds in which a player lays cards, by the number of the first card there."""
        return {
            self._places[at].first_card: at[0] + 1
            for at, turn in self._turns()
            if turn.player == player and turn.cards
        }

    def round_words(self, translator: Translator = ENGLISH) -> tuple[str, ...]:
        """Returns for each round what its turns spend and lay: "player 2: reverse, 4 S; player 1: 4 R"."""
        words = [
            "; ".join(
                self._turn_words((index, k), turn, translator) for k, turn in enumerate(game_round.turns)
            )
            for index, game_round in enumerate(self.rounds[:MAX_CARDS])
        ]
        return tuple(text or translator.text("end_of_line.drawing.no_card") for text in words)

    def _turn_words(self, at: tuple[int, int], turn: Turn, translator: Translator) -> str:
        first = self._places[at].first_card
        parts = [unbreakable(f"{first + k} {card.card}") for k, card in enumerate(turn.cards)]
        if turn.energy is not None:
            parts.insert(0, unbreakable(translator.text(f"end_of_line.drawing.energy.{turn.energy}")))
        cards = listing(parts, translator=translator) or translator.text("end_of_line.drawing.no_card")
        return translator.text("end_of_line.coop.of_player", player=turn.player + 1, words=cards)

    def verdict(self, translator: Translator = ENGLISH) -> str | None:
        """Every broken rule with where it is broken; None when there is none.

        The rules go by the names that the API has for them, which are in no language."""
        places: dict[str, dict[str, None]] = {}
        for violation in self.violations:
            at = {key: int(value) for key, value in violation.at.items()}
            places.setdefault(violation.rule, {})[self._place_words(at, translator)] = None
        rules = (
            f"{rule.replace('_', ' ')} {listing(where, MAX_CARDS, translator=translator)}".rstrip()
            for rule, where in places.items()
        )
        return translator.text("end_of_line.drawing.not_valid", rules="; ".join(rules)) if places else None

    def _place_words(self, at: Mapping[str, int], translator: Translator) -> str:
        if "round" not in at:
            return ""
        if "turn" not in at:
            return unbreakable(translator.text("end_of_line.drawing.round", round=at["round"] + 1))
        player = self._turn(at).player + 1
        if "card" not in at:
            key, number = "end_of_line.coop.drawing.turn_in_round", at["round"] + 1
        else:
            first = self._places[at["round"], at["turn"]].first_card
            key, number = "end_of_line.coop.drawing.card_of", first + at["card"]
        return unbreakable(translator.text(key, number=number, player=player))

    def _turn(self, at: Mapping[str, int]) -> Turn:
        return self.rounds[at["round"]].turns[at["turn"]]

    def _turns(self) -> Iterator[tuple[tuple[int, int], Turn]]:
        """Yields the turns with their round and their place in it."""
        for index, game_round in enumerate(self.rounds):
            for k, turn in enumerate(game_round.turns):
                yield (index, k), turn

    @cached_property
    def _places(self) -> dict[tuple[int, int], _Place]:
        places: dict[tuple[int, int], _Place] = {}
        next_places: dict[int, _Place] = {}
        for at, turn in self._turns():
            places[at] = place = next_places.get(turn.player, _Place(0, 1))
            next_places[turn.player] = _Place(place.number + 1, place.first_card + len(turn.cards))
        return places
