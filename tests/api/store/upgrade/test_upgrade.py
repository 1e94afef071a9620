"""Databases that earlier versions filled are brought up to date, with all that was published.

Each copy beside this file is a database of SQLite and a dump of PostgreSQL, filled by the service of a
version itself. fill.py makes them, and says how to add one.
"""

from __future__ import annotations

import json
import lzma
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import psycopg
import pytest
from sqlalchemy import text
from werkzeug.test import Client

from api.bank.prove_again import prove_again
from api.jobs.job_queue import end
from api.service.settings import Settings
from api.store import jobs
from api.store.database import Database
from api.store.integrity import check_integrity
from api.store.jobs import Job
from api.web.context import make_service
from api.workers.known_calls import call_named
from puzzles.registry import kind_named
from tests.api import running_service
from tests.api.running_service import run_service, settings_of, wait_until

COPIES = ("e3d8a99",)
FOLDER = Path(__file__).parent
# What must be the same after the upgrade, row by row and in order.
_PUBLISHED = (
    "SELECT id, kind, grade, difficulty, seed, generator, record, origin, added FROM puzzles ORDER BY id",
    "SELECT place, puzzle_id, kind, grade, since FROM shown ORDER BY place",
    "SELECT day, kind, grade, puzzle_id FROM dailies ORDER BY day, kind, grade",
    "SELECT kind, grade, n, puzzle_id FROM stock ORDER BY kind, grade, n",
    "SELECT key, puzzle, answer, seconds, proven, until FROM answers ORDER BY key",
    "SELECT job_id, pdf, answers FROM books ORDER BY job_id",
    "SELECT id, call, body, work_key, state, created, finished, result, problem FROM jobs ORDER BY id",
)
_SOLUTIONS = "SELECT puzzle_id, solution, score FROM solutions ORDER BY puzzle_id"


@pytest.fixture(params=COPIES)
def earlier(request: pytest.FixtureRequest, url: str) -> Iterator[Database]:
    """A database as a version left it."""
    with closing(Database(url)) as database:
        if database.file is not None:
            database.file.write_bytes(lzma.decompress((FOLDER / f"{request.param}.sqlite.xz").read_bytes()))
        else:
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(lzma.decompress((FOLDER / f"{request.param}.sql.xz").read_bytes()))
        yield database


def _rows(database: Database, query: str) -> list[tuple[Any, ...]]:
    with database.reading() as c:
        return [tuple(row) for row in c.execute(text(query))]


def _settings(folder: Path, url: str) -> Settings:
    return replace(settings_of(folder), database_url=url)


def test_all_that_was_published_stays(earlier: Database, url: str, tmp_path: Path) -> None:
    before = [_rows(earlier, query) for query in _PUBLISHED]
    solutions = _rows(earlier, _SOLUTIONS)
    assert all(before)
    earlier.migrate()
    prove_again(earlier)
    assert check_integrity(earlier)
    assert [_rows(earlier, query) for query in _PUBLISHED] == before
    records = {row[0]: json.loads(row[6]) for row in before[0]}
    _are_as_good(records, solutions, _rows(earlier, _SOLUTIONS))
    client = running_service.client_of(make_service(_settings(tmp_path, url), ""))
    _is_served(client, records, before[1], before[2])
    _ended_jobs_are_served(client, before[6], before[5])
    _unfinished_jobs_are_done(earlier, _settings(tmp_path, url))


def _are_as_good(
    records: dict[str, Any], before: list[tuple[Any, ...]], after: list[tuple[Any, ...]]
) -> None:
    """Checks that no solution was lost or became worse, and that each is one."""
    assert [row[0] for row in before] == [row[0] for row in after]
    for (puzzle_id, _, earlier_score), (_, solution, score) in zip(before, after, strict=True):
        kind = kind_named(records[puzzle_id]["kind"])
        puzzle, parsed = kind.parse(records[puzzle_id]["puzzle"]), kind.parse_solution(json.loads(solution))
        assert kind.verify(puzzle, parsed) == ()
        assert kind.score(puzzle, parsed) == score
        assert earlier_score is None or score >= earlier_score


def _is_served(
    client: Client, records: dict[str, Any], shown: list[tuple[Any, ...]], dailies: list[tuple[Any, ...]]
) -> None:
    published: dict[str, list[str]] = defaultdict(list)
    for day, _, _, puzzle_id in dailies:
        published[day].append(puzzle_id)
    for day, ids in published.items():
        puzzles = {puzzle["id"]: puzzle for puzzle in client.get(f"/v1/archive/{day}").get_json()["puzzles"]}
        # A later version may have more kinds.
        for puzzle_id in ids:
            # Later versions publish more fields.
            assert (
                puzzles[puzzle_id].items()
                >= (records[puzzle_id] | {"url": puzzles[puzzle_id]["url"]}).items()
            )
        assert client.get(f"/v1/puzzles/{ids[0]}/solution").status_code == 200
    page = client.get("/v1/puzzles?limit=100").get_json()["puzzles"]
    assert [record["id"] for record in page][: len(shown)] == [row[1] for row in shown][:100]


def _ended_jobs_are_served(
    client: Client, all_jobs: list[tuple[Any, ...]], books: list[tuple[Any, ...]]
) -> None:
    states = {row[4] for row in all_jobs}
    assert states == {"queued", "running", "done", "failed", "cancelled"}
    for job_id, call, _, _, state, *_ in all_jobs:
        job = client.get(f"/v1/jobs/{job_id}").get_json()
        assert (job["call"], job["state"]) == (call, state)
        assert (job["result"] is not None, job["error"] is not None) == (state == "done", state == "failed")
    for job_id, pdf, answers in books:
        assert client.get(f"/v1/books/{job_id}.pdf").data == bytes(pdf)
        assert bytes(pdf).startswith(b"%PDF")
        assert client.get(f"/v1/books/{job_id}/answers.pdf").data == bytes(answers)


def _unfinished_jobs_are_done(database: Database, settings: Settings) -> None:
    """Does the counts as the dispatcher does, and reads all others: a book and a solve that takes long."""
    with database.writing() as c:
        claimed = jobs.claim(c, "me", 4e9, 5e9, 100)
    assert len(claimed) == sum(
        row[0] in ("queued", "running") for row in _rows(database, "SELECT state FROM jobs")
    )
    assert {job.call for job in claimed} >= {"solve", "count", "book"}
    for job in claimed:
        body = call_named(job.call).read(job.body)
        if job.call == "count":
            answer = call_named(job.call).work(body, lambda _: None).to_json()
            end(database, settings, "me", job, "done", answer)
            with database.reading() as c:
                done = cast(Job, jobs.get(c, job.id))
            assert (done.state, done.result) == ("done", answer)


@pytest.mark.long
@pytest.mark.process
def test_the_service_goes_on_with_the_jobs(earlier: Database, url: str, tmp_path: Path) -> None:
    unfinished = [
        row[0] for row in _rows(earlier, "SELECT id FROM jobs WHERE state IN ('queued', 'running')")
    ]
    with earlier.writing() as c:
        # As if the upgrade came at once.
        c.execute(text("UPDATE jobs SET deadline = NULL"))
    with run_service(tmp_path, LINEWORKS_DATABASE_URL=url, LINEWORKS_STOCK="0") as service:
        ended = [service.job(job_id) for job_id in unfinished]
        assert {(job["call"], job["state"]) for job in ended} >= {("count", "done"), ("book", "done")}
        assert all(job["state"] == "done" or job["error"]["detail"] for job in ended)
        wait_until(service.is_ready)
