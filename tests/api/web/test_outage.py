"""Tests reads while the database cannot be used: the packs have the dailies, and nothing else is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from werkzeug.test import Client, TestResponse

from api.bank.days import today
from api.store import bank, dailies
from api.store.bank import NewPuzzle
from api.store.database import Database, DatabaseUnavailable
from api.web.context import Service
from puzzles import packs
from tests.api import running_service
from tests.api.web.http_requests import is_problem

KIND, GRADE = "linja.endgame", "hard"
TODAY = today()
YESTERDAY = TODAY - timedelta(days=1)
N = (TODAY - packs.first_day()).days


def _id(offset: int) -> str:
    return str(packs.entry(KIND, GRADE, N + offset).record["id"])


READS = (
    "/",
    f"/day/{YESTERDAY}",
    f"/p/{_id(-1)}",
    "/feed.atom",
    "/v1/daily",
    f"/v1/daily/{KIND}?grade={GRADE}",
    f"/v1/daily/{KIND}/{YESTERDAY}",
    f"/v1/archive/{YESTERDAY}",
    f"/v1/puzzles/{_id(0)}",
    f"/v1/puzzles/{_id(-1)}.svg",
    f"/v1/puzzles/{_id(-1)}/solution",
    f"/v1/puzzles/{_id(-1)}/solution.svg",
)


@pytest.fixture
def lost(tmp_path: Path) -> Client:
    """A service that has never seen its database."""
    service = running_service.service_on(tmp_path, "")
    for file in tmp_path.glob("lineworks.db*"):
        file.unlink()
    return running_service.client_of(service)


def _is_provisional(answer: TestResponse) -> bool:
    text, _, seconds = answer.headers["Cache-Control"].partition("=")
    return text == "public, max-age" and seconds.isdigit() and int(seconds) <= 10


def test_the_dailies_of_the_packs_need_no_database(lost: Client, reader: Client) -> None:
    for path in READS:
        answer, usual = lost.get(path), reader.get(path)
        assert (answer.status_code, answer.data) == (200, usual.data), path
        assert _is_provisional(answer), path
        assert answer.headers["ETag"] == usual.headers["ETag"]


def test_what_only_the_database_can_tell_is_not_told(lost: Client) -> None:
    unknown = "0" * 16
    paths = [f"/v1/puzzles/{name}{part}" for name in (_id(1), unknown) for part in ("", ".svg", "/solution")]
    for path in [*paths, "/v1/puzzles", "/v1/archive", f"/p/{_id(1)}", f"/v1/jobs/{'0' * 24}"]:
        answer = lost.get(path)
        is_problem(answer, 503)
        assert int(answer.headers["Retry-After"]) > 0
    is_problem(lost.get(f"/v1/puzzles/{_id(0)}/solution"), 404)
    for day in (TODAY + timedelta(days=1), packs.first_day() - timedelta(days=1)):
        is_problem(lost.get(f"/v1/daily/{KIND}/{day}"), 404)


def test_beyond_the_end_of_a_pack_only_the_database_can_tell(
    lost: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = packs.size
    monkeypatch.setattr(packs, "size", lambda *of: 1 if of == (KIND, GRADE) else size(*of))
    is_problem(lost.get(f"/v1/daily/{KIND}?grade={GRADE}"), 503)
    assert lost.get(f"/v1/daily/{KIND}?grade=easy").status_code == 200
    assert len(lost.get("/v1/daily").get_json()["puzzles"]) == len(packs.grades_by_kind()) * 4 - 1
    monkeypatch.setattr(packs, "size", lambda *_: 0)
    is_problem(lost.get(f"/v1/archive/{YESTERDAY}"), 503)


@contextmanager
def _not_writing(self: Database) -> Iterator[None]:
    raise DatabaseUnavailable(f"{self.name}: disk is full", "full")
    yield


def _other_puzzle() -> NewPuzzle:
    """A puzzle that the pack has for another day."""
    entry = packs.entry(KIND, GRADE, N + 9)
    return NewPuzzle(dict(entry.record), dict(entry.solution), entry.score)


def test_what_was_published_otherwise_has_precedence_while_it_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service: Service = running_service.service_on(tmp_path, "")
    other = _other_puzzle()
    with service.database.writing() as c:
        dailies.publish(c, YESTERDAY.isoformat(), KIND, GRADE, other, 1.0)
        assert bank.find(c, other.record["id"]) is not None
    client = running_service.client_of(service)
    with monkeypatch.context() as patch:
        patch.setattr(Database, "writing", _not_writing)
        for path in (f"/v1/daily/{KIND}/{YESTERDAY}?grade={GRADE}", f"/v1/puzzles/{other.record['id']}"):
            assert client.get(path).get_json()["id"] == other.record["id"]
        easy = client.get(f"/v1/daily/{KIND}/{YESTERDAY}?grade=easy")
        assert easy.get_json()["id"] == packs.entry(KIND, "easy", N - 1).record["id"]
        assert _is_provisional(easy)
        path = f"/v1/puzzles/{_id(0)}"
        assert _is_provisional(client.get(path)), "its day has come, but cannot be published"
        is_problem(client.get(f"/v1/puzzles/{_id(-1)}"), 404)
        is_problem(client.get(f"/v1/puzzles/{_id(1)}"), 404)
    service.responses.clear()
    assert client.get(path).headers["Cache-Control"].endswith("immutable")
    assert client.get(f"/v1/puzzles/{_id(-1)}").status_code == 404, "another puzzle had its day"
