"""The supervisor: starts the processes of the service, and restarts those that die.

`lineworks serve` is one:

  web         answers HTTP; no solver works in it
  pool        has its workers solve, for calls and for jobs
  dispatcher  takes jobs from the table, and writes their results to it

So is `lineworks cluster worker`, on each machine of a cluster:

  pool        as above, for jobs alone
  dask-worker takes jobs from the cluster's scheduler

All of them end with this process, however it ends. The sockets that clients connect to belong to it, so that
no connection is refused while another process is replaced.
"""

from __future__ import annotations

import errno
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

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
    """A process to keep running: a module of Python with its arguments, and a socket that it inherits."""

    name: str
    command: tuple[str, ...]
    socket: int | None = None
    process: subprocess.Popen[bytes] | None = None
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
            Part("web", ("api.web.server",), http.fileno()),
            Part("pool", ("api.workers",), pool.fileno()),
            Part("dispatcher", ("api.jobs.dispatcher",)),
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
            Part("pool", ("api.workers",), pool.fileno()),
            Part("dask-worker", ("api.jobs.cluster",)),
        )
        Supervisor(parts, environment).run(f"Working for {settings.cluster}")


class Supervisor:
    def __init__(self, parts: Sequence[Part], environment: Mapping[str, str]) -> None:
        self._parts = parts
        self._environment = {**os.environ, **environment, **_LIBRARIES}
        self._is_ending = False

    def run(self, announcement: str) -> None:
        """Keeps the processes running until a signal ends this one. Prints a line as soon as it may come."""
        for stop_signal in (signal.SIGTERM, signal.SIGINT):
            signal.signal(stop_signal, self._end)
        sys.stdout.write(announcement + "\n")
        sys.stdout.flush()
        alive_pipe, alive_end = os.pipe()
        self._environment[ALIVE] = str(alive_pipe)
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
            if part.process is not None and part.process.poll() is not None:
                _schedule_restart(part, now)
            if part.process is None and now >= part.restart_at:
                part.started = now
                descriptors = [alive_pipe] if part.socket is None else [alive_pipe, part.socket]
                command = [sys.executable, "-m", *part.command, *map(str, descriptors[1:])]
                # A process group of its own: Ctrl-C then reaches this process alone, which stops the others.
                part.process = subprocess.Popen(
                    command, env=self._environment, pass_fds=descriptors, process_group=0
                )

    def _stop(self) -> None:
        """Stops all processes; they finish their work, or put it back into the queue."""
        running = [part.process for part in self._parts if part.process is not None]
        for process in running:
            process.send_signal(signal.SIGTERM)
        end = time.monotonic() + _TO_STOP
        for process in running:
            try:
                process.wait(max(0.0, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _schedule_restart(part: Part, now: float) -> None:
    """Has a process that died restarted at once, or after a delay where it keeps dying."""
    part.deaths = part.deaths + 1 if now - part.started < _SHORT_LIFE else 0
    delay = min(_MAX_DELAY, part.deaths / 5)
    part.restart_at = now + delay
    status = part.process.returncode if part.process else None
    event = {"event": "process died", "process": part.name, "status": status, "restart_in": delay}
    sys.stderr.write(json.dumps(event, separators=(",", ":")) + "\n")
    part.process = None


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
