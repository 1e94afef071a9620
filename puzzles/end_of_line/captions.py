"""What a book prints with a puzzle of END OF LINE."""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.end_of_line.classic import KIND as CLASSIC
from puzzles.end_of_line.classic_puzzle import ClassicPuzzle, ClassicSolution
from puzzles.end_of_line.cover import KIND as COVER
from puzzles.end_of_line.cover import CoverPuzzle, CoverSolution
from puzzles.end_of_line.solo import KIND as SOLO
from puzzles.end_of_line.solo import SoloPuzzle, SoloSolution
from puzzles.game import Caption, Size, SolvedPuzzle
from puzzles.texts import Phrase, phrase


def solo(solved: SolvedPuzzle[SoloPuzzle, SoloSolution]) -> Caption:
    best = str(solved.score)
    energy_lines = (
        phrase(
            "end_of_line.solo.spent",
            round=number,
            energy=phrase(f"end_of_line.drawing.energy.{played_round.energy}"),
        )
        for number, played_round in enumerate(solved.solution.rounds, 1)
        if played_round.energy is not None
    )
    return Caption(
        SOLO.task(solved.puzzle, solved.score),
        answer=(phrase("end_of_line.solo.answer", score=best), *energy_lines),
        write_lines=(phrase("end_of_line.solo.mine"),),
        size=Size(phrase("end_of_line.book.by_deck"), len(solved.puzzle.deck)),
    )


def classic(solved: SolvedPuzzle[ClassicPuzzle, ClassicSolution]) -> Caption:
    score = phrase("end_of_line.classic.answer", score=str(solved.score))
    return Caption(
        CLASSIC.task(solved.puzzle, solved.score),
        answer=(score, *_what_the_line_does_not_show(solved.solution)),
        write_lines=(phrase("end_of_line.classic.mine"),),
        size=Size(phrase("end_of_line.book.by_deck"), len(solved.puzzle.deck)),
    )


def _what_the_line_does_not_show(solution: ClassicSolution) -> Iterator[Phrase]:
    """Yields which cards are discarded, which come back, and which are placed by a reverse."""
    drawn = [action for action in solution.actions if action.do != "recover"]
    placed = [action for action in solution.actions if action.cell is not None]
    numbers = {
        "discarded": [i for i, action in enumerate(drawn, 1) if action.do == "discard"],
        "recovered": [i for i, action in enumerate(placed, 1) if action.do == "recover"],
        "reversed": [i for i, action in enumerate(placed, 1) if action.reverse],
    }
    for what, cards in numbers.items():
        if cards:
            yield phrase(f"end_of_line.classic.{what}", cards=tuple(cards))


def cover(solved: SolvedPuzzle[CoverPuzzle, CoverSolution]) -> Caption:
    return Caption(
        COVER.task(solved.puzzle),
        without_steps=phrase("end_of_line.cover.trial"),
        size=Size(phrase("end_of_line.book.by_givens"), len(solved.puzzle.givens)),
    )
