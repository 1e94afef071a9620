"""light_line.longest: one line of a single colour that meets as many of the cards as possible."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.json_shapes import ObjectShape, kind_name
from puzzles.kind import Facts, Violation
from puzzles.light_line.cards import CARDS
from puzzles.light_line.line_kinds import Deal, LineKind, LineSolution
from puzzles.light_line.play import (
    LineMove,
    LinePlay,
    LinePosition,
    Stop,
    no_way_on,
    placements,
    sections_ahead,
)
from puzzles.light_line.referee import LineReferee, layout_violations
from puzzles.play import Outcome
from puzzles.texts import Phrase, phrase, sentences


@dataclass(frozen=True)
class LongestPuzzle(Deal):
    """The cards."""


class LongestPlay(LinePlay[LongestPuzzle]):
    """Lay any of the cards, begin a line with any tube on the table, and stop at any time.

    Where the line cannot go on it ends by itself.
    """

    def moves(self, position: LinePosition[LongestPuzzle]) -> tuple[LineMove, ...]:
        if position.stopped:
            return ()
        ahead = sections_ahead(position, wild=False)
        if not position.line:
            return (*placements(position), *ahead)
        return (*ahead, Stop()) if ahead else ()

    def end(self, position: LinePosition[LongestPuzzle]) -> Outcome:
        if not position.line:
            return Outcome(solved=False, reason=no_way_on(position))
        return Outcome(solved=True, score=len(position.passed))


class Longest(LineKind[LongestPuzzle]):
    """See puzzles.kind.PuzzleKind for what each member is for."""

    id = "light_line.longest"
    summary = (
        "LIGHT-LINE! LONG-LINE: lay cards so that a line of one colour meets as many of them as possible."
    )
    facts = Facts(scored=True)
    wild = False
    of_the_end = frozenset({"empty_line"})
    puzzle = LongestPuzzle
    play = LongestPlay()
    puzzle_shape = ObjectShape({"kind": kind_name(id), "cards": CARDS}, what=f"a {id} puzzle")

    def verify(self, puzzle: LongestPuzzle, solution: LineSolution) -> tuple[Violation, ...]:
        cards = {card.id: card for card in puzzle.cards}
        return (
            *layout_violations(cards, solution.layout, all_placed=False),
            *LineReferee(cards, solution.layout, wild=self.wild).violations(solution.line),
        )

    def score(self, puzzle: LongestPuzzle, solution: LineSolution) -> int | None:
        return len({section.card for section in solution.line})

    def task(self, puzzle: LongestPuzzle, target: int | None = None) -> Phrase:
        key = f"{self.id}.task"
        best = phrase(f"{key}.black") if target is None else phrase(f"{key}.best", n=target)
        return sentences(phrase(f"{key}.lay", n=len(puzzle.cards)), best)


KIND = Longest()
