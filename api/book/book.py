"""Makes a book: proves every answer, draws everything, and prints it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from api.book.captions import caption_of, steps_of, techniques_of
from api.book.engines import Engines, KindAndPuzzle
from api.book.layout import layout_of
from api.book.options import BookOptions, Order
from api.book.pictures import PrinterFiles
from api.book.proved_answers import ProvedPuzzle, Unproved, prove
from api.book.rules import example_of
from api.book.selection import ChosenPuzzle
from api.book.template_data import Frame, Json, PrintedPuzzle, TemplateData
from api.book.typst_printer import missing_character, pages_of, print_pdfs
from puzzles.drawing.style import Look
from puzzles.errors import BadInput, Problem, Problems
from puzzles.game import Caption, SolvedPuzzle
from puzzles.grades import GRADES
from puzzles.registry import KIND_IDS

# Printing takes about as long as drawing this share of the puzzles, in percent.
_PRINTING_PERCENT = 60


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
    engines: Engines | None = None,
) -> Book:
    """Makes a book; BadInput where an answer, or a text of the options, cannot be printed.

    `engines`: those that have helped to choose the puzzles; closed before the book is printed."""
    with engines or Engines() as open_engines:
        return _make_book(order, puzzles, progress, base_url, open_engines)


def _make_book(
    order: Order,
    puzzles: Sequence[ChosenPuzzle],
    progress: Callable[[int, int], None],
    base_url: str | None,
    engines: Engines,
) -> Book:
    options = order.options
    _refuse_unprintable(options)
    total = 2 * len(puzzles) + max(1, 2 * len(puzzles) * _PRINTING_PERCENT // 100)
    proved_puzzles = []
    for done, proved in enumerate(_prove_all(puzzles), 1):
        proved_puzzles.append(proved)
        progress(done, total)
    look = Look(options.language, options.ink, legend=False)
    # Engines have just solved the puzzles that are not from the packs.
    from_packs = [
        proved for proved, chosen in zip(proved_puzzles, puzzles, strict=True) if chosen.entry is not None
    ]
    captioned = [
        (proved, caption_of(proved.kind.id, SolvedPuzzle(proved.puzzle, proved.solution, proved.score)))
        for proved in sorted(proved_puzzles, key=_sort_key)
    ]
    engines.explain(_explained(captioned, options))
    wait_for_goals = engines.check_goals(from_packs)
    printed = []
    for number, (proved, caption) in enumerate(captioned, 1):
        printed.append(_draw(number, proved, caption, look, options, engines))
        progress(len(proved_puzzles) + number, total)
    frame = Frame(order, layout_of(options, base_url is not None, len(printed)), look, base_url, engines)
    data = TemplateData(frame, printed)
    parts = [data.book(), *([data.answers_apart()] if options.answers == "apart" else [])]
    wait_for_goals()
    engines.close()
    book = _print(parts, data.files)
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


def _explained(
    captioned: Sequence[tuple[ProvedPuzzle, Caption]], options: BookOptions
) -> Iterator[KindAndPuzzle]:
    """Yields the puzzles whose steps the book shows: the examples of the rules, and the answers."""
    for kind in {proved.kind.id for proved, caption in captioned if caption.without_steps is not None}:
        yield kind, example_of(kind).puzzle
    if options.answers != "without":
        for proved, caption in captioned:
            if caption.without_steps is not None:
                yield proved.kind.id, proved.puzzle


def _draw(
    number: int, proved: ProvedPuzzle, caption: Caption, look: Look, options: BookOptions, engines: Engines
) -> PrintedPuzzle:
    most = layout_of(options, has_addresses=False, puzzles=1).most_steps
    if options.answers == "without" or caption.without_steps is None:
        return PrintedPuzzle(number, proved, caption)
    translator, steps = look.translator, engines.key_steps(proved.kind.id, proved.puzzle)
    sentences = steps_of(steps, caption, translator)[:most]
    return PrintedPuzzle(number, proved, caption, sentences, techniques_of(steps, translator))


def _print(parts: Sequence[Json], files: PrinterFiles) -> Book:
    """Prints the book, and its answers if they are apart."""
    if len(parts) == 1:
        return Book(*print_pdfs(parts, files))
    # Each file names the pages of the other. That does not change its own pages, so they are known first.
    book, answers = parts
    puzzle_pages, answer_pages = pages_of(book, files), pages_of(answers, files)
    return Book(
        *print_pdfs([book | {"elsewhere": answer_pages}, answers | {"elsewhere": puzzle_pages}], files)
    )
