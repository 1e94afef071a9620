"""The calls that are answered at once, and the jobs."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, request

from api.calls.call import Body, Call
from api.calls.catalogue import CALLS
from api.jobs import job_queue
from api.jobs.storage import ClientLimit, Full
from api.problem_documents import document_of, problems_to_json
from api.service.logs import LOG
from api.service.metrics import CALL_SECONDS
from api.service.settings import Settings
from api.store.database import Database
from api.web.context import base_url, service
from api.web.middleware import client_of
from api.web.request import read_json, read_query
from api.web.responses import HttpProblem, problem_response, uncached_json
from api.web.routes.puzzles import NO_PARAMETERS
from api.workers.call_runner import Fault, Reply, count_reply
from api.workers.client import Busy, Gone
from api.workers.known_calls import UnknownCall, call_named
from puzzles.errors import BadInput

BLUEPRINT = Blueprint("calls", __name__)
# Seconds after which a client that was refused may try again.
_RETRY_CALL = 2
_ID = re.compile(r"[0-9a-f]{24}")


def _answer(call: Call) -> Response:
    """Answers a call at once, or makes it a job if it has no answer in the time for calls."""
    read_query(NO_PARAMETERS)
    call_body = read_body(call, read_json())
    start = time.monotonic()
    reply = _reply(call, call_body)
    CALL_SECONDS.labels(call.name).observe(time.monotonic() - start)
    count_reply(call, call_body, reply)
    if reply.problem is not None:
        return problem_response(reply.problem)
    if reply.answer is None:
        return accept_job(call, call_body)
    return uncached_json(call.with_links(reply.answer, base_url(), ""))


def refusal_of(error: BadInput) -> HttpProblem:
    """Returns the 422 problem for a body that is not valid."""
    return HttpProblem(422, document_of(error)["detail"], problems_to_json(error.problems))


def read_body(call: Call, document: object) -> Body:
    """Reads the body of a call; HttpProblem where it is not valid."""
    try:
        return call.read(document)
    except BadInput as e:
        raise refusal_of(e) from e


def _reply(call: Call, call_body: Body) -> Reply:
    if call.is_inline(call_body):
        return Reply(call.work(call_body, lambda _: None).to_json())
    try:
        return _remote_reply(call, call_body)
    except Gone:
        # What died has been replaced, and a call may be repeated.
        try:
            return _remote_reply(call, call_body)
        except Gone as e:
            raise HttpProblem(
                503, "the process working on the call ended unexpectedly; try again", retry=_RETRY_CALL
            ) from e


def _remote_reply(call: Call, call_body: Body) -> Reply:
    try:
        return service().calls.answer(call, call_body, service().settings.seconds)
    except Busy as e:
        raise HttpProblem(503, "busy: the queue of calls is full; try again later", retry=_RETRY_CALL) from e
    except Fault as e:
        LOG.error("fault", call=call.name, detail=str(e), id=request.environ.get("lineworks.request_id"))
        raise HttpProblem(500, "internal error in lineworks: the answer could not be confirmed") from e


def accept_job(call: Call, call_body: Body, where: str = "jobs") -> Response:
    """Accepts a call as a job, which will be found at /v1/{where}."""
    client = client_of(request.environ, service().settings.proxies)
    try:
        job = job_queue.accept(service().database, service().settings, call, call_body, client)
    except Full as e:
        raise HttpProblem(503, str(e), retry=e.retry) from e
    except ClientLimit as e:
        raise HttpProblem(429, str(e), retry=e.retry) from e
    return uncached_json(job, 202, {"Location": f"{base_url()}/v1/{where}/{job['id']}"})


for _call in CALLS:
    BLUEPRINT.add_url_rule(
        f"/v1/{_call.name}", _call.name, lambda call=_call: _answer(call), methods=["POST"]
    )


@BLUEPRINT.post("/v1/jobs")
def post_job() -> Response:
    read_query(NO_PARAMETERS)
    try:
        call, call_body = job_queue.read(read_json())
    except BadInput as e:
        raise refusal_of(e) from e
    return accept_job(call, call_body)


@BLUEPRINT.get("/v1/jobs/<job_id>")
def get_job(job_id: str) -> Response:
    read_query(NO_PARAMETERS)
    return job_response(look_up_job(job_queue.find, job_id), job_id)


@BLUEPRINT.delete("/v1/jobs/<job_id>")
def delete_job(job_id: str) -> Response:
    read_query(NO_PARAMETERS)
    return job_response(look_up_job(job_queue.cancel, job_id), job_id)


def look_up_job(
    look_up: Callable[[Database, Settings, str], dict[str, Any] | None], job_id: str
) -> dict[str, Any] | None:
    """Finds or cancels a job; None where the id is not known or not an id."""
    return look_up(service().database, service().settings, job_id) if is_job_id(job_id) else None


def is_job_id(text: str) -> bool:
    """Whether a text has the form of an id. Not every database accepts every text."""
    return _ID.fullmatch(text) is not None


def job_response(job: dict[str, Any] | None, job_id: str) -> Response:
    """Sends a job with absolute addresses in its result; 404 where there is none."""
    if job is None:
        raise HttpProblem(404, f"there is no job {job_id[:60]!r}")
    result = job["result"]
    if result is not None:
        with suppress(UnknownCall):
            job = job | {"result": call_named(job["call"]).with_links(result, base_url(), job_id)}
    return uncached_json(job)
