"""The HTTP worker, which refuses what is no HTTP in the words of the rest of the service: gunicorn would
answer with a page of HTML."""

from __future__ import annotations

import json
import socket

from gunicorn import util
from gunicorn.workers.gthread import ThreadWorker


class RefusingWorker(ThreadWorker):
    def init_process(self) -> None:
        # The one place that all of gunicorn's own refusals go through, and it has no setting.
        util.write_error = write_problem
        super().init_process()


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
