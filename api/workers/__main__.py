"""`python -m api.workers FD`: the pool on a socket that listens already, which outlives it."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator

from api.service.processes import end_with_parent
from api.service.settings import read_settings
from api.workers.pool import PoolLimits, WorkerPool
from api.workers.request_handler import RequestHandler


def main() -> None:
    end_with_parent()
    settings = read_settings()
    limits = PoolLimits(settings.solvers, settings.jobs, settings.waiting, settings.memory)
    handler = RequestHandler.of(settings)
    WorkerPool(socket.socket(fileno=int(sys.argv[1])), limits, handler.answer).run(_preload())


def _preload() -> Iterator[None]:
    """Loads every engine and its compiled code, piece by piece, so that no call has to wait for it."""
    from api.workers import preload  # noqa: PLC0415  # a second of loading, during which calls may already come in

    yield
    for _ in preload.first_puzzles():
        yield


if __name__ == "__main__":
    main()
