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
from api.problem_documents import problem_document
from api.service.logs import LOG
from api.service.metrics import CALL_SECONDS
from api.service.settings import Settings
from api.store.database import Database
from api.web.context import base, service
from api.web.request import body, query
from api.web.responses import Refusal, plain, problem_response
from api.web.routes.puzzles import NONE
from api.workers.client import Busy, Gone
from api.workers.known_calls import call_named
from api.workers.remote import Fault, Reply, count_reply
from puzzles.errors import BadInput

CALLING = Blueprint("calling", __name__)
# Seconds after which somebody who was turned away may come again.
_AGAIN = 2
_JOB_AGAIN = 30
_ID = re.compile(r"[0-9a-f]{24}")


def _at_once(call: Call) -> Response:
    query(NONE)
    asked = read(call, body())
    began = time.monotonic()
    reply = _reply(call, asked)
    CALL_SECONDS.labels(call.name).observe(time.monotonic() - began)
    count_reply(call, asked, reply)
    if reply.problem is not None:
        return problem_response(reply.problem)
    if reply.answer is None:
        # What takes longer than a call may is a job.
        return accepted(call, asked)
    return plain(call.with_links(reply.answer, base(), ""))


def refused(error: BadInput) -> Refusal:
    document = problem_document(error)
    return Refusal(422, document["detail"], document["errors"])


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
            raise Refusal(503, "busy: as many calls wait as may; come again", retry=_AGAIN) from e
        except Gone as e:
            # Whatever died has been replaced, and a call may be made twice.
            if not again:
                raise Refusal(503, "what worked on the call died; come again", retry=_AGAIN) from e
        except Fault as e:
            LOG.error("fault", call=call.name, detail=str(e), id=request.environ.get("lineworks.request_id"))
            raise Refusal(500, "a fault of lineworks; the answer could not be confirmed") from e
    raise AssertionError("not reached")


def accepted(call: Call, asked: Body, where: str = "jobs") -> Response:
    try:
        job = jobs.accept(service().database, service().settings, call, asked)
    except jobs.Full as e:
        raise Refusal(503, "busy: as many jobs wait as may; come again", retry=_JOB_AGAIN) from e
    return plain(job, 202, {"Location": f"{base()}/v1/{where}/{job['id']}"})


for _call in CALLS:
    CALLING.add_url_rule(f"/v1/{_call.name}", _call.name, lambda call=_call: _at_once(call), methods=["POST"])


@CALLING.post("/v1/jobs")
def post_job() -> Response:
    query(NONE)
    try:
        call, asked = jobs.read(body())
    except BadInput as e:
        raise refused(e) from e
    return accepted(call, asked)


@CALLING.get("/v1/jobs/<job_id>")
def get_job(job_id: str) -> Response:
    query(NONE)
    return told(job_of(jobs.find, job_id), job_id)


@CALLING.delete("/v1/jobs/<job_id>")
def delete_job(job_id: str) -> Response:
    query(NONE)
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
        raise Refusal(404, f"there is no job {job_id[:60]!r}")
    result = job["result"]
    if result is not None:
        job = job | {"result": call_named(job["call"]).with_links(result, base(), job_id)}
    return plain(job)
