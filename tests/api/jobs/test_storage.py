"""Tests the room that jobs may take: each client's, all together, and on the disk."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from api.calls.catalogue import CALLS
from api.jobs import job_queue, storage
from api.jobs.storage import ClientLimit, Full, is_limited
from api.service.settings import Settings
from api.store import books, jobs, schema
from api.store.database import Database
from api.store.jobs import Job
from api.workers.intake import for_later
from tests.api import running_service
from tests.api.running_service import settings_of
from tests.api.small_puzzles import COVER

FAR, NEAR = "192.0.2.7", "127.0.0.1"
(VERIFY,) = (call for call in CALLS if call.name == "verify")
BODY = {"puzzle": COVER, "solution": {"line": []}}


@pytest.fixture
def database(tmp_path: Path) -> Database:
    new_database = Database(f"sqlite:///{tmp_path}/lineworks.db")
    new_database.migrate()
    return new_database


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_of(tmp_path)


def _accept(database: Database, settings: Settings, client: str | None) -> str:
    body = for_later(VERIFY, VERIFY.read(BODY))
    return str(job_queue.accept(database, settings, body, client)["id"])


def _pad(database: Database, client: str | None, megabytes: int) -> None:
    """Adds a job that has ended and takes so much room."""
    with database.writing() as c:
        jobs.create(c, f"pad {client}", "solve", {}, "pad", 1.0, None, client)
        jobs.cancel(c, f"pad {client}", 2.0, 2e9)
        c.execute(schema.jobs.update().values(bytes=megabytes * storage.MEGABYTE))


def test_a_client_has_so_many_unfinished_jobs(database: Database, settings: Settings) -> None:
    settings = replace(settings, client_jobs=2)
    accepted = [_accept(database, settings, FAR) for _ in range(2)]
    with pytest.raises(ClientLimit, match="at most 2 unfinished jobs") as refusal:
        _accept(database, settings, FAR)
    assert refusal.value.retry > 0
    for client in (NEAR, None, "192.0.2.8"):
        for _ in range(2):
            _accept(database, settings, client)
    job_queue.cancel(database, settings, accepted[0])
    _accept(database, settings, FAR)


def test_a_queue_that_others_have_filled_has_room_for_a_newcomer(
    database: Database, settings: Settings
) -> None:
    settings = replace(settings, queue=2)
    for _ in range(2):
        _accept(database, settings, FAR)
    for newcomer in ("192.0.2.8", "192.0.2.9"):
        _accept(database, settings, newcomer)
        with pytest.raises(Full, match="queue"):
            _accept(database, settings, newcomer)
    for client in (FAR, NEAR, None, "192.0.2.10"):
        with pytest.raises(Full, match="queue"):
            _accept(database, settings, client)


def test_a_client_has_so_much_room_and_all_have(database: Database, settings: Settings) -> None:
    settings = replace(settings, client_storage=3, job_storage=5)
    _pad(database, FAR, 3)
    with pytest.raises(ClientLimit, match="at most 3 MB") as refusal:
        _accept(database, settings, FAR)
    assert refusal.value.retry == 3600, "until some are deleted, but an hour at most"
    _accept(database, settings, NEAR)
    _pad(database, None, 5)
    for client in (NEAR, FAR, None):
        with pytest.raises(Full, match="take 5 MB already"):
            _accept(database, settings, client)


def test_nothing_is_accepted_while_the_disk_is_nearly_full(
    database: Database, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage("/")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=199_000_000))
    with pytest.raises(Full, match="nearly full: 199 MB"):
        _accept(database, settings, None)


def _end(database: Database, settings: Settings, client: str, **ending: Any) -> Job:
    job_id = _accept(database, settings, client)
    with database.writing() as c:
        (job,) = jobs.claim(c, "me", 1.0, 2e9, 1)
    job_queue.end(database, settings, "me", job, "done", **ending)
    with database.reading() as c:
        ended = jobs.get(c, job_id)
    assert ended is not None
    return ended


def test_a_result_without_room_fails_its_job(
    database: Database, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = _end(database, settings, FAR, outcome={"puzzles": 1}, files=(b"pdf", b"more"))
    assert (book.state, book.bytes) == ("done", len(json.dumps(book.body)) + len('{"puzzles": 1}') + 7)
    _pad(database, FAR, 50)
    small = {"x": "y" * 1000}
    monkeypatch.setattr(storage, "check_room", lambda *_: None)
    assert "a client's jobs may take 50 MB" in _end(database, settings, FAR, outcome=small).problem["detail"]
    assert _end(database, settings, NEAR, outcome=small).state == "done"
    full = replace(settings, job_storage=50)
    assert "all jobs may take 50 MB" in _end(database, full, NEAR, outcome=small).problem["detail"]
    monkeypatch.setattr(storage, "MAX_RESULT", 100)
    for ending in ({"outcome": small}, {"outcome": {}, "files": (b"y" * 200, None)}):
        failed = _end(database, settings, NEAR, **ending)
        assert (failed.state, failed.problem["status"]) == ("failed", 500)
        assert failed.problem["detail"].endswith("bytes, and at most 100 are stored")
        with database.reading() as c:
            assert books.find(c, failed.id, "pdf") is None


def test_refusals_over_http(tmp_path: Path) -> None:
    service = running_service.service_on(tmp_path, "", client_jobs=1)
    client = running_service.client_of(service)
    job = {"call": "verify", "body": BODY}
    far = {"REMOTE_ADDR": FAR}
    assert client.post("/v1/jobs", json=job, environ_overrides=far).status_code == 202
    refusal = client.post("/v1/jobs", json=job, environ_overrides=far)
    assert (refusal.status_code, refusal.headers["Retry-After"]) == (429, "30")
    assert refusal.get_json()["title"] == "Too many requests"
    book = {"kinds": ["end_of_line.cover"], "count": 1, "seed": 1}
    assert client.post("/v1/books", json=book, environ_overrides=far).status_code == 429
    for _ in range(2):
        assert client.post("/v1/jobs", json=job, environ_overrides={"REMOTE_ADDR": "::1"}).status_code == 202
    with service.database.writing() as c:
        c.execute(schema.jobs.update().values(bytes=10**12))
    refusal = client.post("/v1/jobs", json=job)
    assert (refusal.status_code, refusal.headers["Retry-After"]) == (503, "30")


@pytest.mark.parametrize(
    ("client", "limited"),
    [
        (None, False), ("", False), ("127.0.0.1", False), ("127.8.9.1", False), ("::1", False),
        ("::ffff:127.0.0.1", False), ("192.0.2.7", True), ("2001:db8::/64", True), ("10.0.0.1", True),
        ("unknown", True),
    ],
)  # fmt: skip
def test_only_this_machine_is_unlimited(client: str | None, limited: bool) -> None:
    assert is_limited(client) is limited
