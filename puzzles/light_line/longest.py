"""light_line.longest: one line of a single colour that meets as many of the cards as possible."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.json_shapes import Choice, Record
from puzzles.kind import Facts, Violation
from puzzles.light_line.cards import CARDS
from puzzles.light_line.line_kinds import ChainKind, Deal, LineSolution
from puzzles.light_line.referee import LineReferee, layout_violations
from puzzles.texts import Phrase, phrase


@dataclass(frozen=True)
class LongestPuzzle(Deal):
    """The cards."""


class Longest(ChainKind[LongestPuzzle]):
    """See puzzles.kind.PuzzleKind for what each member is for."""

    id = "light_line.longest"
    summary = "LIGHT-LINE! LONG-LINE: a line of one colour that meets as many of the cards as possible."
    facts = Facts(scored=True)
    wild = False
    puzzle = LongestPuzzle
    record = Record({"kind": Choice((id,)), "cards": CARDS}, what=f"a {id} puzzle")

    def verify(self, puzzle: LongestPuzzle, solution: LineSolution) -> tuple[Violation, ...]:
        cards = {card.id: card for card in puzzle.cards}
        return (
            *layout_violations(cards, solution.layout, all_placed=False),
            *LineReferee(cards, solution.layout, wild=self.wild).violations(solution.line),
        )

    def score(self, puzzle: LongestPuzzle, solution: LineSolution) -> int | None:
        return len({section.card for section in solution.line})

    def asks(self, puzzle: LongestPuzzle) -> Phrase:
        return phrase(f"{self.id}.drawing.asks")


KIND = Longest()
