"""A server in a thread, and a client that sends it any bytes."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from api.problem_documents import MAX_BYTES
from api.web.server.http_server import HttpServer
from api.web.server.wsgi import Application
from tests.api.running_service import FOR_EVER, wait_until


class Response(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True)
class Running:
    server: HttpServer
    address: tuple[str, int]

    def connect(self, request: bytes = b"") -> socket.socket:
        client = socket.create_connection(self.address, FOR_EVER)
        client.sendall(request)
        return client

    def ask(self, request: bytes) -> list[Response]:
        """Sends bytes and returns the responses until the server hangs up, as the client does not."""
        with self.connect(request) as client:
            return responses(client)

    def ask_once(self, request: bytes) -> Response:
        (response,) = self.ask(request)
        return response

    def wait_for_connections(self, number: int) -> None:
        wait_until(lambda: len(self.server.connections) == number, pause=0.005)


@contextmanager
def running_server(application: Application, calls: int = 4, proxies: int = 0) -> Iterator[Running]:
    server = HttpServer(application, lambda _method, _path: MAX_BYTES, calls, proxies)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        address = listener.getsockname()
        ends = threading.Thread(target=lambda: asyncio.run(server.run(listener, os.getppid())))
        ends.start()
        try:
            yield Running(server, address)
        finally:
            server.end()
            ends.join()


def request(line: str, *headers: str, body: bytes = b"") -> bytes:
    head = "\r\n".join([f"{line} HTTP/1.1", "Host: localhost", *headers, "", ""])
    return head.encode("latin-1") + body


def responses(client: socket.socket) -> list[Response]:
    data = b"".join(iter(lambda: client.recv(65_536), b""))
    answers = []
    while data:
        head, _, data = data.partition(b"\r\n\r\n")
        first, *rest = head.decode("latin-1").split("\r\n")
        headers = dict(header.lower().split(": ", 1) for header in rest)
        status = int(first.split()[1])
        length = 0 if status in (100, 102, 304) else int(headers.get("content-length", 0))
        answers.append(Response(status, headers, data[:length]))
        data = data[length:]
    return answers
