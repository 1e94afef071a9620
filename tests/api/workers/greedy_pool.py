"""`python -m tests.api.workers.greedy_pool FD`: a pool whose workers take all memory for a count, as engines
seldom do."""

from __future__ import annotations

import time

from api.calls.call import Progress
from api.workers import __main__, worker
from api.workers.protocol import Message, Request


def _answer(request: Request, progress: Progress) -> Message:
    blocks = []
    progress(0.0)
    while request.call == "count":
        blocks.append(b"x" * 2**20)
        time.sleep(0.001)
    return Message("answer", b'{"status": "solved"}')


if __name__ == "__main__":
    worker.answer = _answer
    __main__.main()
