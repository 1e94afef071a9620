"""The pool: takes calls over a Unix socket, and has workers answer them.

It has one thread, so that it may fork at any time: each worker begins with all engines loaded and shares
their memory. A worker that takes too long or too much memory, or whose answer is no longer wanted, is killed;
whatever happens to it, the pool goes on. The pool reads headers only: bodies and answers pass through it as
bytes.
"""

from __future__ import annotations

import gc
import os
import selectors
import signal
import socket
import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from api.workers import worker as worker_process
from api.workers.client import PING
from api.workers.protocol import Lane, Message, Request, json_bytes, take_frame

# Seconds after its own limit in which a worker may still answer.
GRACE = 1.5
# Seconds that a call may wait for a worker.
MAX_WAIT = 3.0
# Seconds after which an idle worker is dismissed, and calls after which any worker is.
_IDLE, _CALLS = 60.0, 500
_ROUND = 0.25


@dataclass(frozen=True)
class PoolLimits:
    """How many calls, and jobs, are worked on at once; how many calls may wait; megabytes for each."""

    calls: int
    jobs: int
    waiting: int
    memory: int

    def capacity(self, lane: Lane) -> int:
        return self.jobs if lane == "job" else self.calls


@dataclass(eq=False)
class _Client:
    """A connection, and the call that came over it."""

    connection: socket.socket
    buffer: bytearray = field(default_factory=bytearray)
    request: Request | None = None
    waiting_since: float = 0.0


@dataclass(eq=False)
class _Worker:
    pid: int
    connection: socket.socket
    lane: Lane
    # Megabytes of memory that it shares with the pool.
    inherited: int
    client: _Client | None = None
    deadline: float = 0.0
    state_since: float = 0.0
    calls: int = 0
    stop_reason: str | None = None
    buffer: bytearray = field(default_factory=bytearray)


class WorkerPool:
    def __init__(self, listener: socket.socket, limits: PoolLimits) -> None:
        self._listener, self._limits = listener, limits
        self._selector = selectors.DefaultSelector()
        self._clients: set[_Client] = set()
        self._workers: set[_Worker] = set()
        self._waiting: dict[Lane, deque[_Client]] = {"call": deque(), "job": deque()}
        # Workers hold the end for reading: it is closed with this process, however that ends.
        self._alive_pipe, self._alive_end = os.pipe()
        self._preloading: Iterator[None] = iter(())
        self._is_ending = False

    def run(self, preloading: Iterator[None]) -> None:
        """Serves until a signal ends it. `preloading` is advanced at the start, while there is no call."""
        signal.signal(signal.SIGTERM, self._end)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        # Loaded modules are never garbage, and memory pages that are not written stay shared.
        gc.collect()
        gc.freeze()
        self._preloading = preloading
        self._listener.setblocking(False)
        self._selector.register(self._listener, selectors.EVENT_READ, None)
        preloads = True
        while not self._is_ending:
            for key, _ in self._selector.select(0 if preloads else _ROUND):
                self._handle_event(key.data)
            self._enforce_limits()
            preloads = not any(worker.client for worker in self._workers) and self._preload()
        for worker in list(self._workers):
            os.kill(worker.pid, signal.SIGKILL)

    def _end(self, *_: object) -> None:
        self._is_ending = True

    def _preload(self) -> bool:
        """Loads one more piece, and returns whether there may be more."""
        return next(self._preloading, self) is not self

    def _handle_event(self, source: object) -> None:
        if isinstance(source, _Client):
            self._read_client(source)
        elif isinstance(source, _Worker):
            self._read_worker(source)
        else:
            with suppress(OSError):
                connection, _ = self._listener.accept()
                client = _Client(connection)
                self._clients.add(client)
                self._selector.register(connection, selectors.EVENT_READ, client)

    def _read_client(self, client: _Client) -> None:
        try:
            data = client.connection.recv(65_536)
            client.buffer += data
            frame = take_frame(client.buffer) if data else None
            request = None if frame is None else Request.unpack(frame)
        except OSError:
            data, request = b"", None
        if not data:
            self._handle_hang_up(client)
        elif request is not None:
            self._accept_request(client, request)

    def _accept_request(self, client: _Client, request: Request) -> None:
        client.request, client.waiting_since = request, time.monotonic()
        if request.call == PING:
            self._reply(client, Message("answer", json_bytes(self._state())))
            return
        lane = request.lane
        queue = self._waiting[lane]
        if lane == "call" and self._busy(lane) >= self._limits.calls and len(queue) >= self._limits.waiting:
            self._reply(client, Message("busy"))
            return
        queue.append(client)
        self._serve(lane)

    def _state(self) -> dict[str, Any]:
        return {
            "workers": sorted(worker.pid for worker in self._workers),
            "working": sorted(worker.pid for worker in self._workers if worker.client is not None),
            "calls": self._busy("call"),
            "jobs": self._busy("job"),
            "waiting": len(self._waiting["call"]),
        }

    def _busy(self, lane: Lane) -> int:
        return sum(worker.lane == lane and worker.client is not None for worker in self._workers)

    def _serve(self, lane: Lane) -> None:
        """Gives waiting calls to workers, up to the limit of the lane."""
        queue = self._waiting[lane]
        while queue and self._busy(lane) < self._limits.capacity(lane):
            client = queue.popleft()
            request = client.request
            if request is None or client not in self._clients:
                continue
            worker = self._idle_worker(lane) or self._fork(lane)
            worker.client, worker.state_since = client, time.monotonic()
            worker.deadline = worker.state_since + request.seconds + GRACE
            worker.calls += 1
            try:
                worker.connection.sendall(request.pack())
            except OSError:
                self._handle_lost_worker(worker)

    def _idle_worker(self, lane: Lane) -> _Worker | None:
        idle = (
            worker
            for worker in self._workers
            if worker.lane == lane and not worker.client and not worker.stop_reason
        )
        return next(idle, None)

    def _fork(self, lane: Lane) -> _Worker:
        pool_end, worker_end = socket.socketpair()
        inherited = _megabytes(os.getpid())
        pid = os.fork()
        if pid == 0:
            self._become_worker(worker_end, lane)
        worker_end.close()
        worker = _Worker(pid, pool_end, lane, inherited)
        self._workers.add(worker)
        self._selector.register(pool_end, selectors.EVENT_READ, worker)
        return worker

    def _become_worker(self, connection: socket.socket, lane: Lane) -> NoReturn:
        """Closes everything that belongs to the pool, and serves it as a worker."""
        try:
            self._selector.close()
            os.close(self._alive_end)
            self._listener.close()
            for client in self._clients:
                client.connection.close()
            for worker in self._workers:
                worker.connection.close()
            os.nice(worker_process.NICE[lane])
            worker_process.serve(connection, self._alive_pipe)
        finally:
            os._exit(0)

    def _read_worker(self, worker: _Worker) -> None:
        try:
            data = worker.connection.recv(1 << 20)
        except OSError:
            data = b""
        worker.buffer += data
        message = _message(worker.buffer)
        while message is not None and message.kind == "progress":
            self._pass_on(worker, message)
            message = _message(worker.buffer)
        if message is not None and worker.client is not None:
            self._reply(worker.client, message)
            worker.client, worker.state_since = None, time.monotonic()
            if worker.calls >= _CALLS:
                self._dismiss(worker)
            self._serve(worker.lane)
        elif not data:
            self._handle_lost_worker(worker)

    def _pass_on(self, worker: _Worker, message: Message) -> None:
        """Sends progress to a client. One that does not read in time misses it."""
        if worker.client is not None:
            with suppress(OSError):
                worker.client.connection.send(message.pack(), socket.MSG_DONTWAIT)

    def _handle_lost_worker(self, worker: _Worker) -> None:
        """Answers the client of a worker that has ended, whether the pool killed it or not."""
        if worker not in self._workers:
            return
        self._dismiss(worker)
        if worker.client is not None:
            reason = worker.stop_reason
            self._reply(worker.client, Message("stopped", reason.encode()) if reason else Message("died"))
        self._serve(worker.lane)

    def _dismiss(self, worker: _Worker) -> None:
        self._workers.discard(worker)
        self._selector.unregister(worker.connection)
        worker.connection.close()

    def _kill(self, worker: _Worker, reason: str) -> None:
        worker.stop_reason = reason
        with suppress(ProcessLookupError):
            os.kill(worker.pid, signal.SIGKILL)

    def _handle_hang_up(self, client: _Client) -> None:
        self._drop(client)
        for worker in self._workers:
            if worker.client is client:
                worker.client = None
                self._kill(worker, "cancelled")
        for queue in self._waiting.values():
            if client in queue:
                queue.remove(client)

    def _reply(self, client: _Client, message: Message) -> None:
        if client not in self._clients:
            return
        with suppress(OSError):
            # The client waits for the answer, so this does not block for long.
            client.connection.settimeout(1)
            client.connection.sendall(message.pack())
        self._drop(client)

    def _drop(self, client: _Client) -> None:
        self._clients.discard(client)
        self._selector.unregister(client.connection)
        client.connection.close()

    def _enforce_limits(self) -> None:
        """Enforces deadlines and memory limits, reaps workers, and refuses calls that waited too long."""
        now = time.monotonic()
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        for worker in list(self._workers):
            if worker.client is None and not worker.stop_reason and now - worker.state_since > _IDLE:
                self._dismiss(worker)
            elif worker.client is not None and not worker.stop_reason:
                if now > worker.deadline:
                    self._kill(worker, "time")
                elif _megabytes(worker.pid) - worker.inherited > self._limits.memory:
                    self._kill(worker, "memory")
        queue = self._waiting["call"]
        while queue and now - queue[0].waiting_since > MAX_WAIT:
            self._reply(queue.popleft(), Message("busy"))


def _message(buffer: bytearray) -> Message | None:
    frame = take_frame(buffer)
    return None if frame is None else Message.unpack(frame)


def _megabytes(pid: int) -> int:
    """Returns the megabytes that a process uses beside its files; 0 where that cannot be read."""
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) // 1024
    except OSError:
        return 0
    return 0
