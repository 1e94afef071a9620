"""What the processes of the service share: the variables that they find each other by, and their end.

All of them end with the process that started them. That one may be killed, and can then announce nothing; but
a pipe that only it holds open ends with it.
"""

from __future__ import annotations

import os
import threading

from api.service.settings import PREFIX

# The number of that pipe.
ALIVE = PREFIX + "ALIVE"
# The socket of the worker pool, and the owner of the jobs that this service works on.
POOL, OWNER = PREFIX + "POOL", PREFIX + "OWNER"
# The address of dask's scheduler, and the folder of the files in which the processes count.
SCHEDULER, COUNTERS = PREFIX + "SCHEDULER", PREFIX + "COUNTERS"
# A file that the dispatcher touches as long as it takes jobs: its sign of life.
BEAT = PREFIX + "BEAT"


def end_with_parent() -> None:
    """Ends this process as soon as the one that started it has ended; not if it was started by hand."""
    number = os.environ.get(ALIVE)
    if number is not None:
        threading.Thread(target=_wait, args=(int(number),), daemon=True).start()


def _wait(pipe: int) -> None:
    os.read(pipe, 1)
    os._exit(1)
