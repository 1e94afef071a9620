"""Work on a job by the pool of a machine, whose processes may die at any time."""

from __future__ import annotations

import time
from collections.abc import Callable

from api.calls.call import Progress
from api.workers.client import Died, Gone, PoolClient, Unwanted
from api.workers.protocol import Message, Request

# How often a job whose process died is tried again: many times, since somebody may be killing processes by
# hand, but not endlessly, since the job itself may kill its process each time.
_MAX_DEATHS = 30
# Seconds beyond those of the work; and seconds until the next try if the pool is gone, which is restarted
# meanwhile. When the whole service stops, the pool may end before the dispatcher, and the job has not failed.
_EXTRA_SECONDS, _RETRY_DELAY = 30.0, 0.5


def work_in_pool(
    pool: PoolClient, request: Request, is_wanted: Callable[[], bool], progress: Progress
) -> Message | None:
    """Has a pool answer a request, however often the pool is lost. None once it is not wanted any more.

    The pool kills the worker of a request whose client hung up, so the work ends wherever this process does.
    """
    deaths = 0
    while is_wanted() and deaths < _MAX_DEATHS:
        try:
            return pool.ask(request, request.seconds + _EXTRA_SECONDS, is_wanted, progress)
        except Unwanted:
            break
        except Died:
            deaths += 1
        except Gone:
            time.sleep(_RETRY_DELAY)
    return Message("died") if deaths == _MAX_DEATHS else None
