"""`python -m api.web.server FD`: gunicorn on a socket that listens already.

The socket outlives it, so that no request is refused while its processes are replaced.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from gunicorn.app.base import BaseApplication
from prometheus_client import multiprocess

from api.service.processes import POOL, end_with_parent
from api.service.settings import Settings, read_settings
from api.web.app import application
from api.web.context import make_service
from api.web.server.http_worker import HttpWorker


class Gunicorn(BaseApplication):
    def __init__(self, settings: Settings, socket_number: int) -> None:
        self._settings, self._socket = settings, socket_number
        super().__init__()

    def load_config(self) -> None:
        options: dict[str, Any] = {
            "bind": [f"fd://{self._socket}"],
            "workers": self._settings.web_workers,
            "worker_class": HttpWorker,
            # Each call that waits for the pool holds a thread; reads need some more, even while slow clients
            # hold others. Threads are started when they are needed.
            "threads": self._settings.solvers + self._settings.waiting + 128,
            "preload_app": True,
            "timeout": 60,
            "graceful_timeout": 15,
            "keepalive": 20,
            "max_requests": 0,
            "limit_request_line": 8190,
            # Otherwise gunicorn would let a local client set the requested path by headers.
            "forwarder_headers": "",
            "accesslog": None,
            "errorlog": "-",
            "loglevel": "warning",
            "control_socket_disable": True,
            "child_exit": _drop_metrics,
            "post_fork": _start_worker,
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        return application(make_service(self._settings, os.environ[POOL]))


def _start_worker(_server: object, _worker: object) -> None:
    """Starts, in each worker, the thread that ends it with the service, as threads do not survive a fork."""
    end_with_parent()
    # Seconds for which one thread may compute while others wait: reading a large body takes some tenths of a
    # second, and a cached response should take a few hundred microseconds.
    sys.setswitchinterval(0.0005)


def _drop_metrics(_server: object, worker: Any) -> None:
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]  # has no types


def main() -> None:
    end_with_parent()
    Gunicorn(read_settings(), int(sys.argv[1])).run()


if __name__ == "__main__":
    main()
