"""`python -m tests.api.desk.greedy FD`: a desk whose children take all memory for a count, as engines seldom
do."""

from __future__ import annotations

import time

from api.desk import __main__, child
from api.desk.wire import Message, Progress


def _answered(request: Message, tell: Progress) -> Message:
    taken = []
    tell(0.0)
    while request["call"] == "count":
        taken.append(b"x" * 2**20)
        time.sleep(0.001)
    return {"answer": {"status": "solved"}}


if __name__ == "__main__":
    child.answered = _answered
    __main__.main()
