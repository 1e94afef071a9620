"""Reads the bodies of requests, in a worker of the pool.

Reading a large body takes longer than answering most reads, so that no web process does it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from api.bank.days import today
from api.book import job as printing
from api.book.call import BOOK
from api.calls.call import Body, Call, Json, write_body
from api.calls.catalogue import CALLS
from api.calls.common_shapes import Anything
from api.service.settings import Settings
from api.store.database import Database
from api.workers.answer_cache import AnswerCache, cacheable_call
from api.workers.known_calls import call_named
from api.workers.work import Reply, Work, find_answer
from puzzles.errors import BadInput
from puzzles.json_shapes import Choice, ObjectShape, load

JOB = ObjectShape(
    {
        "call": Choice(tuple(call.name for call in CALLS)),
        "body": Anything(max(call.body.max_bytes() for call in CALLS)),
    },
    what="a job",
)
# What a body may be for, beside a call that is answered at once.
JOBS, BOOKS = "jobs", "books"
# Why the pool may stop a call.
_STOP_REASONS = ("time", "memory")


@dataclass(frozen=True)
class ReadBody:
    """The body of a call after reading, as the web process gets it.

    call, kind    the names of the call and of the puzzle's kind
    body          the body with all its defaults
    seconds       how long the call may work when it is answered at once
    work_key      the same for all bodies that ask for the same work; None where each is work of its own
    answer        the answer, where it took no engine
    from_cache    whether that is a cached one
    unfinished    by the reason for which the work may be stopped, the answer in that case; empty for a call
                  that becomes a job instead
    """

    call: str
    kind: str
    body: Json
    seconds: float
    work_key: str | None
    answer: Json | None
    from_cache: bool
    unfinished: Mapping[str, Json]

    def to_json(self) -> Json:
        return asdict(self)


class Intake:
    """Reads bodies for one service."""

    def __init__(self, settings: Settings, database: Database, cache: AnswerCache) -> None:
        self._settings, self._database, self._cache = settings, database, cache

    def read(self, purpose: str, data: bytes) -> ReadBody:
        """Reads a body for a call, a job or a book; BadInput or NotJson where it is not valid."""
        document = load(data)
        if purpose == JOBS:
            return self._read_job(document)
        if purpose == BOOKS:
            return for_later(BOOK, printing.accept_order(document, self._database, today()))
        call = call_named(purpose)
        return self._read_call(call, call.read(document))

    def _read_job(self, document: object) -> ReadBody:
        job = JOB.read(document)
        call = call_named(job["call"])
        try:
            return for_later(call, call.read(job["body"]))
        except BadInput as e:
            raise e.under("/body") from e

    def _read_call(self, call: Call, body: Body) -> ReadBody:
        seconds = float(self._settings.seconds)
        work = Work.of(call, body, min(seconds, body["seconds"]) if call.timed else seconds)
        reply = self._reply_at_once(work)
        return ReadBody(
            call.name,
            kind_in(body),
            write_body(body) | ({"seconds": work.seconds} if call.timed else {}),
            work.seconds,
            None if work.cacheable is None else work.cacheable.key,
            reply.answer,
            reply.from_cache,
            _unfinished(call, body) if reply.answer is None else {},
        )

    def _reply_at_once(self, work: Work) -> Reply:
        """Answers what needs no engine or is cached; for anything else the reply has no answer."""
        if work.call.is_inline(work.body):
            return Reply(work.call.work(work.body, lambda _: None).to_json())
        return find_answer(self._cache, work) or Reply(None)


def for_later(call: Call, body: Body) -> ReadBody:
    """Returns a body that is worked on by a job."""
    cacheable = cacheable_call(call, body)
    key = None if cacheable is None else cacheable.key
    return ReadBody(call.name, kind_in(body), write_body(body), 0.0, key, None, False, {})


def kind_in(body: Body) -> str:
    """Returns the id of the kind that a body is about; empty for a book."""
    kind: str = body["puzzle"].kind.id if "puzzle" in body else body.get("kind", "")
    return kind


def _unfinished(call: Call, body: Body) -> dict[str, Any]:
    unfinished = call.unfinished
    if unfinished is None:
        return {}
    return {reason: unfinished(body, reason).to_json() for reason in _STOP_REASONS}
