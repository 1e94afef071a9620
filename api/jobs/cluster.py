"""The local cluster: `python -m api.jobs.cluster scheduler|worker`. It is reached from this machine alone."""

from __future__ import annotations

import asyncio
import os
import sys

import dask
from distributed import Scheduler, Worker

from api.service.processes import SCHEDULER, end_with_parent
from api.service.settings import read_settings

# Both also open a small HTTP server, which cannot be switched off; here at least it takes a free port.
_HTTP = "127.0.0.1:0"


async def _scheduler(port: int) -> None:
    async with Scheduler(
        host="127.0.0.1", port=port, dashboard_address=_HTTP, dashboard=False, jupyter=False
    ) as scheduler:
        await scheduler.finished()


async def _worker(address: str, threads: int) -> None:
    # The pool runs the jobs, and limits their memory.
    async with Worker(
        address, host="127.0.0.1", nthreads=threads, memory_limit=0, dashboard_address=_HTTP
    ) as worker:
        await worker.finished()


def main() -> None:
    end_with_parent()
    dask.config.set({"distributed.worker.profile.enabled": False, "distributed.admin.log-length": 100})
    address = os.environ[SCHEDULER]
    if sys.argv[1] == "scheduler":
        asyncio.run(_scheduler(int(address.rpartition(":")[2])))
    else:
        asyncio.run(_worker(address, read_settings().jobs))


if __name__ == "__main__":
    main()
