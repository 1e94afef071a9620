"""Books: ordered as jobs, and their files."""

from __future__ import annotations

from flask import Blueprint, Response

from api.bank.days import today
from api.book import job as printing
from api.book.call import BOOK
from api.jobs import service as jobs
from api.store.books import Part
from api.web.context import service
from api.web.request import body, query
from api.web.responses import PDF, Kept, Refusal, kept
from api.web.routes.calls import accept_job, is_job_id, job_response, look_up_job, refusal_of
from api.web.routes.puzzles import NONE
from puzzles.errors import BadInput

BOOKS = Blueprint("books", __name__)


@BOOKS.post("/v1/books")
def post_book() -> Response:
    query(NONE)
    try:
        asked = printing.accepted(body(), service().database, today())
    except BadInput as e:
        raise refusal_of(e) from e
    return accept_job(BOOK, asked, "books")


@BOOKS.get("/v1/books/<job_id>")
def get_book(job_id: str) -> Response:
    query(NONE)
    job = look_up_job(jobs.find, job_id)
    return job_response(job if job is not None and job["call"] == BOOK.name else None, job_id)


@BOOKS.get("/v1/books/<job_id>.pdf")
def book_pdf(job_id: str) -> Response:
    return _file(job_id, "pdf", "book.pdf")


@BOOKS.get("/v1/books/<job_id>/answers.pdf")
def book_answers(job_id: str) -> Response:
    return _file(job_id, "answers", "answers.pdf")


def _file(job_id: str, part: Part, name: str) -> Response:
    query(NONE)
    found = printing.file_of(service().database, job_id, part) if is_job_id(job_id) else None
    if found is None:
        raise Refusal(404, f"there is no such file of a book {job_id[:60]!r}, or not yet")
    headers = (("Content-Disposition", f'inline; filename="lineworks-{name}"'),)
    # Whoever has the address may see it; it is on no shelf, as it is large and seldom asked for twice.
    return kept(Kept(found, PDF, "private, max-age=3600", 0, headers))
