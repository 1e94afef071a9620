"""Finds the processes of a running service by their names."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

PARTS = ("web", "pool", "dispatcher")


def children(pid: int) -> list[int]:
    child_pids = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        # It may end while it is looked at.
        with suppress(OSError):
            after_name = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(after_name[1]) == pid:
                child_pids.append(int(folder.name))
    return child_pids


def family(pid: int) -> list[int]:
    """The process and all that descend from it."""
    return [pid, *(descendant for child in children(pid) for descendant in family(child))]


def is_there(pid: int) -> bool:
    """A process that ended but was not reaped is gone as well."""
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def name(pid: int) -> str:
    """Returns the name of a process; a part's begins with "lw-"."""
    with suppress(OSError):
        return (Path("/proc") / str(pid) / "comm").read_text().strip()
    return ""


def part(supervisor: int, part_name: str) -> int | None:
    """The process of a part: what it has forked itself is not meant."""
    return next((pid for pid in children(supervisor) if name(pid) == f"lw-{part_name}"), None)


def kill(pid: int | None) -> None:
    if pid is not None:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
