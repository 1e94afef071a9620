"""The calls that are answered at once, and the jobs."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, request

from api.calls.call import Body, Call
from api.calls.catalogue import CALLS
from api.jobs import service as jobs
from api.problem_documents import document_of
from api.service.logs import LOG
from api.service.metrics import CALL_SECONDS
from api.service.settings import Settings
from api.store.database import Database
from api.web.context import base_url, service
from api.web.request import read_body, read_query
from api.web.responses import HttpProblem, problem_response, uncached_json
from api.web.routes.puzzles import NO_PARAMETERS
from api.workers.client import Busy, Gone
from api.workers.known_calls import call_named
from api.workers.remote import Fault, Reply, count_reply
from puzzles.errors import BadInput

BLUEPRINT = Blueprint("calls", __name__)
# Seconds after which somebody who was turned away may come again.
_AGAIN = 2
_JOB_AGAIN = 30
_ID = re.compile(r"[0-9a-f]{24}")


def _at_once(call: Call) -> Response:
    read_query(NO_PARAMETERS)
    asked = read(call, read_body())
    began = time.monotonic()
    reply = _reply(call, asked)
    CALL_SECONDS.labels(call.name).observe(time.monotonic() - began)
    count_reply(call, asked, reply)
    if reply.problem is not None:
        return problem_response(reply.problem)
    if reply.answer is None:
        # What takes longer than a call may is a job.
        return accepted(call, asked)
    return uncached_json(call.with_links(reply.answer, base_url(), ""))


def refused(error: BadInput) -> HttpProblem:
    document = document_of(error)
    return HttpProblem(422, document["detail"], document["errors"])


def read(call: Call, document: object) -> Body:
    try:
        return call.read(document)
    except BadInput as e:
        raise refused(e) from e


def _reply(call: Call, asked: Body) -> Reply:
    if call.in_place(asked):
        return Reply(call.work(asked, lambda _: None).to_json())
    seconds = service().settings.seconds
    for again in (True, False):
        try:
            return service().calls.answer(call, asked, seconds)
        except Busy as e:
            raise HttpProblem(503, "busy: as many calls wait as may; come again", retry=_AGAIN) from e
        except Gone as e:
            # Whatever died has been replaced, and a call may be made twice.
            if not again:
                raise HttpProblem(503, "what worked on the call died; come again", retry=_AGAIN) from e
        except Fault as e:
            LOG.error("fault", call=call.name, detail=str(e), id=request.environ.get("lineworks.request_id"))
            raise HttpProblem(500, "a fault of lineworks; the answer could not be confirmed") from e
    raise AssertionError("not reached")


def accepted(call: Call, asked: Body, where: str = "jobs") -> Response:
    try:
        job = jobs.accept(service().database, service().settings, call, asked)
    except jobs.Full as e:
        raise HttpProblem(503, "busy: as many jobs wait as may; come again", retry=_JOB_AGAIN) from e
    return uncached_json(job, 202, {"Location": f"{base_url()}/v1/{where}/{job['id']}"})


for _call in CALLS:
    BLUEPRINT.add_url_rule(
        f"/v1/{_call.name}", _call.name, lambda call=_call: _at_once(call), methods=["POST"]
    )


@BLUEPRINT.post("/v1/jobs")
def post_job() -> Response:
    read_query(NO_PARAMETERS)
    try:
        call, asked = jobs.read(read_body())
    except BadInput as e:
        raise refused(e) from e
    return accepted(call, asked)


@BLUEPRINT.get("/v1/jobs/<job_id>")
def get_job(job_id: str) -> Response:
    read_query(NO_PARAMETERS)
    return told(job_of(jobs.find, job_id), job_id)


@BLUEPRINT.delete("/v1/jobs/<job_id>")
def delete_job(job_id: str) -> Response:
    read_query(NO_PARAMETERS)
    return told(job_of(jobs.cancel, job_id), job_id)


def job_of(
    known: Callable[[Database, Settings, str], dict[str, Any] | None], job_id: str
) -> dict[str, Any] | None:
    return known(service().database, service().settings, job_id) if is_id(job_id) else None


def is_id(text: str) -> bool:
    """Not every database takes every text."""
    return _ID.fullmatch(text) is not None


def told(job: dict[str, Any] | None, job_id: str) -> Response:
    if job is None:
        raise HttpProblem(404, f"there is no job {job_id[:60]!r}")
    result = job["result"]
    if result is not None:
        job = job | {"result": call_named(job["call"]).with_links(result, base_url(), job_id)}
    return uncached_json(job)
