"""What the dispatcher needs of whatever has its jobs done: the pool of this machine, or a cluster."""

from __future__ import annotations

from typing import Protocol

from api.workers.protocol import Message, Request


class Task(Protocol):
    """A request that is being worked on."""

    def done(self) -> bool: ...

    def outcome(self) -> Message | None:
        """Returns the message that ended it; None where it was cancelled or lost, and is to be done again."""

    def progress(self) -> float | None:
        """Returns how far it has come, from 0 to 1; None where that is not known."""

    def cancel(self) -> None:
        """Ends the work within a second, without waiting for that."""


class Runner(Protocol):
    """Works on requests. No method waits for another process, so that leases are renewed in time.

    It is given a function that it calls, from any thread, whenever a task is done.
    """

    def submit(self, request: Request, *, urgent: bool = True) -> Task:
        """Begins the work on a request. One that is not urgent gives way to those that are."""

    def free_slots(self) -> int:
        """Returns how many more urgent requests it can begin to work on now."""

    def state(self) -> str:
        """Returns "ok", or why it does no work now."""
