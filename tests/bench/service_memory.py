"""What the processes of a running service use."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

from tests.api.service.process_tree import family


def wait_until_loaded(pid: int) -> None:
    """Waits until the processes use less than a fifth of a processor."""
    used = -1.0
    while True:
        now = sum(_ticks(member) for member in family(pid))
        if now - used < 60 and used >= 0:
            return
        used = now
        time.sleep(3)


def _ticks(pid: int) -> float:
    try:
        fields = (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return float(fields[11]) + float(fields[12])


def memory(pid: int) -> float:
    """Returns the proportional memory of a process and all that it started, in megabytes."""
    total = 0
    for member in family(pid):
        # It may have ended meanwhile.
        with suppress(OSError):
            for line in (Path("/proc") / str(member) / "smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1])
    return total / 1024
