"""The supervisor: starts the processes of the service, and restarts those that die.

`lineworks serve` is one:

  web         answers HTTP; no solver works in it
  pool        has its workers solve, for calls and for jobs
  dispatcher  takes jobs from the table, and writes their results to it

So is `lineworks cluster worker`, on each machine of a cluster:

  pool        as above, for jobs alone
  dask-worker takes jobs from the cluster's scheduler

All of them end with this process, however it ends. The sockets that clients connect to belong to it, so that
no connection is refused while another process is replaced. They are forked from it, once it has loaded what
they have in common, and so share its memory.
"""

from __future__ import annotations

import errno
import gc
import json
import os
import secrets
import signal
import socket
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from api.service.forking import fork
from api.service.owner_lock import OWNER_FILE
from api.service.private_folder import private_folder
from api.service.processes import ALIVE, BEAT, COUNTERS, OWNER, POOL
from api.service.settings import Settings, variable
from solvers.data_folder import make_private

# The longest delay before a process that keeps dying is restarted, and how long processes have to stop, in
# seconds.
_MAX_DELAY, _TO_STOP = 5.0, 20.0
# Seconds for which a service that was just killed may still hold the port.
_TO_FREE_PORT = 3.0
# A process that lived for fewer seconds may die again at once.
_SHORT_LIFE = 10.0
# No threads of libraries, which would compete for the cores; and of dask's log what matters.
_LIBRARIES = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "DASK_LOGGING__DISTRIBUTED": "warning"}


class CannotStart(RuntimeError):
    """The service cannot start; the message says why."""


@dataclass
class Part:
    """A process to keep running: it calls `main` of a module, with the socket if it has one."""

    name: str
    module: str
    socket: socket.socket | None = None
    pid: int | None = None
    started: float = 0.0
    deaths: int = 0
    restart_at: float = 0.0


def serve(settings: Settings, host: str, port: int) -> None:
    """Runs the service until a signal ends it."""
    with private_folder() as folder, _http_socket(host, port) as http, _pool_socket(folder) as pool:
        (folder / "counters").mkdir()
        environment = {
            POOL: str(folder / "pool"),
            COUNTERS: str(folder / "counters"),
            BEAT: str(folder / "beat"),
            OWNER: _owner(settings.data),
        }
        parts = (
            # First, as it loads for longer than the others.
            Part("pool", "api.workers.__main__", pool),
            Part("web", "api.web.server.main", http),
            Part("dispatcher", "api.jobs.dispatcher"),
        )
        host, port = http.getsockname()[:2]
        Supervisor(parts, environment).run(f"Serving on http://{f'[{host}]' if ':' in host else host}:{port}")


def work_for_cluster(settings: Settings, threads: int) -> None:
    """Runs a worker of the cluster, with a pool of its own, until a signal ends it."""
    with private_folder() as folder, _pool_socket(folder) as pool:
        environment = {
            POOL: str(folder / "pool"),
            variable("jobs"): str(threads),
            # The folder of dask's own files.
            "DASK_TEMPORARY_DIRECTORY": str(folder),
        }
        parts = (
            Part("pool", "api.workers.__main__", pool),
            Part("dask-worker", "api.jobs.cluster"),
        )
        Supervisor(parts, environment).run(f"Working for {settings.cluster}")


class Supervisor:
    def __init__(self, parts: Sequence[Part], environment: Mapping[str, str]) -> None:
        self._parts = parts
        self._environment = {**environment, **_LIBRARIES}
        self._is_ending = False

    def run(self, announcement: str) -> None:
        """Keeps the processes running until a signal ends this one. Prints a line as soon as it may come."""
        for stop_signal in (signal.SIGTERM, signal.SIGINT):
            signal.signal(stop_signal, self._end)
        sys.stdout.write(announcement + "\n")
        sys.stdout.flush()
        alive_pipe, alive_end = os.pipe()
        os.environ.update(self._environment, **{ALIVE: str(alive_pipe)})
        try:
            while not self._is_ending:
                self._watch(alive_pipe)
                time.sleep(0.05)
        finally:
            self._stop()
            os.close(alive_end)
            os.close(alive_pipe)

    def _end(self, *_: object) -> None:
        self._is_ending = True

    def _watch(self, alive_pipe: int) -> None:
        now = time.monotonic()
        for part in self._parts:
            if part.pid is not None:
                status = _status(part.pid)
                if status is not None:
                    _schedule_restart(part, status, now)
            if part.pid is None and now >= part.restart_at and not self._is_ending:
                part.started = now
                _start(part, alive_pipe)

    def _stop(self) -> None:
        """Stops all processes; they finish their work, or put it back into the queue."""
        running = {part.pid for part in self._parts if part.pid is not None}
        for pid in running:
            os.kill(pid, signal.SIGTERM)
        end = time.monotonic() + _TO_STOP
        while running and time.monotonic() < end:
            running = {pid for pid in running if _status(pid) is None}
            time.sleep(0.01)
        for pid in running:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _start(part: Part, alive_pipe: int) -> None:
    """Loads the module of a part, which is there from then on, and forks its process."""
    main = import_module(part.module).main
    # What is loaded is never garbage; and collecting garbage would write to the memory that is shared.
    gc.collect()
    gc.freeze()
    arguments = () if part.socket is None else (part.socket,)
    descriptors = [alive_pipe, *(argument.fileno() for argument in arguments)]
    part.pid = fork(f"lw-{part.name}", lambda: main(*arguments), descriptors)


def _status(pid: int) -> int | None:
    """The exit status of a process that has ended."""
    ended, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def _schedule_restart(part: Part, status: int, now: float) -> None:
    """Has a process that died restarted at once, or after a delay where it keeps dying."""
    part.deaths = part.deaths + 1 if now - part.started < _SHORT_LIFE else 0
    delay = min(_MAX_DELAY, part.deaths / 5)
    part.restart_at = now + delay
    event = {"event": "process died", "process": part.name, "status": status, "restart_in": delay}
    sys.stderr.write(json.dumps(event, separators=(",", ":")) + "\n")
    part.pid = None


@contextmanager
def _http_socket(host: str, port: int) -> Iterator[socket.socket]:
    end = time.monotonic() + _TO_FREE_PORT
    while True:
        try:
            listener = _listen(host, port)
            break
        except OSError as e:
            if e.errno != errno.EADDRINUSE or time.monotonic() > end:
                raise CannotStart(f"--host {host} --port {port}: {e.strerror or e}") from e
            time.sleep(0.1)
    with listener:
        yield listener


def _listen(host: str, port: int) -> socket.socket:
    family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
    except OSError:
        listener.close()
        raise
    return listener


@contextmanager
def _pool_socket(folder: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(str(folder / "pool"))
        listener.listen(1024)
        yield listener


def _owner(data: Path) -> str:
    """Returns the name under which this service owns jobs.

    It is the same after a restart, so that the service takes up its jobs again at once; a second service on
    the same data folder has another.
    """
    import fcntl  # noqa: PLC0415  # only here

    make_private(data)
    # Kept open, and so locked, until the process ends.
    file = os.open(data / OWNER_FILE, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        return secrets.token_hex(8)
    name = os.read(file, 100).decode().strip()
    if not name:
        name = secrets.token_hex(8)
        os.write(file, name.encode())
        os.fsync(file)
    return name
