"""A PostgreSQL of the tests' own: in a temporary folder, reached by a socket there, and gone after them."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

# PostgreSQL does not run as root, but as the user that its package makes.
USER = "postgres"
DEBIAN = Path("/usr/lib/postgresql")


class Absent(RuntimeError):
    """There is no PostgreSQL here, or it cannot be started."""


@dataclass
class Server:
    folder: Path
    process: subprocess.Popen[bytes]
    _names: Iterator[int] = field(default_factory=count)

    def new(self) -> str:
        """The URL of a database that is empty."""
        name = f"test{next(self._names)}"
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"postgresql://{USER}@/{name}?host={self.folder}"

    def await_ready(self) -> None:
        while self.process.poll() is None:
            try:
                psycopg.connect(self._address("postgres"), connect_timeout=5).close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return
        raise Absent(f"PostgreSQL ended: {(self.folder / 'log').read_text()[-500:]}")

    def end(self) -> None:
        """Stops the server at once, without waiting for its clients."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)

    def _address(self, name: str) -> str:
        return f"host={self.folder} user={USER} dbname={name}"


@contextmanager
def server() -> Iterator[Server]:
    binaries = programs()
    # Not in a folder of pytest: the path of a socket must be short.
    folder = Path(tempfile.mkdtemp(prefix="lineworks-pg-", dir="/tmp"))
    try:
        if os.getuid() == 0:
            shutil.chown(folder, USER, USER)
        begun = _started(binaries, folder)
        try:
            begun.await_ready()
            yield begun
        finally:
            if begun.process.poll() is None:
                begun.end()
    except (OSError, LookupError, subprocess.CalledProcessError) as e:
        raise Absent(f"PostgreSQL cannot be started: {e}") from e
    finally:
        shutil.rmtree(folder)


def programs() -> Path:
    """The folder of initdb and postgres, which Debian keeps off the PATH."""
    paths = [path for path in (shutil.which("postgres"),) if path]
    paths += sorted(map(str, DEBIAN.glob("*/bin/postgres")))
    if not paths:
        raise Absent("there is no PostgreSQL here")
    return Path(paths[-1]).resolve().parent


def _started(binaries: Path, folder: Path) -> Server:
    user: dict[str, Any] = {"user": USER, "group": USER, "extra_groups": []} if os.getuid() == 0 else {}
    data = folder / "data"
    make: list[str | Path] = [
        binaries / "initdb",
        "-D",
        data,
        "-U",
        USER,
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--no-sync",
    ]
    subprocess.run([*make, "--locale=C"], check=True, capture_output=True, cwd=folder, **user)
    # -F: no waiting for the disk, as nothing here outlives the tests.
    command: list[str | Path] = [
        binaries / "postgres",
        "-D",
        data,
        "-k",
        folder,
        "-F",
        "-c",
        "listen_addresses=",
    ]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, **user)
    return Server(folder, process)
