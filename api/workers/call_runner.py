"""Calls as the web processes see them: workers of the pool read their bodies and answer them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from api.calls.call import Json
from api.store.database import DatabaseUnavailable
from api.workers.client import Died, Gone, PoolClient
from api.workers.intake import ReadBody
from api.workers.protocol import Message, Request, json_bytes
from api.workers.work import Fault, Reply

# Seconds within which a body must be read: a hundred times what the largest legal one takes.
_READ_SECONDS = 3.0
# Seconds beyond those of the work: for waiting in the queue, and for what the pool grants a worker.
_EXTRA_SECONDS = 10.0


@dataclass(frozen=True)
class Caller:
    """Who sent a request.

    client     the client's address, or the network that counts as one client
    limit      how many of the client's requests are worked on or wait at once; None for any number
    is_wanted  whether the client still waits for the answer
    """

    client: str
    limit: int | None
    is_wanted: Callable[[], bool]


class BodyRefused(ValueError):
    """A body is not valid; `document` is the problem document."""

    def __init__(self, document: Json) -> None:
        super().__init__(document["detail"])
        self.document = document


class CallRunner:
    """Has the pool read bodies and answer calls. Raises Busy, Crowded, Gone and Unwanted as PoolClient."""

    def __init__(self, pool: PoolClient) -> None:
        self._pool = pool

    def read(self, purpose: str, data: bytes, caller: Caller) -> ReadBody:
        """Reads a body for a call, a job or a book; BodyRefused where it is not valid."""
        request = Request(purpose, "read", _READ_SECONDS, data, caller.client, caller.limit)
        message = self._ask(request, caller)
        if message.kind == "problem":
            raise BodyRefused(message.json())
        if message == Message("stopped", b"time"):
            # The machine is overloaded, or the process was frozen: no body takes so long by itself.
            raise Died("the body was not read in time")
        if message.kind == "stopped":
            raise Fault(f"a body of {len(data)} bytes was not read: {message.text()}")
        return ReadBody(**message.json())

    def answer(self, body: ReadBody, caller: Caller) -> Reply:
        """Answers a call. A call that was stopped and has no result for that case has no answer then."""
        request = Request(body.call, "call", body.seconds, json_bytes(body.body), caller.client, caller.limit)
        message = self._ask(request, caller)
        if message.kind == "problem":
            return Reply(None, message.json())
        if message.kind == "stopped":
            reason = message.text()
            return Reply(body.unfinished.get(reason), stop_reason=reason)
        return Reply(message.json())

    def _ask(self, request: Request, caller: Caller) -> Message:
        """Asks the pool, and once more if what worked on the request has died: it has been replaced."""
        deadline = time.monotonic() + request.seconds + _EXTRA_SECONDS
        try:
            message = self._pool.ask(request, deadline - time.monotonic(), caller.is_wanted)
        except Gone:
            seconds = deadline - time.monotonic()
            if seconds < request.seconds:
                raise
            message = self._pool.ask(request, seconds, caller.is_wanted)
        if message.kind == "fault":
            raise Fault(message.text())
        if message.kind == "unavailable":
            raise DatabaseUnavailable(message.text())
        return message
