"""The dask task of a job: calls the pool of its machine, and hangs up when the job is no longer wanted.

The pool kills the worker of a call whose client hung up. So a task ends at once, at any point, when the job
is cancelled, its scheduler is lost or its worker is to end.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from distributed import get_worker
from distributed.core import Status

from api.service.processes import POOL
from api.workers.client import Died, Gone, PoolClient, Unwanted
from api.workers.protocol import Message, Request

# How often a job whose process died is tried again: many times, since somebody may be killing processes by
# hand, but not endlessly, since the job itself may kill its process each time.
_MAX_DEATHS = 30
# Seconds beyond those of the work; and seconds until the next try if the pool is gone, which is restarted
# meanwhile. When the whole service stops, the pool may end before the dispatcher, and the job has not failed.
_EXTRA_SECONDS, _RETRY_DELAY = 30.0, 0.5
# The topic on which tasks report their progress to the dispatcher.
PROGRESS = "lineworks-progress"
CANCELLED = Message("stopped", b"cancelled")
_lock = threading.Lock()


def run(packed: bytes, key: str) -> Message:
    """Has the pool answer a packed request, whose task is named `key`.

    A request is packed because dask looks for tasks of its own in all other values, however deep they nest.
    """
    request = Request.parse(packed)
    worker = get_worker()

    def is_wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state == "executing" and worker.status == Status.running

    def report(value: float) -> None:
        worker.log_event(PROGRESS, {"key": key, "value": value})

    deaths = 0
    while is_wanted() and deaths < _MAX_DEATHS:
        try:
            return PoolClient(_address()).ask(request, request.seconds + _EXTRA_SECONDS, is_wanted, report)
        except Unwanted:
            break
        except Died:
            deaths += 1
        except Gone:
            time.sleep(_RETRY_DELAY)
    return Message("died") if deaths == _MAX_DEATHS else CANCELLED


def _address() -> str:
    """The address of this machine's pool.

    On a machine of a cluster, where no service runs, there is none yet: it is started for all tasks of the
    dask worker, and ends with it.
    """
    with _lock:
        if POOL not in os.environ:
            folder = Path(tempfile.mkdtemp(prefix="lineworks-"))
            listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            listener.bind(str(folder / "pool"))
            listener.listen(64)
            alive_pipe, alive_end = os.pipe()
            os.set_inheritable(alive_end, False)
            subprocess.Popen(
                [sys.executable, "-m", "api.workers", str(listener.fileno())],
                pass_fds=(listener.fileno(), alive_pipe),
                env=os.environ | {"LINEWORKS_ALIVE": str(alive_pipe)},
            )
            os.environ[POOL] = str(folder / "pool")
        return os.environ[POOL]
