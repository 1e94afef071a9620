"""Runs the same work several times at once, in threads or in processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from typing import TypeVar

A = TypeVar("A")
T = TypeVar("T")


def at_once(work: Callable[[A], T], of: Iterable[A]) -> list[T]:
    """Each in a thread of its own; what one raises is raised."""
    arguments = list(of)
    with ThreadPoolExecutor(len(arguments)) as threads:
        return list(threads.map(work, arguments))


def in_processes(work: Callable[[A], T], of: Iterable[A]) -> list[T]:
    """Each in a new process of its own; `work` is a function of a module. All begin when all are ready."""
    arguments = list(of)
    spawn = get_context("spawn")
    # The work is an argument so that what it needs is loaded before they meet.
    ready = (spawn.Barrier(len(arguments)), work)
    with ProcessPoolExecutor(len(arguments), spawn, _meet, ready) as processes:
        return list(processes.map(work, arguments))


def _meet(barrier: Barrier, _: object) -> None:
    barrier.wait(60)
