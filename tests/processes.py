"""Makes sure that only tests marked with `process` start processes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from multiprocessing import util
from typing import Any

import pytest

# Fixtures that start processes, or return clients of such processes.
FIXTURES = {"chromium", "pool_address", "running", "server", "webkit"}
_EVENTS = {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.exec", "os.system"}
_process_starts: list[str] = []


def watch() -> None:
    """Records every process start from now until pytest ends; an audit hook cannot be removed."""
    sys.addaudithook(lambda event, _: _process_starts.append(event) if event in _EVENTS else None)
    # Processes spawned by multiprocessing raise no audit event.
    spawn = util.spawnv_passfds

    def recording_spawn(path: bytes, args: Sequence[Any], passfds: Sequence[int]) -> int:
        _process_starts.append("multiprocessing")
        return spawn(path, args, passfds)

    util.spawnv_passfds = recording_spawn


def forget() -> None:
    _process_starts.clear()


def refuse(item: pytest.Item) -> None:
    """Fails a test that started a process without being marked with `process`."""
    if _process_starts and item.get_closest_marker("process") is None:
        pytest.fail(f"this test starts a process ({_process_starts[0]}): mark it with pytest.mark.process")
