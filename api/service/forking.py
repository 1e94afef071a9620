"""Forks the processes of the service."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import NoReturn

_SIGNALS = (signal.SIGTERM, signal.SIGINT)
_STANDARD_STREAMS = (0, 1, 2)


def fork(name: str, work: Callable[[], None], descriptors: Iterable[int]) -> int:
    """Has a new process do the work, and returns its id. This process must have no other thread.

    The new process shares the memory of this one, and of its open files those given. Its signals are handled
    as if it had been started anew. It has a process group of its own, so that Ctrl-C reaches this process
    alone, which stops the others.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    # A signal that came before the new process has its own handlers would be lost.
    signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        pid = os.fork()
        if pid == 0:
            _become(name, work, descriptors)
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    return pid


def _become(name: str, work: Callable[[], None], descriptors: Iterable[int]) -> NoReturn:
    status = 1
    try:
        os.setpgid(0, 0)
        _close_all_but({*_STANDARD_STREAMS, *descriptors})
        # What `ps` and `top` show; Linux only.
        with suppress(OSError):
            Path("/proc/self/comm").write_text(name)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        work()
        status = 0
    finally:
        if status:
            traceback.print_exc()
        sys.stdout.flush()
        sys.stderr.flush()
        # Nothing of what the other process would do at its end.
        os._exit(status)


def _close_all_but(kept: set[int]) -> None:
    limit = os.sysconf("SC_OPEN_MAX")
    borders = [-1, *sorted(kept), limit]
    for before, after in pairwise(borders):
        # It takes an empty range for one without an end.
        if after - before > 1:
            os.closerange(before + 1, after)
