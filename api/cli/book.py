"""The command that prints puzzle books: lineworks book."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from errno import ENOENT
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.exceptions import Exit

from api.book.book import Book, make_book
from api.book.engines import Engines
from api.book.options import read_order
from api.book.selection import PuzzleSources
from api.book.suitability import suits_book
from api.cli.batch import problem_lines, report_error
from api.cli.exit_codes import BAD
from api.cli.input import BadDocument, items
from api.cli.interruptible import interruptible
from api.cli.output import output_file, refuse_existing, write_together, writing
from api.cli.progress import Display
from api.cli.settings import settings_in_force
from api.service.settings import Settings
from puzzles.errors import BadInput, Problem
from puzzles.texts import LANGUAGES

if TYPE_CHECKING:
    from api.store.database import Database

# Options that have another name in a request.
_NAMED = {"kinds": "--kind", "grades": "--grade", "ids": "--id", "puzzles": "--from"}
_OF_SOURCE = re.compile(r"/puzzles/([0-9]+)(.*)", re.DOTALL)


@click.command()
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="Only puzzles of this kind; repeatable.")
@click.option(
    "--grade", "grades", multiple=True, metavar="GRADE", help="Only puzzles of this grade; repeatable."
)
@click.option("--count", metavar="N", type=int, help="How many puzzles.  [default: 56]")
@click.option(
    "--seed", type=int, help="The same seed selects the same puzzles.  [default: a new one each time]"
)
@click.option("--id", "ids", multiple=True, metavar="ID", help="The puzzle with this id; repeatable.")
@click.option("--from", "source", metavar="FILE.jsonl", help="The puzzles in FILE (- is standard input).")
@click.option("--paper", help="a4, a5, letter, or 6x9 with a gutter.  [default: a4]")
@click.option(
    "--per-page", metavar="N", type=int, help="Puzzles per page: 1, 2 or 4.  [default: as many as fit]"
)
@click.option("--large-print", is_flag=True, help="Large type and large drawings.")
@click.option("--ink", help="colour, or patterns in black and white.  [default: colour]")
@click.option("--language", help=f"{', '.join(LANGUAGES)}.  [default: en]")
@click.option("--title", help="The title of the book.")
@click.option("--author", help="The author of the book.")
@click.option("--answers", help="with, without, or apart (in a separate file).  [default: with]")
@click.option(
    "--cut-outs/--no-cut-outs",
    default=None,
    help="Sheets of cards and pieces to cut out, at the end.  [default: with them]",
)
@click.option(
    "--card-size", metavar="MM", type=float, help="The width of the cards to cut out, 20 to 120 mm."
)
@click.option("-o", "output", metavar="FILE.pdf", required=True, help="The file to write.")
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
def book(*, source: str | None, output: str, force: bool, **named: Any) -> None:
    """Print a book of puzzles as PDF, with rules, answers and an index.

    Without --id and --from, puzzles are chosen at random from those that come with lineworks. Puzzles without
    a verified answer are first solved by two engines. A puzzle that has no solution is refused, and so is one
    that has several although its kind promises a single one. --answers apart writes the answers to
    FILE-answers.pdf.
    """
    settings = settings_in_force()
    files = _files(output, named["answers"] == "apart", force)
    document = _document(named)
    locations: list[str] = []
    if source is not None:
        document["puzzles"] = _read(source, locations)
    display = Display("Printing the book", 1, alone=True, percent=True)
    try:
        with display.working():
            pdfs = interruptible(partial(_make_book, document, settings, display))
    except BadInput as e:
        for line in problem_lines(e.problems, partial(_problem_words, locations), e.more):
            click.echo(f"Error: {line}", err=True)
        raise Exit(BAD) from e
    contents = [pdfs.pdf] if pdfs.answers is None else [pdfs.pdf, pdfs.answers]
    write_together(dict(zip(files, contents, strict=True)))


def _document(named: Mapping[str, Any]) -> dict[str, Any]:
    """The request that says the same as the command line."""
    lists = {name: list(value) for name, value in named.items() if isinstance(value, tuple) and value}
    rest = {name: value for name, value in named.items() if not isinstance(value, (tuple, type(None)))}
    return {**rest, **lists} | ({"paper": rest["paper"].lower()} if "paper" in rest else {})


def _files(output: str, apart: bool, force: bool) -> list[str]:
    """The files to write. Refuses here, before the work, what cannot be written."""
    if output_file(output) is None:
        raise click.UsageError("-o: a PDF cannot be written to standard output; name a file.")
    path = Path(output)
    files = [output, str(path.with_name(f"{path.stem}-answers{path.suffix}"))] if apart else [output]
    for name in files:
        if not force:
            refuse_existing(name, "--force replaces it")
        with writing(name):
            if not Path(name).parent.is_dir():
                raise FileNotFoundError(ENOENT, f"there is no folder {Path(name).parent}")
    return files


def _read(source: str, locations: list[str]) -> list[object]:
    """The documents in a file; adds the location of each to `locations`."""
    documents = []
    try:
        for item in items(source):
            locations.append(item.location)
            documents.append(item.read(lambda document: document))
    except BadDocument as e:
        raise Exit(report_error(e.location, e.error)) from e
    return documents


def _problem_words(locations: Sequence[str], problem: Problem) -> str:
    """A problem, with the option or the line of the file that it is about."""
    source = _OF_SOURCE.fullmatch(problem.pointer)
    if source is not None:
        location = locations[int(source[1])]
        return f"{location}: {source[2]}: {problem.detail}" if source[2] else f"{location}: {problem.detail}"
    if not problem.pointer:
        return problem.detail
    name = problem.pointer.split("/")[1]
    return f"{_NAMED.get(name, '--' + name.replace('_', '-'))}: {problem.detail}"


def _make_book(document: dict[str, Any], settings: Settings, display: Display) -> Book:
    def progress(done: int, total: int) -> None:
        display.total = total
        display.step(done - display.done)

    order = read_order(document)
    with Engines() as engines:
        with _Bank(settings.database_url) as bank:
            suits = suits_book(order.options, engines, settings.base_url)
            chosen = PuzzleSources(find_outside_packs=bank.find, suits=suits).select(order.selection)
        return make_book(order, chosen, progress, settings.base_url, engines)


class _Bank(ExitStack):
    """The bank, opened at the first request. Puzzles that are not visible yet are not found.

    Only then is the database's library loaded, which takes long and which most books need not.
    """

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url

    def find(self, puzzle_id: str) -> Mapping[str, Any] | None:
        from api.bank import visibility  # noqa: PLC0415  # slow to load
        from api.store.database import Database  # noqa: PLC0415  # slow to load

        file = Database(self._url).file
        if file is not None and not file.exists():
            return None  # a mere look makes no database
        with self._database.reading() as connection:
            puzzle = visibility.find_visible(connection, puzzle_id)
        return None if puzzle is None else puzzle.record

    @cached_property
    def _database(self) -> Database:
        from api.cli.bank.database import open_database  # noqa: PLC0415  # slow to load

        return self.enter_context(open_database())
