"""The file in the data folder that a running service keeps locked."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

# It holds the name under which the service owns jobs.
OWNER_FILE = "owner"


def is_service_running(data: Path) -> bool:
    """Whether a service runs on a data folder."""
    try:
        file = os.open(data / OWNER_FILE, os.O_RDWR)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False
