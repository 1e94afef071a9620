"""Tests jobs of a whole service: done once, reported, and cancelled."""

from __future__ import annotations

import os
import random
import secrets
import time
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import Client

from api.store import jobs
from api.store.database import Database
from api.workers.worker import NICE
from tests.api import running_service
from tests.api.running_service import FOR_EVER, RunningService, wait_until
from tests.api.service.process_tree import children, part
from tests.api.small_puzzles import COVER, ENDLESS, RECORD, SOLO, STUCK, TWO_LINES
from tests.samples import SAMPLES

# The system raises no niceness beyond this.
MAX_NICE = 19


def _post(service: RunningService, call: str, **body: Any) -> str:
    status, job = service.call("POST", "/v1/jobs", {"call": call, "body": body})
    assert (status, job["state"]) == (202, "queued"), job
    return str(job["id"])


def _in_table(service: RunningService, call: str, body: dict[str, Any]) -> str:
    """The id of a job that another version accepted."""
    job_id = secrets.token_hex(12)
    database = Database(f"sqlite:///{service.data / 'lineworks.db'}")
    with database.writing() as c:
        jobs.create(c, job_id, call, body, job_id, time.time(), None)
    database.close()
    return job_id


def test_a_job_is_done_and_its_result_reported(running: RunningService) -> None:
    job = running.job(_post(running, "solve", puzzle=SOLO, goal="best"))
    assert (job["call"], job["state"], job["progress"], job["error"]) == ("solve", "done", 1.0, None)
    assert job["created"] <= job["finished"]
    assert (job["result"]["status"], job["result"]["score"], job["result"]["proven"]) == ("solved", 4, True)


def test_a_job_of_every_call_is_answered_as_the_call_is(running: RunningService) -> None:
    bodies: dict[str, dict[str, Any]] = {
        "check": {"puzzle": STUCK},
        "count": {"puzzle": TWO_LINES},
        "verify": {"puzzle": COVER, "solution": {"line": []}},
        "generate": {"kind": "light_line.place", "grade": "easy", "seed": 3},
    }
    posted = {call: _post(running, call, **body) for call, body in bodies.items()}
    for call, body in bodies.items():
        job = running.job(posted[call])
        assert (job["state"], job["error"]) == ("done", None)
        assert job["result"] == running.call("POST", f"/v1/{call}", body)[1]


def test_what_a_generator_refuses_is_a_failed_job(running: RunningService) -> None:
    body = {"kind": "light_line.place", "options": {"nonsense": [[[1]]]}}
    job = running.job(_post(running, "generate", **body))
    assert (job["state"], job["result"]) == ("failed", None)
    assert (job["error"]["status"], job["error"]["errors"][0]["pointer"]) == (422, "/options/nonsense")


def test_a_job_that_this_version_does_not_know_stops_no_other(running: RunningService) -> None:
    nested: list[Any] = []
    for _ in range(400):
        nested = [nested]
    unknown = _in_table(running, "nonsense", {"puzzle": COVER})
    misread = _in_table(running, "solve", {"puzzle": COVER, "nonsense": 1})
    deep = _in_table(running, "generate", {"kind": "light_line.place", "options": {"x": nested}})
    assert running.job(_post(running, "solve", puzzle=COVER))["state"] == "done"
    for job in map(running.job, (unknown, misread, deep)):
        assert job["state"] == "failed"
        assert job["error"]["status"] in (422, 500)


def test_a_job_that_an_older_version_wrote_in_fewer_words_is_done(running: RunningService) -> None:
    assert running.job(_in_table(running, "count", {"puzzle": TWO_LINES}))["result"] == {
        "count": 2,
        "exact": True,
    }


def _working(service: RunningService) -> list[int]:
    """The workers of the pool that are busy with a job: the least urgent processes, as far as there are less
    urgent ones than the tests themselves."""
    pool = part(service.process.pid, "pool")
    niceness = min(os.nice(0) + NICE["job"], MAX_NICE)
    busy = []
    for pid in children(pool) if pool else ():
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        if int(stat[16]) == niceness and stat[0] == "R":
            busy.append(pid)
    return busy


def test_cancelling_ends_the_process_that_works_on_it(running: RunningService) -> None:
    job_id = _post(running, "count", puzzle=ENDLESS, cap=1_000_000, seconds=600)
    wait_until(lambda: running.call("GET", f"/v1/jobs/{job_id}")[1]["state"] == "running")
    (worker,) = wait_until(lambda: _working(running))
    assert 0 <= running.call("GET", f"/v1/jobs/{job_id}")[1]["progress"] < 1
    status, job = running.call("DELETE", f"/v1/jobs/{job_id}")
    assert (status, job["state"], job["result"]) == (200, "cancelled", None)
    wait_until(lambda: not Path(f"/proc/{worker}").exists())
    again = running.call("DELETE", f"/v1/jobs/{job_id}")
    assert again == (200, job), "what has ended stays as it is"


def test_a_job_that_waits_is_cancelled_as_well(running: RunningService) -> None:
    """Both are the same work, of which one is done at a time."""
    first, second = (_post(running, "count", puzzle=ENDLESS, cap=999_999, seconds=600) for _ in range(2))
    for job_id in (second, first):
        assert running.call("DELETE", f"/v1/jobs/{job_id}")[1]["state"] == "cancelled"
    wait_until(lambda: not _working(running))


def _solves(service: RunningService, call: str, kind: str) -> Counter[str]:
    """Returns how often an answer came from each engine; a cached one comes from `kept`."""
    with urllib.request.urlopen(f"{service.url}/metrics", timeout=FOR_EVER) as answer:
        lines = answer.read().decode().splitlines()
    counts: Counter[str] = Counter()
    for line in lines:
        if (
            line.startswith("lineworks_solves_total{")
            and f'call="{call}"' in line
            and f'kind="{kind}"' in line
        ):
            counts[line.partition('engine="')[2].partition('"')[0]] += int(float(line.split()[-1]))
    return counts


@pytest.mark.parametrize("kind", ["end_of_line.cover", "light_line.longest"])
def test_the_same_work_is_done_once(running: RunningService, kind: str) -> None:
    """Also where it is asked of a twin, whose own solution is then given."""
    rng = random.Random(f"jobs {kind}")
    puzzles = [SAMPLES[kind].instance(rng)]
    while SAMPLES[kind].best(puzzles[0]) is None:
        puzzles = [SAMPLES[kind].instance(rng)]
    puzzles += [SAMPLES[kind].twin(rng, puzzles[0]) for _ in range(3)]
    before = _solves(running, "solve", kind)
    posted = [_post(running, "solve", puzzle=puzzle, goal="best") for puzzle in puzzles]
    results = [running.job(job_id)["result"] for job_id in posted]
    assert {(result["status"], result["score"]) for result in results} == {
        (results[0]["status"], results[0]["score"])
    }
    for puzzle, result in zip(puzzles, results, strict=True):
        assert SAMPLES[kind].legal(puzzle, result["solution"])
    now = _solves(running, "solve", kind) - before
    assert (now["kept"], now.total()) == (3, 4)


def test_no_more_jobs_wait_than_may(tmp_path: Path, pool_address: str) -> None:
    """Here nobody takes them. Reads go on."""
    client: Client = running_service.client_of(running_service.service_on(tmp_path, pool_address, queue=2))
    statuses = [
        client.post("/v1/jobs", json={"call": "solve", "body": {"puzzle": COVER}}).status_code
        for _ in range(2)
    ]
    assert statuses == [202, 202]
    response = client.post("/v1/jobs", json={"call": "solve", "body": {"puzzle": RECORD}})
    assert (response.status_code, response.content_type) == (503, "application/problem+json")
    assert int(response.headers["Retry-After"]) > 0
    assert client.get("/v1/kinds").status_code == 200
    waiting = client.post("/v1/jobs", json={"call": "solve", "body": {"puzzle": COVER}, "more": 1})
    assert waiting.status_code == 422, "what is wrong is told before that it is full"
