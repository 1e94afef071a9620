"""The HTTP worker: gunicorn's with threads, changed in two ways.

It answers malformed HTTP with a problem document instead of gunicorn's HTML. And a client that is slow, sends
nothing or does not hang up keeps no other client waiting.
"""

from __future__ import annotations

import json
import selectors
import socket
import time
from contextlib import suppress
from functools import partial
from typing import Any

from gunicorn import util
from gunicorn.http.errors import ParseException
from gunicorn.http.unreader import SocketUnreader
from gunicorn.workers.gthread import ThreadWorker

from api.problem_documents import problem_document, title_of
from api.web.request import UnreadableRequest

# Seconds within which a client must begin a request, complete it, and accept more of the response.
BEGIN_TIMEOUT, SEND_TIMEOUT, RECEIVE_TIMEOUT = 10.0, 15.0, 30.0
# Seconds that a thread waits for a client to hang up, and that the thread which accepts clients does.
_HANG_UP_TIMEOUT, _CLOSE_TIMEOUT = 0.5, 0.01


class HttpWorker(ThreadWorker):
    def init_process(self) -> None:
        # Gunicorn has no setting for the function that writes its own errors, nor for how long the thread
        # that accepts clients waits for each of them to hang up.
        util.write_error = write_problem
        util.close_graceful = partial(util.close_graceful, timeout=_CLOSE_TIMEOUT)
        super().init_process()

    def enqueue_req(self, conn: Any) -> None:
        """Gives a new client a thread once it sends something; gunicorn would let a thread wait for it."""
        if conn.data_ready or conn.initialized:
            super().enqueue_req(conn)
            return
        conn.sock.setblocking(False)
        conn.timeout = time.monotonic() + BEGIN_TIMEOUT
        self.pending_conns.append(conn)
        callback = partial(self.on_pending_socket_readable, conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, callback)

    def handle(self, conn: Any) -> bool:
        if not conn.initialized:
            conn.init()
            conn.parser.unreader = _TimedReader(conn.sock)
        conn.parser.unreader.deadline = time.monotonic() + SEND_TIMEOUT
        keeps_alive = super().handle(conn)
        if not keeps_alive:
            _wait_until_closed(conn.sock)
        return keeps_alive

    def handle_request(self, req: Any, conn: Any) -> bool:
        conn.sock.settimeout(RECEIVE_TIMEOUT)
        body = req.body
        # The application reads it through _Input; gunicorn itself reads what is left.
        req.body = _Input(body)
        try:
            return super().handle_request(req, conn)
        finally:
            req.body = body

    def _keepalive_after(self, conn: Any, keepalive: bool) -> bool:
        """Whether the connection may be used again: not if the client is slow to send an unread body."""
        try:
            return bool(super()._keepalive_after(conn, keepalive))  # type: ignore[misc]  # not in the stubs
        except UnreadableRequest:
            return False

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        if isinstance(exc, UnreadableRequest):
            write_problem(client, exc.status, title_of(exc.status), str(exc))
        else:
            super().handle_error(req, client, addr, exc)


class _Input:
    """The body of a request as the application reads it: gunicorn's errors become the application's own."""

    def __init__(self, body: Any) -> None:
        self._body = body

    def read(self, size: int = -1) -> bytes:
        try:
            return bytes(self._body.read(size))
        except ParseException as e:
            raise UnreadableRequest(400, str(e)) from e


def _too_slow() -> UnreadableRequest:
    return UnreadableRequest(408, "the request was not sent in time")


class _TimedReader(SocketUnreader):
    """Reads from a client until the moment at which it must have sent its request."""

    deadline = 0.0

    def chunk(self, size_hint: int | None = None) -> bytes:
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise _too_slow()
        timeout = self.sock.gettimeout()
        self.sock.settimeout(left if timeout is None else min(left, timeout))
        try:
            return super().chunk(size_hint)  # type: ignore[call-arg]  # newer than the stubs
        except TimeoutError as e:
            if time.monotonic() < self.deadline:
                raise
            raise _too_slow() from e
        finally:
            self.sock.settimeout(timeout)


def _wait_until_closed(client: socket.socket) -> None:
    """Waits a moment for the client to hang up: closing while it still sends would lose the response."""
    deadline = time.monotonic() + _HANG_UP_TIMEOUT
    with suppress(OSError):
        client.shutdown(socket.SHUT_WR)
        while (left := deadline - time.monotonic()) > 0:
            client.settimeout(left)
            if not client.recv(65_536):
                break


def write_problem(sock: socket.socket, status_int: int, reason: str, mesg: str) -> None:
    """Writes a problem document to a client, in place of gunicorn's own function of this signature."""
    # Gunicorn's 501 is for an unknown transfer coding, which is the client's mistake.
    status = 400 if status_int == 501 else status_int
    body = json.dumps(problem_document(status, mesg[:300])).encode()
    phrase = reason if status == status_int else title_of(status)
    head = (
        f"HTTP/1.1 {status} {phrase}\r\nConnection: close\r\nContent-Type: application/problem+json\r\n"
        f"Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    util.write_nonblock(sock, head.encode() + body)
