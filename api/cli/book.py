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

from api.cli import options
from api.cli.bank import commands
from api.cli.batch import in_few, interruptible, tell
from api.cli.exit_codes import BAD
from api.cli.input import Bad, items
from api.cli.output import output_file, refuse_existing, write_together, writing
from api.cli.progress import Display
from puzzles.errors import BadInput, Problem
from puzzles.texts import LANGUAGES

if TYPE_CHECKING:
    from api.book.book import Book
    from api.service.settings import Settings
    from api.store.database import Database

# Options that are not called as in a request.
_NAMED = {"kinds": "--kind", "grades": "--grade", "ids": "--id", "puzzles": "--from"}
_GIVEN = re.compile(r"/puzzles/([0-9]+)(.*)", re.DOTALL)


@click.command(short_help="Print a book of puzzles.")
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="Only of this kind; repeatable.")
@click.option("--grade", "grades", multiple=True, metavar="GRADE", help="Only this grade; repeatable.")
@click.option("--count", metavar="N", type=int, help="How many puzzles.  [default: 56]")
@click.option(
    "--seed", type=int, help="The same seed draws the same puzzles.  [default: a new one each time]"
)
@click.option("--id", "ids", multiple=True, metavar="ID", help="The puzzle with this id; repeatable.")
@click.option("--from", "source", metavar="FILE.jsonl", help="The puzzles in FILE (- is standard input).")
@click.option("--paper", help="a4, a5, letter, or 6x9 with a gutter.  [default: a4]")
@click.option("--per-page", metavar="N", type=int, help="Puzzles a page: 1, 2 or 4.  [default: as fits]")
@click.option("--large-print", is_flag=True, help="Large type and large drawings.")
@click.option("--ink", help="colour, or patterns in black and white.  [default: colour]")
@click.option("--language", help=f"{', '.join(LANGUAGES)}.  [default: en]")
@click.option("--title", help="The title of the book.")
@click.option("--author", help="Its author.")
@click.option("--answers", help="with, without, or apart in a file of their own.  [default: with]")
@click.option("--cut-outs", is_flag=True, help="With sheets of the cards and pieces, to be cut out.")
@click.option("--card-size", metavar="MM", type=float, help="How wide these are, 20 to 120 mm.")
@click.option("-o", "output", metavar="FILE.pdf", required=True, help="The file to write.")
@click.option("--force", is_flag=True, help="Replace FILE where it exists.")
def book(*, source: str | None, output: str, force: bool, **named: Any) -> None:
    """Print a book of puzzles as PDF, with rules, answers and an index.

    Puzzles are drawn by chance from those that come with lineworks, or are those of --id or --from. What is
    not known to be right is solved first, with two engines; a puzzle that has no answer, or more than one
    where its kind promises one only, is refused. Answers that are to be apart go to FILE-answers.pdf.
    """
    settings = options.settings()
    files = _files(output, named["answers"] == "apart", force)
    document = _document(named)
    places: list[str] = []
    if source is not None:
        document["puzzles"] = _read(source, places)
    display = Display("Printing the book", 1, alone=True, percent=True)
    try:
        with display.working():
            made = interruptible(partial(_made, document, settings, display))
    except BadInput as e:
        for told in in_few(e.problems, partial(_told, places)):
            click.echo(f"Error: {told}", err=True)
        raise Exit(BAD) from e
    contents = [made.pdf] if made.answers is None else [made.pdf, made.answers]
    write_together(dict(zip(files, contents, strict=True)))


def _document(named: Mapping[str, Any]) -> dict[str, Any]:
    """What was said on the command line, as a request says it."""
    lists = {name: list(value) for name, value in named.items() if isinstance(value, tuple) and value}
    rest = {name: value for name, value in named.items() if not isinstance(value, (tuple, type(None)))}
    return {**rest, **lists} | ({"paper": rest["paper"].lower()} if "paper" in rest else {})


def _files(output: str, apart: bool, force: bool) -> list[str]:
    """What is to be written; refused now, and not when the work is done, where it cannot be."""
    if output_file(output) is None:
        raise click.UsageError("-o: a book is not text, so it is written to a file only.")
    path = Path(output)
    files = [output, str(path.with_name(f"{path.stem}-answers{path.suffix}"))] if apart else [output]
    for name in files:
        if not force:
            refuse_existing(name, "--force replaces it")
        with writing(name):
            if not Path(name).parent.is_dir():
                raise FileNotFoundError(ENOENT, f"there is no folder {Path(name).parent}")
    return files


def _read(source: str, places: list[str]) -> list[object]:
    """The documents in a file; `places` gets where each stands."""
    documents = []
    try:
        for item in items(source):
            places.append(item.place)
            documents.append(item.read(lambda document: document))
    except Bad as e:
        raise Exit(tell(e.place, e.error)) from e
    return documents


def _told(places: Sequence[str], problem: Problem) -> str:
    """A problem, with the option or the line of the file that it is about."""
    given = _GIVEN.fullmatch(problem.pointer)
    if given is not None:
        place = places[int(given[1])]
        return f"{place}: {given[2]}: {problem.detail}" if given[2] else f"{place}: {problem.detail}"
    if not problem.pointer:
        return problem.detail
    name = problem.pointer.split("/")[1]
    return f"{_NAMED.get(name, '--' + name.replace('_', '-'))}: {problem.detail}"


def _made(document: dict[str, Any], settings: Settings, display: Display) -> Book:
    # Slow to import, and this is read by every command.
    from api.book.book import make_book  # noqa: PLC0415
    from api.book.options import read_order  # noqa: PLC0415
    from api.book.selection import Shelves  # noqa: PLC0415

    def progress(done: int, total: int) -> None:
        display.total = total
        display.step(done - display.done)

    order = read_order(document)
    with _Bank(settings.database_url) as bank:
        chosen = Shelves(elsewhere=bank.find).take(order.selection)
    return make_book(order, chosen, progress, settings.base_url)


class _Bank(ExitStack):
    """The bank, opened when it is first asked; what it does not show yet it does not know."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url

    def find(self, puzzle_id: str) -> Mapping[str, Any] | None:
        from api.bank import visibility  # noqa: PLC0415  # as above
        from api.store.database import Database  # noqa: PLC0415  # as above

        file = Database(self._url).file
        if file is not None and not file.exists():
            return None  # nobody who only asks wants a database to be made
        with self._database.reading() as connection:
            puzzle = visibility.find_visible(connection, puzzle_id)
        return None if puzzle is None else puzzle.record

    @cached_property
    def _database(self) -> Database:
        return self.enter_context(commands.opened())
