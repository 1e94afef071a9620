"""Jobs on this machine: each is a request to the worker pool, over its private socket."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event

from api.jobs.pool_work import work_in_pool
from api.workers.client import PoolClient
from api.workers.protocol import Message, Request


class LocalTask:
    """A request that a thread waits for."""

    def __init__(self, urgent: bool) -> None:
        self.urgent = urgent
        self._unwanted = Event()
        self._progress: float | None = None
        self.future: Future[Message | None] = Future()

    def is_wanted(self) -> bool:
        return not self._unwanted.is_set()

    def note_progress(self, value: float) -> None:
        self._progress = value

    def done(self) -> bool:
        return self.future.done()

    def outcome(self) -> Message | None:
        return self.future.result()

    def progress(self) -> float | None:
        return self._progress

    def cancel(self) -> None:
        self._unwanted.set()


class LocalRunner:
    """Has the pool at an address work on so many requests at a time, each of which a thread waits for."""

    def __init__(self, address: str, slots: int, on_end: Callable[[], None]) -> None:
        self._pool, self._slots, self._on_end = PoolClient(address), slots, on_end
        self._threads = ThreadPoolExecutor(slots, thread_name_prefix="task")
        self._tasks: list[LocalTask] = []

    def submit(self, request: Request, *, urgent: bool = True) -> LocalTask:
        busy = self._busy()
        if urgent and len(busy) >= self._slots:
            for task in busy:
                if not task.urgent:
                    task.cancel()
        task = LocalTask(urgent)
        task.future = self._threads.submit(
            work_in_pool, self._pool, request, task.is_wanted, task.note_progress
        )
        task.future.add_done_callback(lambda _: self._on_end())
        self._tasks = [*busy, task]
        return task

    def free_slots(self) -> int:
        return self._slots - sum(task.urgent for task in self._busy())

    def state(self) -> str:
        return "ok"

    def _busy(self) -> list[LocalTask]:
        self._tasks = [task for task in self._tasks if not task.done()]
        return self._tasks
