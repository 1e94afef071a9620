"""Books over HTTP: turns an accepted order into the body of a job, and prints the book of the job.

A book reveals no puzzle of a day to come, nor the solution of today's: it holds what was published before the
day of the order. That day, and the puzzles of the bank, are in the body of the job, so that it prints the
same book whenever it starts.
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
from api.book.selection import PuzzleSources, SelectedIds, Suits, all_suit
from api.calls.call import BookFiles, Json, Progress
from api.calls.common_shapes import any_seed
from api.service.settings import read_settings
from api.store import books
from api.store.database import Database
from puzzles import packs

# The least progress that is reported.
_STEP = 0.01


def accept_order(document: object, database: Database, day: date) -> Json:
    """Returns the body of the job for an order; BadInput where there is no such book."""
    order = read_order(document)
    order_json: Json = dict(document) if isinstance(document, dict) else {}
    if not {"seed", "ids", "puzzles"} & order_json.keys():
        # So that another attempt chooses the same puzzles.
        order_json["seed"] = any_seed()
    records = _records(order.selection.ids, database, day) if isinstance(order.selection, SelectedIds) else {}
    body = {"order": order_json, "records": records, "day": day.isoformat()}
    _sources(body).select(read_order(order_json).selection)
    return body


def _records(ids: tuple[str, ...], database: Database, day: date) -> dict[str, Json]:
    """Finds the records of the puzzles that are not in the packs and whose solutions are open on the day."""
    outside_packs = [puzzle_id for puzzle_id in ids if packs.locate(puzzle_id) is None]
    with database.reading() as c:
        puzzles = {puzzle_id: visibility.find_open(c, puzzle_id, day) for puzzle_id in outside_packs}
    return {puzzle_id: puzzle.record for puzzle_id, puzzle in puzzles.items() if puzzle is not None}


def _sources(body: Mapping[str, Any], suits: Suits = all_suit) -> PuzzleSources:
    day = date.fromisoformat(body["day"])
    return PuzzleSources(partial(visibility.is_open_pack_puzzle, day=day), body["records"].get, suits)


@dataclass(frozen=True)
class PrintedBook:
    """A printed book: how many puzzles it holds, and its files."""

    puzzles: int
    pdf: bytes
    answers: bytes | None

    def to_json(self) -> Json:
        """Returns the result as JSON, with the files in base64."""
        answers = None if self.answers is None else b64encode(self.answers).decode()
        return {"puzzles": self.puzzles, "pdf": b64encode(self.pdf).decode(), "answers": answers}


def print_book(body: Mapping[str, Any], progress: Progress) -> PrintedBook:
    """Prints the book of a job's body."""
    # Printing needs large modules, which the processes that only accept orders never use.
    from api.book.book import make_book  # noqa: PLC0415
    from api.book.engines import Engines  # noqa: PLC0415
    from api.book.suitability import suits_book  # noqa: PLC0415

    reported = 0.0

    def report(done: int, total: int) -> None:
        nonlocal reported
        if done / total >= reported + _STEP:
            reported = done / total
            progress(reported)

    order, base_url = read_order(body["order"]), read_settings().base_url
    with Engines() as engines:
        suits = suits_book(order.options, engines, base_url)
        chosen = _sources(body, suits).select(order.selection)
        book = make_book(order, chosen, report, base_url, engines)
    return PrintedBook(len(chosen), book.pdf, book.answers)


def split_files(answer: Mapping[str, Any]) -> tuple[Json, BookFiles]:
    """Splits the answer into the result of the job and the files."""
    answers = answer["answers"]
    files = b64decode(answer["pdf"]), None if answers is None else b64decode(answers)
    return {"puzzles": answer["puzzles"], "answers": answers is not None}, files


def add_links(result: Mapping[str, Any], address: str) -> Json:
    """Adds the addresses of the files to the result."""
    answers = f"{address}/answers.pdf" if result["answers"] else None
    return {"puzzles": result["puzzles"], "pdf": f"{address}.pdf", "answers": answers}


def file_of(database: Database, job_id: str, part: books.Part) -> bytes | None:
    with database.reading() as c:
        return books.find(c, job_id, part)
