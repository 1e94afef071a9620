"""What `bank export` and `bank import` do: the bank as files, which tell if they are damaged."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import FileIO
from pathlib import Path
from typing import Any

import click

from api.bank import visibility
from api.calls.shapes import Anything
from api.calls.subject import Subject, read_puzzle
from api.cli.batch import tell
from api.cli.exit_codes import BAD, GOOD
from api.cli.input import Bad, BadFile, Item, whole
from api.cli.output import line_of, writing
from api.cli.progress import Display
from api.store import bank
from api.store.bank import Entry
from api.store.database import Database
from generators.protocol import url_of
from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import Integer, Optional, Record, Text

PUZZLES, SOLUTIONS, MANIFEST = "puzzles.jsonl", "solutions.jsonl", "manifest.json"
# How many are added in one transaction: each waits for the disk.
_TOGETHER = 100
_FILE = Record({"lines": Integer(0), "sha256": Text()})
_MANIFEST = Record(
    {
        "format": Integer(1, 1),
        PUZZLES: _FILE,
        SOLUTIONS: _FILE,
        # The first so many puzzles are shown, the others are hidden.
        "shown": Integer(0),
    },
    what="a manifest of lineworks bank export",
)
_SOLUTION = Record({"id": Text(), "solution": Anything(), "score": Optional(Integer())})


@dataclass
class _Lines:
    """A file of lines that is being written, and what the manifest will tell of it."""

    file: FileIO
    lines: int = 0
    sums: Any = field(default_factory=hashlib.sha256)

    def add(self, document: dict[str, Any]) -> None:
        line = line_of(document)
        self.sums.update(line)
        self.lines += 1
        while line:
            line = line[self.file.write(line) :]

    def told(self) -> dict[str, Any]:
        return {"lines": self.lines, "sha256": self.sums.hexdigest()}


def export(database: Database, output: str, hidden: bool) -> int:
    with writing(output), _folder(output) as folder:
        with (folder / PUZZLES).open("xb", 0) as first, (folder / SOLUTIONS).open("xb", 0) as second:
            puzzles, solutions = _Lines(first), _Lines(second)
            shown = _write(database, hidden, puzzles, solutions)
        manifest = {"format": 1, PUZZLES: puzzles.told(), SOLUTIONS: solutions.told(), "shown": shown}
        (folder / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n")
    click.echo(f"{output}: {puzzles.lines} puzzles, {solutions.lines} solutions.")
    return GOOD


@contextmanager
def _folder(output: str) -> Iterator[Path]:
    """A new folder, which has its name once all is in it."""
    target = Path(os.path.realpath(output))
    if target.exists():
        raise BadFile(output, "exists already")
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    beside.mkdir()
    try:
        yield beside
        beside.rename(target)
    except BaseException:
        shutil.rmtree(beside)
        raise


def _write(database: Database, hidden: bool, puzzles: _Lines, solutions: _Lines) -> int:
    """All of one state of the bank; how many of the puzzles are shown."""
    shown = 0
    display = Display("Exporting")
    with display.working(), database.reading() as c:
        for row in c.execute(bank.everything(hidden).execution_options(yield_per=_TOGETHER)):
            record = json.loads(row.record)
            puzzles.add(record)
            shown += row.place is not None
            if row.solution is not None:
                solved = {"id": record["id"], "solution": json.loads(row.solution), "score": row.score}
                solutions.add(solved)
            display.step()
    return shown


def import_(database: Database, folder: str) -> int:
    """The greatest exit status of any line."""
    try:
        manifest = whole(str(Path(folder, MANIFEST))).read(_MANIFEST.read)
    except Bad as e:
        return tell(e.place, e.error)
    for name in (PUZZLES, SOLUTIONS):
        _hold_against(manifest[name], Path(folder, name))
    display = Display("Importing", manifest[PUZZLES]["lines"])
    run = _Import(database, display, manifest["shown"])
    with display.working():
        run.all_of(Path(folder))
    click.echo(f"Added {run.added}; {run.there} were there; {run.refused} lines refused.")
    return BAD if run.refused else GOOD


def _hold_against(told: dict[str, Any], path: Path) -> None:
    with _reading(path) as file:
        lines = sum(1 for _ in file)
        file.seek(0)
        same = hashlib.file_digest(file, "sha256").hexdigest() == told["sha256"]
    if lines != told["lines"] or not same:
        raise BadFile(str(path), f"not the file that {MANIFEST} tells of: it is damaged, or was changed")


@contextmanager
def _reading(path: Path) -> Iterator[Any]:
    try:
        with path.open("rb") as file:
            yield file
    except OSError as e:
        raise BadFile(str(path), e) from e


@dataclass
class _Import:
    """`shown`: the lines after so many are added and not shown. `places`: where the solutions stand in their
    file, by the puzzle's id: the number of the line, and where it begins."""

    database: Database
    display: Display
    shown: int
    added: int = 0
    there: int = 0
    refused: int = 0
    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    waiting: list[tuple[Entry, bool]] = field(default_factory=list)

    def all_of(self, folder: Path) -> None:
        with _reading(folder / PUZZLES) as puzzles, _reading(folder / SOLUTIONS) as solutions:
            self._find_places(solutions)
            for number, line in enumerate(puzzles, 1):
                self._puzzle(Item(puzzles.name, number, line, by_name=True), solutions)
                if len(self.waiting) == _TOGETHER:
                    self._add()
                self.display.step()
            self._add()
            for number, _ in self.places.values():
                self._refuse(_bad(Item(solutions.name, number, b""), "", f"its puzzle is not in {PUZZLES}"))

    def _find_places(self, solutions: Any) -> None:
        at = 0
        for number, line in enumerate(solutions, 1):
            item = Item(solutions.name, number, line, by_name=True)
            try:
                name = item.read(_SOLUTION.read)["id"]
                if name in self.places:
                    raise _bad(item, "/id", "stands in a line before")
                self.places[name] = number, at
            except Bad as e:
                self._refuse(e)
            at += len(line)

    def _puzzle(self, item: Item, solutions: Any) -> None:
        try:
            subject, record = item.read(_record)
        except Bad as e:
            self._refuse(e)
            return
        entry = Entry(record)
        place = self.places.pop(record["id"], None)
        if place is not None:
            number, at = place
            solutions.seek(at)
            try:
                entry = _solved(
                    subject, record, Item(solutions.name, number, solutions.readline(), by_name=True)
                )
            except Bad as e:
                self._refuse(e)
        self.waiting.append((entry, item.line <= self.shown))

    def _add(self) -> None:
        now, new = time.time(), 0
        with self.database.writing() as c:
            for entry, shown in self.waiting:
                new += bank.add(c, entry, "import", now)
                if shown:
                    visibility.make_visible(c, entry.record["id"], now)
        self.added, self.there = self.added + new, self.there + len(self.waiting) - new
        self.waiting = []

    def _refuse(self, error: Bad) -> None:
        self.refused += 1
        with self.display.aside():
            tell(error.place, error.error)


def _record(document: object) -> tuple[Subject, dict[str, Any]]:
    """The puzzle and its record, in the order and words in which records are kept."""
    subject = read_puzzle(document)
    if subject.record is None or not isinstance(document, dict):
        raise BadInput([Problem("", "expected a puzzle record, got a puzzle")])
    kept = {"puzzle": subject.kind.serialise(subject.puzzle), "url": url_of(subject.record["id"])}
    return subject, {name: kept.get(name, subject.record.get(name)) for name in document}


def _solved(subject: Subject, record: dict[str, Any], item: Item) -> Entry:
    """With the solution that the line holds, if it is one."""
    kind, puzzle = subject.kind, subject.puzzle

    def read(document: object) -> Entry:
        line = _SOLUTION.read(document)
        try:
            solution = kind.parse_solution(line["solution"])
        except BadInput as e:
            raise e.under("/solution") from e
        violations = kind.verify(puzzle, solution)
        if violations:
            raise BadInput(Problem("/solution", violation.message) for violation in violations)
        score = kind.score(puzzle, solution)
        if line["score"] != score:
            raise BadInput([Problem("/score", f"expected {score}, got {line['score']}")])
        return Entry(record, kind.serialise_solution(solution), score)

    return item.read(read)


def _bad(item: Item, pointer: str, detail: str) -> Bad:
    return Bad(item.place, BadInput([Problem(pointer, detail)]))
