"""The HTTP server on a socket that listens already.

The socket outlives it, so that no request is refused while its processes are replaced.
"""

from __future__ import annotations

import os
import resource
import socket

from api.service.processes import POOL, end_with_parent
from api.service.settings import Settings, read_settings
from api.web.app import application
from api.web.body_limits import body_limit
from api.web.context import make_service
from api.web.server.http_server import HttpServer, serve
from api.web.server.prefork import hold_signals, run_processes
from api.web.server.wsgi import Application

# Beside those that wait for the pool, some threads for what is answered without it.
_OTHER_CALLS = 32
_MAX_FILES = 65_536


def run(application: Application, settings: Settings, listener: socket.socket) -> None:
    """Serves an application by as many processes as the settings say."""
    call_threads = settings.solvers + settings.waiting + _OTHER_CALLS

    def work(parent: int) -> None:
        # Threads do not survive a fork.
        end_with_parent()
        serve(HttpServer(application, body_limit, call_threads, settings.proxies), listener, parent)

    run_processes(settings.web_workers, work)


def _allow_many_files() -> None:
    """Lets the process have as many connections as the system allows, within reason."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = _MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, _MAX_FILES)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))


def main(listener: socket.socket) -> None:
    hold_signals()
    end_with_parent()
    _allow_many_files()
    settings = read_settings()
    run(application(make_service(settings, os.environ[POOL])), settings, listener)
