"""A job as a task of the cluster: has the pool of the dask worker's machine do the work.

The task ends at once, at any point, when the job is cancelled, the scheduler is lost or the dask worker is to
end.
"""

from __future__ import annotations

import os

from distributed import get_worker
from distributed.core import Status

from api.jobs.pool_work import work_in_pool
from api.service.processes import POOL
from api.workers.client import PoolClient
from api.workers.protocol import Message, Request

# The topic on which tasks report their progress to the dispatcher.
PROGRESS = "lineworks-progress"


def run(packed: bytes, key: str) -> Message | None:
    """Has the pool answer a packed request, whose task is named `key`. None once it is not wanted any more.

    A request is packed because dask looks for tasks of its own in all other values, however deep they nest.
    """
    worker = get_worker()

    def is_wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state == "executing" and worker.status == Status.running

    def report(value: float) -> None:
        worker.log_event(PROGRESS, {"key": key, "value": value})

    return work_in_pool(PoolClient(os.environ[POOL]), Request.parse(packed), is_wanted, report)
