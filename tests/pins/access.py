"""The pins' only access to product code; a rename there is followed here."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import click
from click.testing import CliRunner, Result
from werkzeug.test import Client

from api.book.options import read_order
from api.book.selection import PuzzleSources
from api.cli.main import main
from puzzles.drawing.style import Look
from puzzles.grades import GRADES as _GRADES
from puzzles.ids import puzzle_id
from puzzles.linja.board import Board, Options
from puzzles.registry import KINDS, kind_of
from solvers.data_folder import VARIABLE
from solvers.linja import report, table_file
from solvers.linja.table_builder import build
from solvers.registry import solvers_for
from tests.api import running_service
from tests.api.small_puzzles import COVER, COVER_SOLUTION, ENDLESS, SOLO, STUCK, TWO_LINES

__all__ = ["COVER", "COVER_SOLUTION", "ENDLESS", "GRADES", "IDS", "LANGUAGES", "PACKS", "SOLO", "STUCK",
           "TWO_LINES", "VARIABLE", "Document", "Look"]  # fmt: skip

Document = dict[str, Any]

ROOT = Path(__file__).resolve().parents[2]
PACKS = ROOT / "puzzles" / "packs"
IDS = tuple(kind.id for kind in KINDS)
GRADES: tuple[str, ...] = _GRADES
LANGUAGES = ("de", "en", "es")


def digest(content: str | bytes) -> str:
    """Returns a digest that is short, yet long enough to avoid collisions."""
    raw = content.encode() if isinstance(content, str) else content
    return hashlib.sha256(raw).hexdigest()[:20]


# The command line


def commands() -> click.Group:
    return main


def run(*args: str | Path, stdin: str | None = None, **environment: str) -> Result:
    """Runs a command with a terminal of 80 columns; exceptions are raised, not caught."""
    runner = CliRunner(env={"COLUMNS": "80", **environment})
    words = [str(arg) for arg in args]
    return runner.invoke(main, words, input=stdin, prog_name="lineworks", catch_exceptions=False)


@contextmanager
def environment(**variables: str) -> Iterator[None]:
    """Sets environment variables for the duration of the context."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


# The service


@contextmanager
def client(folder: Path, answers: bool = False) -> Iterator[Client]:
    """Yields a client of a service with its own store; with `answers` it has a pool that solves."""
    if not answers:
        yield running_service.client_of(running_service.service_on(folder, str(folder / "nobody")))
        return
    with running_service.pool() as address:
        # A long timeout, so that a pin does not fail on a busy machine.
        yield running_service.client_of(running_service.service_on(folder, address, seconds=60))


def database(folder: Path) -> Path:
    """The database file of the service of `client`."""
    return folder / "lineworks.db"


# Puzzles


@cache
def pack(kind: str, grade: str) -> tuple[tuple[Document, Document], ...]:
    """Returns the records of a pack, each with its solution."""
    files = (PACKS / f"{kind}.{grade}{end}" for end in (".jsonl", ".solutions.jsonl"))
    records, solutions = ([json.loads(line) for line in path.read_text().splitlines()] for path in files)
    return tuple((record, solved["solution"]) for record, solved in zip(records, solutions, strict=True))


def id_of(puzzle: Document) -> str:
    kind = kind_of(puzzle)
    return puzzle_id(kind, kind.parse(puzzle))


def canonical(puzzle: Document) -> Document:
    """Returns the canonical puzzle of this one's symmetry class."""
    kind = kind_of(puzzle)
    return kind.serialise(kind.twin(kind.parse(puzzle)).puzzle)


def svg(puzzle: Document, solution: Document | None = None, **look: Any) -> str:
    """Returns the drawing without the attributes that only web pages read."""
    kind = kind_of(puzzle)
    parsed_solution = None if solution is None else kind.parse_solution(solution)
    return without_data(kind.draw(kind.parse(puzzle), parsed_solution, Look(**look)).svg)


def text(puzzle: Document, solution: Document | None = None) -> str:
    kind = kind_of(puzzle)
    parsed_solution = None if solution is None else kind.parse_solution(solution)
    return kind.draw_text(kind.parse(puzzle), parsed_solution)


def cut_outs(puzzle: Document, **look: Any) -> list[list[Any]]:
    kind = kind_of(puzzle)
    return [
        [digest(without_data(cut_out.drawing.svg)), cut_out.width_mm, cut_out.height_mm, cut_out.count]
        for cut_out in kind.cut_outs(kind.parse(puzzle), Look(**look))
    ]


def without_data(svg: str) -> str:
    return re.sub(r' data-[a-z-]+="[^"]*"', "", svg)


def broken_rules(puzzle: Document, solution: Document) -> list[str]:
    """Returns the rules that a solution breaks."""
    kind = kind_of(puzzle)
    return [v.rule for v in kind.verify(kind.parse(puzzle), kind.parse_solution(solution))]


def properties(kind: str) -> Document:
    """Returns the declared properties of a kind."""
    (puzzle_kind,) = (candidate for candidate in KINDS if candidate.id == kind)
    facts, counting = puzzle_kind.facts, solvers_for(kind).counting
    return {
        "has_score": facts.scored,
        "has_value": facts.valued,
        "promises_unique": facts.unique,
        "has_count": counting is not None,
        "counts_all": counting is not None and counting.complete,
        "summary": puzzle_kind.summary,
    }


def ids_of_book(order: Mapping[str, Any]) -> Sequence[str]:
    """Returns the puzzles selected for a book, in order."""
    return [book_puzzle.id for book_puzzle in PuzzleSources().select(read_order(dict(order)).selection)]


def survey(folder: Path, rows: Document, lowest: int) -> tuple[Document, Document]:
    """Returns the statistics of a game that begins with these rows, as reported and as stored on disk."""
    table = folder / "small.table"
    build(table, Options(), lowest)
    reader = table_file.Reader(table, Options())
    # The real start takes a table of 1.3 GB.
    with patch.object(report, "START", Board(tuple(rows["A"]), tuple(rows["B"]))):
        statistics = {"start": report.opening(reader)} | report.cached_survey(reader)
    stored: Document = json.loads(table.with_suffix(".stats.json").read_text())
    return statistics, stored


def table_constants() -> Document:
    return {"format": table_file.FORMAT, "rules": table_file.RULES, "header": table_file.HEADER}


def text_of(document: object) -> str:
    """Returns the document as the text of a file."""
    return json.dumps(document) + "\n"


def timeless(text: str) -> str:
    """Returns the text without the duration of an answer and its engine."""
    text = re.sub(r'"engine": "[a-z]+", "seconds": [0-9.e-]+', '"engine": "E", "seconds": 0', text)
    text = re.sub(r"\bafter [0-9.]+ s:", "after N s:", text)
    return re.sub(r"\b(?:less than )?[0-9.]+ s by (?:a simple refutation|[a-z]+)", "N s by E", text)
