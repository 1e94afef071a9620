"""light_line.head: lay a given number of the cards, with a line of one colour once through each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from puzzles.json_shapes import Described, Integer, ObjectShape, kind_name
from puzzles.kind import Facts, Violation
from puzzles.light_line import line_sections
from puzzles.light_line.cards import CARDS, Card, Section, has_tube
from puzzles.light_line.line_kinds import Deal, LineKind, LineSolution, cards_missed
from puzzles.light_line.play import LineMove, LinePlay, LinePosition, no_way_on, placements, sections_ahead
from puzzles.light_line.referee import LineReferee, layout_violations, step_violation
from puzzles.play import Outcome
from puzzles.texts import Phrase, phrase


@dataclass(frozen=True)
class HeadPuzzle(Deal):
    """`length`: the number of cards to lay, which may be more than there are."""

    length: int


class HeadPlay(LinePlay[HeadPuzzle]):
    """Lay the number of cards, then follow a line with one section on each until it has passed all."""

    def moves(self, position: LinePosition[HeadPuzzle]) -> tuple[LineMove, ...]:
        length = position.puzzle.length
        if len(position.layout) < length:
            return placements(position)
        if len(position.line) == length:
            return ()
        ahead = sections_ahead(position, wild=False)
        return tuple(section for section in ahead if section.card not in position.passed)

    def end(self, position: LinePosition[HeadPuzzle]) -> Outcome:
        length = position.puzzle.length
        if len(position.layout) < length:
            return Outcome(solved=False, reason=phrase("light_line.play.too_few_cards", length=length))
        if len(position.line) < length:
            return Outcome(solved=False, reason=no_way_on(position))
        return Outcome(solved=True)


class Head(LineKind[HeadPuzzle]):
    """See puzzles.kind.PuzzleKind for what each member is for."""

    id = "light_line.head"
    summary = (
        "LIGHT-LINE! HEAD-LINE: lay a given number of cards, with a line of one colour once through each."
    )
    facts = Facts()
    wild = False
    of_the_end = frozenset({"empty_line", "not_all_cards"})
    puzzle = HeadPuzzle
    play = HeadPlay()
    line_form = line_sections.HEAD
    puzzle_shape = ObjectShape(
        {
            "kind": kind_name(id),
            "cards": CARDS,
            "length": Described(Integer(1), "How many cards must be laid, all on the line.", 5),
        },
        what=f"a {id} puzzle",
    )

    def verify(self, puzzle: HeadPuzzle, solution: LineSolution) -> tuple[Violation, ...]:
        cards = {card.id: card for card in puzzle.cards}
        names = dict.fromkeys(placed_card.card for placed_card in solution.layout)
        violations = list(layout_violations(cards, solution.layout, all_placed=False))
        if len(solution.layout) != puzzle.length:
            count = {"n": len(solution.layout), "length": puzzle.length}
            violations.append(Violation("card_count", phrase("light_line.violation.card_count", **count), {}))
        violations += LineReferee(cards, solution.layout, wild=self.wild).violations(solution.line)
        violations += cards_missed([name for name in names if name in cards], solution.line)
        violations += _passed_again(cards, solution.line)
        return tuple(violations)

    def progress_violations(self, puzzle: HeadPuzzle, progress: LineSolution) -> tuple[Violation, ...]:
        violations = super().progress_violations(puzzle, progress)
        if len(progress.layout) > puzzle.length:
            return violations
        return tuple(violation for violation in violations if violation.rule != "card_count")

    def score(self, puzzle: HeadPuzzle, solution: LineSolution) -> int | None:
        return None

    def task(self, puzzle: HeadPuzzle, target: int | None = None) -> Phrase:
        return phrase(f"{self.id}.task", n=puzzle.length)


KIND = Head()


def _passed_again(cards: Mapping[str, Card], line: Sequence[Section]) -> Iterator[Violation]:
    """Reports where the line comes to a card for the second time, by another section.

    A section without an existing card and tube passes no card.
    """
    sections_by_card: dict[str, set[int]] = {}
    for step, section in enumerate(line):
        card = cards.get(section.card)
        if card is None or not has_tube(card, section.tube):
            continue
        before = sections_by_card.setdefault(section.card, set())
        if before and section.tube not in before:
            yield step_violation("one_section", step, card=section.card)
        before.add(section.tube)
