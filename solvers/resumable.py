"""Resumable searches, run in slices within the limits of one question."""

from __future__ import annotations

from typing import Protocol

from solvers.protocol import Limits, Stop


class Search(Protocol):
    """A search for `cap` solutions.

    finished     whether the whole search space has been seen
    found_count  how many solutions it has found so far
    step_count   how many steps it has made so far
    run          continues it for a number of steps
    """

    @property
    def finished(self) -> bool: ...
    @property
    def found_count(self) -> int: ...
    @property
    def cap(self) -> int: ...
    @property
    def step_count(self) -> int: ...

    def run(self, steps: int) -> None: ...


class Effort:
    """What is left of a question's limits, shared by all searches that work on it.

    `slice_steps` is how many steps a search makes between two looks at the clock."""

    def __init__(self, limits: Limits, slice_steps: int) -> None:
        self._clock = limits.start()
        self._work = limits.work
        self._slice_steps = slice_steps

    def spend(self, search: Search, steps: int | None = None) -> Stop | None:
        """Runs a search until its cap, its end, or `steps` more; returns the reason when a limit comes
        first."""
        while not search.finished and search.found_count < search.cap:
            stop = self._clock.stopped()
            if stop is not None:
                return stop
            if self._work is not None and self._work <= 0:
                return "time"
            next_steps = self._slice_steps
            if steps is not None:
                if steps <= 0:
                    return None
                next_steps = min(next_steps, steps)
                steps -= next_steps
            before = search.step_count
            search.run(next_steps)
            if self._work is not None:
                self._work -= search.step_count - before
        return None
