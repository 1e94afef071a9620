"""What the processes of the service share: the variables by which they find each other, and how they end.

All of them end with the process that started them. It may be killed without warning, but a pipe that only it
holds open is then closed.
"""

from __future__ import annotations

import os
import threading

from api.service.settings import PREFIX

# The file descriptor of that pipe.
ALIVE = PREFIX + "ALIVE"
# The socket of the worker pool, and the owner of the jobs that this service works on.
POOL, OWNER = PREFIX + "POOL", PREFIX + "OWNER"
# The folder of the files in which the processes count.
COUNTERS = PREFIX + "COUNTERS"
# The file of the dispatcher's heartbeat, a JSON object that it writes often: under "jobs" it says "ok", or
# why no job is worked on.
BEAT = PREFIX + "BEAT"


def end_with_parent() -> None:
    """Makes this process end when the one that started it ends. No effect if it was started by hand."""
    number = os.environ.get(ALIVE)
    if number is not None:
        threading.Thread(target=_wait, args=(int(number),), daemon=True).start()


def _wait(pipe: int) -> None:
    os.read(pipe, 1)
    os._exit(1)
