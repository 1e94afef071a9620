"""Books over HTTP: what a request is made into when it is accepted, and what the job prints of it.

Nobody gets a puzzle of a day to come this way, nor the solution of today's: a book holds what was published
before the day on which it was ordered. That day, and the puzzles of the bank, go into the job, so that it
prints the same whenever it is begun.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any

from api.bank import visibility
from api.book.options import read_order
from api.book.selection import Listed, Shelves
from api.calls.call import Files, Json, Progress
from api.calls.shapes import any_seed
from api.service.settings import read_settings
from api.store import books
from api.store.database import Database
from puzzles import packs

# Progress is reported when it has come so much further.
_STEP = 0.01


def accepted(document: object, database: Database, day: date) -> Json:
    """The body of the job; BadInput where there is no such book."""
    order = read_order(document)
    asked: Json = dict(document) if isinstance(document, dict) else {}
    if not {"seed", "ids", "puzzles"} & asked.keys():
        # So that a second attempt draws the same puzzles.
        asked["seed"] = any_seed()
    records = _records(order.selection.ids, database, day) if isinstance(order.selection, Listed) else {}
    body = {"order": asked, "records": records, "day": day.isoformat()}
    _shelves(body).take(read_order(asked).selection)
    return body


def _records(ids: tuple[str, ...], database: Database, day: date) -> dict[str, Json]:
    """The records of the puzzles that are not in the packs, and whose solutions are open on the day."""
    elsewhere = [puzzle_id for puzzle_id in ids if packs.place(puzzle_id) is None]
    with database.reading() as c:
        found = {puzzle_id: visibility.find_open(c, puzzle_id, day) for puzzle_id in elsewhere}
    return {puzzle_id: puzzle.record for puzzle_id, puzzle in found.items() if puzzle is not None}


def _shelves(body: Mapping[str, Any]) -> Shelves:
    day = date.fromisoformat(body["day"])
    return Shelves(partial(visibility.is_open_pack_puzzle, day=day), body["records"].get)


@dataclass(frozen=True)
class Printed:
    """How many puzzles a book holds, and its files."""

    puzzles: int
    pdf: bytes
    answers: bytes | None

    def to_json(self) -> Json:
        """The files in base64."""
        answers = None if self.answers is None else b64encode(self.answers).decode()
        return {"puzzles": self.puzzles, "pdf": b64encode(self.pdf).decode(), "answers": answers}


def print_book(body: Mapping[str, Any], progress: Progress) -> Printed:
    """Prints the book of a job's body."""
    # All that prints is large, and of no use to the processes that only accept.
    from api.book.book import make_book  # noqa: PLC0415

    reported = 0.0

    def report(done: int, total: int) -> None:
        nonlocal reported
        if done / total >= reported + _STEP:
            reported = done / total
            progress(reported)

    order = read_order(body["order"])
    chosen = _shelves(body).take(order.selection)
    book = make_book(order, chosen, report, read_settings().base_url)
    return Printed(len(chosen), book.pdf, book.answers)


def split_files(answer: Mapping[str, Any]) -> tuple[Json, Files]:
    """The result that the job shows of a printed book, and the files."""
    answers = answer["answers"]
    files = b64decode(answer["pdf"]), None if answers is None else b64decode(answers)
    return {"puzzles": answer["puzzles"], "answers": answers is not None}, files


def linked(result: Mapping[str, Any], address: str) -> Json:
    """The result with where the files are."""
    answers = f"{address}/answers.pdf" if result["answers"] else None
    return {"puzzles": result["puzzles"], "pdf": f"{address}.pdf", "answers": answers}


def file_of(database: Database, job_id: str, part: books.Part) -> bytes | None:
    with database.reading() as c:
        return books.find(c, job_id, part)
