"""The command bank export."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from io import FileIO
from pathlib import Path
from typing import Any

import click

from api.bank.prove_again import prove_again
from api.cli.bank.database import open_database
from api.cli.bank.files import MANIFEST, PUZZLES, SOLUTIONS
from api.cli.exit_codes import GOOD
from api.cli.input import BadFile
from api.cli.output import line_of, writing
from api.cli.progress import Display
from api.store import bank
from api.store.database import Database
from puzzles.plural import plural

# How many rows are read from the database at a time.
_ROWS = 100


@click.command()
@click.option("-o", "output", metavar="FOLDER", required=True, help="The folder to make.")
@click.option(
    "--all", "hidden", is_flag=True, help="Also puzzles reserved for the dailies or not yet visible."
)
@click.pass_context
def export(ctx: click.Context, /, *, output: str, hidden: bool) -> None:
    """Write the visible puzzles to FOLDER, which appears only once it is complete.

    \b
    puzzles.jsonl    one record per line, in the order in which they became visible
    solutions.jsonl  id, solution and score, one line per puzzle
    manifest.json    the line count and checksum of each file
    """
    with open_database() as database:
        prove_again(database, partial(click.echo, err=True))
        ctx.exit(export_folder(database, output, hidden))


@dataclass
class _Lines:
    """A file of lines that is being written, with its count and checksum for the manifest."""

    file: FileIO
    lines: int = 0
    sums: Any = field(default_factory=hashlib.sha256)

    def add(self, document: dict[str, Any]) -> None:
        line = line_of(document)
        self.sums.update(line)
        self.lines += 1
        while line:
            line = line[self.file.write(line) :]

    def to_json(self) -> dict[str, Any]:
        return {"lines": self.lines, "sha256": self.sums.hexdigest()}


def export_folder(database: Database, output: str, hidden: bool) -> int:
    """Writes the files of the bank to a new folder; returns the exit status."""
    with writing(output), _folder(output) as folder:
        with (folder / PUZZLES).open("xb", 0) as first, (folder / SOLUTIONS).open("xb", 0) as second:
            puzzles, solutions = _Lines(first), _Lines(second)
            visible = _write(database, hidden, puzzles, solutions)
        manifest = {
            "format": 1,
            PUZZLES: puzzles.to_json(),
            SOLUTIONS: solutions.to_json(),
            "shown": visible,
        }
        (folder / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n")
    contents = f"{plural(puzzles.lines, 'puzzle')}, {plural(solutions.lines, 'solution')}"
    click.echo(f"{output}: {contents}.")
    return GOOD


@contextmanager
def _folder(output: str) -> Iterator[Path]:
    """Makes a folder that gets its name only when it is complete."""
    target = Path(os.path.realpath(output))
    if target.exists():
        raise BadFile(output, "already exists")
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
    """Writes the bank as it is at one moment; returns how many of the puzzles are visible."""
    visible = 0
    display = Display("Exporting")
    with display.working(), database.reading() as c:
        for row in c.execute(bank.everything(hidden).execution_options(yield_per=_ROWS)):
            record = json.loads(row.record)
            puzzles.add(record)
            visible += row.place is not None
            if row.solution is not None:
                solved = {"id": record["id"], "solution": json.loads(row.solution), "score": row.score}
                solutions.add(solved)
            display.step()
    return visible
