"""Makes a book: proves every answer, draws everything, and prints it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from api.book.captions import caption_of, steps_of, techniques_of
from api.book.layout import layout_of
from api.book.options import BookOptions, Order
from api.book.proved_answers import ProvedPuzzle, Unproved, prove
from api.book.recheck_turns import check_goals
from api.book.selection import ChosenPuzzle
from api.book.template_data import Frame, PrintedPuzzle, TemplateData
from api.book.typst_printer import missing_character, pages_of, print_pdf
from puzzles.drawing.style import Look
from puzzles.errors import BadInput, Problem, Problems
from puzzles.game import SolvedPuzzle
from puzzles.grades import GRADES
from puzzles.registry import KIND_IDS

# Printing takes about as long as drawing this share of the puzzles, in percent.
_PRINTING_PERCENT = 60
# Steps to an answer in large print, where they would take more room than the answer.
MOST_STEPS = 4


@dataclass(frozen=True)
class Book:
    """The files of a book; `answers` where they are a file of their own."""

    pdf: bytes
    answers: bytes | None = None


def make_book(
    order: Order,
    puzzles: Sequence[ChosenPuzzle],
    progress: Callable[[int, int], None] = lambda done, total: None,
    base_url: str | None = None,
) -> Book:
    """Makes a book; BadInput where an answer, or a text of the options, cannot be printed."""
    options = order.options
    _refuse_unprintable(options)
    total = 2 * len(puzzles) + max(1, 2 * len(puzzles) * _PRINTING_PERCENT // 100)
    proved_puzzles = []
    for done, proved in enumerate(_prove_all(puzzles), 1):
        proved_puzzles.append(proved)
        progress(done, total)
    look = Look(options.language, options.ink, legend=False)
    printed = []
    # Engines have just solved the puzzles that are not from the packs.
    from_packs = [
        proved for proved, chosen in zip(proved_puzzles, puzzles, strict=True) if chosen.entry is not None
    ]
    with ThreadPoolExecutor(1) as executor:
        rechecking = executor.submit(check_goals, from_packs)
        for number, proved in enumerate(sorted(proved_puzzles, key=_sort_key), 1):
            printed.append(_draw(number, proved, look, options))
            progress(len(proved_puzzles) + number, total)
        rechecking.result()
    book = _print(order, printed, look, base_url)
    progress(total, total)
    return book


def _refuse_unprintable(options: BookOptions) -> None:
    texts = {"/title": options.title, "/author": options.author}
    missing = {pointer: missing_character(text) for pointer, text in texts.items() if text}
    problems = [
        Problem(pointer, f"the font lacks the character {character}")
        for pointer, character in missing.items()
        if character
    ]
    if problems:
        raise BadInput(problems)


def _prove_all(puzzles: Sequence[ChosenPuzzle]) -> Iterator[ProvedPuzzle]:
    """Yields the puzzles that can be proved, then raises Unproved with all that cannot."""
    problems = Problems()
    for chosen in puzzles:
        try:
            yield prove(chosen)
        except Unproved as e:
            problems.add_all(e)
    problems.raise_any(Unproved)


def _sort_key(proved: ProvedPuzzle) -> tuple[int, int, int, str]:
    """The order of a book: kind by kind, with rising difficulty, ungraded puzzles last."""
    kind = KIND_IDS.index(proved.kind.id)
    grade = len(GRADES) if proved.grade is None else list[str](GRADES).index(proved.grade)
    return kind, grade, proved.difficulty or 0, proved.id


def _draw(number: int, proved: ProvedPuzzle, look: Look, options: BookOptions) -> PrintedPuzzle:
    kind, puzzle, translator = proved.kind.id, proved.puzzle, look.translator
    caption = caption_of(kind, SolvedPuzzle(puzzle, proved.solution, proved.score))
    if options.answers == "without":
        return PrintedPuzzle(number, proved, caption)
    steps = steps_of(kind, puzzle, caption, translator)[: MOST_STEPS if options.large_print else None]
    return PrintedPuzzle(number, proved, caption, steps, techniques_of(kind, puzzle, caption, translator))


def _print(order: Order, printed: Sequence[PrintedPuzzle], look: Look, base_url: str | None) -> Book:
    frame = Frame(order, layout_of(order.options, base_url is not None, len(printed)), look, base_url)
    if order.options.answers != "apart":
        data = TemplateData(frame, printed)
        return Book(print_pdf(data.book(), data.files))
    # Each file names the pages of the other. That does not change its own pages, so they are known first.
    data = TemplateData(frame, printed)
    book, answers = data.book(), data.answers_apart()
    puzzle_pages, answer_pages = pages_of(book, data.files), pages_of(answers, data.files)
    return Book(
        print_pdf(book | {"elsewhere": answer_pages}, data.files),
        print_pdf(answers | {"elsewhere": puzzle_pages}, data.files),
    )
