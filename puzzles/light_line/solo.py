"""light_line.solo: place all cards so that one line, with black as a wildcard, passes every card."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.json_shapes import ObjectShape, kind_name
from puzzles.kind import Facts, Violation
from puzzles.light_line.cards import CARDS
from puzzles.light_line.line_kinds import Deal, LineKind, LineSolution, cards_missed
from puzzles.light_line.play import LineMove, LinePlay, LinePosition, no_way_on, placements, sections_ahead
from puzzles.light_line.referee import LineReferee, layout_violations
from puzzles.play import Outcome
from puzzles.texts import Phrase, phrase


@dataclass(frozen=True)
class SoloPuzzle(Deal):
    """The cards."""


class SoloPlay(LinePlay[SoloPuzzle]):
    """Lay all the cards, then follow a line until it has passed every card."""

    def moves(self, position: LinePosition[SoloPuzzle]) -> tuple[LineMove, ...]:
        if position.hand:
            return placements(position)
        return () if _passed_all(position) else sections_ahead(position, wild=True)

    def end(self, position: LinePosition[SoloPuzzle]) -> Outcome:
        if _passed_all(position):
            return Outcome(solved=True)
        return Outcome(solved=False, reason=no_way_on(position))


class Solo(LineKind[SoloPuzzle]):
    """See puzzles.kind.PuzzleKind for what each member is for."""

    id = "light_line.solo"
    summary = "LIGHT-LINE! SOLO-LINE: lay all cards so that one line runs through every card; black is wild."
    facts = Facts()
    wild = True
    of_the_end = frozenset({"card_missing", "empty_line", "not_all_cards"})
    puzzle = SoloPuzzle
    play = SoloPlay()
    puzzle_shape = ObjectShape({"kind": kind_name(id), "cards": CARDS}, what=f"a {id} puzzle")

    def verify(self, puzzle: SoloPuzzle, solution: LineSolution) -> tuple[Violation, ...]:
        cards = {card.id: card for card in puzzle.cards}
        return (
            *layout_violations(cards, solution.layout, all_placed=True),
            *LineReferee(cards, solution.layout, wild=self.wild).violations(solution.line),
            *cards_missed(list(cards), solution.line),
        )

    def score(self, puzzle: SoloPuzzle, solution: LineSolution) -> int | None:
        return None

    def task(self, puzzle: SoloPuzzle, target: int | None = None) -> Phrase:
        return phrase(f"{self.id}.task", n=len(puzzle.cards))


def _passed_all(position: LinePosition[SoloPuzzle]) -> bool:
    return len(position.passed) == len(position.puzzle.cards)


KIND = Solo()
