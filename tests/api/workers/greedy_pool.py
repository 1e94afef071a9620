"""`python -m tests.api.workers.greedy_pool FD`: a pool whose workers take all memory for a count, as engines
seldom do, and that dismisses a worker after two calls."""

from __future__ import annotations

import socket
import sys
import time

from api.calls.call import Progress
from api.workers import __main__, pool
from api.workers.protocol import Message, Request
from api.workers.request_handler import RequestHandler


def _answer(_: RequestHandler, request: Request, progress: Progress) -> Message:
    blocks = []
    progress(0.0)
    while request.call == "count":
        blocks.append(b"x" * 2**20)
        time.sleep(0.001)
    return Message("answer", b'{"status": "solved"}')


if __name__ == "__main__":
    RequestHandler.answer = _answer  # type: ignore[assignment, method-assign]  # in place of the engines
    pool._CALLS = 2
    __main__.main(socket.socket(fileno=int(sys.argv[1])))
