"""What a child of the desk does: one call after the other, until the desk is gone or has no more use for it.

It is forked with every engine loaded, and may be killed at any moment: it keeps nothing but what the engines
keep for themselves.
"""

from __future__ import annotations

import os
import signal
import socket
import threading
from contextlib import suppress

from api.calls.catalogue import call_named
from api.problem_documents import problem_document
from api.workers.protocol import Message, Progress, receive, send
from generators.protocol import NoneFound
from puzzles.errors import BadInput

# Calls that are answered at once go before jobs, and both behind the processes that answer reads.
NICE = {"call": 5, "job": 15}


def serve(desk: socket.socket, alive: int) -> None:
    """`alive`: a pipe that ends with the desk, also while a call is worked on."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(alive,), daemon=True).start()
    buffer = bytearray()

    def tell(progress: float) -> None:
        send(desk, {"progress": progress})

    with suppress(ConnectionError):
        while True:
            request = receive(desk, buffer)
            send(desk, answered(request, tell))


def _end_with(alive: int) -> None:
    os.read(alive, 1)
    os._exit(0)


def answered(request: Message, tell: Progress) -> Message:
    """What a call comes to, as a message: an answer, or the problem document of what is wrong with it."""
    call = call_named(request["call"])
    try:
        return {"answer": call.work(call.read(request["body"]), tell)}
    except (BadInput, NoneFound) as e:
        return {"problem": problem_document(e)}
    except (AssertionError, RuntimeError) as e:
        # Engines that contradict each other, or fail: a fault of ours, and no answer.
        return {"fault": f"{type(e).__name__}: {e}"}
    except MemoryError:
        return {"stopped": "memory"}
