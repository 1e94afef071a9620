"""Long work that Ctrl-C ends at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def interruptible(work: Callable[[], T]) -> T:
    """Does the work in a thread of its own, while this one waits for Ctrl-C, and returns the result.

    An interrupt within the work itself could leave it in any state: engines are outside Python most of the
    time, and some libraries catch the signal, or swallow it while they are imported.
    """
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415  # most commands need no threads

    executor = ThreadPoolExecutor(1)
    try:
        return executor.submit(work).result()
    finally:
        executor.shutdown(wait=False)
