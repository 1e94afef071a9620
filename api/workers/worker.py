"""A worker of the pool: answers one call after another, until the pool is gone or closes the connection.

It is forked with every engine loaded, and may be killed at any moment, so it keeps no state but the engines'
own caches.
"""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Callable
from contextlib import suppress

from api.calls.call import Progress
from api.workers.protocol import Lane, Message, Request, receive

Answer = Callable[[Request, Progress], Message]
# Jobs yield to calls that are answered at once, these to the reading of bodies, and all of them to the
# processes that answer reads.
NICE: dict[Lane, int] = {"read": 2, "call": 5, "job": 15}


def serve(pool: socket.socket, alive: int, answer: Answer) -> None:
    """Answers the pool's requests. `alive` is a pipe that ends with the pool, also during a call."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(alive,), daemon=True).start()
    buffer = bytearray()

    def report(progress: float) -> None:
        pool.sendall(Message("progress", str(progress).encode()).pack())

    with suppress(ConnectionError):
        while True:
            request = Request.unpack(receive(pool, buffer))
            pool.sendall(answer(request, report).pack())


def _end_with(alive: int) -> None:
    os.read(alive, 1)
    os._exit(0)
