"""The work of a call: its request for a worker, and the reply, which is cached and published."""

from __future__ import annotations

from dataclasses import dataclass, replace

from api.calls.call import Body, Call, Json, write_body
from api.service.metrics import SOLVES
from api.store.database import Database
from api.workers.answer_cache import AnswerCache, CacheableCall, cacheable_call
from api.workers.protocol import Lane, Message, Request, json_bytes

# Seconds of work from which on an answer is worth caching: storing it safely takes time, too.
_WORTH_CACHING = 0.25


@dataclass(frozen=True)
class Reply:
    """An answer, or a problem document in its place.

    `stop_reason`: why the work was stopped from outside, if it was. A call without a result for that case has
    no answer then.
    """

    answer: Json | None
    problem: Json | None = None
    stop_reason: str | None = None
    from_cache: bool = False


class Fault(RuntimeError):
    """The engines failed, through an error of the program."""


@dataclass(frozen=True)
class Work:
    """A call to work on for so many seconds at most, whatever its body says."""

    call: Call
    body: Body
    seconds: float
    cacheable: CacheableCall | None

    @classmethod
    def of(cls, call: Call, body: Body, seconds: float) -> Work:
        return cls(call, body, seconds, cacheable_call(call, body))

    def request(self, lane: Lane) -> Request:
        """Returns the request for a worker."""
        document = write_body(self.body) | ({"seconds": self.seconds} if self.call.timed else {})
        return Request(self.call.name, lane, self.seconds, json_bytes(document))

    def reply(self, message: Message) -> Reply:
        """Turns the pool's message into a reply; Fault where the engines failed."""
        if message.kind == "answer":
            return Reply(message.json())
        if message.kind == "problem":
            return Reply(None, message.json())
        if message.kind == "fault":
            raise Fault(message.text())
        reason, unfinished = message.text(), self.call.unfinished
        answer = None if unfinished is None else unfinished(self.body, reason).to_json()
        return Reply(answer, stop_reason=reason)


def find_answer(cache: AnswerCache, work: Work) -> Reply | None:
    """Returns the cached reply; None where there is none."""
    answer = None if work.cacheable is None else cache.find(work.cacheable, work.seconds)
    return None if answer is None else Reply(answer, from_cache=True)


def store_and_cache(
    database: Database, cache: AnswerCache, work: Work, reply: Reply, seconds_taken: float
) -> Reply:
    """Publishes what an answer refers to, caches the answer if it is worth it, and returns the reply to send.

    `seconds_taken`: how long the work took."""
    if reply.answer is None or reply.stop_reason is not None:
        return reply
    publish = work.call.publish
    answer = reply.answer if publish is None else publish(database, reply.answer)
    if work.cacheable is not None and seconds_taken > _WORTH_CACHING:
        final = work.cacheable.caching.is_final(work.body, answer)
        cache.store(work.cacheable, answer, work.seconds, final)
    return replace(reply, answer=answer)


def count_reply(call: str, kind: str, reply: Reply) -> None:
    """Counts a call that was answered, for the metrics."""
    answer = reply.answer or {}
    outcome = (
        "problem" if reply.problem else "cut short" if reply.stop_reason else answer.get("status", "done")
    )
    engine = "kept" if reply.from_cache else answer.get("engine", "")
    SOLVES.labels(call, kind, engine, outcome).inc()
