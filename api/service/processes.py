"""What the parts of the service have in common: they end with the process that started them.

That one may be killed, too, and says nothing then. But a pipe that only it holds open ends with it.
"""

from __future__ import annotations

import os
import threading

from api.service.settings import PREFIX

ALIVE = PREFIX + "ALIVE"
# Where the pool of workers is, and who owns the jobs that this service works on.
POOL, OWNER, SCHEDULER, COUNTERS = (PREFIX + name for name in ("POOL", "OWNER", "SCHEDULER", "COUNTERS"))
# A file that the dispatcher touches as long as it takes jobs, which shows that something does.
BEAT = PREFIX + "BEAT"


def end_with_parent() -> None:
    """Nothing to do for a part that somebody started by hand."""
    number = os.environ.get(ALIVE)
    if number is not None:
        threading.Thread(target=_wait, args=(int(number),), daemon=True).start()


def _wait(pipe: int) -> None:
    os.read(pipe, 1)
    os._exit(1)
