"""Jobs as their clients see them: accepting, finding and cancelling jobs, which live in the table of jobs."""

from __future__ import annotations

import json
import math
import secrets
import time
from datetime import UTC, datetime
from typing import Any, Literal

from api.calls.call import BookFiles, Json
from api.jobs import storage
from api.problem_documents import problem_document
from api.service.settings import Settings
from api.store import books
from api.store import jobs as rows
from api.store.database import Database
from api.store.jobs import Job
from api.workers.intake import ReadBody

# Seconds after which an unfinished job is given up, whatever the reason.
MAX_JOB_AGE = 86_400


def accept(
    database: Database,
    settings: Settings,
    body: ReadBody,
    client: str | None = None,
    language: str | None = None,
) -> dict[str, Any]:
    """Accepts a job: once this returns it is stored, and will be done.

    `client`: who posted it; `language`: that of its result. Full or ClientLimit where there is no room.
    """
    storage.check_disk(database, settings)
    job_id = secrets.token_hex(12)
    # Of jobs with the same key one is worked on; the others get its answer from the cache.
    key = body.work_key or job_id
    with database.writing() as c:
        storage.check_room(c, settings, client, len(json.dumps(body.body)))
        now = time.time()
        rows.create(c, job_id, body.call, body.body, key, now, now + MAX_JOB_AGE, client, language)
        job = rows.get(c, job_id)
    return {} if job is None else to_json(job, settings)


def find(database: Database, job_id: str) -> Job | None:
    """Finds a job by its id."""
    with database.reading() as c:
        return rows.get(c, job_id)


def cancel(database: Database, settings: Settings, job_id: str) -> Job | None:
    """Cancels a job at once; the work on it stops within a second."""
    with database.writing() as c:
        now = time.time()
        return rows.cancel(c, job_id, now, now + settings.keep)


def end(
    database: Database,
    settings: Settings,
    owner: str,
    job: Job,
    state: Literal["done", "failed"],
    outcome: Json,
    files: BookFiles | None = None,
) -> None:
    """Ends a job with its result or problem; a result for which there is no room fails it.

    No effect where the attempt is over.
    """
    now = time.time()
    file_bytes = sum(len(file) for file in files or () if file is not None)
    with database.writing() as c:
        fault = storage.fault_of_result(c, settings, job.client, len(json.dumps(outcome)) + file_bytes)
        if fault is not None:
            state, outcome, files, file_bytes = "failed", problem_document(500, fault), None, 0
        ending = state, outcome, now, now + settings.keep, file_bytes
        if rows.finish(c, owner, job.id, job.attempt, *ending) and files is not None:
            books.add(c, job.id, *files)


def seconds_of(body: dict[str, Any], settings: Settings) -> float:
    """Returns how many seconds a job may take."""
    return float(min(body.get("seconds", math.inf), settings.job_seconds))


def to_json(job: Job, settings: Settings) -> dict[str, Any]:
    """Returns a job as JSON, its result as it is stored."""
    return {
        "id": job.id,
        "call": job.call,
        "state": job.state,
        "progress": _progress(job, settings),
        "created": _moment(job.created),
        "finished": _moment(job.finished),
        "result": job.result,
        "error": job.problem,
    }


def _progress(job: Job, settings: Settings) -> float | None:
    """Returns the progress from 0 to 1: as the work reports it, or the share of its time that is over."""
    if job.state in ("queued", "done"):
        return float(job.state == "done")
    if job.state != "running" or job.progress is not None or job.started is None:
        return job.progress
    share = (time.time() - job.started) / max(1e-3, seconds_of(job.body, settings))
    return round(min(max(share, 0.0), 0.99), 3)


def _moment(epoch: float | None) -> str | None:
    return (
        None
        if epoch is None
        else datetime.fromtimestamp(epoch, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    )
