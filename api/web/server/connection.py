"""A connection: reads one request after the other, has each answered, and sends the response.

A request is answered when it is complete: no thread ever waits for a client. The requests that a client sends
ahead are read when their turn has come.

A client that closes its end of the connection while its request is worked on may have gone, or may have
finished sending only: TCP does not say which. A response that is ready soon is sent in any case. The client
of a POST, which may take long, gets interim responses (102): one that has gone refuses them, and the work
ends. HTTP/1.0 has no interim responses, and its clients are taken as gone.
"""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import Executor, Future
from enum import Enum, auto
from math import inf
from typing import TYPE_CHECKING, cast

from api.problem_documents import phrase_of, problem_document
from api.service.addresses import client_at
from api.service.logs import LOG
from api.web.clients import IS_WANTED
from api.web.middleware import CHECKS, READS
from api.web.response_cache import PlainResponse
from api.web.server.request_reader import Head, Refused, RequestReader
from api.web.server.wsgi import base_environ, collect, environ_of, to_bytes

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

    from api.web.server.http_server import HttpServer

# Seconds within which a client must begin its first request, begin another, complete a request, and accept a
# slice of the response.
BEGIN_TIMEOUT, IDLE_TIMEOUT, SEND_TIMEOUT, RECEIVE_TIMEOUT = 10.0, 20.0, 15.0, 30.0
# Seconds and bytes for which a client may go on sending after the last response: closing while it does would
# lose the response.
_LINGER_TIMEOUT, _LINGER_BYTES = 0.5, 4 * 2**20
# How many bytes of a response are given to the system at once, and how many bytes of later requests are kept.
_SLICE, _MAX_AHEAD = 65_536, 65_536
# Seconds between the interim responses that find out whether a client has gone.
_PROBE_INTERVALS = (0.1, 0.4, 1.0)
_RETRY = 5


class State(Enum):
    """What a connection does: waits for a request, reads it, has it answered, sends the response, or waits
    for the client to hang up."""

    IDLE = auto()
    READING = auto()
    WORKING = auto()
    SENDING = auto()
    CLOSING = auto()


class Connection(asyncio.BufferedProtocol):
    def __init__(self, server: HttpServer) -> None:
        self._server = server
        self.client, self.held = "", 0
        self.state = State.IDLE
        self.deadline = inf
        self._base: WSGIEnvironment = {}
        # Bytes that are not part of a request yet, and the size of the body that nobody works on yet.
        self._input, self._body_size = bytearray(), 0
        self._environ: WSGIEnvironment | None = None
        self._reader: RequestReader | None = None
        self._work: Future[PlainResponse | None] | None = None
        # What is left of the response, and the size of one that is sent piece by piece.
        self._unsent, self._response_size = memoryview(b""), 0
        self._keeps_alive = True
        self._has_gone = self._is_half_closed = self._is_blocked = self._is_scheduled = False
        self._discarded = 0
        self._probes = iter(_PROBE_INTERVALS)

    # What the event loop calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        # Every write that the system does not take at once is reported.
        self._transport.set_write_buffer_limits(0)
        peer, local = transport.get_extra_info("peername"), transport.get_extra_info("sockname")
        if peer is None:
            # The client has gone already.
            self._transport.abort()
            return
        self._base = base_environ(local, peer)
        self.client = client_at(peer[0])
        self.deadline = self._server.now() + BEGIN_TIMEOUT
        if not self._server.connections.add(self):
            self._has_gone = True
            self._transport.abort()

    def get_buffer(self, _: int) -> bytearray:
        """Returns where the next bytes are to be written: to one place for all connections."""
        return self._server.buffer

    def buffer_updated(self, size: int) -> None:
        if self.state is State.CLOSING:
            self._discarded += size
            if self._discarded > _LINGER_BYTES:
                self._transport.pause_reading()
            return
        self._input += memoryview(self._server.buffer)[:size]
        if self.state is State.READING or (self.state is State.IDLE and not self._is_scheduled):
            self._advance()
            return
        self._note_held()
        if len(self._input) > _MAX_AHEAD:
            self._transport.pause_reading()

    def eof_received(self) -> bool:
        """Keeps the connection open for the response to a request that is complete."""
        self._is_half_closed = True
        if self.state is State.WORKING:
            self._probe()
            return True
        return self.state is State.SENDING or self._is_scheduled

    def connection_lost(self, _: Exception | None) -> None:
        self._has_gone = True
        self._server.connections.remove(self)
        # The executor keeps what it has to do, even if that is cancelled, until its turn has come.
        self._environ, self._reader, self._unsent = None, None, memoryview(b"")
        self._input.clear()
        if self._work is not None:
            self._work.cancel()

    def pause_writing(self) -> None:
        self._is_blocked = True

    def resume_writing(self) -> None:
        self._is_blocked = False
        if self.state is State.SENDING:
            self._send_more()

    # What the server calls.

    def is_wanted(self) -> bool:
        """Whether the client still waits for the response. Called by any thread."""
        return not self._has_gone

    def expire(self) -> None:
        """Ends the connection, as its client has not done in time what it should."""
        if self.state is State.READING:
            self._refuse(Refused(408, "the request was not sent in time"))
        elif self.state is State.IDLE:
            self._transport.close()
        else:
            self._transport.abort()

    def drop(self) -> None:
        self._has_gone = True
        self._transport.abort()

    def release_memory(self) -> None:
        is_queued = self._work is not None and self._work.cancel()
        if is_queued or self.state in (State.IDLE, State.READING):
            problem = "too many requests are being sent; try again later"
            self._refuse(Refused(503, problem, (("Retry-After", str(_RETRY)),)))
        else:
            # A response that its client does not take, or requests sent ahead while another is worked on.
            self.drop()

    def end(self) -> None:
        """Closes the connection, after the response if one is under way."""
        if self.state in (State.IDLE, State.READING):
            self._transport.close()
        self._keeps_alive = False

    # Reading a request.

    def _advance(self) -> None:
        """Reads what there is of a request, and has it answered if it is complete."""
        if self.state is State.IDLE:
            self._begin()
        if self._reader is None or self._transport.is_closing():
            return
        was_expected = self._reader.expects_continue
        try:
            self._reader.feed(self._input)
        except Refused as e:
            self._refuse(e)
            return
        if self._reader.is_complete:
            self._answer(self._reader)
            return
        if self._reader.expects_continue and not was_expected and not self._reader.body:
            self._transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        self._body_size = len(self._reader.body)
        self._note_held()

    def _note_held(self) -> None:
        self._server.connections.hold(self, len(self._input) + self._body_size + self._response_size)

    def _begin(self) -> None:
        """Begins a request with the first byte of it. Empty lines before it do not count."""
        while self._input.startswith(b"\r\n"):
            del self._input[:2]
        if self._input and self._input != b"\r":
            self.state = State.READING
            self.deadline = self._server.now() + SEND_TIMEOUT
            self._reader = RequestReader(self._server.body_limit)

    def _answer(self, reader: RequestReader) -> None:
        """Answers a request from memory, or has a thread answer it."""
        head = cast(Head, reader.head)
        self.state, self.deadline = State.WORKING, inf
        self._server.connections.set_busy(self)
        self._keeps_alive = self._keeps_alive and head.keeps_alive and not reader.is_overrun
        body, self._body_size = bytes(reader.body), 0
        reader.body.clear()
        self._note_held()
        environ = environ_of(self._base, head, body)
        environ[IS_WANTED] = self.is_wanted
        response = collect(self._server.application.cached_answer, environ)
        if response is not None:
            self._respond(response)
            return
        self._environ, self._body_size = environ, len(body)
        work = self._work = self._executor(head).submit(self._call)
        self._note_held()
        work.add_done_callback(self._hand_over)
        if self._is_half_closed:
            self._probe()

    def _executor(self, head: Head) -> Executor:
        """Returns the threads for a request: no read is to wait behind what waits itself, for others that
        write or for parts of the service that do not answer."""
        if head.method not in READS:
            return self._server.calls
        return self._server.checks if head.path in CHECKS else self._server.reads

    def _call(self) -> PlainResponse | None:
        """Calls the application, in a thread, unless the client has gone by now."""
        environ, self._environ = self._environ, None
        if environ is None:
            return None
        self._server.loop.call_soon_threadsafe(self._begin_work)
        return collect(self._server.application, environ)

    def _begin_work(self) -> None:
        if not self._has_gone:
            self._body_size = 0
            self._note_held()

    def _hand_over(self, work: Future[PlainResponse | None]) -> None:
        if not work.cancelled():
            self._server.loop.call_soon_threadsafe(self._finish, work)

    def _finish(self, work: Future[PlainResponse | None]) -> None:
        self._work = None
        error = work.exception()
        if error is not None:
            LOG.error("fault", error=error)
            self._refuse(Refused(500, "internal error in lineworks"))
            return
        response = work.result()
        if response is not None:
            self._respond(response)

    def _probe(self) -> None:
        """Finds out whether a client that closed its end has gone; see above."""
        head = self._reader.head if self._reader else None
        if self.state is not State.WORKING or self._has_gone or head is None or head.method != "POST":
            return
        if head.version == "1.0":
            self.drop()
            return
        self._transport.write(b"HTTP/1.1 102 Processing\r\n\r\n")
        self._server.loop.call_later(next(self._probes, _PROBE_INTERVALS[-1]), self._probe)

    # Sending a response.

    def _respond(self, response: PlainResponse) -> None:
        if self._has_gone:
            return
        head = self._reader.head if self._reader else None
        is_last = self._is_half_closed and not self._input
        self._keeps_alive = self._keeps_alive and not is_last and not self._server.is_ending
        head_bytes, body = to_bytes(response, head, self._keeps_alive)
        self.state, self._reader = State.SENDING, None
        if len(body) <= _SLICE:
            self._unsent = memoryview(b"")
            self._transport.write(head_bytes + body)
        else:
            self._unsent, self._response_size = memoryview(body), len(body)
            self._transport.write(head_bytes)
        self._send_more()

    def _send_more(self) -> None:
        while self._unsent and not self._is_blocked:
            piece, self._unsent = self._unsent[:_SLICE], self._unsent[_SLICE:]
            self._transport.write(piece)
        if self._is_blocked:
            self.deadline = self._server.now() + RECEIVE_TIMEOUT
            self._note_held()
            return
        self._response_size = 0
        if self._keeps_alive:
            self._note_held()
            self._next()
        else:
            self._close()

    def _next(self) -> None:
        """Waits for the next request, or goes on with one that is there, after the other connections."""
        self.state = State.IDLE
        self.deadline = self._server.now() + IDLE_TIMEOUT
        self._server.connections.set_waiting(self)
        if self._input:
            self._is_scheduled = True
            self._server.loop.call_soon(self._go_on)
        elif self._is_half_closed:
            self._transport.close()

    def _go_on(self) -> None:
        self._is_scheduled = False
        if self.state is State.IDLE and not self._transport.is_closing():
            self._advance()
            if len(self._input) <= _MAX_AHEAD:
                self._transport.resume_reading()
            if self._is_half_closed and self._needs_more():
                self._transport.close()

    def _needs_more(self) -> bool:
        """Whether nothing goes on until the client sends more."""
        return self.state is State.READING or (self.state is State.IDLE and not self._is_scheduled)

    def _refuse(self, problem: Refused) -> None:
        """Answers a request that the application does not get, and closes the connection."""
        self._keeps_alive = False
        self._work, self._environ, self._body_size = None, None, 0
        self._input.clear()
        self._note_held()
        headers = [
            ("Content-Type", "application/problem+json"),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
            *problem.headers,
        ]
        body = json.dumps(problem_document(problem.status, problem.detail)).encode()
        self._respond(PlainResponse(f"{problem.status} {phrase_of(problem.status)}", headers, [body]))

    def _close(self) -> None:
        """Ends the response, and waits a moment for the client to hang up."""
        self.state = State.CLOSING
        self.deadline = self._server.now() + _LINGER_TIMEOUT
        self._server.connections.set_waiting(self)
        self._input.clear()
        self._note_held()
        if self._is_half_closed:
            self._transport.close()
            return
        try:
            self._transport.write_eof()
        except OSError:
            # The client has gone, which the event loop has not seen yet.
            self._transport.abort()
        self._transport.resume_reading()
