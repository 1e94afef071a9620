"""`lineworks serve`: starts the parts of the service, and starts again what died.

  web        answers HTTP; no solver works in it
  pool       has its workers answer calls, those of jobs too
  scheduler  of dask, and its
  worker     unless a cluster is set
  dispatcher takes jobs from the table, and writes their results to it

All end with this process, however it ends. The sockets that others connect to are its own, so that nobody is
refused while a part is replaced.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from api.service.processes import ALIVE, BEAT, COUNTERS, OWNER, POOL, SCHEDULER
from api.service.settings import Settings

# Seconds that a part which dies again and again is left alone, at most; and that parts have to end well.
_MOST_REST, _TO_END = 5.0, 12.0
# Seconds that a port may still be held by a service that was killed a moment ago.
_TO_LET_GO = 3.0
_NAME = "owner"


class Refused(RuntimeError):
    """The service cannot start; the message says why."""


@dataclass
class _Part:
    name: str
    command: tuple[str, ...]
    socket: int | None = None
    process: subprocess.Popen[bytes] | None = None
    began: float = 0.0
    deaths: int = 0
    rests_until: float = 0.0


@dataclass
class Supervisor:
    settings: Settings
    host: str
    port: int
    ended: bool = False
    _parts: list[_Part] = field(default_factory=list)

    def run(self) -> None:
        """Until it is told to end."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._end)
        with _folder() as folder, _door(self.host, self.port) as http, _pool_socket(folder) as pool:
            alive, kept = os.pipe()
            environment = self._environment(folder, alive)
            self._parts = _parts(http, pool, local=self.settings.cluster is None)
            host, port = http.getsockname()[:2]
            sys.stdout.write(f"Serving on http://{f'[{host}]' if ':' in host else host}:{port}\n")
            sys.stdout.flush()
            try:
                while not self.ended:
                    self._watch(environment, alive)
                    time.sleep(0.05)
            finally:
                self._stop()
                os.close(kept)
                os.close(alive)

    def _end(self, *_: object) -> None:
        self.ended = True

    def _environment(self, folder: Path, alive: int) -> dict[str, str]:
        (folder / "counters").mkdir()
        return os.environ | {
            ALIVE: str(alive),
            POOL: str(folder / "pool"),
            COUNTERS: str(folder / "counters"),
            BEAT: str(folder / "beat"),
            OWNER: _owner(self.settings.data),
            SCHEDULER: f"tcp://127.0.0.1:{_free_port()}",
            # Dask's own files; threads of libraries that would fight over the cores.
            "DASK_TEMPORARY_DIRECTORY": str(folder),
            "DASK_LOGGING__DISTRIBUTED": "warning",
            "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
        }

    def _watch(self, environment: dict[str, str], alive: int) -> None:
        now = time.monotonic()
        for part in self._parts:
            if part.process is not None and part.process.poll() is not None:
                _died(part, now)
            if part.process is None and now >= part.rests_until:
                part.began = now
                passed = [alive] if part.socket is None else [alive, part.socket]
                command = [sys.executable, "-m", *part.command, *map(str, passed[1:])]
                # A group of its own: Ctrl-C then reaches this process alone, which ends all in good order.
                part.process = subprocess.Popen(command, env=environment, pass_fds=passed, process_group=0)

    def _stop(self) -> None:
        """Those who take work in end first, so that what is begun is finished or given back."""
        running = [part.process for part in self._parts if part.process is not None]
        for process in running:
            process.send_signal(signal.SIGTERM)
        end = time.monotonic() + _TO_END
        for process in running:
            try:
                process.wait(max(0.0, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _parts(http: socket.socket, pool: socket.socket, local: bool) -> list[_Part]:
    parts = [
        _Part("web", ("api.web.server",), http.fileno()),
        _Part("pool", ("api.workers",), pool.fileno()),
        _Part("dispatcher", ("api.jobs.dispatcher",)),
    ]
    if local:
        parts += [_Part(name, ("api.jobs.cluster", name)) for name in ("scheduler", "worker")]
    return parts


def _died(part: _Part, now: float) -> None:
    """Begun again at once, unless it hardly lived."""
    part.deaths = part.deaths + 1 if now - part.began < 10 else 0
    part.rests_until = now + min(_MOST_REST, 0.2 * part.deaths)
    status = part.process.returncode if part.process else None
    sys.stderr.write(f'{{"event":"part died","part":"{part.name}","status":{status}}}\n')
    part.process = None


@contextmanager
def _folder() -> Iterator[Path]:
    """For this user alone, and gone with the service. Its path is short, as those of sockets must be."""
    folder = Path(tempfile.mkdtemp(prefix="lineworks-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _door(host: str, port: int) -> Iterator[socket.socket]:
    end = time.monotonic() + _TO_LET_GO
    while True:
        try:
            door = _bound(host, port)
            break
        except OSError as e:
            if e.errno != errno.EADDRINUSE or time.monotonic() > end:
                raise Refused(f"--host {host} --port {port}: {e.strerror or e}") from e
            time.sleep(0.1)
    with door:
        yield door


def _bound(host: str, port: int) -> socket.socket:
    family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    door = socket.socket(family, kind)
    try:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind(address)
        door.listen(1024)
    except OSError:
        door.close()
        raise
    return door


@contextmanager
def _pool_socket(folder: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as door:
        door.bind(str(folder / "pool"))
        door.listen(1024)
        yield door


def _free_port() -> int:
    """Nobody else takes it in the moment before the scheduler does: the system hands them out in turn."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _owner(data: Path) -> str:
    """The name under which jobs are worked on: the same after a restart, so that the service takes its jobs
    up again at once; another for a second service on the same data folder."""
    import fcntl  # noqa: PLC0415  # only here

    data.mkdir(parents=True, exist_ok=True)
    # Kept open, and so locked, until the process ends.
    file = os.open(data / _NAME, os.O_RDWR | os.O_CREAT, 0o600)
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
