"""A cluster for tests: the keys, the scheduler and a worker, as the commands make and run them."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.api.program import PROGRAM, ROOT, run
from tests.api.running_service import FOR_EVER


@dataclass
class RunningCluster:
    """A scheduler and a worker, with the environment for whatever belongs to the cluster.

    `folder` holds all passing files of their processes.
    """

    environment: dict[str, str]
    port: int
    folder: Path
    log: Path
    processes: dict[str, subprocess.Popen[str]] = field(default_factory=dict)

    def start(self, name: str) -> None:
        """Starts the scheduler or the worker, and waits until it says that it runs."""
        arguments = ("--port", str(self.port)) if name == "scheduler" else ("--threads", "2")
        with self.log.open("a") as log:
            process = subprocess.Popen(
                [*PROGRAM, "cluster", name, *arguments],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=os.environ | self.environment,
                process_group=0,
            )
        self.processes[name] = process
        assert process.stdout is not None
        ready, _, _ = select.select([process.stdout], [], [], FOR_EVER)
        assert ready, self.log.read_text()
        assert process.stdout.readline(), self.log.read_text()

    def kill(self, name: str) -> None:
        self.processes[name].kill()
        self.processes[name].wait(FOR_EVER)


@contextmanager
def run_cluster(folder: Path) -> Iterator[RunningCluster]:
    keys = folder / "keys"
    assert run("cluster", "keys", keys).exit_code == 0
    port = _free_port()
    # Short, as the path of a socket must be.
    with tempfile.TemporaryDirectory(prefix="lw-") as passing:
        environment = {
            "LINEWORKS_CLUSTER": f"tls://127.0.0.1:{port}",
            "LINEWORKS_CLUSTER_KEYS": str(keys),
            "TMPDIR": passing,
        }
        cluster = RunningCluster(environment, port, Path(passing), folder / "cluster.log")
        try:
            yield cluster
        finally:
            for process in cluster.processes.values():
                process.send_signal(signal.SIGTERM)
            for process in cluster.processes.values():
                process.wait(FOR_EVER)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
