"""The processes of a cluster: dask's scheduler, and its worker."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
import time
from collections.abc import Awaitable
from pathlib import Path
from urllib.parse import urlsplit

import dask
from distributed import Scheduler, Worker

from api.jobs.cluster_security import security_of
from api.service.logs import LOG
from api.service.private_folder import private_folder
from api.service.processes import end_with_parent
from api.service.settings import Settings, read_settings

# Both also open a small HTTP server, which cannot be switched off: here it takes a free port of this machine,
# and serves nothing.
_HTTP = "127.0.0.1:0"
_CONFIGURATION = {
    # The pauses between two tries to connect grow up to this.
    "distributed.comm.timeouts.connect": "5s",
    "distributed.worker.profile.enabled": False,
    "distributed.admin.log-length": 100,
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
}
# Seconds until the next try to find the scheduler's machine.
_RETRY_DELAY = 1.0


def run_scheduler(host: str, port: int, protocol: str, keys: Path) -> None:
    """Runs the scheduler of a cluster until a signal ends it."""
    dask.config.set(_CONFIGURATION)
    with private_folder() as folder:
        dask.config.set({"temporary-directory": str(folder)})
        asyncio.run(_schedule(host, port, protocol, keys))


async def _schedule(host: str, port: int, protocol: str, keys: Path) -> None:
    async with Scheduler(
        host=host,
        port=port,
        protocol=protocol,
        security=security_of(f"{protocol}://", keys),
        dashboard_address=_HTTP,
        dashboard=False,
        jupyter=False,
    ) as scheduler:
        sys.stdout.write(f"Scheduling on {scheduler.address}\n")
        sys.stdout.flush()
        await _signal_or(scheduler.finished())


async def _work(settings: Settings, address: str, host: str) -> None:
    # The pool runs the jobs, and limits their memory.
    async with Worker(
        address,
        host=host,
        protocol=urlsplit(address).scheme,
        security=security_of(address, settings.cluster_keys),
        nthreads=settings.jobs,
        memory_limit=0,
        dashboard_address=_HTTP,
    ) as worker:
        await _signal_or(worker.finished())


def _own_address(scheduler: str) -> str:
    """Returns the address of this machine on the network of the scheduler, once it can be found."""
    parts = urlsplit(scheduler)
    while True:
        try:
            addresses = socket.getaddrinfo(parts.hostname, parts.port, type=socket.SOCK_DGRAM)
            family, _, _, _, target = addresses[0]
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                # Sends nothing, but chooses the address.
                probe.connect(target)
                return str(probe.getsockname()[0])
        except OSError as e:
            LOG.warning("no way to the scheduler", address=scheduler, detail=str(e))
            time.sleep(_RETRY_DELAY)


async def _signal_or(end: Awaitable[object]) -> None:
    """Waits for an end, or a signal to end."""
    loop, signalled = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, signalled.set)
    waiting = [asyncio.ensure_future(end), asyncio.ensure_future(signalled.wait())]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for each in waiting:
        each.cancel()


def main() -> None:
    """Works for the scheduler until it is lost: the supervisor then starts this process anew."""
    end_with_parent()
    dask.config.set(_CONFIGURATION)
    settings = read_settings()
    if settings.cluster is not None:
        asyncio.run(_work(settings, settings.cluster, _own_address(settings.cluster)))
