"""Forks processes that serve one socket, and replaces those that die.

The application is loaded before, so that they share its memory.
"""

from __future__ import annotations

import gc
import os
import signal
import time
import traceback
from collections.abc import Callable

from prometheus_client import multiprocess

_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD)
# Seconds that processes have to end, and after which one that died at once is replaced.
_TO_END, _SHORT_LIFE = 16.0, 0.5


def hold_signals() -> None:
    """Has signals wait until `run_processes` looks at them. To be called before any thread is started."""
    signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)


def run_processes(number: int, work: Callable[[int], None]) -> None:
    """Runs so many processes until SIGTERM. `work` is called in each, with the process id of this one."""
    # Collecting garbage would write to the memory that they share.
    gc.collect()
    gc.freeze()
    started: dict[int, float] = {}
    is_ending = False
    while not is_ending:
        while len(started) < number:
            started[_fork(work)] = time.monotonic()
        is_ending = signal.sigwait(_SIGNALS) != signal.SIGCHLD
        for pid in _ended_processes():
            lived = time.monotonic() - started.pop(pid)
            time.sleep(max(0.0, _SHORT_LIFE - lived))
    _end(set(started))


def _fork(work: Callable[[int], None]) -> int:
    parent = os.getpid()
    pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        work(parent)
        status = 0
    finally:
        if status:
            traceback.print_exc()
        # Neither threads that still run nor the parent's own clean-up are waited for.
        os._exit(status)


def _ended_processes() -> list[int]:
    pids: list[int] = []
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            pid = 0
        if not pid:
            return pids
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]  # has no types
        pids.append(pid)


def _end(running: set[int]) -> None:
    for pid in running:
        os.kill(pid, signal.SIGTERM)
    last = time.monotonic() + _TO_END
    while running and time.monotonic() < last:
        signal.sigtimedwait((signal.SIGCHLD,), 0.5)
        running.difference_update(_ended_processes())
    for pid in running:
        os.kill(pid, signal.SIGKILL)
