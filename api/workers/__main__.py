"""`python -m api.workers FD`: the pool on a socket that listens already, which outlives it."""

from __future__ import annotations

import gc
import socket
import sys
from collections.abc import Iterator

from api.service.processes import end_with_parent
from api.service.settings import read_settings
from api.workers.pool import PoolLimits, WorkerPool
from api.workers.request_handler import RequestHandler
from api.workers.unused_code import drop_unused_code


def main(listener: socket.socket) -> None:
    end_with_parent()
    settings = read_settings()
    limits = PoolLimits(settings.solvers, settings.jobs, settings.waiting, settings.memory)
    handler = RequestHandler.of(settings)
    WorkerPool(listener, limits, handler.answer).run(_preload())


def _preload() -> Iterator[None]:
    """Loads every engine and its compiled code, piece by piece, so that no call has to wait for it."""
    from api.workers import preload  # noqa: PLC0415  # a second of loading, during which calls may already come in

    yield
    for _ in preload.first_puzzles():
        yield
    # What is loaded is never garbage, and memory pages that are not written stay shared with the workers.
    gc.collect()
    gc.freeze()
    drop_unused_code()


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
