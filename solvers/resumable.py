"""Searches that can be stopped and gone on with, run within the limits of one question."""

from __future__ import annotations

from typing import Protocol

from solvers.protocol import Limits, Stop


class Search(Protocol):
    """A search for `cap` solutions: `finished` when all has been seen, `spent` counts its steps so far."""

    @property
    def finished(self) -> bool: ...
    @property
    def found(self) -> int: ...
    @property
    def cap(self) -> int: ...
    @property
    def spent(self) -> int: ...

    def run(self, steps: int) -> None: ...


class Effort:
    """What is left of the limits, however many searches work on the question.

    `stretch` is how many steps are made between two looks at the clock."""

    def __init__(self, limits: Limits, stretch: int) -> None:
        self._clock = limits.start()
        self._work = limits.work
        self._stretch = stretch

    def spend(self, search: Search, steps: int | None = None) -> Stop | None:
        """Go on until the cap, the end, or `steps` more; the reason when a limit comes first."""
        while not search.finished and search.found < search.cap:
            stop = self._clock.stopped()
            if stop is not None:
                return stop
            if self._work is not None and self._work <= 0:
                return "time"
            stretch = self._stretch
            if steps is not None:
                if steps <= 0:
                    return None
                stretch = min(stretch, steps)
                steps -= stretch
            before = search.spent
            search.run(stretch)
            if self._work is not None:
                self._work -= search.spent - before
        return None
