"""Jobs on a cluster of machines, as tasks of dask. The cluster may come and go."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from threading import Thread
from typing import Any

import distributed
from distributed import Client
from distributed.client import FuturesCancelledError
from distributed.security import Security

from api.jobs import cluster_task
from api.jobs.cluster_security import security_of
from api.service.logs import LOG
from api.workers.protocol import Message, Request

# Seconds: to connect, for an answer of the scheduler, between two looks at the cluster, until the next try to
# connect, and for fetching an outcome.
_CONNECT, _TIMEOUT, _LOOK, _RETRY_DELAY, _FETCH = 5.0, 10.0, 1.0, 1.0, 30.0
_NOT_URGENT = -10


class ClusterTask:
    """A request that is a task of dask."""

    def __init__(self, future: Future[Message | None], key: str, progress: dict[str, float | None]) -> None:
        self._future, self._key, self._progress = future, key, progress

    def done(self) -> bool:
        return self._future.done()

    def outcome(self) -> Message | None:
        return None if self._future.cancelled() else self._future.result()

    def progress(self) -> float | None:
        return self._progress.get(self._key)

    def cancel(self) -> None:
        self._future.cancel()


class ClusterRunner:
    """Has a dask cluster work on requests.

    The client of dask lives in a thread with an event loop. It is replaced when the scheduler is lost: the
    tasks are lost with it, and the dispatcher begins them again.
    """

    def __init__(self, address: str, security: Security | None, on_end: Callable[[], None]) -> None:
        self._address, self._security, self._on_end = address, security, on_end
        self._client: Client | None = None
        self._state = "not connected to the cluster yet"
        self._threads = 0
        self._futures: set[Future[Message | None]] = set()
        # By key, of the tasks that are worked on; None where a task has not reported any.
        self._progress: dict[str, float | None] = {}
        self._loop = asyncio.new_event_loop()
        Thread(target=self._loop.run_until_complete, args=(self._stay_connected(),), daemon=True).start()

    def submit(self, request: Request, *, urgent: bool = True) -> ClusterTask:
        key = f"{request.call}-{secrets.token_hex(12)}"
        work = self._work(key, request.pack(), 0 if urgent else _NOT_URGENT)
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        self._futures.add(future)
        future.add_done_callback(self._end)
        return ClusterTask(future, key, self._progress)

    def _end(self, future: Future[Message | None]) -> None:
        self._futures.discard(future)
        self._on_end()

    def free_slots(self) -> int:
        """Returns one more than there are threads free, so that none has to wait for the next request."""
        client = self._client
        if client is None or client.status != "running" or not self._threads:
            return 0
        return max(0, self._threads + 1 - len(self._futures))

    def state(self) -> str:
        return self._state

    async def _work(self, key: str, packed: bytes, priority: int) -> Message | None:
        client = self._client
        if client is None or client.status != "running":
            return None
        self._progress[key] = None
        future = client.submit(cluster_task.run, packed, key, key=key, pure=False, priority=priority)
        try:
            return await _outcome(client, future)
        except asyncio.CancelledError:
            if client.status == "running":
                await client.cancel([future], force=True)
            raise
        finally:
            del self._progress[key]

    async def _stay_connected(self) -> None:
        while True:
            try:
                client = await Client(
                    self._address,
                    security=self._security,
                    timeout=_CONNECT,
                    asynchronous=True,
                    set_as_default=False,
                )
            except OSError as e:
                self._report(f"no connection to the cluster: {e}")
            else:
                await self._watch(client)
                self._report("the connection to the cluster is lost")
                await client.close()
            await asyncio.sleep(_RETRY_DELAY)

    async def _watch(self, client: Client) -> None:
        """Follows the size of the cluster until its scheduler is lost."""
        client.subscribe_topic(cluster_task.PROGRESS, self._note_progress)
        self._client = client
        try:
            while client.status == "running":
                async with asyncio.timeout(_TIMEOUT):
                    threads = sum((await client.nthreads()).values())
                self._report("ok" if threads else "the cluster has no workers", threads)
                await asyncio.sleep(_LOOK)
        except OSError:
            return
        finally:
            self._client = None

    def _report(self, state: str, threads: int = 0) -> None:
        if state != self._state:
            LOG.info("cluster", address=self._address, state=state)
        self._state, self._threads = state, threads

    def _note_progress(self, event: tuple[float, dict[str, Any]]) -> None:
        """Keeps a report of a task, which may be one of another service."""
        _, report = event
        if report["key"] in self._progress:
            self._progress[report["key"]] = report["value"]


async def _outcome(client: Client, future: distributed.Future[Any]) -> Message | None:
    """Waits for the message of a task; None where the task is lost with its worker or the scheduler."""
    try:
        with client.as_current():
            end = distributed.wait([future])
        await end
        if future.status == "finished":
            async with asyncio.timeout(_FETCH):
                (message,) = await client.gather([future], errors="skip") or [None]
            return message if isinstance(message, Message) else None
    except (FuturesCancelledError, OSError) as e:
        LOG.warning("task lost", task=future.key, detail=str(e))
        return None
    LOG.warning("task lost", task=future.key, status=future.status)
    return None


def connect(address: str, keys: Path, on_end: Callable[[], None]) -> ClusterRunner:
    """Returns the runner of the cluster at an address; `keys` is the folder of its keys."""
    # The state of the cluster is logged here, in a line and not in tracebacks.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return ClusterRunner(address, security_of(address, keys), on_end)
