"""The pool: takes calls over a Unix socket, and has workers answer them.

A process of one thread, so that it may fork at any time: each worker begins with all engines loaded and
shares their memory. A worker that takes too long or too much memory, or whose answer is no longer wanted, is
killed; whatever becomes of it, the pool goes on. It reads headers alone: bodies and answers pass through it
as bytes.
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

from api.workers import worker as work
from api.workers.client import PING
from api.workers.protocol import Lane, Message, Request, json_bytes, take_frame

# Seconds after its own limit in which a worker may still come to its answer.
GRACE = 1.5
# The longest that a call waits for its turn.
PATIENCE = 3.0
# Seconds after which a worker with nothing to do is let go, and calls after which any is.
_IDLE, _CALLS = 60.0, 500
_ROUND = 0.25


@dataclass(frozen=True)
class Limits:
    """How many calls, and jobs, are worked on at once; how many calls wait; megabytes for each."""

    calls: int
    jobs: int
    waiting: int
    memory: int

    def at_once(self, lane: Lane) -> int:
        return self.jobs if lane == "job" else self.calls


@dataclass(eq=False)
class _Client:
    """A connection, and the call that came over it."""

    line: socket.socket
    buffer: bytearray = field(default_factory=bytearray)
    request: Request | None = None
    since: float = 0.0


@dataclass(eq=False)
class _Worker:
    pid: int
    line: socket.socket
    lane: Lane
    # Megabytes that it had from the pool.
    inherited: int
    client: _Client | None = None
    ends: float = 0.0
    since: float = 0.0
    calls: int = 0
    stopped: str | None = None
    buffer: bytearray = field(default_factory=bytearray)


class WorkerPool:
    def __init__(self, listener: socket.socket, limits: Limits) -> None:
        self._listener, self._limits = listener, limits
        self._selector = selectors.DefaultSelector()
        self._clients: set[_Client] = set()
        self._workers: set[_Worker] = set()
        self._waiting: dict[Lane, deque[_Client]] = {"call": deque(), "job": deque()}
        # Workers hold the end to read: it ends with this process, however that goes.
        self._alive, self._held_open = os.pipe()
        self._preloading: Iterator[None] = iter(())
        self._ended = False

    def run(self, preloading: Iterator[None]) -> None:
        """Serves until it is ended. `preloading` is done at the start, in pieces while there is no call."""
        signal.signal(signal.SIGTERM, self._end)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        # What is loaded is never garbage, and pages that are not written stay shared.
        gc.collect()
        gc.freeze()
        self._preloading = preloading
        self._listener.setblocking(False)
        self._selector.register(self._listener, selectors.EVENT_READ, None)
        preloads = True
        while not self._ended:
            for key, _ in self._selector.select(0 if preloads else _ROUND):
                self._ready(key.data)
            self._look_after()
            preloads = not any(each.client for each in self._workers) and self._preload()
        for each in list(self._workers):
            os.kill(each.pid, signal.SIGKILL)

    def _end(self, *_: object) -> None:
        self._ended = True

    def _preload(self) -> bool:
        """One piece; whether there may be more."""
        return next(self._preloading, self) is not self

    def _ready(self, what: object) -> None:
        if isinstance(what, _Client):
            self._read_client(what)
        elif isinstance(what, _Worker):
            self._read_worker(what)
        else:
            with suppress(OSError):
                line, _ = self._listener.accept()
                client = _Client(line)
                self._clients.add(client)
                self._selector.register(line, selectors.EVENT_READ, client)

    def _read_client(self, client: _Client) -> None:
        try:
            part = client.line.recv(65_536)
            client.buffer += part
            frame = take_frame(client.buffer) if part else None
            request = None if frame is None else Request.unpack(frame)
        except OSError:
            part, request = b"", None
        if not part:
            self._hung_up(client)
        elif request is not None:
            self._take(client, request)

    def _take(self, client: _Client, request: Request) -> None:
        client.request, client.since = request, time.monotonic()
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
            "workers": sorted(each.pid for each in self._workers),
            "working": sorted(each.pid for each in self._workers if each.client is not None),
            "calls": self._busy("call"),
            "jobs": self._busy("job"),
            "waiting": len(self._waiting["call"]),
        }

    def _busy(self, lane: Lane) -> int:
        return sum(each.lane == lane and each.client is not None for each in self._workers)

    def _serve(self, lane: Lane) -> None:
        """Gives calls to workers as long as there are any that may be answered now."""
        queue = self._waiting[lane]
        while queue and self._busy(lane) < self._limits.at_once(lane):
            client = queue.popleft()
            request = client.request
            if request is None or client not in self._clients:
                continue
            idle = (
                each for each in self._workers if each.lane == lane and not each.client and not each.stopped
            )
            worker = next(idle, None) or self._fork(lane)
            worker.client, worker.since = client, time.monotonic()
            worker.ends = worker.since + request.seconds + GRACE
            worker.calls += 1
            try:
                worker.line.sendall(request.pack())
            except OSError:
                self._lost(worker)

    def _fork(self, lane: Lane) -> _Worker:
        ours, its = socket.socketpair()
        inherited = _megabytes(os.getpid())
        pid = os.fork()
        if pid == 0:
            self._become_worker(its, lane)
        its.close()
        worker = _Worker(pid, ours, lane, inherited)
        self._workers.add(worker)
        self._selector.register(ours, selectors.EVENT_READ, worker)
        return worker

    def _become_worker(self, line: socket.socket, lane: Lane) -> NoReturn:
        """Lets go of everything that is the pool's, and serves."""
        try:
            self._selector.close()
            os.close(self._held_open)
            self._listener.close()
            for its in [each.line for each in self._clients] + [each.line for each in self._workers]:
                its.close()
            os.nice(work.NICE[lane])
            work.serve(line, self._alive)
        finally:
            os._exit(0)

    def _read_worker(self, worker: _Worker) -> None:
        try:
            part = worker.line.recv(1 << 20)
        except OSError:
            part = b""
        worker.buffer += part
        message = _message(worker.buffer)
        while message is not None and message.kind == "progress":
            self._pass_on(worker, message)
            message = _message(worker.buffer)
        if message is not None and worker.client is not None:
            self._reply(worker.client, message)
            worker.client, worker.since = None, time.monotonic()
            if worker.calls >= _CALLS:
                self._let_go(worker)
            self._serve(worker.lane)
        elif not part:
            self._lost(worker)

    def _pass_on(self, worker: _Worker, message: Message) -> None:
        """Sends progress to a client that reads it; one that does not misses it."""
        if worker.client is not None:
            with suppress(OSError):
                worker.client.line.send(message.pack(), socket.MSG_DONTWAIT)

    def _lost(self, worker: _Worker) -> None:
        """Answers the client of a worker that ended, killed by the pool or not."""
        if worker not in self._workers:
            return
        self._let_go(worker)
        if worker.client is not None:
            stopped = worker.stopped
            self._reply(worker.client, Message("stopped", stopped.encode()) if stopped else Message("died"))
        self._serve(worker.lane)

    def _let_go(self, worker: _Worker) -> None:
        self._workers.discard(worker)
        self._selector.unregister(worker.line)
        worker.line.close()

    def _kill(self, worker: _Worker, reason: str) -> None:
        worker.stopped = reason
        with suppress(ProcessLookupError):
            os.kill(worker.pid, signal.SIGKILL)

    def _hung_up(self, client: _Client) -> None:
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
            client.line.settimeout(1)
            client.line.sendall(message.pack())
        self._drop(client)

    def _drop(self, client: _Client) -> None:
        self._clients.discard(client)
        self._selector.unregister(client.line)
        client.line.close()

    def _look_after(self) -> None:
        """Enforces deadlines and limits of memory; clears away ended workers and calls that wait too long."""
        now = time.monotonic()
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        for worker in list(self._workers):
            if worker.client is None and not worker.stopped and now - worker.since > _IDLE:
                self._let_go(worker)
            elif worker.client is not None and not worker.stopped:
                if now > worker.ends:
                    self._kill(worker, "time")
                elif _megabytes(worker.pid) - worker.inherited > self._limits.memory:
                    self._kill(worker, "memory")
        queue = self._waiting["call"]
        while queue and now - queue[0].since > PATIENCE:
            self._reply(queue.popleft(), Message("busy"))


def _message(buffer: bytearray) -> Message | None:
    frame = take_frame(buffer)
    return None if frame is None else Message.unpack(frame)


def _megabytes(pid: int) -> int:
    """What a process has in memory that belongs to no file; 0 where that cannot be read."""
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) // 1024
    except OSError:
        return 0
    return 0
