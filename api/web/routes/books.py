"""Books: the page to order one, ordering it as a job, and getting its files."""

from __future__ import annotations

from flask import Blueprint, Response

from api.book import job as printing
from api.book.call import BOOK
from api.book.options import DEFAULT_COUNT
from api.book.selection import MAX_PUZZLES
from api.store.books import Part
from api.web.context import service
from api.web.html_pages import CONTENT_POLICY, Assets, render_page
from api.web.problem_pages import HTML
from api.web.request import read_query
from api.web.responses import HOUR, PDF, HttpProblem, cached_response
from api.web.routes.calls import accept_job, find_job, is_job_id, job_response, read_body
from api.web.routes.page_query import read_page_query
from api.web.routes.puzzles import LANG, NO_PARAMETERS
from api.web.static_files import PAGE, texts_beginning
from api.workers.intake import BOOKS
from puzzles.grades import GRADES
from puzzles.registry import KINDS
from puzzles.titles import grade_name, kind_title

BLUEPRINT = Blueprint("books", __name__)


@BLUEPRINT.get("/books")
def books_page() -> Response:
    """The page to order a book."""
    texts = read_page_query()
    data = {"texts": texts_beginning(texts.language, f"{PAGE}.books.")}
    content = render_page(
        "books.html",
        texts("books.title"),
        texts,
        Assets("frame/books_page.js", (), ("frame/books.css",), data),
        kinds=[(kind.id, texts.translator.render(kind_title(kind.id))) for kind in KINDS],
        grades=[(grade, texts.translator.render(grade_name(grade))) for grade in GRADES],
        count=DEFAULT_COUNT,
        most=MAX_PUZZLES,
    )
    return cached_response(content, HTML, HOUR, headers=(CONTENT_POLICY,), language=texts.language)


@BLUEPRINT.post("/v1/books")
def post_book() -> Response:
    read_query(NO_PARAMETERS)
    return accept_job(read_body(BOOKS), "books")


@BLUEPRINT.get("/v1/books/<job_id>")
def get_book(job_id: str) -> Response:
    read_query(LANG)
    job = find_job(job_id)
    return job_response(job if job is not None and job.call == BOOK.name else None, job_id)


@BLUEPRINT.get("/v1/books/<job_id>.pdf")
def book_pdf(job_id: str) -> Response:
    return _file(job_id, "pdf", "book.pdf")


@BLUEPRINT.get("/v1/books/<job_id>/answers.pdf")
def book_answers(job_id: str) -> Response:
    return _file(job_id, "answers", "answers.pdf")


def _file(job_id: str, part: Part, name: str) -> Response:
    read_query(NO_PARAMETERS)
    file = printing.file_of(service().database, job_id, part) if is_job_id(job_id) else None
    if file is None:
        raise HttpProblem(404, f"book {job_id[:60]!r} has no such file, or is not ready yet")
    headers = (("Content-Disposition", f'inline; filename="lineworks-{name}"'),)
    # Anybody who has the address may see it. It is not cached: it is large, and seldom requested twice.
    return cached_response(file, PDF, "private, max-age=3600", 0, headers)
