"""The HTTP server of a process: an event loop that reads requests, and threads that answer them."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

from api.service.logs import LOG
from api.web.server.connection import Connection, State
from api.web.server.connections import Connections
from api.web.server.request_reader import BodyLimit
from api.web.server.wsgi import Application

# Seconds between two looks at the deadlines, and for requests that are worked on when the process is to end.
_TICK, TO_FINISH = 0.1, 15.0
_READING_THREADS, _CHECKING_THREADS = 16, 2
_BACKLOG = 1024
_BUFFER = 65_536
# How much of a response the system may keep for a client that does not take it: by default it is megabytes,
# which count against no limit. It still allows for some megabytes a second around the world.
_SEND_BUFFER = 262_144


class HttpServer:
    """`call_threads`: how many requests that are not reads are worked on at the same time
    `proxies`: how many trusted proxies are in front of the service"""

    def __init__(
        self, application: Application, body_limit: BodyLimit, call_threads: int, proxies: int
    ) -> None:
        self.application, self.body_limit = application, body_limit
        self.connections = Connections(are_limited=not proxies)
        self.reads = ThreadPoolExecutor(_READING_THREADS, "reads")
        self.checks = ThreadPoolExecutor(_CHECKING_THREADS, "checks")
        self.calls = ThreadPoolExecutor(call_threads, "calls")
        self.is_ending = False
        # Where the bytes that clients send are received.
        self.buffer = bytearray(_BUFFER)
        self.loop: asyncio.AbstractEventLoop

    def now(self) -> float:
        return self.loop.time()

    def end(self) -> None:
        """Has the server end once the requests that are complete are answered."""
        self.is_ending = True

    async def run(self, listener: socket.socket, parent: int) -> None:
        """Serves until it is to end, or until the parent process has gone."""
        self.loop = asyncio.get_running_loop()
        self.loop.set_exception_handler(_log)
        # Connections inherit it.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        # One connection is accepted at a time, so that the processes share them, though many may queue.
        server = await self.loop.create_server(lambda: Connection(self), sock=listener, backlog=1)
        listener.listen(_BACKLOG)
        while not self.is_ending and os.getppid() == parent:
            await asyncio.sleep(_TICK)
            self._expire()
        self.is_ending = True
        server.close()
        last = self.now() + TO_FINISH
        for connection in self.open_connections():
            connection.end()
        while self._is_busy() and self.now() < last:
            await asyncio.sleep(_TICK)
            self._expire()

    def open_connections(self) -> list[Connection]:
        return cast(list[Connection], self.connections.all())

    def _is_busy(self) -> bool:
        busy = (State.WORKING, State.SENDING)
        return any(connection.state in busy for connection in self.open_connections())

    def _expire(self) -> None:
        now = self.now()
        for connection in self.open_connections():
            if connection.deadline <= now:
                connection.expire()


def _log(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    LOG.error("fault in the event loop", detail=context.get("message"), error=context.get("exception"))


def serve(server: HttpServer, listener: socket.socket, parent: int) -> None:
    """Runs the server in this process until SIGTERM."""
    # Seconds for which one thread may compute while others, the event loop among them, wait.
    sys.setswitchinterval(0.0005)

    async def run() -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, server.end)
        await server.run(listener, parent)

    asyncio.run(run())
