"""Tests the HTTP worker: rejected requests, and that slow clients delay no others."""

from __future__ import annotations

import json
import os
import selectors
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from gunicorn import util
from gunicorn.glogging import Logger
from gunicorn.workers.gthread import TConn

from api.web.app import application
from api.web.context import Service
from api.web.server import http_worker
from api.web.server.__main__ import Gunicorn
from api.web.server.http_worker import HttpWorker
from tests.api import running_service

JSON = "Content-Type: application/json"


@pytest.fixture
def worker(published: Service, monkeypatch: pytest.MonkeyPatch) -> HttpWorker:
    """One that runs nothing by itself, and is soon impatient."""
    monkeypatch.setattr(http_worker, "SEND_TIMEOUT", 0.3)
    monkeypatch.setattr(util, "write_error", http_worker.write_problem)
    app = Gunicorn(published.settings, 0)
    web_worker = HttpWorker(0, os.getpid(), [], app, 30, app.cfg, Logger(app.cfg))
    web_worker.wsgi = application(published)  # type: ignore[assignment]  # the stubs have a type of their own
    return web_worker


@pytest.fixture
def ask(worker: HttpWorker) -> Iterator[Callable[[bytes], tuple[int, dict[str, str], bytes]]]:
    """Returns the answer to a client that sends this, and then neither sends more nor hangs up."""
    with ThreadPoolExecutor(1) as thread:

        def send(request: bytes) -> tuple[int, dict[str, str], bytes]:
            ours, client_end = socket.socketpair()
            with ours, client_end:
                ours.settimeout(running_service.FOR_EVER)
                conn = TConn(worker.cfg, client_end, ("127.0.0.1", 5), ("127.0.0.1", 8000))
                conn.data_ready = True
                handled = thread.submit(worker.handle, conn)
                ours.sendall(request)
                handled.result(running_service.FOR_EVER)
                client_end.close()
                return _read_response(ours)

        yield send


def _read_response(line: socket.socket) -> tuple[int, dict[str, str], bytes]:
    data = b""
    while part := line.recv(65_536):
        data += part
    head, _, body = data.partition(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").split("\r\n")
    return int(first.split()[1]), dict(header.lower().split(": ", 1) for header in rest), body


def _request(line: str, *headers: str, body: bytes = b"") -> bytes:
    head = "\r\n".join([f"{line} HTTP/1.1", "Host: here", *headers, "", ""])
    return head.encode("latin-1") + body


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"\x16\x03\x01\x00\r\n\r\n", 400),
        (b"GET / HTTP/9.9\r\nHost: here\r\n\r\n", 400),
        (b"GET /v1/jobs/\x00 HTTP/1.1\r\nHost: here\r\n\r\n", 400),
        (_request("get /"), 400),
        (_request("GET /", "Host: there"), 400),
        (_request("GET /", "X-A: " + "a" * 9000), 431),
        (_request("GET /" + "a" * 9000), 414),
        (_request("POST /v1/solve", JSON, "Content-Length: -1"), 400),
        (_request("POST /v1/solve", JSON, "Content-Length: 3", "Content-Length: 4"), 400),
        (_request("POST /v1/solve", JSON, "Transfer-Encoding: chunked", "Content-Length: 3"), 400),
        (_request("POST /v1/solve", JSON, "Transfer-Encoding: nonsense"), 400),
        (
            _request("POST /v1/solve", JSON, "Transfer-Encoding: chunked", body=b"zz\r\nhello\r\n0\r\n\r\n"),
            400,
        ),
        (_request("POST /v1/solve", JSON, "Transfer-Encoding: chunked", body=b"5\r\nhello!!0\r\n\r\n"), 400),
        (_request("POST /v1/solve", JSON, "Content-Length: 10000000000"), 413),
        (_request("POST /v1/solve", JSON, "Expect: nonsense"), 417),
        (_request("GET /v1/none", "SCRIPT_NAME: /v1"), 404),
        (_request("CONNECT here:80"), 404),
        (_request("TRACE /v1/kinds"), 405),
    ],
)
def test_what_is_refused_is_a_problem(ask: Any, request_bytes: bytes, status: int) -> None:
    status_sent, headers, body = ask(request_bytes)
    assert (status_sent, headers["content-type"]) == (status, "application/problem+json"), body
    problem = json.loads(body)
    assert problem["status"] == status
    assert problem["title"]


def test_a_client_cannot_say_by_a_header_which_path_it_asked_for(ask: Any) -> None:
    assert ask(_request("GET /v1/kinds", "Connection: close", "SCRIPT_NAME: /other"))[0] == 200
    assert ask(_request("GET /v1/kinds", "Connection: close", "SCRIPT_NAME: /v1"))[0] == 200


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"GE",
        b"GET /healthz HTTP/1.1\r\nHost: here\r\n",
        _request("POST /v1/solve", JSON, "Content-Length: 50", body=b"{"),
        _request("POST /v1/solve", JSON, "Transfer-Encoding: chunked", body=b"5\r\n{"),
    ],
)
def test_slow_clients_get_a_timeout(ask: Any, request_bytes: bytes) -> None:
    status, headers, body = ask(request_bytes)
    assert (status, headers["content-type"]) == (408, "application/problem+json")
    assert json.loads(body)["detail"] == "the request was not sent in time"


def test_a_body_that_nobody_reads_is_not_waited_for_either(ask: Any) -> None:
    status, _, body = ask(_request("POST /v1/solve", "Content-Length: 50", body=b"{"))
    assert status == 415
    assert json.loads(body)["status"] == 415, "and nothing follows it"


def test_a_body_in_many_chunks_is_read(ask: Any) -> None:
    body = json.dumps({"kind": "light_line.place", "grade": "easy", "seed": -1}).encode()
    chunks = b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n"
    status, _, answer = ask(_request("POST /v1/generate", JSON, "Transfer-Encoding: chunked", body=chunks))
    assert (status, json.loads(answer)["errors"][0]["pointer"]) == (422, "/seed")


def test_chunks_without_end_are_refused(ask: Any) -> None:
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    whole = _request(
        "POST /v1/generate", JSON, "Transfer-Encoding: chunked", "Connection: close", body=chunk * 17
    )
    status, _, _ = ask(whole + b"0\r\n\r\n")
    assert status == 413


class _Threads:
    """Stands in for the thread pool, and notes what it would get."""

    def __init__(self) -> None:
        self.connections: list[Any] = []

    def submit(self, _: Any, conn: Any) -> Future[bool]:
        self.connections.append(conn)
        return Future()


def test_a_client_gets_a_thread_only_when_it_says_something(worker: HttpWorker) -> None:
    threads = _Threads()
    with socket.socket() as door, selectors.DefaultSelector() as poller:
        door.bind(("127.0.0.1", 0))
        door.listen()
        worker.tpool, worker.poller = threads, poller  # type: ignore[assignment]
        with socket.create_connection(door.getsockname()) as client:
            worker.accept(door)
            worker.wait_for_and_dispatch_events(0)
            assert threads.connections == []
            client.sendall(b"G")
            worker.wait_for_and_dispatch_events(running_service.FOR_EVER)
            assert len(threads.connections) == 1
            assert not worker.pending_conns
            threads.connections[0].close()


def test_a_client_that_says_nothing_is_let_go(worker: HttpWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_worker, "BEGIN_TIMEOUT", 0.0)
    with socket.socket() as door, selectors.DefaultSelector() as poller:
        door.bind(("127.0.0.1", 0))
        door.listen()
        worker.poller = poller
        with socket.create_connection(door.getsockname()) as client:
            client.settimeout(running_service.FOR_EVER)
            worker.accept(door)
            worker.murder_pending()
            assert client.recv(1) == b""
    assert worker.nr_conns == 0


@pytest.mark.process
def test_others_are_served_beside_clients_that_are_slow(tmp_path: Path) -> None:
    """Half requests, nothing at all, and answers after which the client does not hang up."""
    with running_service.run_service(tmp_path, LINEWORKS_WEB_WORKERS="1", LINEWORKS_STOCK="0") as service:
        address = ("127.0.0.1", int(service.url.rpartition(":")[2]))
        slow = []
        for partial_request in (b"", b"GET /healthz HTTP/1.1\r\n", b"GET /healthz HTTP/1.0\r\n\r\n"):
            for _ in range(60):
                line = socket.create_connection(address, running_service.FOR_EVER)
                line.sendall(partial_request)
                slow.append(line)
        # Of those that wait for something no one has ended when this is answered.
        assert service.call("GET", "/healthz")[0] == 200
        for line in slow[:120]:
            line.setblocking(False)
            with pytest.raises(BlockingIOError):
                line.recv(1)
        for line in slow:
            line.close()


@pytest.mark.process
def test_the_application_needs_no_server() -> None:
    program = "import sys; import api.web.app; print('gunicorn' in sys.modules)"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout == "False\n"
