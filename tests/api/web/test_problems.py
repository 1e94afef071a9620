"""Tests the types of problems, their pages, and problems as pages."""

from __future__ import annotations

import tomllib
from datetime import UTC, datetime, timedelta

import pytest
from werkzeug.test import Client

from api.bank.days import today
from api.problem_documents import TYPES, ProblemType
from api.web import problem_pages
from puzzles import packs
from tests.api.web.http_requests import BROWSER, OVER, is_problem


@pytest.mark.parametrize("problem_type", TYPES, ids=lambda problem_type: problem_type.name)
def test_every_type_has_a_page(reader: Client, problem_type: ProblemType) -> None:
    page = reader.get(problem_type.path)
    assert (page.status_code, page.mimetype) == (200, "text/html")
    assert f"<h1>{problem_type.title}</h1>" in page.text
    assert f"http://localhost{problem_type.path}" in page.text


def test_every_explanation_belongs_to_a_type(reader: Client) -> None:
    explained = tomllib.loads(problem_pages._FILE.read_text())
    assert list(explained) == [problem_type.name for problem_type in TYPES]
    assert [list(texts) for texts in explained.values()] == [["happened", "advice", "example"]] * len(TYPES)
    is_problem(reader.get("/problems/none"), 404)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/v1/none", "not-found"),
        ("/v1/solve", "method-not-allowed"),
        ("/v1/puzzles?limit=0", "bad-parameter"),
        ("/v1/daily/linja.endgame/tomorrow", "bad-parameter"),
        ("/v1/puzzles?cursor=1", "bad-parameter"),
    ],
)
def test_a_problem_has_the_address_of_its_page(reader: Client, path: str, name: str) -> None:
    problem = reader.get(path).get_json()
    assert problem["type"] == f"http://localhost/problems/{name}"
    assert reader.get(problem["type"]).status_code == 200


@pytest.mark.parametrize(
    ("body", "content_type", "name"),
    [
        (b"{", "application/json", "not-json"),
        (b"{}", "application/json", "bad-body"),
        (b"{}", "text/plain", "wrong-content-type"),
        (b" " * 2**20, "application/json", "too-large"),
    ],
)
def test_a_bad_body_has_a_type_that_says_why(
    reader: Client, body: bytes, content_type: str, name: str
) -> None:
    problem = reader.post("/v1/solve", data=body, content_type=content_type).get_json()
    assert problem["type"] == f"http://localhost/problems/{name}"


def test_a_solution_that_is_not_open_yet_says_when_it_opens(reader: Client) -> None:
    n = (today() - packs.first_day()).days
    puzzle_id = packs.entry("linja.endgame", "hard", n).record["id"]
    problem = is_problem(reader.get(f"/v1/puzzles/{puzzle_id}/solution"), 404)
    assert problem["type"] == "http://localhost/problems/not-open-yet"
    opens = datetime.fromisoformat(problem["opens"])
    assert opens == datetime.combine(today() + timedelta(days=1), datetime.min.time(), UTC)


@pytest.mark.parametrize(
    ("accept", "is_page"),
    [
        (BROWSER, True),
        ("text/html", True),
        ("text/html;q=0.5, application/json;q=0.4", True),
        ("", False),
        ("*/*", False),
        ("application/json", False),
        ("application/problem+json, text/html;q=0.9", False),
        ("image/avif,image/webp,*/*;q=0.8", False),
        ("text/html;q=0, */*", False),
        ("\x00;;q=,,", False),
    ],
)
def test_a_browser_gets_a_page_with_the_same_status(reader: Client, accept: str, is_page: bool) -> None:
    assert problem_pages.prefers_html(accept) is is_page
    if is_page:
        answer = reader.get("/v1/none?<i>", headers={"Accept": accept})
        assert (answer.status_code, answer.mimetype) == (404, "text/html")
        assert "<h1>Not found</h1>" in answer.text
        assert "/problems/not-found" in answer.text
        assert (answer.headers["Vary"], answer.headers["Cache-Control"]) == ("Accept", "no-store")
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'")


def test_a_page_and_a_document_never_stand_for_each_other(reader: Client) -> None:
    path = f"/v1/puzzles/{OVER}x"
    for _ in range(2):
        is_problem(reader.get(path), 404)
        assert reader.get(path, headers={"Accept": BROWSER}).mimetype == "text/html"
