"""Books over HTTP: ordered, printed by a job, and fetched; nothing in them that is not yet published."""

from __future__ import annotations

import urllib.request
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader
from werkzeug.test import Client

from puzzles import packs
from tests.api.running_service import FOR_EVER, RunningService

TODAY = datetime.now(UTC).date()
N = (TODAY - packs.first_day()).days


def _ordered(service: RunningService, order: dict[str, Any]) -> dict[str, Any]:
    """The job, once it has ended."""
    status, job = service.call("POST", "/v1/books", order)
    assert status == 202, job
    ended = service.job(job["id"])
    assert service.call("GET", f"/v1/books/{job['id']}") == (200, ended)
    return ended


def _file(url: str) -> PdfReader:
    with urllib.request.urlopen(url, timeout=FOR_EVER) as answer:
        assert answer.headers["Content-Type"] == "application/pdf"
        return PdfReader(BytesIO(answer.read()))


def _text(book: PdfReader) -> str:
    return " ".join(page.extract_text() for page in book.pages)


def test_a_book_is_printed_with_its_answers_apart(running: RunningService) -> None:
    order = {"kinds": ["end_of_line.cover"], "count": 4, "seed": 2, "answers": "apart", "title": "Our lines"}
    job = _ordered(running, order)
    assert (job["state"], job["progress"], job["result"]["puzzles"]) == ("done", 1.0, 4), job
    book, answers = _file(job["result"]["pdf"]), _file(job["result"]["answers"])
    assert "Our lines" in _text(book)
    assert len(answers.pages) >= 1
    # The same order is the same book.
    again = _ordered(running, order)
    assert _text(_file(again["result"]["pdf"])) == _text(book)


def test_a_puzzle_with_a_wrong_promise_is_refused_by_name(running: RunningService) -> None:
    empty = {"kind": "end_of_line.cover", "rows": 3, "cols": 3, "start": {"cell": [1, 1], "heading": "N"}}
    job = _ordered(running, {"puzzles": [empty]})
    assert (job["state"], job["error"]["status"]) == ("failed", 422)
    assert job["error"]["errors"][0]["pointer"] == "/puzzles/0"


@pytest.mark.parametrize(("offset", "status"), [(-1, 202), (0, 422), (1, 422)])
def test_what_is_not_over_is_in_no_book(client: Client, offset: int, status: int) -> None:
    name = packs.entry("linja.endgame", "hard", N + offset).record["id"]
    answer = client.post("/v1/books", json={"ids": [name]})
    assert answer.status_code == status
    if status == 422:
        assert answer.get_json()["errors"][0]["pointer"] == "/ids/0"


def test_a_book_is_drawn_from_days_that_are_over(client: Client) -> None:
    order = {"kinds": ["linja.endgame"], "grades": ["hard"], "seed": 1}
    assert client.post("/v1/books", json=order | {"count": N}).status_code == 202
    answer = client.post("/v1/books", json=order | {"count": N + 1})
    assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (422, "/count")


@pytest.mark.parametrize(
    ("order", "pointer"),
    [
        ({"paper": "a3"}, "/paper"),
        ({"colour": True}, "/colour"),
        ({"count": 0}, "/count"),
        ({"ids": ["0000000000000000"]}, "/ids/0"),
        ({"ids": [], "kinds": []}, "/ids"),
        ({"puzzles": [{"kind": "end_of_line.cover", "rows": 2}]}, "/puzzles/0/rows"),
    ],
)
def test_a_wrong_option_is_named(client: Client, order: dict[str, Any], pointer: str) -> None:
    answer = client.post("/v1/books", json=order)
    assert answer.status_code == 422
    assert pointer in [error["pointer"] for error in answer.get_json()["errors"]]


def test_there_is_no_file_before_it_is_done(client: Client) -> None:
    answer = client.post("/v1/books", json={"count": 1})
    job = answer.get_json()
    assert answer.headers["Location"].endswith(f"/v1/books/{job['id']}")
    assert client.get(f"/v1/books/{job['id']}").get_json()["state"] == "queued"
    for path in (f"/v1/books/{job['id']}.pdf", f"/v1/books/{job['id']}/answers.pdf"):
        assert client.get(path).status_code == 404


def test_a_job_of_another_call_is_no_book(client: Client) -> None:
    body = {"kind": "light_line.place", "seed": 1}
    job = client.post("/v1/jobs", json={"call": "generate", "body": body}).get_json()
    assert client.get(f"/v1/jobs/{job['id']}").status_code == 200
    assert client.get(f"/v1/books/{job['id']}").status_code == 404
