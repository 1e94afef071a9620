"""The desk: takes calls over a Unix socket, and has children work on them.

A process of one thread, so that it may fork at any time: each child begins with all engines loaded and shares
their memory. A child that works too long, takes too much memory or is no longer wanted is killed; whatever
becomes of it, the desk goes on.
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
from typing import NoReturn

from api.workers import worker as child
from api.workers.protocol import Message, packed, taken

# Seconds after its own limit in which a child may still come to its answer.
GRACE = 1.5
# The longest that a call waits for its turn.
PATIENCE = 3.0
# Seconds after which a child with nothing to do is let go, and calls after which any is.
_IDLE, _CALLS = 60.0, 500
_ROUND = 0.25


@dataclass(frozen=True)
class Limits:
    """How many calls, and jobs, are worked on at once; how many calls wait; megabytes for each."""

    calls: int
    jobs: int
    waiting: int
    memory: int

    def at_once(self, lane: str) -> int:
        return self.jobs if lane == "job" else self.calls


@dataclass(eq=False)
class _Asker:
    """A connection, and the call that came over it."""

    line: socket.socket
    buffer: bytearray = field(default_factory=bytearray)
    request: Message | None = None
    since: float = 0.0


@dataclass(eq=False)
class _Child:
    pid: int
    line: socket.socket
    lane: str
    # Megabytes that it had from the desk.
    inherited: int
    asker: _Asker | None = None
    ends: float = 0.0
    since: float = 0.0
    calls: int = 0
    stopped: str | None = None
    buffer: bytearray = field(default_factory=bytearray)


class Desk:
    def __init__(self, door: socket.socket, limits: Limits) -> None:
        self._door, self._limits = door, limits
        self._selector = selectors.DefaultSelector()
        self._askers: set[_Asker] = set()
        self._children: set[_Child] = set()
        self._waiting: dict[str, deque[_Asker]] = {"call": deque(), "job": deque()}
        # Children hold the end to read: it ends with this process, however that goes.
        self._alive, self._kept = os.pipe()
        self._chores: Iterator[None] = iter(())
        self._ended = False

    def run(self, chores: Iterator[None]) -> None:
        """`chores`: what is done piece by piece while nobody asks anything, at the start."""
        signal.signal(signal.SIGTERM, self._end)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        # What is loaded is never garbage, and pages that are not written stay shared.
        gc.collect()
        gc.freeze()
        self._chores = chores
        self._door.setblocking(False)
        self._selector.register(self._door, selectors.EVENT_READ, None)
        busy_with_chores = True
        while not self._ended:
            for key, _ in self._selector.select(0 if busy_with_chores else _ROUND):
                self._ready(key.data)
            self._look_after()
            busy_with_chores = not any(each.asker for each in self._children) and self._chore()
        for each in list(self._children):
            os.kill(each.pid, signal.SIGKILL)

    def _end(self, *_: object) -> None:
        self._ended = True

    def _chore(self) -> bool:
        """One piece; whether there may be more."""
        return next(self._chores, self) is not self

    def _ready(self, what: object) -> None:
        if isinstance(what, _Asker):
            self._hear(what)
        elif isinstance(what, _Child):
            self._hear_child(what)
        else:
            with suppress(OSError):
                line, _ = self._door.accept()
                asker = _Asker(line)
                self._askers.add(asker)
                self._selector.register(line, selectors.EVENT_READ, asker)

    def _hear(self, asker: _Asker) -> None:
        try:
            part = asker.line.recv(65_536)
            asker.buffer += part
            request = taken(asker.buffer) if part else None
        except (OSError, ValueError):
            part, request = b"", None
        if not part:
            self._hung_up(asker)
        elif request is not None:
            self._take(asker, request)

    def _take(self, asker: _Asker, request: Message) -> None:
        asker.request, asker.since = request, time.monotonic()
        if request["call"] == "ping":
            self._reply(asker, {"answer": self._state()})
            return
        lane = request["lane"]
        queue = self._waiting[lane]
        if lane == "call" and self._busy(lane) >= self._limits.calls and len(queue) >= self._limits.waiting:
            self._reply(asker, {"busy": True})
            return
        queue.append(asker)
        self._serve(lane)

    def _state(self) -> Message:
        return {
            "children": sorted(each.pid for each in self._children),
            "working": sorted(each.pid for each in self._children if each.asker is not None),
            "calls": self._busy("call"),
            "jobs": self._busy("job"),
            "waiting": len(self._waiting["call"]),
        }

    def _busy(self, lane: str) -> int:
        return sum(each.lane == lane and each.asker is not None for each in self._children)

    def _serve(self, lane: str) -> None:
        """Gives work to children as long as there is any that may be done now."""
        queue = self._waiting[lane]
        while queue and self._busy(lane) < self._limits.at_once(lane):
            asker = queue.popleft()
            request = asker.request
            if request is None or asker not in self._askers:
                continue
            idle = (
                each for each in self._children if each.lane == lane and not each.asker and not each.stopped
            )
            worker = next(idle, None) or self._fork(lane)
            worker.asker, worker.since = asker, time.monotonic()
            worker.ends = worker.since + request["seconds"] + GRACE
            worker.calls += 1
            try:
                worker.line.sendall(packed(request))
            except OSError:
                self._lost(worker)

    def _fork(self, lane: str) -> _Child:
        ours, its = socket.socketpair()
        inherited = _megabytes(os.getpid())
        pid = os.fork()
        if pid == 0:
            self._become_child(its, lane)
        its.close()
        worker = _Child(pid, ours, lane, inherited)
        self._children.add(worker)
        self._selector.register(ours, selectors.EVENT_READ, worker)
        return worker

    def _become_child(self, line: socket.socket, lane: str) -> NoReturn:
        """Lets go of everything that is the desk's, and serves."""
        try:
            self._selector.close()
            os.close(self._kept)
            self._door.close()
            for its in [each.line for each in self._askers] + [each.line for each in self._children]:
                its.close()
            os.nice(child.NICE[lane])
            child.serve(line, self._alive)
        finally:
            os._exit(0)

    def _hear_child(self, worker: _Child) -> None:
        try:
            part = worker.line.recv(1 << 20)
        except OSError:
            part = b""
        worker.buffer += part
        message = taken(worker.buffer)
        while message is not None and "progress" in message:
            self._pass_on(worker, message)
            message = taken(worker.buffer)
        if message is not None and worker.asker is not None:
            self._reply(worker.asker, message)
            worker.asker, worker.since = None, time.monotonic()
            if worker.calls >= _CALLS:
                self._let_go(worker)
            self._serve(worker.lane)
        elif not part:
            self._lost(worker)

    def _pass_on(self, worker: _Child, message: Message) -> None:
        """To an asker who reads it; one who does not misses it."""
        if worker.asker is not None:
            with suppress(OSError):
                worker.asker.line.send(packed(message), socket.MSG_DONTWAIT)

    def _lost(self, worker: _Child) -> None:
        """A child that ended, killed by the desk or not: its asker is told why."""
        if worker not in self._children:
            return
        self._let_go(worker)
        if worker.asker is not None:
            self._reply(worker.asker, {"stopped": worker.stopped} if worker.stopped else {"died": True})
        self._serve(worker.lane)

    def _let_go(self, worker: _Child) -> None:
        self._children.discard(worker)
        self._selector.unregister(worker.line)
        worker.line.close()

    def _kill(self, worker: _Child, reason: str) -> None:
        worker.stopped = reason
        with suppress(ProcessLookupError):
            os.kill(worker.pid, signal.SIGKILL)

    def _hung_up(self, asker: _Asker) -> None:
        self._drop(asker)
        for worker in self._children:
            if worker.asker is asker:
                worker.asker = None
                self._kill(worker, "cancelled")
        for queue in self._waiting.values():
            if asker in queue:
                queue.remove(asker)

    def _reply(self, asker: _Asker, message: Message) -> None:
        if asker not in self._askers:
            return
        with suppress(OSError):
            # Whoever asks waits for the answer, so this does not block for long.
            asker.line.settimeout(1)
            asker.line.sendall(packed(message))
        self._drop(asker)

    def _drop(self, asker: _Asker) -> None:
        self._askers.discard(asker)
        self._selector.unregister(asker.line)
        asker.line.close()

    def _look_after(self) -> None:
        """Deadlines, memory, children that ended, calls that have waited too long."""
        now = time.monotonic()
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        for worker in list(self._children):
            if worker.asker is None and not worker.stopped and now - worker.since > _IDLE:
                self._let_go(worker)
            elif worker.asker is not None and not worker.stopped:
                if now > worker.ends:
                    self._kill(worker, "time")
                elif _megabytes(worker.pid) - worker.inherited > self._limits.memory:
                    self._kill(worker, "memory")
        queue = self._waiting["call"]
        while queue and now - queue[0].since > PATIENCE:
            self._reply(queue.popleft(), {"busy": True})


def _megabytes(pid: int) -> int:
    """What a process has in memory that is no file's; 0 where nobody can say."""
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) // 1024
    except OSError:
        return 0
    return 0
