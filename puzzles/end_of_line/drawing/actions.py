"""A solution of a classic solitaire as the drawings take it, with words for its actions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from puzzles.drawing.lists import unbreakable
from puzzles.end_of_line.board import ANY_CARD, PlacedCard, Round
from puzzles.end_of_line.classic_puzzle import MAX_ACTIONS, Action, cards_of_actions
from puzzles.end_of_line.drawing.solution import JudgedSolution
from puzzles.kind import Violation
from puzzles.texts import ENGLISH, Translator

# What stands for a card that neither the deck nor the discard pile has.
_NO_CARD = "?"


@dataclass(frozen=True)
class JudgedActions(JudgedSolution):
    """Every action is a round of its own; one that discards a card lays none."""

    handled: tuple[tuple[Action, str | None], ...] = ()
    turns_every_card_back: bool = True

    def first_cards(self) -> dict[int, int]:
        """No card on the board begins a round."""
        return {}

    def round_words(self, translator: Translator = ENGLISH) -> tuple[str, ...]:
        """Returns for each action what it does: "recover, reverse: 4 S", "discard L"."""
        actions = islice(zip(self._firsts, self.handled, strict=True), MAX_ACTIONS)
        return tuple(self._words(number, *handled, translator) for number, handled in actions)

    def _words(self, number: int, action: Action, card: str | None, translator: Translator) -> str:
        card = card or _NO_CARD
        if action.do == "discard":
            return unbreakable(translator.text("end_of_line.drawing.action.discard", card=card))
        prefixes = [
            *([translator.text("end_of_line.drawing.action.recover")] if action.do == "recover" else []),
            *([translator.text("end_of_line.drawing.energy.reverse")] if action.reverse else []),
        ]
        prefix = f"{', '.join(prefixes)}: " if prefixes else ""
        return unbreakable(f"{prefix}{number} {card}")

    def _violation_location(
        self, violation: Violation, translator: Translator = ENGLISH
    ) -> tuple[int | None, str]:
        if "step" not in violation.at:
            return None, ""
        step = int(violation.at["step"])
        words = unbreakable(translator.text("end_of_line.drawing.action.number", action=step + 1))
        return (self._firsts[step] if self.rounds[step].cards else None), words


def judged_actions(
    deck: tuple[str, ...],
    actions: tuple[Action, ...],
    violations: tuple[Violation, ...] = (),
    score: int | None = None,
) -> JudgedActions:
    handled = tuple(zip(actions, cards_of_actions(deck, actions), strict=True))
    return JudgedActions(tuple(_rounds(handled)), violations, score, handled=handled)


def _rounds(handled: Iterable[tuple[Action, str | None]]) -> Iterable[Round]:
    for action, card in handled:
        placed_cards = () if action.cell is None else (PlacedCard(card or ANY_CARD, action.cell),)
        yield Round(placed_cards, "reverse" if action.reverse else None)
