"""The HTTP worker. What is no HTTP it refuses in the words of the rest of the service, where gunicorn would
answer with a page of HTML; and who is slow, says nothing or does not hang up keeps nobody else waiting."""

from __future__ import annotations

import json
import selectors
import socket
import time
from contextlib import suppress
from functools import partial
from typing import Any

from gunicorn import util
from gunicorn.http.unreader import SocketUnreader
from gunicorn.workers.gthread import ThreadWorker

from api.web.request import TooSlow

# Seconds in which a client must begin to ask, must have asked, and must take more of the answer.
TO_BEGIN, TO_ASK, TO_TAKE = 10.0, 15.0, 30.0
# Seconds that a thread waits until the client hangs up, too, and then the one thread that accepts clients.
_TO_HANG_UP, _AT_LAST = 0.5, 0.01


class RefusingWorker(ThreadWorker):
    def init_process(self) -> None:
        # The one place that all of gunicorn's own refusals go through has no setting, nor has how long the
        # thread that accepts clients waits for each of them to hang up.
        util.write_error = write_problem
        util.close_graceful = partial(util.close_graceful, timeout=_AT_LAST)
        super().init_process()

    def enqueue_req(self, conn: Any) -> None:
        """A new client gets a thread when it says something: gunicorn would have the thread wait for that."""
        if conn.data_ready or conn.initialized:
            super().enqueue_req(conn)
            return
        conn.sock.setblocking(False)
        conn.timeout = time.monotonic() + TO_BEGIN
        self.pending_conns.append(conn)
        said = partial(self.on_pending_socket_readable, conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, said)

    def handle(self, conn: Any) -> bool:
        if not conn.initialized:
            conn.init()
            conn.parser.unreader = _Hurried(conn.sock)
        conn.parser.unreader.end = time.monotonic() + TO_ASK
        goes_on = super().handle(conn)
        if not goes_on:
            _see_off(conn.sock)
        return goes_on

    def handle_request(self, req: Any, conn: Any) -> bool:
        conn.sock.settimeout(TO_TAKE)
        return super().handle_request(req, conn)

    def _keepalive_after(self, conn: Any, keepalive: bool) -> bool:
        """Whether the client may ask again; not one that is slow with what nobody wanted to read."""
        try:
            return bool(super()._keepalive_after(conn, keepalive))  # type: ignore[misc]  # not in the stubs
        except TooSlow:
            return False

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        if isinstance(exc, TooSlow):
            write_problem(client, 408, "Request Timeout", str(exc))
        else:
            super().handle_error(req, client, addr, exc)


class _Hurried(SocketUnreader):
    """Reads a client until the moment at which it must have asked."""

    end = 0.0

    def chunk(self, size_hint: int | None = None) -> bytes:
        left = self.end - time.monotonic()
        if left <= 0:
            raise TooSlow
        granted = self.sock.gettimeout()
        self.sock.settimeout(left if granted is None else min(left, granted))
        try:
            return super().chunk(size_hint)  # type: ignore[call-arg]  # newer than the stubs
        except TimeoutError as e:
            if time.monotonic() < self.end:
                raise
            raise TooSlow from e
        finally:
            self.sock.settimeout(granted)


def _see_off(client: socket.socket) -> None:
    """To hang up on a client that still talks would lose it the answer."""
    end = time.monotonic() + _TO_HANG_UP
    with suppress(OSError):
        client.shutdown(socket.SHUT_WR)
        while (left := end - time.monotonic()) > 0:
            client.settimeout(left)
            if not client.recv(65_536):
                break


def write_problem(sock: socket.socket, status_int: int, reason: str, mesg: str) -> None:
    status = status_int
    if status == 501:
        # A transfer coding that nobody knows: the client's mistake.
        status, reason = 400, "Bad Request"
    document = {"type": "about:blank", "title": reason, "status": status, "detail": mesg[:300]}
    body = json.dumps(document).encode()
    head = (
        f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\nContent-Type: application/problem+json\r\n"
        f"Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    util.write_nonblock(sock, head.encode() + body)
