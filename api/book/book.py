"""Makes a book: every answer is proved, everything is drawn, and then it is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from api.book.captions import caption_of, steps_of
from api.book.layout import layout_of
from api.book.options import BookOptions, Order
from api.book.pictures import picture
from api.book.proved_answers import Proved, Unproved, prove
from api.book.recheck_turns import refuse_misses
from api.book.selection import Chosen
from api.book.template_data import Frame, Printed, Writer
from api.book.typst_printer import lacking, pages_of, print_pdf
from generators.protocol import GRADES
from puzzles.drawing.style import Look
from puzzles.errors import BadInput, Problem
from puzzles.registry import KIND_IDS

# Printing takes about as long as so many puzzles in a hundred take to be drawn.
_PRINTING = 60


@dataclass(frozen=True)
class Book:
    """The files, `answers` where they are apart."""

    pdf: bytes
    answers: bytes | None = None


def make_book(
    order: Order,
    puzzles: Sequence[Chosen],
    progress: Callable[[int, int], None] = lambda done, total: None,
    base_url: str | None = None,
) -> Book:
    """BadInput, and no book, where an answer or what the options say cannot be printed."""
    options = order.options
    _refuse_unprintable(options)
    total = 2 * len(puzzles) + max(1, 2 * len(puzzles) * _PRINTING // 100)
    proved = []
    for done, found in enumerate(_proved(puzzles), 1):
        proved.append(found)
        progress(done, total)
    look = Look(options.language, options.ink, legend=False, counting="people")
    printed = []
    # What is not of the packs was solved a moment ago.
    of_packs = [found for found, chosen in zip(proved, puzzles, strict=True) if chosen.entry is not None]
    with ThreadPoolExecutor(1) as beside:
        judging = beside.submit(refuse_misses, of_packs)
        for number, found in enumerate(sorted(proved, key=_order), 1):
            printed.append(_drawn(number, found, look, options))
            progress(len(proved) + number, total)
        judging.result()
    book = _printed(order, printed, look, base_url)
    progress(total, total)
    return book


def _refuse_unprintable(options: BookOptions) -> None:
    said = {"/title": options.title, "/author": options.author}
    found = {name: lacking(text) for name, text in said.items() if text}
    problems = [Problem(name, f"the font lacks the character {what}") for name, what in found.items() if what]
    if problems:
        raise BadInput(problems)


def _proved(puzzles: Sequence[Chosen]) -> Iterator[Proved]:
    """All that can be proved; then Unproved with all that cannot."""
    problems: list[Problem] = []
    for chosen in puzzles:
        try:
            yield prove(chosen)
        except Unproved as e:
            problems += e.problems
    if problems:
        raise Unproved(problems)


def _order(found: Proved) -> tuple[int, int, int, str]:
    """Kind by kind, in rising difficulty; at the end what nobody has graded."""
    kind = KIND_IDS.index(found.kind.id)
    grade = len(GRADES) if found.grade is None else list[str](GRADES).index(found.grade)
    return kind, grade, found.difficulty or 0, found.id


def _drawn(number: int, found: Proved, look: Look, options: BookOptions) -> Printed:
    kind = found.kind
    puzzle = picture(kind.draw(found.puzzle, None, look))
    caption = caption_of(found)
    if options.answers == "without":
        return Printed(number, found, caption, puzzle, None, ())
    answer = picture(kind.draw(found.puzzle, found.solution, replace(look, answer=True)))
    return Printed(number, found, caption, puzzle, answer, steps_of(found, caption, look.words))


def _printed(order: Order, printed: Sequence[Printed], look: Look, base_url: str | None) -> Book:
    frame = Frame(order, layout_of(order.options, base_url is not None, len(printed)), look, base_url)
    if order.options.answers != "apart":
        writer = Writer(frame, printed)
        return Book(print_pdf(writer.book(), writer.files))
    # Each tells the pages of the other, on which its own pages do not depend.
    book, answers = Writer(frame, printed), Writer(frame, printed)
    asked_on = pages_of(book.book(), book.files)
    answered_on = pages_of(answers.apart(), answers.files)
    book, answers = Writer(frame, printed, answered_on), Writer(frame, printed, asked_on)
    return Book(print_pdf(book.book(), book.files), print_pdf(answers.apart(), answers.files))
