"""The command bank import."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from api.bank import visibility
from api.calls.puzzle_documents import PUBLISHED_FIELDS, Subject, read_puzzle
from api.cli.bank.database import open_database
from api.cli.bank.files import MANIFEST, MANIFEST_SHAPE, PUZZLES, SOLUTION_SHAPE, SOLUTIONS
from api.cli.batch import report_error
from api.cli.exit_codes import BAD, GOOD
from api.cli.input import BadDocument, BadFile, Item, read_single
from api.cli.progress import Display
from api.store import bank
from api.store.bank import NewPuzzle
from api.store.database import Database
from generators.records import url_of
from puzzles.errors import BadInput, Problem
from puzzles.plural import plural

# How many are added in one transaction: each waits for the disk.
_TOGETHER = 100


@click.command("import")
@click.argument("folder")
@click.pass_context
def import_(ctx: click.Context, /, *, folder: str) -> None:
    """Add the puzzles that lineworks bank export wrote to FOLDER.

    Those that were visible there become visible here, unless they are reserved for a daily. The checksums of
    the files are verified, and every line is checked against the rules. Bad lines are refused, and the others
    are added; puzzles that are already there stay as they are.
    """
    with open_database() as database:
        ctx.exit(import_folder(database, folder))


def import_folder(database: Database, folder: str) -> int:
    """Adds the puzzles in a folder; returns the greatest exit status of any line."""
    try:
        manifest = read_single(str(Path(folder, MANIFEST))).read(MANIFEST_SHAPE.read)
    except BadDocument as e:
        return report_error(e.location, e.error)
    for name in (PUZZLES, SOLUTIONS):
        _verify_file(manifest[name], Path(folder, name))
    display = Display("Importing", manifest[PUZZLES]["lines"])
    run = _Import(database, display, manifest["shown"])
    with display.working():
        run.all_of(Path(folder))
    click.echo(f"Added {run.added}; {run.present} were already there; {plural(run.refused, 'line')} refused.")
    return BAD if run.refused else GOOD


def _verify_file(description: dict[str, Any], path: Path) -> None:
    with _reading(path) as file:
        lines = sum(1 for _ in file)
        file.seek(0)
        same = hashlib.file_digest(file, "sha256").hexdigest() == description["sha256"]
    if lines != description["lines"] or not same:
        raise BadFile(str(path), f"not the file that {MANIFEST} describes: it is damaged or was changed")


@contextmanager
def _reading(path: Path) -> Iterator[Any]:
    try:
        with path.open("rb") as file:
            yield file
    except OSError as e:
        raise BadFile(str(path), e) from e


@dataclass
class _Import:
    """An import in progress.

    visible         the first so many puzzles become visible
    solution_lines  the line number and offset of each solution in its file, by the puzzle's id
    """

    database: Database
    display: Display
    visible: int
    added: int = 0
    present: int = 0
    refused: int = 0
    solution_lines: dict[str, tuple[int, int]] = field(default_factory=dict)
    waiting: list[tuple[NewPuzzle, bool]] = field(default_factory=list)

    def all_of(self, folder: Path) -> None:
        with _reading(folder / PUZZLES) as puzzles, _reading(folder / SOLUTIONS) as solutions:
            self._find_solution_lines(solutions)
            for number, line in enumerate(puzzles, 1):
                self._puzzle(Item(puzzles.name, number, line, one_per_line=True), solutions)
                if len(self.waiting) == _TOGETHER:
                    self._add()
                self.display.step()
            self._add()
            for number, _ in self.solution_lines.values():
                self._refuse(_bad(Item(solutions.name, number, b""), "", f"its puzzle is not in {PUZZLES}"))

    def _find_solution_lines(self, solutions: Any) -> None:
        at = 0
        for number, line in enumerate(solutions, 1):
            item = Item(solutions.name, number, line, one_per_line=True)
            try:
                name = item.read(SOLUTION_SHAPE.read)["id"]
                if name in self.solution_lines:
                    raise _bad(item, "/id", "is on an earlier line, too")
                self.solution_lines[name] = number, at
            except BadDocument as e:
                self._refuse(e)
            at += len(line)

    def _puzzle(self, item: Item, solutions: Any) -> None:
        try:
            subject, record = item.read(_record)
        except BadDocument as e:
            self._refuse(e)
            return
        new_puzzle = NewPuzzle(record)
        solution_line = self.solution_lines.pop(record["id"], None)
        if solution_line is not None:
            number, at = solution_line
            solutions.seek(at)
            try:
                new_puzzle = _solved(
                    subject, record, Item(solutions.name, number, solutions.readline(), one_per_line=True)
                )
            except BadDocument as e:
                self._refuse(e)
        self.waiting.append((new_puzzle, item.line <= self.visible))

    def _add(self) -> None:
        now, new = time.time(), 0
        with self.database.writing() as c:
            for new_puzzle, visible in self.waiting:
                new += bank.add(c, new_puzzle, "import", now)
                if visible:
                    visibility.make_visible(c, new_puzzle.record["id"], now)
        self.added, self.present = self.added + new, self.present + len(self.waiting) - new
        self.waiting = []

    def _refuse(self, error: BadDocument) -> None:
        self.refused += 1
        with self.display.aside():
            report_error(error.location, error.error)


def _record(document: object) -> tuple[Subject, dict[str, Any]]:
    """The puzzle and its record in canonical form."""
    subject = read_puzzle(document)
    if subject.record is None or not isinstance(document, dict):
        raise BadInput([Problem("", "expected a puzzle record, got a puzzle")])
    canonical = {"puzzle": subject.kind.serialise(subject.puzzle), "url": url_of(subject.record["id"])}
    stored = [name for name in document if name not in PUBLISHED_FIELDS]
    return subject, {name: canonical.get(name, subject.record.get(name)) for name in stored}


def _solved(subject: Subject, record: dict[str, Any], item: Item) -> NewPuzzle:
    """The record with the solution on the line; raises BadDocument where that is not a solution of it."""
    kind, puzzle = subject.kind, subject.puzzle

    def read(document: object) -> NewPuzzle:
        line = SOLUTION_SHAPE.read(document)
        try:
            solution = kind.parse_solution(line["solution"])
        except BadInput as e:
            raise e.under("/solution") from e
        violations = kind.verify(puzzle, solution)
        if violations:
            raise BadInput(Problem("/solution", str(violation)) for violation in violations)
        score = kind.score(puzzle, solution)
        if line["score"] != score:
            raise BadInput([Problem("/score", f"expected {score}, got {line['score']}")])
        return NewPuzzle(record, kind.serialise_solution(solution), score)

    return item.read(read)


def _bad(item: Item, pointer: str, detail: str) -> BadDocument:
    return BadDocument(item.location, BadInput([Problem(pointer, detail)]))
