"""Books over HTTP: what a request is made into when it is accepted, and what the job prints of it.

Nobody gets a puzzle of a day to come this way, nor the solution of today's: a book holds what was published
before the day on which it was ordered. That day, and the puzzles of the bank, go into the job, so that it
prints the same whenever it is begun.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from datetime import date
from typing import Any

from api.bank.publication import number_of
from api.book.options import any_seed, read_order
from api.book.selection import Allowed, Listed, Shelves
from api.service.settings import read_settings
from api.store import bank, books
from api.store.database import Database
from api.workers.protocol import Progress
from puzzles import packs

Json = dict[str, Any]
# Progress is told when it has come so much further.
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
    """Of those that are not in the packs, and may be seen with their solutions."""
    with database.reading() as c:
        found = {name: bank.find(c, name) for name in ids if number_of(name) is None}
    return {
        name: each.record
        for name, each in found.items()
        if each is not None and each.shown and (each.day is None or each.day < day.isoformat())
    }


def _shelves(body: Mapping[str, Any]) -> Shelves:
    return Shelves(_published_before(date.fromisoformat(body["day"])), body["records"].get)


def _published_before(day: date) -> Allowed:
    days = (day - packs.first_day()).days

    def allowed(puzzle_id: str) -> bool:
        number = number_of(puzzle_id)
        return number is not None and number < days

    return allowed


def printed(body: Mapping[str, Any], progress: Progress) -> Json:
    """The files of the book, in the letters that JSON can hold."""
    # All that prints is large, and of no use to the processes that only accept.
    from api.book.book import make_book  # noqa: PLC0415

    told = 0.0

    def tell(done: int, total: int) -> None:
        nonlocal told
        if done / total >= told + _STEP:
            told = done / total
            progress(told)

    order = read_order(body["order"])
    chosen = _shelves(body).take(order.selection)
    made = make_book(order, chosen, tell, read_settings().base_url)
    answers = None if made.answers is None else b64encode(made.answers).decode()
    return {"puzzles": len(chosen), "pdf": b64encode(made.pdf).decode(), "answers": answers}


def files_of(answer: Mapping[str, Any]) -> tuple[bytes, bytes | None]:
    """The files, of what `printed` gave."""
    answers = answer["answers"]
    return b64decode(answer["pdf"]), None if answers is None else b64decode(answers)


def result_of(answer: Mapping[str, Any]) -> Json:
    """What the job tells of it: the files are kept apart."""
    return {"puzzles": answer["puzzles"], "answers": answer["answers"] is not None}


def linked(result: Mapping[str, Any], address: str) -> Json:
    """The result with where the files are."""
    answers = f"{address}/answers.pdf" if result["answers"] else None
    return {"puzzles": result["puzzles"], "pdf": f"{address}.pdf", "answers": answers}


def file_of(database: Database, job_id: str, part: books.Part) -> bytes | None:
    with database.reading() as c:
        return books.find(c, job_id, part)
