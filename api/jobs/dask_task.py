"""What dask runs for a job: it asks the desk of its machine, and hangs up when the job is no longer wanted.

The desk kills what works on a call whose asker hung up. So a task ends at once, whatever it is at, when the
job is cancelled, its scheduler is lost or its worker is to end.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from distributed import get_worker
from distributed.core import Status

from api.service.processes import DESK
from api.workers.client import Desk, Died, Gone, Unwanted

# How often a job whose process died is tried: what dies every time would do so for ever. Many, as somebody
# may be killing processes by hand.
_TRIES = 30
# Seconds beyond those of the work; and in which another desk takes the place of one that died. Where the
# whole service ends, the desk may do so a moment before the foreman, and the job has not failed.
_PATIENCE, _REST = 30.0, 0.5
# Where the foreman hears how far tasks have come.
PROGRESS = "lineworks-progress"
_lock = threading.Lock()


def run(text: str, key: str) -> dict[str, Any]:
    """The desk's message; `key` is the task's own. The request is text: dask would look for tasks of its own
    in all that it holds, however deep."""
    request = json.loads(text)
    worker = get_worker()

    def wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state == "executing" and worker.status == Status.running

    def progress(value: float) -> None:
        worker.log_event(PROGRESS, {"key": key, "value": value})

    deaths = 0
    while wanted() and deaths < _TRIES:
        try:
            return Desk(_address()).ask(request, request["seconds"] + _PATIENCE, wanted, progress)
        except Unwanted:
            break
        except Died:
            deaths += 1
        except Gone:
            time.sleep(_REST)
    return {"gone": True} if deaths == _TRIES else {"stopped": "cancelled"}


def _address() -> str:
    """This machine's desk. On a machine of a cluster, where no service runs, there is none yet: it is opened
    for all tasks of the worker, and ends with it."""
    with _lock:
        if DESK not in os.environ:
            folder = Path(tempfile.mkdtemp(prefix="lineworks-"))
            door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            door.bind(str(folder / "desk"))
            door.listen(64)
            alive, kept = os.pipe()
            os.set_inheritable(kept, False)
            subprocess.Popen(
                [sys.executable, "-m", "api.workers", str(door.fileno())],
                pass_fds=(door.fileno(), alive),
                env=os.environ | {"LINEWORKS_ALIVE": str(alive)},
            )
            os.environ[DESK] = str(folder / "desk")
        return os.environ[DESK]
