"""Sees to it that only tests marked with `process` start processes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from multiprocessing import util
from typing import Any

import pytest

# Fixtures that start processes, or hand on what talks to them.
FIXTURES = {"pool_address", "running", "server"}
_EVENTS = {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.exec", "os.system"}
_started: list[str] = []


def watch() -> None:
    """From now on, and for good: an audit hook is never taken away."""
    sys.addaudithook(lambda event, _: _started.append(event) if event in _EVENTS else None)
    # What multiprocessing spawns causes no event.
    spawn = util.spawnv_passfds

    def watched(path: bytes, args: Sequence[Any], passfds: Sequence[int]) -> int:
        _started.append("multiprocessing")
        return spawn(path, args, passfds)

    util.spawnv_passfds = watched


def forget() -> None:
    _started.clear()


def refuse(item: pytest.Item) -> None:
    """Fails a test without the mark that has started a process."""
    if _started and item.get_closest_marker("process") is None:
        pytest.fail(f"this test starts a process ({_started[0]}): mark it with pytest.mark.process")
