"""Killing any part at any moment loses no accepted job, and none is answered wrongly.

The jobs make puzzles of the packs anew, so that the right answers are known and none is kept from before.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.error import URLError

import pytest

from puzzles import packs
from tests.api.running_cluster import RunningCluster, run_cluster
from tests.api.running_service import FOR_EVER, RunningService, run_service
from tests.api.service.process_tree import PARTS, children, kill, part

pytestmark = pytest.mark.process

# A child works on a call; who posts to a web process may lose the answer, but not an accepted job.
VICTIMS = (*PARTS, "child", "web child", "supervisor")
LIVELY = (("end_of_line.cover", "medium"), ("end_of_line.cover", "hard"), ("light_line.solo", "medium"))


def _known_records(first: int) -> Iterator[dict[str, Any]]:
    """Records whose making takes some tenths of a second."""
    n = first
    while True:
        for kind, grade in LIVELY:
            yield dict(packs.entry(kind, grade, n % packs.size(kind, grade)).record)
        n += 1


def _post(service: RunningService, record: dict[str, Any]) -> str | None:
    """Returns the job's id; None if no answer said that it was accepted."""
    body = {name: record[name] for name in ("kind", "grade", "seed")}
    try:
        status, job = service.call("POST", "/v1/jobs", {"call": "generate", "body": body})
    except (OSError, URLError, ValueError):
        return None
    assert status == 202, job
    return str(job["id"])


def _victim(service: RunningService, name: str) -> int | None:
    if name == "supervisor":
        return service.process.pid
    if name.endswith("child"):
        parent = part(service.process.pid, "web" if name.startswith("web") else "pool")
        return next(iter(children(parent)), None) if parent else None
    return part(service.process.pid, name)


def _kill_and_see(data: Path, victims: list[str], seed: int, jobs: int) -> None:
    rng = random.Random(seed)
    known_records = _known_records(rng.randrange(150))
    accepted: dict[str, dict[str, Any]] = {}
    with ExitStack() as stack:
        service = stack.enter_context(run_service(data, LINEWORKS_STOCK="0"))
        port = int(service.url.rpartition(":")[2])
        for name in victims:
            accepted |= _post_some(service, known_records, jobs)
            time.sleep(rng.random() * 1.5)
            kill(_victim(service, name))
            if name == "supervisor":
                service.process.wait(FOR_EVER)
                service = stack.enter_context(run_service(data, port, LINEWORKS_STOCK="0"))
            service.wait_until_ready()
        assert len(accepted) >= jobs * len(victims) // 2
        _see_all_done(service, accepted)


def _post_some(
    service: RunningService, known_records: Iterator[dict[str, Any]], jobs: int
) -> dict[str, dict[str, Any]]:
    """Posts jobs, and returns the record that each accepted one is to make, by its id."""
    posted = {_post(service, record): record for record in (next(known_records) for _ in range(jobs))}
    return {job_id: record for job_id, record in posted.items() if job_id is not None}


def _see_all_done(service: RunningService, accepted: dict[str, dict[str, Any]]) -> None:
    for job_id, record in accepted.items():
        job = service.job(job_id)
        assert job["state"] == "done", (job["error"], (service.data / "serve.log").read_text()[-3000:])
        generated = {name: job["result"][name] for name in ("id", "puzzle", "grade", "difficulty")}
        assert generated == {name: record[name] for name in generated}


@pytest.mark.slow
def test_no_job_is_lost_when_a_part_is_killed(tmp_path: Path) -> None:
    _kill_and_see(tmp_path, list(VICTIMS), seed=1, jobs=2)


@pytest.mark.long
@pytest.mark.parametrize("name", VICTIMS)
def test_no_job_is_lost_however_often_a_part_is_killed(tmp_path: Path, name: str) -> None:
    _kill_and_see(tmp_path, [name] * 20, seed=len(name), jobs=4)


def _kill_of_cluster(service: RunningService, cluster: RunningCluster, name: str, rng: random.Random) -> None:
    """Kills a part; those that nobody restarts are started again, after a while in which the others wait."""
    if name in cluster.processes:
        cluster.kill(name)
        time.sleep(rng.random() * 3)
        cluster.start(name)
    elif name == "dispatcher":
        kill(part(service.process.pid, name))
    else:
        worker = cluster.processes["worker"].pid
        pool = part(worker, "pool")
        kill(next(iter(children(pool)), None) if name == "child" and pool else part(worker, name))


@pytest.mark.long
@pytest.mark.parametrize("name", ["scheduler", "worker", "dask-worker", "pool", "child", "dispatcher"])
def test_no_job_is_lost_however_often_a_part_of_a_cluster_is_killed(tmp_path: Path, name: str) -> None:
    rng = random.Random(len(name))
    known_records = _known_records(rng.randrange(150))
    accepted: dict[str, dict[str, Any]] = {}
    with (
        run_cluster(tmp_path) as cluster,
        run_service(tmp_path, 0, LINEWORKS_STOCK="0", **cluster.environment) as service,
    ):
        for part_name in ("scheduler", "worker"):
            cluster.start(part_name)
        service.wait_until_ready()
        for _ in range(20):
            accepted |= _post_some(service, known_records, jobs=4)
            time.sleep(rng.random() * 1.5)
            _kill_of_cluster(service, cluster, name, rng)
            service.wait_until_ready()
        assert len(accepted) == 80
        _see_all_done(service, accepted)
