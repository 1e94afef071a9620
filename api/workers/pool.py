"""The pool: takes calls over a Unix socket, and has workers answer them.

It has one thread, so that it may fork at any time: each worker begins with all engines loaded and shares
their memory. A worker that takes too long or too much memory, or whose answer is no longer wanted, is killed;
whatever happens to it, the pool goes on. The pool reads headers only: bodies and answers pass through it as
bytes.
"""

from __future__ import annotations

import math
import os
import selectors
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn, get_args

from api.workers import worker as worker_process
from api.workers.client import PING
from api.workers.fair_queue import FairQueue
from api.workers.protocol import Lane, Message, Request, json_bytes, take_frame

# Seconds after its own limit in which a worker may still answer.
GRACE = 1.5
# Seconds that a call, or a body to read, may wait for a worker.
MAX_WAIT = 3.0
# How many bodies are read at once, and how many more may wait.
_READERS, _UNREAD = 2, 64
# What a connection asks for before its request has come.
_NOTHING = Request(PING, "call", 0)
# Seconds that a worker may take to accept a request: one that is frozen would hold up everybody.
_TO_ACCEPT = 2.0
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
        return {"read": _READERS, "call": self.calls, "job": self.jobs}[lane]

    def max_waiting(self, lane: Lane) -> float:
        return {"read": _UNREAD, "call": self.waiting, "job": math.inf}[lane]


@dataclass(eq=False)
class _Connection:
    """A connection to the pool, and the request that came over it."""

    socket: socket.socket
    buffer: bytearray = field(default_factory=bytearray)
    request: Request = _NOTHING
    waiting_since: float = 0.0


@dataclass(eq=False)
class _Worker:
    pid: int
    socket: socket.socket
    lane: Lane
    # Megabytes of memory that it shares with the pool.
    inherited: int
    served: _Connection | None = None
    deadline: float = 0.0
    state_since: float = 0.0
    calls: int = 0
    stop_reason: str | None = None
    buffer: bytearray = field(default_factory=bytearray)


class WorkerPool:
    """A pool whose workers answer requests by `answer`."""

    def __init__(self, listener: socket.socket, limits: PoolLimits, answer: worker_process.Answer) -> None:
        self._listener, self._limits, self._answer = listener, limits, answer
        self._selector = selectors.DefaultSelector()
        self._connections: set[_Connection] = set()
        self._workers: set[_Worker] = set()
        self._waiting: dict[Lane, FairQueue[_Connection]] = {lane: FairQueue() for lane in get_args(Lane)}
        # Workers hold the end for reading: it is closed with this process, however that ends.
        self._alive_pipe, self._alive_end = os.pipe()
        self._preloading: Iterator[None] = iter(())
        self._is_ending = False

    def run(self, preloading: Iterator[None]) -> None:
        """Serves until a signal ends it. `preloading` is advanced at the start, while there is no call."""
        signal.signal(signal.SIGTERM, self._end)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self._preloading = preloading
        self._listener.setblocking(False)
        self._selector.register(self._listener, selectors.EVENT_READ, None)
        preloads = True
        while not self._is_ending:
            for key, _ in self._selector.select(0 if preloads else _ROUND):
                self._handle_event(key.data)
            self._enforce_limits()
            preloads = not any(worker.served for worker in self._workers) and self._preload()
        for worker in list(self._workers):
            os.kill(worker.pid, signal.SIGKILL)

    def _end(self, *_: object) -> None:
        self._is_ending = True

    def _preload(self) -> bool:
        """Loads one more piece, and returns whether there may be more."""
        return next(self._preloading, self) is not self

    def _handle_event(self, source: object) -> None:
        if isinstance(source, _Connection):
            self._read_connection(source)
        elif isinstance(source, _Worker):
            self._read_worker(source)
        else:
            with suppress(OSError):
                accepted_socket, _ = self._listener.accept()
                connection = _Connection(accepted_socket)
                self._connections.add(connection)
                self._selector.register(accepted_socket, selectors.EVENT_READ, connection)

    def _read_connection(self, connection: _Connection) -> None:
        try:
            data = connection.socket.recv(65_536)
            connection.buffer += data
            frame = take_frame(connection.buffer) if data else None
            request = None if frame is None else Request.unpack(frame)
        except OSError:
            data, request = b"", None
        if not data:
            self._handle_hang_up(connection)
        elif request is not None:
            self._accept_request(connection, request)

    def _accept_request(self, connection: _Connection, request: Request) -> None:
        connection.request, connection.waiting_since = request, time.monotonic()
        if request.call == PING:
            self._reply(connection, Message("answer", json_bytes(self._state())))
            return
        lane, client = request.lane, request.client
        queue = self._waiting[lane]
        if request.limit is not None and queue.count(client) + self._busy(lane, client) >= request.limit:
            self._reply(connection, Message("crowded"))
            return
        queue.add(client, connection)
        self._serve(lane)
        if len(queue) > self._limits.max_waiting(lane):
            self._reply(queue.displace(client), Message("busy"))

    def _state(self) -> dict[str, Any]:
        return {
            "workers": sorted(worker.pid for worker in self._workers),
            "working": sorted(worker.pid for worker in self._workers if worker.served is not None),
            "calls": self._busy("call"),
            "jobs": self._busy("job"),
            "waiting": len(self._waiting["call"]),
        }

    def _busy(self, lane: Lane, client: str | None = None) -> int:
        """How many workers of a lane work, for one client or for all."""
        clients = [worker.served.request.client for worker in self._workers
                   if worker.lane == lane and worker.served is not None]  # fmt: skip
        return len(clients) if client is None else clients.count(client)

    def _may_begin(self, lane: Lane, client: str) -> bool:
        """Whether work for a client may begin now.

        Where others have all workers of a lane, a client for whom nobody works yet gets one beyond them: it
        does not have to wait until one of their calls, which may take seconds, is over.
        """
        busy, capacity = self._busy(lane), self._limits.capacity(lane)
        if busy < capacity:
            return True
        return lane != "job" and busy < 2 * capacity and not self._busy(lane, client)

    def _serve(self, lane: Lane) -> None:
        """Gives waiting requests to workers, those of each client in turn."""
        queue = self._waiting[lane]
        while (connection := queue.take(lambda client: self._may_begin(lane, client))) is not None:
            request = connection.request
            worker = self._idle_worker(lane) or self._fork(lane)
            worker.served, worker.state_since = connection, time.monotonic()
            worker.deadline = worker.state_since + request.seconds + GRACE
            worker.calls += 1
            try:
                worker.socket.sendall(request.pack())
            except OSError:
                self._kill(worker, "")
                self._handle_lost_worker(worker)

    def _idle_worker(self, lane: Lane) -> _Worker | None:
        idle = (
            worker
            for worker in self._workers
            if worker.lane == lane and not worker.served and not worker.stop_reason
        )
        return next(idle, None)

    def _fork(self, lane: Lane) -> _Worker:
        pool_end, worker_end = socket.socketpair()
        inherited = _megabytes(os.getpid())
        pid = os.fork()
        if pid == 0:
            # A worker that held both ends would not see that the pool dismissed it.
            pool_end.close()
            self._become_worker(worker_end, lane)
        worker_end.close()
        pool_end.settimeout(_TO_ACCEPT)
        worker = _Worker(pid, pool_end, lane, inherited)
        self._workers.add(worker)
        self._selector.register(pool_end, selectors.EVENT_READ, worker)
        return worker

    def _become_worker(self, worker_end: socket.socket, lane: Lane) -> NoReturn:
        """Closes everything that belongs to the pool, and serves it as a worker."""
        try:
            self._selector.close()
            os.close(self._alive_end)
            self._listener.close()
            for connection in self._connections:
                connection.socket.close()
            for worker in self._workers:
                worker.socket.close()
            os.nice(worker_process.NICE[lane])
            worker_process.serve(worker_end, self._alive_pipe, self._answer)
        finally:
            os._exit(0)

    def _read_worker(self, worker: _Worker) -> None:
        try:
            data = worker.socket.recv(1 << 20)
        except OSError:
            data = b""
        worker.buffer += data
        message = _message(worker.buffer)
        while message is not None and message.kind == "progress":
            self._pass_on(worker, message)
            message = _message(worker.buffer)
        if message is not None and worker.served is not None:
            self._reply(worker.served, message)
            worker.served, worker.state_since = None, time.monotonic()
            if worker.calls >= _CALLS:
                self._dismiss(worker)
            self._serve(worker.lane)
        elif not data:
            self._handle_lost_worker(worker)

    def _pass_on(self, worker: _Worker, message: Message) -> None:
        """Sends progress to the client. One that does not read in time misses it."""
        if worker.served is not None:
            with suppress(OSError):
                worker.served.socket.send(message.pack(), socket.MSG_DONTWAIT)

    def _handle_lost_worker(self, worker: _Worker) -> None:
        """Answers the client of a worker that has ended, whether the pool killed it or not."""
        if worker not in self._workers:
            return
        self._dismiss(worker)
        if worker.served is not None:
            reason = worker.stop_reason
            self._reply(worker.served, Message("stopped", reason.encode()) if reason else Message("died"))
        self._serve(worker.lane)

    def _dismiss(self, worker: _Worker) -> None:
        self._workers.discard(worker)
        self._selector.unregister(worker.socket)
        worker.socket.close()

    def _kill(self, worker: _Worker, reason: str) -> None:
        worker.stop_reason = reason
        with suppress(ProcessLookupError):
            os.kill(worker.pid, signal.SIGKILL)

    def _handle_hang_up(self, connection: _Connection) -> None:
        # Its answer may have been sent since this event was reported.
        if connection not in self._connections:
            return
        self._drop(connection)
        lane = connection.request.lane
        self._waiting[lane].remove(connection)
        for worker in self._workers:
            # A body is read sooner than a new worker is there.
            if worker.served is connection and lane != "read":
                worker.served = None
                self._kill(worker, "cancelled")

    def _reply(self, connection: _Connection, message: Message) -> None:
        if connection not in self._connections:
            return
        with suppress(OSError):
            # The other end waits for the answer, so this does not block for long.
            connection.socket.settimeout(1)
            connection.socket.sendall(message.pack())
        self._drop(connection)

    def _drop(self, connection: _Connection) -> None:
        self._connections.discard(connection)
        self._selector.unregister(connection.socket)
        connection.socket.close()

    def _enforce_limits(self) -> None:
        """Enforces deadlines and memory limits, reaps workers, and refuses calls that waited too long."""
        now = time.monotonic()
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        for worker in list(self._workers):
            if worker.served is None and not worker.stop_reason and now - worker.state_since > _IDLE:
                self._dismiss(worker)
            elif worker.served is not None and not worker.stop_reason:
                if now > worker.deadline:
                    self._kill(worker, "time")
                elif _megabytes(worker.pid) - worker.inherited > self._limits.memory:
                    self._kill(worker, "memory")
        self._refuse_late(now)

    def _refuse_late(self, now: float) -> None:
        lanes: tuple[Lane, ...] = ("read", "call")
        for lane in lanes:
            for connection in list(self._waiting[lane]):
                if now - connection.waiting_since > MAX_WAIT:
                    self._waiting[lane].remove(connection)
                    self._reply(connection, Message("busy"))


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
