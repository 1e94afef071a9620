"""`python -m tests.api.workers.greedy_pool FD`: a desk whose children take all memory for a count, as
engines seldom do."""

from __future__ import annotations

import time

from api.workers import __main__, worker
from api.workers.protocol import Message, Progress


def _answered(request: Message, tell: Progress) -> Message:
    taken = []
    tell(0.0)
    while request["call"] == "count":
        taken.append(b"x" * 2**20)
        time.sleep(0.001)
    return {"answer": {"status": "solved"}}


if __name__ == "__main__":
    worker.answered = _answered
    __main__.main()
