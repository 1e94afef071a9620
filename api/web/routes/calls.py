"""The calls that are answered at once, and the jobs."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from flask import Blueprint, Response, request

from api.calls.call import Call
from api.calls.catalogue import CALLS
from api.jobs import job_queue
from api.jobs.storage import ClientLimit, Full, check_disk
from api.problem_documents import with_address
from api.service.logs import LOG
from api.service.metrics import CALL_SECONDS
from api.store.jobs import Job
from api.web.clients import caller
from api.web.context import base_url, reader, service
from api.web.request import read_data, read_query
from api.web.responses import HttpProblem, problem_response, uncached_json
from api.web.routes.puzzles import LANG
from api.workers.call_runner import BodyRefused
from api.workers.client import Busy, Crowded, Gone, Unwanted
from api.workers.intake import JOBS, ReadBody
from api.workers.known_calls import UnknownCall, call_named
from api.workers.work import Fault, Reply, count_reply

BLUEPRINT = Blueprint("calls", __name__)
# Seconds after which a client that was refused may try again.
_RETRY_CALL = 2
_ID = re.compile(r"[0-9a-f]{24}")


def _answer(call: Call) -> Response:
    """Answers a call at once, or makes it a job if it has no answer in the time for calls."""
    read_query(LANG)
    start = time.monotonic()
    body = read_body(call.name)
    reply = Reply(body.answer, from_cache=body.from_cache) if body.answer is not None else _work_on(body)
    CALL_SECONDS.labels(call.name).observe(time.monotonic() - start)
    count_reply(call.name, body.kind, reply)
    if reply.problem is not None:
        return problem_response(reply.problem)
    if reply.answer is None:
        return accept_job(body)
    whose = reader()
    return uncached_json(call.present(reply.answer, whose, ""), language=whose.language)


def read_body(purpose: str) -> ReadBody:
    """Has the body of the request read; HttpProblem where it is not valid."""
    data = read_data()
    with _pool_problems():
        return service().calls.read(purpose, data, caller())


def _work_on(body: ReadBody) -> Reply:
    """Has a call worked on, as far as the client's allowance of work goes."""
    if call_named(body.call).publish is not None:
        with _storage_problems():
            check_disk(service().database, service().settings)
    client, limits = caller(), service().rate_limits
    verdict = limits.count(client.client, "work", time.time(), body.seconds)
    if verdict is not None and not verdict.allowed:
        raise HttpProblem(
            429, f"at most {verdict.limit} s of work a minute for each client; try again later",
            retry=math.ceil(verdict.wait),
        )  # fmt: skip
    # Not more than was charged is given back where a call may take longer than the whole allowance.
    charged = body.seconds if verdict is None else min(body.seconds, verdict.limit)
    start = time.monotonic()
    try:
        with _pool_problems():
            return service().calls.answer(body, client)
    except HttpProblem as e:
        if isinstance(e.__cause__, Busy | Crowded):
            # A call that was refused costs nothing, however long it waited.
            start = time.monotonic()
        raise
    finally:
        unused = max(0.0, charged - (time.monotonic() - start))
        limits.give_back(client.client, "work", time.time(), unused)


@contextmanager
def _pool_problems() -> Iterator[None]:
    """Turns what the pool could not do into problems."""
    try:
        yield
    except BodyRefused as e:
        raise HttpProblem.of(e.document) from e
    except Busy as e:
        raise HttpProblem(503, "busy: the queue of calls is full; try again later", retry=_RETRY_CALL) from e
    except Crowded as e:
        detail = f"at most {caller().limit} requests of a client at the same time; try again later"
        raise HttpProblem(429, detail, retry=_RETRY_CALL) from e
    except Gone as e:
        detail = "the process working on the call ended unexpectedly; try again"
        raise HttpProblem(503, detail, retry=_RETRY_CALL) from e
    except Unwanted as e:
        # Nobody reads this.
        raise HttpProblem(503, "the client hung up") from e
    except Fault as e:
        LOG.error("fault", detail=str(e), id=request.environ.get("lineworks.request_id"))
        raise HttpProblem(500, "internal error in lineworks: the answer could not be confirmed") from e


@contextmanager
def _storage_problems() -> Iterator[None]:
    """Turns a lack of room into problems."""
    try:
        yield
    except Full as e:
        raise HttpProblem(503, str(e), retry=e.retry) from e
    except ClientLimit as e:
        raise HttpProblem(429, str(e), retry=e.retry) from e


def accept_job(body: ReadBody, where: str = "jobs") -> Response:
    """Accepts a call as a job, which will be found at /v1/{where}."""
    with _storage_problems():
        client, language = caller().client, reader().language
        job = job_queue.accept(service().database, service().settings, body, client, language)
    return uncached_json(job, 202, {"Location": f"{base_url()}/v1/{where}/{job['id']}"})


for _call in CALLS:
    BLUEPRINT.add_url_rule(
        f"/v1/{_call.name}", _call.name, lambda call=_call: _answer(call), methods=["POST"]
    )


@BLUEPRINT.post("/v1/jobs")
def post_job() -> Response:
    read_query(LANG)
    return accept_job(read_body(JOBS))


@BLUEPRINT.get("/v1/jobs/<job_id>")
def get_job(job_id: str) -> Response:
    read_query(LANG)
    return job_response(find_job(job_id), job_id)


@BLUEPRINT.delete("/v1/jobs/<job_id>")
def delete_job(job_id: str) -> Response:
    read_query(LANG)
    database, settings = service().database, service().settings
    job = job_queue.cancel(database, settings, job_id) if is_job_id(job_id) else None
    return job_response(job, job_id)


def find_job(job_id: str) -> Job | None:
    """Finds a job; None where the id is not known or not an id."""
    return job_queue.find(service().database, job_id) if is_job_id(job_id) else None


def is_job_id(text: str) -> bool:
    """Whether a text has the form of an id. Not every database accepts every text."""
    return _ID.fullmatch(text) is not None


def job_response(job: Job | None, job_id: str) -> Response:
    """Sends a job with its result as a reader gets it; 404 where there is none.

    Unless `?lang=` says otherwise the language is that of the request that posted the job."""
    if job is None:
        raise HttpProblem(404, f"there is no job {job_id[:60]!r}")
    whose = reader(job.language)
    document = job_queue.to_json(job, service().settings)
    if job.problem is not None:
        document["error"] = with_address(job.problem, base_url())
    if job.result is not None:
        with suppress(UnknownCall):
            document["result"] = call_named(job.call).present(job.result, whose, job_id)
    return uncached_json(document, language=whose.language)
