"""Load for the service: a few persistent connections, with the time of each request.

It uses plain sockets, because a client library would take longer than the server does.
"""

from __future__ import annotations

import multiprocessing
import random
import socket
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.sharedctypes import Synchronized
from statistics import median

from tests.bench.timing import centile

_START = "forkserver"


@dataclass(frozen=True)
class Load:
    """The seconds of every request, the total seconds, and the number of answers by status."""

    times: list[float]
    seconds: float
    statuses: dict[int, int]

    @property
    def rate(self) -> float:
        return len(self.times) / self.seconds

    @property
    def median(self) -> float:
        return median(self.times)

    def centile(self, percent: float) -> float:
        return centile(self.times, percent)


class Connection:
    """A connection that is opened again if the server closed it."""

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        self._port, self._source = port, source
        self._socket: socket.socket | None = None

    def send(self, request: bytes) -> int:
        """Sends a request and returns the status; 0 if the connection ended without one."""
        if self._socket is None:
            self._socket = socket.create_connection(("127.0.0.1", self._port), 60, (self._source, 0))
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            self._socket.sendall(request)
            return self._answer(self._socket, request.startswith(b"HEAD"))
        except OSError:
            self.close()
            return 0

    def _answer(self, line: socket.socket, headless: bool) -> int:
        data = b""
        while b"\r\n\r\n" not in data:
            part = line.recv(65_536)
            if not part:
                self.close()
                return 0
            data += part
        head, _, body = data.partition(b"\r\n\r\n")
        lower = head.lower()
        status = int(head.split(b" ", 2)[1])
        if not headless and status not in (204, 304):
            length = int(lower.partition(b"content-length:")[2].split(b"\r\n", 1)[0])
            while len(body) < length:
                part = line.recv(65_536)
                if not part:
                    break
                body += part
        if b"connection: close" in lower:
            self.close()
        return status

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None


class _SlowClient:
    """A client that sends the beginning of a request, and then a byte of it each second.

    It comes back when the server has closed its connection."""

    def __init__(self, port: int, beginning: bytes, byte: bytes) -> None:
        self._port, self._beginning, self._byte = port, beginning, byte
        self._begin()

    def _begin(self) -> None:
        self._socket = socket.create_connection(("127.0.0.1", self._port), 60)
        self._socket.sendall(self._beginning)
        self._socket.setblocking(False)

    def go_on(self) -> None:
        try:
            self._socket.send(self._byte)
            if self._socket.recv(65_536):
                return
        except BlockingIOError:
            return
        except OSError:
            pass
        self._socket.close()
        self._begin()


def _stay(port: int, numbers: tuple[int, int], opened: Synchronized[int]) -> None:
    kinds = (
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b""),
        (post("/v1/solve", b" " * 50_000)[:-49_999], b" "),
    )
    clients = []
    for number, (beginning, byte) in zip(numbers, kinds, strict=True):
        for _ in range(number):
            clients.append(_SlowClient(port, beginning, byte))
            opened.value += 1
    while True:
        began = time.monotonic()
        for client in clients:
            client.go_on()
        time.sleep(max(0.0, began + 1 - time.monotonic()))


@contextmanager
def slow_clients(port: int, heads: int, bodies: int) -> Iterator[None]:
    """Keeps up connections with half a head, and with a body of which a byte comes each second."""
    context = multiprocessing.get_context("forkserver")
    opened = context.Value("i")
    process = context.Process(target=_stay, args=(port, (heads, bodies), opened), daemon=True)
    process.start()
    while opened.value < heads + bodies:
        time.sleep(0.05)
    try:
        yield
    finally:
        process.kill()
        process.join()


def get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


def post(path: str, body: bytes, content_type: str = "application/json") -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {content_type}\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def _client(
    port: int, requests: Sequence[bytes], until: float | None, seed: int, source: str = "127.0.0.1"
) -> list[tuple[float, int]]:
    """Sends all requests once, or random ones until a time."""
    connection, times, rng = Connection(port, source), [], random.Random(seed)
    remaining = list(requests)
    while remaining if until is None else time.time() < until:
        request = remaining.pop() if until is None else rng.choice(requests)
        began = time.perf_counter()
        status = connection.send(request)
        times.append((time.perf_counter() - began, status))
    connection.close()
    return times


class Clients:
    """Client processes, started before anything is measured."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._pool = ProcessPoolExecutor(number, multiprocessing.get_context(_START))
        list(self._pool.map(abs, range(number * 4)))

    def for_seconds(
        self, port: int, requests: Sequence[bytes], seconds: float, source: str = "127.0.0.1"
    ) -> Load:
        """Each client sends random requests one after the other, from the address `source`."""
        until = time.time() + seconds
        return self._load(
            [self._pool.submit(_client, port, requests, until, i, source) for i in range(self._number)]
        )

    def once(self, port: int, requests: Sequence[bytes]) -> Load:
        """Sends each request once, divided among the clients."""
        shares = [requests[i :: self._number] for i in range(self._number)]
        return self._load([self._pool.submit(_client, port, share, None, 0) for share in shares])

    def _load(self, futures: list[Future[list[tuple[float, int]]]]) -> Load:
        began = time.perf_counter()
        answers = [pair for future in futures for pair in future.result()]
        seconds = time.perf_counter() - began
        statuses: dict[int, int] = {}
        for _, status in answers:
            statuses[status] = statuses.get(status, 0) + 1
        return Load([seconds_taken for seconds_taken, _ in answers], seconds, statuses)

    def close(self) -> None:
        self._pool.shutdown()
