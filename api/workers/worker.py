"""A worker of the pool: answers one call after another, until the pool is gone or closes the connection.

It is forked with every engine loaded, and may be killed at any moment, so it keeps no state but the engines'
own caches.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import threading
from contextlib import suppress

from api.calls.call import Progress
from api.problem_documents import document_of
from api.workers.known_calls import call_named
from api.workers.protocol import Message, Request, json_bytes, receive
from generators.errors import NoneFound
from puzzles.errors import BadInput

# Jobs yield to calls that are answered at once, and both to the processes that answer reads.
NICE = {"call": 5, "job": 15}


def serve(pool: socket.socket, alive: int) -> None:
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


def answer(request: Request, progress: Progress) -> Message:
    """Works on a call; returns its answer, or the problem document of what is wrong with it."""
    call = call_named(request.call)
    try:
        result = call.work(call.read(json.loads(request.body)), progress)
        return Message("answer", json_bytes(result.to_json()))
    except (BadInput, NoneFound) as e:
        return Message("problem", json_bytes(document_of(e)))
    except (AssertionError, RuntimeError) as e:
        # Engines that contradict each other, or fail: an error of the program, and no answer.
        return Message("fault", f"{type(e).__name__}: {e}".encode())
    except MemoryError:
        return Message("stopped", b"memory")
