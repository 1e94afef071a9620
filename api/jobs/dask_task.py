"""What dask runs for a job: it calls the pool of its machine, and hangs up when the job is no longer wanted.

The pool kills what works on a call whose client hung up. So a task ends at once, whatever it is at, when the
job is cancelled, its scheduler is lost or its worker is to end.
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

# How often a job whose process died is tried: what dies every time would do so for ever. Many, as somebody
# may be killing processes by hand.
_TRIES = 30
# Seconds beyond those of the work; and in which another pool takes the place of one that died. Where the
# whole service ends, the pool may do so a moment before the dispatcher, and the job has not failed.
_PATIENCE, _REST = 30.0, 0.5
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

    def wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state == "executing" and worker.status == Status.running

    def progress(value: float) -> None:
        worker.log_event(PROGRESS, {"key": key, "value": value})

    deaths = 0
    while wanted() and deaths < _TRIES:
        try:
            return PoolClient(_address()).ask(request, request.seconds + _PATIENCE, wanted, progress)
        except Unwanted:
            break
        except Died:
            deaths += 1
        except Gone:
            time.sleep(_REST)
    return Message("died") if deaths == _TRIES else CANCELLED


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
            alive, held_open = os.pipe()
            os.set_inheritable(held_open, False)
            subprocess.Popen(
                [sys.executable, "-m", "api.workers", str(listener.fileno())],
                pass_fds=(listener.fileno(), alive),
                env=os.environ | {"LINEWORKS_ALIVE": str(alive)},
            )
            os.environ[POOL] = str(folder / "pool")
        return os.environ[POOL]
