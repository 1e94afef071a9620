"""Asking the desk: one connection a call. Hanging up ends the work."""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Callable

from api.workers.protocol import Message, Progress, receive, send

# Seconds between two looks at whether the answer is still wanted.
_LOOK = 0.1


class Busy(RuntimeError):
    """As many calls wait as may."""


class Gone(RuntimeError):
    """The desk, or the child that worked on the call, is no more; the call may be made again."""


class Died(Gone):
    """The child died, or came to no end: it may be the call's doing."""


class Unwanted(RuntimeError):
    """Nobody waits for the answer any longer."""


class Desk:
    """The desk behind a Unix socket."""

    def __init__(self, address: str) -> None:
        self.address = address

    def ask(
        self,
        request: Message,
        seconds: float,
        wanted: Callable[[], bool] = lambda: True,
        progress: Progress = lambda _: None,
    ) -> Message:
        """The desk's message: an answer, a problem, what stopped the work, or a fault.

        `seconds`: how long the desk itself may take at most, waiting included; it ends the work before.
        `progress` is told how far the work has come, from 0 to 1, where it tells."""
        end = time.monotonic() + seconds
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
                line.settimeout(5)
                line.connect(self.address)
                send(line, request)
                # Not select, which knows no file beyond the 1024th.
                heard = select.poll()
                heard.register(line, select.POLLIN)
                reply, buffer = None, bytearray()
                while reply is None:
                    if not wanted():
                        raise Unwanted
                    if time.monotonic() > end:
                        raise Died("no answer from the desk")
                    if heard.poll(_LOOK * 1000):
                        reply = _heard(receive(line, buffer), progress)
        except OSError as e:
            raise Gone(str(e)) from e
        if "busy" in reply:
            raise Busy
        if "died" in reply:
            raise Died("the process that worked on it died")
        return reply


def _heard(message: Message, progress: Progress) -> Message | None:
    """None for a message that more follow."""
    if "progress" not in message:
        return message
    progress(message["progress"])
    return None
