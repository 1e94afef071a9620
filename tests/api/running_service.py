"""The service for tests: its application and worker pool in this process, or the whole program."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from werkzeug.test import Client

from api.bank.days import today
from api.calls.call import Progress
from api.calls.generate import GENERATE
from api.service.processes import ALIVE
from api.service.settings import Settings, read_settings
from api.web.app import application
from api.web.context import Service, make_service
from api.workers.call_runner import CallRunner
from api.workers.client import PoolClient
from api.workers.protocol import Message, Request
from api.workers.request_handler import RequestHandler
from puzzles import packs
from solvers.data_folder import VARIABLE

# The timeout in seconds for what should come soon; it is long because a machine may be busy.
FOR_EVER = 240


def wait_until(condition: Callable[[], Any], seconds: float = FOR_EVER, pause: float = 0.05) -> Any:
    """Waits until the condition returns something true, and returns it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        result = condition()
        if result:
            return result
        time.sleep(pause)
    raise AssertionError("the condition did not come true in time")


@contextmanager
def pool(program: str = "api.workers", **environment: str) -> Iterator[str]:
    """Starts a worker pool and yields its address."""
    with tempfile.TemporaryDirectory(prefix="lw-") as folder:
        address = str(Path(folder) / "pool")
        # There is no database in it.
        environment = {VARIABLE: folder, **environment}
        alive, write_end = os.pipe()
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
            listener.bind(address)
            listener.listen(64)
            fds = (listener.fileno(), alive)
            command = [sys.executable, "-m", program, str(listener.fileno())]
            process = subprocess.Popen(
                command, pass_fds=fds, env=os.environ | {ALIVE: str(alive)} | environment
            )
            try:
                yield address
            finally:
                os.close(write_end)
                os.close(alive)
                process.kill()
                process.wait()


def settings_of(folder: Path, **changes: Any) -> Settings:
    return replace(read_settings({VARIABLE: str(folder)}), data=folder,
                   database_url=f"sqlite:///{folder / 'lineworks.db'}", **changes)  # fmt: skip


class SharedPool(PoolClient):
    """A pool that services with stores of their own share.

    What needs the store is done in this process: reading bodies, and generating puzzles."""

    def __init__(self, address: str, settings: Settings) -> None:
        super().__init__(address)
        self._handler = RequestHandler.of(settings)

    def ask(
        self,
        request: Request,
        seconds: float,
        is_wanted: Callable[[], bool] = lambda: True,
        progress: Progress = lambda _: None,
    ) -> Message:
        if request.lane == "read" or request.call == GENERATE.name:
            return self._handler.answer(request, progress)
        return super().ask(request, seconds, is_wanted, progress)


def service_on(folder: Path, pool_address: str, **changes: Any) -> Service:
    """Returns a service with its own store in the folder."""
    settings = settings_of(folder, **changes)
    service = make_service(settings, pool_address)
    service.database.migrate()
    return replace(service, calls=CallRunner(SharedPool(pool_address, settings)))


def with_data_folder(service: Service, data: Path) -> Service:
    """Returns the service with another data folder and the same database."""
    return replace(service, settings=replace(service.settings, data=data))


def publish(service: Service) -> None:
    """Publishes every day so far, as the dispatcher does."""
    day = packs.first_day()
    while day <= today():
        service.dailies.publish(day)
        day += timedelta(days=1)


def client_of(service: Service) -> Client:
    return Client(application(service))


@dataclass
class RunningService:
    """A running program `lineworks serve` and its address."""

    url: str
    process: subprocess.Popen[str]
    data: Path

    def call(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Sends a request and returns the status and the JSON."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"} if data else {}
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=FOR_EVER) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as e:
            return e.code, json.loads(e.read())

    def is_ready(self) -> bool:
        # The program may be ending or dead.
        with suppress(OSError, ValueError):
            return self.call("GET", "/readyz")[0] == 200
        return False

    def wait_until_ready(self) -> None:
        wait_until(self.is_ready)

    def job(self, job_id: str) -> dict[str, Any]:
        """Waits until the job has ended, and returns it."""

        def ended() -> dict[str, Any] | None:
            status, job = self.call("GET", f"/v1/jobs/{job_id}")
            assert status == 200, job
            return None if job["state"] in ("queued", "running") else dict(job)

        ended_job: dict[str, Any] = wait_until(ended, 4 * FOR_EVER)
        return ended_job


@contextmanager
def run_service(data: Path, port: int = 0, **environment: str) -> Iterator[RunningService]:
    command = [sys.executable, "-m", "api", "serve", "--port", str(port)]
    own = {"LINEWORKS_DATA": str(data), **environment}
    with (data / "serve.log").open("a") as log:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=log, text=True, env=os.environ | own, process_group=0
        )
    try:
        yield RunningService(_address(process, data), process, data)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(FOR_EVER)
        finally:
            process.kill()


def _address(process: subprocess.Popen[str], data: Path) -> str:
    assert process.stdout is not None
    ready, _, _ = select.select([process.stdout], [], [], FOR_EVER)
    line = process.stdout.readline() if ready else ""
    assert line.startswith("Serving on "), line + (data / "serve.log").read_text()
    return line.split()[-1]
