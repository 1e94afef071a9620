"""Calls to the pool: one connection a call. Hanging up ends the work."""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Callable
from typing import Any

from api.calls.call import Progress
from api.workers.protocol import Message, Request, receive

PING = "ping"
# Seconds between two checks of whether the answer is still wanted.
_POLL = 0.1


class Busy(RuntimeError):
    """The queue of calls is full."""


class Crowded(RuntimeError):
    """The client has as many requests worked on as it may."""


class Gone(RuntimeError):
    """The pool, or the worker that had the call, is gone; the call may be tried again."""


class Died(Gone):
    """The worker died or did not end in time, perhaps because of the call."""


class Unwanted(RuntimeError):
    """Nobody waits for the answer any longer."""


class PoolClient:
    """The pool behind a Unix socket."""

    def __init__(self, address: str) -> None:
        self.address = address

    def state(self, seconds: float) -> dict[str, Any]:
        """Asks for the pool's workers and its load; Gone where it does not answer in time."""
        state: dict[str, Any] = self.ask(Request(PING, "call", 0), seconds).json()
        return state

    def ask(
        self,
        request: Request,
        seconds: float,
        is_wanted: Callable[[], bool] = lambda: True,
        progress: Progress = lambda _: None,
    ) -> Message:
        """Has a worker answer a request. Returns its answer, a problem, why the work was stopped, or a fault.

        `seconds`: how long the pool may take at most, waiting included; it ends the work before that.
        `progress` receives how far the work has come, from 0 to 1, where the call reports it."""
        deadline = time.monotonic() + seconds
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
                connection.settimeout(5)
                connection.connect(self.address)
                connection.sendall(request.pack())
                # Not select, which knows no file beyond the 1024th.
                ready = select.poll()
                ready.register(connection, select.POLLIN)
                message, buffer = None, bytearray()
                while message is None:
                    if not is_wanted():
                        raise Unwanted
                    if time.monotonic() > deadline:
                        raise Died("no answer from the pool")
                    if ready.poll(_POLL * 1000):
                        message = _final_message(Message.unpack(receive(connection, buffer)), progress)
        except OSError as e:
            raise Gone(str(e)) from e
        if message.kind == "busy":
            raise Busy
        if message.kind == "crowded":
            raise Crowded
        if message.kind == "died":
            raise Died("the process that worked on it died")
        return message


def _final_message(message: Message, progress: Progress) -> Message | None:
    """Returns the message if it is the last; None for progress, after which more follow."""
    if message.kind != "progress":
        return message
    progress(float(message.text()))
    return None
