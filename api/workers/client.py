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
# Seconds between two looks at whether the answer is still wanted.
_LOOK = 0.1


class Busy(RuntimeError):
    """As many calls wait as may."""


class Gone(RuntimeError):
    """The pool, or the worker that worked on the call, is no more; the call may be made again."""


class Died(Gone):
    """The worker died, or came to no end: it may be the call's doing."""


class Unwanted(RuntimeError):
    """Nobody waits for the answer any longer."""


class PoolClient:
    """The pool behind a Unix socket."""

    def __init__(self, address: str) -> None:
        self.address = address

    def state(self, seconds: float) -> dict[str, Any]:
        """The pool's workers, and how many calls it works on; Gone where it does not answer in time."""
        state: dict[str, Any] = self.ask(Request(PING, "call", 0), seconds).json()
        return state

    def ask(
        self,
        request: Request,
        seconds: float,
        wanted: Callable[[], bool] = lambda: True,
        progress: Progress = lambda _: None,
    ) -> Message:
        """Has a worker answer a request: with an answer, a problem, what stopped the work, or a fault.

        `seconds`: how long the pool itself may take at most, waiting included; it ends the work before.
        `progress` receives how far the work has come, from 0 to 1, where the call reports it."""
        end = time.monotonic() + seconds
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
                line.settimeout(5)
                line.connect(self.address)
                line.sendall(request.pack())
                # Not select, which knows no file beyond the 1024th.
                ready = select.poll()
                ready.register(line, select.POLLIN)
                message, buffer = None, bytearray()
                while message is None:
                    if not wanted():
                        raise Unwanted
                    if time.monotonic() > end:
                        raise Died("no answer from the pool")
                    if ready.poll(_LOOK * 1000):
                        message = _last(Message.unpack(receive(line, buffer)), progress)
        except OSError as e:
            raise Gone(str(e)) from e
        if message.kind == "busy":
            raise Busy
        if message.kind == "died":
            raise Died("the process that worked on it died")
        return message


def _last(message: Message, progress: Progress) -> Message | None:
    """The message, or None where more follow it."""
    if message.kind != "progress":
        return message
    progress(float(message.text()))
    return None
