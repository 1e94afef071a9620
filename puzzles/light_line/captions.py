"""What a book prints with a puzzle of LIGHT-LINE!."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.game import Caption, Size, SolvedPuzzle
from puzzles.light_line.cards import Card
from puzzles.light_line.deck import are_of_shipped_deck
from puzzles.light_line.head import KIND as HEAD
from puzzles.light_line.head import HeadPuzzle
from puzzles.light_line.layout_words import layout_words, placement_words
from puzzles.light_line.line_kinds import LineSolution
from puzzles.light_line.longest import KIND as LONGEST
from puzzles.light_line.longest import LongestPuzzle
from puzzles.light_line.place import KIND as PLACE
from puzzles.light_line.place import Placement, PlacePuzzle
from puzzles.light_line.solo import KIND as SOLO
from puzzles.light_line.solo import SoloPuzzle
from puzzles.texts import Phrase, phrase


def solo(solved: SolvedPuzzle[SoloPuzzle, LineSolution]) -> Caption:
    cards = solved.puzzle.cards
    return Caption(
        SOLO.task(solved.puzzle),
        answer=(layout_words(cards, solved.solution.layout),),
        frame=len(cards),
        size=Size(phrase("light_line.book.by_cards"), len(cards)),
        notices=_notices(cards),
    )


def longest(solved: SolvedPuzzle[LongestPuzzle, LineSolution]) -> Caption:
    n = solved.score or 0
    return Caption(
        LONGEST.task(solved.puzzle, n),
        answer=(
            phrase("light_line.longest.answer", n=n),
            layout_words(solved.puzzle.cards, solved.solution.layout),
        ),
        # Cards that are not on the line need not be laid.
        frame=n,
        size=Size(phrase("light_line.book.by_cards"), len(solved.puzzle.cards)),
        notices=_notices(solved.puzzle.cards),
    )


def head(solved: SolvedPuzzle[HeadPuzzle, LineSolution]) -> Caption:
    cards = solved.puzzle.cards
    return Caption(
        HEAD.task(solved.puzzle),
        answer=(layout_words(cards, solved.solution.layout),),
        frame=solved.puzzle.length,
        size=Size(phrase("light_line.book.by_cards"), len(cards)),
        notices=_notices(cards),
    )


def place(solved: SolvedPuzzle[PlacePuzzle, Placement]) -> Caption:
    n = solved.score or 0
    return Caption(
        PLACE.task(solved.puzzle, n),
        answer=(placement_words(solved.puzzle, solved.solution), phrase("light_line.place.answer", n=n)),
        size=Size(phrase("light_line.book.by_table"), len(solved.puzzle.cards)),
        notices=_notices((*solved.puzzle.cards, solved.puzzle.card)),
    )


def _notices(cards: Sequence[Card]) -> tuple[Phrase, ...]:
    return (phrase("light_line.synthetic"),) if are_of_shipped_deck(cards) else ()
