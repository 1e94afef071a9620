"""light_line.solo: place all cards so that one line, with black as a wildcard, passes every card."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.json_shapes import Choice, Record
from puzzles.kind import Facts, Violation
from puzzles.light_line.cards import CARDS
from puzzles.light_line.line_kinds import ChainKind, Deal, LineSolution, missed
from puzzles.light_line.referee import LineReferee, layout_violations
from puzzles.texts import Phrase, phrase


@dataclass(frozen=True)
class SoloPuzzle(Deal):
    """The cards."""


class Solo(ChainKind[SoloPuzzle]):
    """See puzzles.kind.PuzzleKind for what each member is for."""

    id = "light_line.solo"
    summary = "LIGHT-LINE! solo: place all cards so that one line passes every card, black being wild."
    facts = Facts()
    wild = True
    puzzle = SoloPuzzle
    record = Record({"kind": Choice((id,)), "cards": CARDS}, what=f"a {id} puzzle")

    def verify(self, puzzle: SoloPuzzle, solution: LineSolution) -> tuple[Violation, ...]:
        cards = {card.id: card for card in puzzle.cards}
        return (
            *layout_violations(cards, solution.layout, all_placed=True),
            *LineReferee(cards, solution.layout, wild=self.wild).violations(solution.line),
            *missed(list(cards), solution.line),
        )

    def score(self, puzzle: SoloPuzzle, solution: LineSolution) -> int | None:
        return None

    def asks(self, puzzle: SoloPuzzle) -> Phrase:
        return phrase(f"{self.id}.drawing.asks")


KIND = Solo()
