"""A solution as the drawings take it, with words for its rounds and for what is wrong with it.

Cards are counted from 1 in order of placing, rounds from 1, as people do; `at` in a violation counts from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, islice
from math import ceil

from puzzles.drawing.lists import listing, unbreakable
from puzzles.end_of_line.board import MAX_CARDS, Cell, Round
from puzzles.kind import Violation
from puzzles.texts import ENGLISH, BoardCell, Translator


@dataclass(frozen=True)
class JudgedSolution:
    """A solution, right or wrong: its violations, and its score, None where it has none.

    The line of a kind without rounds is one round. `turns_every_card_back`: a reverse holds for every card
    of its round, and not for one of them, whichever it is.
    """

    rounds: tuple[Round, ...]
    violations: tuple[Violation, ...] = ()
    score: int | None = None
    turns_every_card_back: bool = False

    def first_cards(self) -> dict[int, int]:
        """The rounds that lay a card, by the number of their first card; rounds count from 1."""
        return {
            first: index + 1
            for index, (first, played_round) in enumerate(zip(self._firsts, self.rounds, strict=True))
            if played_round.cards
        }

    @cached_property
    def _firsts(self) -> tuple[int, ...]:
        """The number of each round's first card, or of the next card after a round without any."""
        sizes = (len(played_round.cards) for played_round in self.rounds[:-1])
        return tuple(accumulate(sizes, initial=1)) if self.rounds else ()

    def wrong_cards(self) -> frozenset[int]:
        """The cards that break a rule. A violation of a whole round counts for its first card."""
        return frozenset(
            card for card, _ in map(self._violation_location, self.violations) if card is not None
        )

    def energy_left(self, energy: int) -> int:
        return max(0, energy - sum(played_round.energy is not None for played_round in self.rounds))

    def round_words(self, translator: Translator = ENGLISH) -> tuple[str, ...]:
        """Returns for each round what it spends and lays: "reverse: 4 S, 5 L"."""
        texts = []
        for first, played_round in islice(zip(self._firsts, self.rounds, strict=True), MAX_CARDS):
            cards = listing(
                [
                    unbreakable(f"{first + k} {placed_card.card}")
                    for k, placed_card in enumerate(played_round.cards)
                ],
                translator=translator,
            )
            energy = played_round.energy and translator.text(
                f"end_of_line.drawing.energy.{played_round.energy}"
            )
            energy_prefix = f"{unbreakable(energy)}: " if energy else ""
            texts.append(energy_prefix + (cards or translator.text("end_of_line.drawing.no_card")))
        if len(self.rounds) > MAX_CARDS:
            texts.append(translator.text("end_of_line.drawing.up_to_round", round=len(self.rounds)))
        return tuple(texts)

    def verdict(self, translator: Translator = ENGLISH) -> str | None:
        """Every broken rule with the cards that break it; None when there is none.

        The rules go by the names that the API has for them, which are in no language."""
        locations: dict[str, dict[str, None]] = {}
        for violation in self.violations:
            locations.setdefault(violation.rule, {})[self._violation_location(violation, translator)[1]] = (
                None
            )
        rules = (
            f"{rule.replace('_', ' ')} {listing(where, MAX_CARDS, translator=translator)}".rstrip()
            for rule, where in locations.items()
        )
        return translator.text("end_of_line.drawing.not_valid", rules="; ".join(rules)) if locations else None

    def _violation_location(
        self, violation: Violation, translator: Translator = ENGLISH
    ) -> tuple[int | None, str]:
        """The number of the card to be marked, if any, and where the rule is broken, in words."""
        at = {key: int(value) for key, value in violation.at.items()}
        if "step" in at:
            return at["step"] + 1, str(at["step"] + 1)
        if "round" not in at:
            return None, ""
        first = self._firsts[at["round"]]
        if "card" in at:
            return first + at["card"], str(first + at["card"])
        words = unbreakable(translator.text("end_of_line.drawing.round", round=at["round"] + 1))
        return (first if self.rounds[at["round"]].cards else None), words


def board_cell(cell: Cell) -> BoardCell:
    """A cell as the catalogues take it."""
    return BoardCell(*cell)


def columns(widths: Sequence[float], gap: float, total: float) -> list[tuple[int, float]]:
    """The row and the left end of things in rows, their left ends one under the other.

    A column takes the usual widths, and what is a little wider; what is wider still gets the room of several.
    """
    if not widths:
        return []
    usual = sorted(widths)[len(widths) * 3 // 4]
    pitch = max(width for width in widths if width <= 1.3 * usual) + gap
    fit = max(1, int((total + gap) // pitch))
    positions, row, col = list[tuple[int, float]](), 0, 0
    for width in widths:
        needed = ceil((width + gap) / pitch)
        if col and col + needed > fit:
            row, col = row + 1, 0
        positions.append((row, col * pitch))
        col += needed
    return positions
