"""Tests the HTTP server: what it refuses, how it waits for clients, and what one client takes from others."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from api.problem_documents import MAX_BYTES
from api.web.app import application
from api.web.context import Service
from api.web.server import connection, connections
from api.web.server.connection import State
from tests.api.running_service import wait_until
from tests.api.web.http_client import Running, request, responses, running_server

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

JSON = "Content-Type: application/json"
CLOSE = "Connection: close"


@pytest.fixture(scope="module")
def service(published: Service) -> Iterator[Running]:
    with running_server(application(published)) as running:
        yield running


class _Application:
    """Answers with what it gets; a path may have it wait, fail or answer at length."""

    def __init__(self) -> None:
        self.started = threading.Semaphore(0)
        self.may_end = threading.Event()
        self.was_wanted: list[bool] = []
        self.paths: list[str] = []
        self.threads: list[str] = []

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        self.paths.append(path)
        self.threads.append(threading.current_thread().name)
        if path == "/wait":
            self.started.release()
            while environ["lineworks.is_wanted"]() and not self.may_end.wait(0.01):
                pass
            self.was_wanted.append(environ["lineworks.is_wanted"]())
        if path == "/fault":
            raise ArithmeticError
        if path == "/wrong":
            start_response("200 OK", [("X-A", "a\r\nX-B: b")])
            return [b"more"]
        if path == "/empty":
            start_response("204 NO CONTENT", [("Content-Length", "0")])
            return []
        start_response("200 OK", [("Content-Type", "text/plain")])
        if path == "/long":
            return [b"a" * 50_000_000]
        texts = {name: value for name, value in environ.items() if isinstance(value, str)}
        return [json.dumps(texts | {"body": environ["wsgi.input"].read().decode("latin-1")}).encode()]

    def cached_answer(
        self, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes] | None:
        if environ["PATH_INFO"] != "/cached":
            return None
        start_response("200 OK", [("X-Thread", threading.current_thread().name)])
        return [b"cached"]


@pytest.fixture
def app() -> Iterator[_Application]:
    app = _Application()
    yield app
    app.may_end.set()


@pytest.fixture
def running(app: _Application) -> Iterator[Running]:
    with running_server(app) as running:
        yield running
        app.may_end.set()


def _chunked(*headers: str, body: bytes) -> bytes:
    return request("POST /v1/solve", JSON, "Transfer-Encoding: chunked", *headers, body=body)


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"\x16\x03\x01\x00", 400),
        (b"GET / HTTP/1.1\nHost: localhost\n", 400),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nA: b\nC: d", 400),
        (b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n", 400),
        (b"GET / HTTP/2.0\r\nHost: localhost\r\n\r\n", 400),
        (b"GET / RTSP/1.0\r\nHost: localhost\r\n\r\n", 400),
        (b"GET /\r\n\r\n", 400),
        (b"GET  / HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET /v1/jobs/\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"GET /v1/jobs/\xff HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (request("get /"), 400),
        (request("QUIETLY /"), 405),
        (request("GET /", "Host: there"), 400),
        (request("GET /", "A: b\x01"), 400),
        (request("GET /", "A: b", " c"), 400),
        (request("GET /", "A : b"), 400),
        (request("GET /", "X-A: " + "a" * 9000), 431),
        (request("GET /", *["X-A: a"] * 100), 431),
        (b"GET / HTTP/1.1\r\nX-A: " + b"a" * 33_000, 431),
        (request("GET /" + "a" * 9000), 414),
        (b"GET /" + b"a" * 9000, 414),
        (request("POST /v1/solve", JSON, "Content-Length: -1"), 400),
        (request("POST /v1/solve", JSON, "Content-Length: 3, 3"), 400),
        (request("POST /v1/solve", JSON, "Content-Length: 3", "Content-Length: 3"), 400),
        (request("POST /v1/solve", JSON, "Content-Length: 99999999999999999999"), 400),
        (_chunked("Content-Length: 3", body=b""), 400),
        (_chunked("Transfer-Encoding: chunked", body=b""), 400),
        (request("POST /v1/solve", JSON, "Transfer-Encoding: nonsense"), 400),
        (request("POST /v1/solve", JSON, "Transfer-Encoding: gzip, chunked"), 400),
        (b"POST /v1/solve HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        (_chunked(body=b"zz\r\nhello\r\n0\r\n\r\n"), 400),
        (_chunked(body=b"5\r\nhello!!0\r\n\r\n"), 400),
        (_chunked(body=b"5\nhello\n0\n\n"), 400),
        (_chunked(body=b"1\r\n \r\n" * 20_000), 400),
        (_chunked(body=b"0\r\nX-A: " + b"a" * 70_000), 400),
        (_chunked(body=(b"10000\r\n" + b" " * 0x10000 + b"\r\n") * 17), 413),
        (request("POST /v1/solve", JSON, "Content-Length: 10000000000"), 413),
        (request("POST /v1/solve", JSON, "Content-Length: 10000000000", "Expect: 100-continue"), 413),
        (request("PUT /v1/solve", "Content-Length: 10000000000"), 413),
        (request("POST /v1/solve", JSON, "Expect: nonsense"), 417),
        (request("GET /v1/none", CLOSE, "SCRIPT_NAME: /v1"), 404),
        (request("GET /v1/jobs/%00%ff", CLOSE), 404),
        (request("GET http://localhost/v1/none", CLOSE), 404),
        (request("OPTIONS *", CLOSE), 404),
        (request("CONNECT localhost:80", CLOSE), 404),
        (request("TRACE /v1/kinds", CLOSE), 405),
    ],
)
def test_a_refusal_is_a_problem_document(service: Running, request_bytes: bytes, status: int) -> None:
    response = service.ask_once(request_bytes)
    assert (response.status, response.headers["content-type"]) == (status, "application/problem+json")
    assert response.headers["connection"] == "close"
    assert response.headers["cache-control"] == "no-store"
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "server" not in response.headers
    problem = json.loads(response.body)
    assert problem["status"] == status
    assert problem["title"] not in ("", "Error")
    assert problem["detail"]


def test_no_header_changes_the_path(service: Running) -> None:
    for prefix in ("/other", "/v1"):
        for name in ("SCRIPT_NAME", "Script-Name"):
            assert service.ask_once(request("GET /v1/kinds", CLOSE, f"{name}: {prefix}")).status == 200


def test_the_length_of_a_body_is_limited(service: Running) -> None:
    response = service.ask_once(request("POST /v1/solve", JSON, f"Content-Length: {MAX_BYTES + 1}"))
    assert json.loads(response.body)["detail"] == (
        f"expected a body of at most {MAX_BYTES} bytes, got {MAX_BYTES + 1}"
    )


@pytest.mark.parametrize("half", [b"GE", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n",
                                  request("POST /v1/solve", JSON, "Content-Length: 50", body=b"{"),
                                  request("GET /healthz", "Content-Length: 50", body=b"{"),
                                  _chunked(body=b"5\r\n{")])  # fmt: skip
def test_a_slow_client_gets_a_timeout(service: Running, monkeypatch: pytest.MonkeyPatch, half: bytes) -> None:
    monkeypatch.setattr(connection, "SEND_TIMEOUT", 0.02)
    response = service.ask_once(half)
    assert (response.status, response.headers["content-type"]) == (408, "application/problem+json")
    assert json.loads(response.body)["detail"] == "the request was not sent in time"


def test_sending_slowly_does_not_extend_the_time(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "SEND_TIMEOUT", 0.05)
    with running.connect(b"GET / HTTP/1.1\r\n") as client:
        client.settimeout(0.01)
        received = b""
        while not received:
            client.sendall(b"A: b\r\n")
            try:
                received = client.recv(100)
            except TimeoutError:
                continue
    assert received.startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("sent", [b"", b"\r\n", b"GET /cached HTTP/1.1\r\nHost: localhost\r\n\r\n"])
def test_an_idle_client_is_let_go(running: Running, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    for timeout in ("BEGIN_TIMEOUT", "IDLE_TIMEOUT"):
        monkeypatch.setattr(connection, timeout, 0.02)
    assert [response.status for response in running.ask(sent)] == ([200] if len(sent) > 2 else [])


def test_a_client_that_reads_no_response_is_let_go(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "RECEIVE_TIMEOUT", 0.02)
    with running.connect(request("GET /long")):
        running.wait_for_connections(1)
        running.wait_for_connections(0)


def test_a_long_response_is_sent_whole(running: Running) -> None:
    response = running.ask_once(request("GET /long", CLOSE))
    assert len(response.body) == int(response.headers["content-length"]) == 50_000_000


def test_a_body_in_many_chunks_is_read(service: Running) -> None:
    body = json.dumps({"kind": "light_line.place", "grade": "easy", "seed": -1}).encode()
    chunks = b"".join(b"1;a=b\r\n%c\r\n" % byte for byte in body) + b"0\r\nTrailer: yes\r\n\r\n"
    response = service.ask_once(
        request("POST /v1/generate", JSON, CLOSE, "Transfer-Encoding: chunked", body=chunks)
    )
    assert (response.status, json.loads(response.body)["errors"][0]["pointer"]) == (422, "/seed")


def test_a_client_is_asked_for_the_body_it_holds_back(running: Running) -> None:
    with running.connect(request("POST /", CLOSE, "Content-Length: 3", "Expect: 100-continue")) as client:
        assert client.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        client.sendall(b"abc")
        (response,) = responses(client)
    assert json.loads(response.body)["body"] == "abc"


def test_requests_sent_ahead_are_answered_in_turn(running: Running, app: _Application) -> None:
    ahead = [request("GET /1"), request("POST /2", "Content-Length: 3", body=b"abc"), request("GET /cached"),
             request("HEAD /4"), request("GET /empty"), b"\r\n",
             request("GET /6", "Content-Length: 1", body=b"!"),
             request("PUT /7", "Transfer-Encoding: chunked", body=b"1\r\na\r\n0\r\n\r\n"),
             request("GET /lost")]  # fmt: skip
    answers = running.ask(b"".join(ahead))
    assert app.paths == ["/1", "/2", "/4", "/empty", "/6", "/7"]
    assert [answer.status for answer in answers] == [200, 200, 200, 200, 204, 200, 200]
    assert json.loads(answers[1].body)["body"] == "abc"
    assert answers[2].headers["x-thread"] not in ("", "reads_0"), "in the event loop"
    assert "content-length" not in answers[4].headers
    assert [json.loads(answer.body)["body"] for answer in answers[5:]] == ["", ""]
    # Where a chunked body ends is not known, so what follows is not read.
    assert answers[6].headers["connection"] == "close"


@pytest.mark.parametrize(
    ("version", "header", "stays"),
    [("1.0", "", False), ("1.0", "Connection: Keep-Alive\r\n", True),
     ("1.1", "", True), ("1.1", f"{CLOSE}\r\n", False)],
)  # fmt: skip
def test_connections_are_kept_as_clients_ask(
    running: Running, version: str, header: str, stays: bool
) -> None:
    get = f"GET / HTTP/{version}\r\nHost: localhost\r\n{header}\r\n".encode()
    answers = running.ask(get * 2 + request("GET /", CLOSE))
    assert len(answers) == (3 if stays else 1)
    assert answers[0].headers.get("connection") == (None if (version, stays) == ("1.1", True) else
                                                    "keep-alive" if stays else "close")  # fmt: skip


def test_the_environment_is_that_of_wsgi(running: Running) -> None:
    headers = (
        "Content-Type: text/plain",
        "Cookie: a=b",
        "Cookie: c=d",
        "X-A: 1",
        "x-a: 2",
        "X_A: 3",
        "Upgrade: h2c",
    )
    response = running.ask_once(
        request("POST http://a:1/%C3%A9%2Fb?q=%C3#f", CLOSE, *headers, "Content-Length: 1", body=b"x")
    )
    environ = json.loads(response.body)
    assert environ.pop("REMOTE_PORT").isdigit()
    assert environ == {
        "CONTENT_LENGTH": "1", "CONTENT_TYPE": "text/plain", "HTTP_CONNECTION": "close",
        "HTTP_HOST": "localhost",
        "HTTP_COOKIE": "a=b; c=d", "HTTP_UPGRADE": "h2c", "HTTP_X_A": "1,2", "PATH_INFO": "/Ã©/b",
        "QUERY_STRING": "q=%C3", "REMOTE_ADDR": "127.0.0.1", "REQUEST_METHOD": "POST", "SCRIPT_NAME": "",
        "SERVER_NAME": "127.0.0.1", "SERVER_PORT": str(running.address[1]), "SERVER_PROTOCOL": "HTTP/1.1",
        "body": "x", "wsgi.url_scheme": "http",
    }  # fmt: skip


@pytest.mark.parametrize("path", ["/fault", "/wrong"])
def test_a_fault_is_a_problem_document(running: Running, path: str) -> None:
    response = running.ask_once(request(f"GET {path}"))
    assert (response.status, json.loads(response.body)["status"]) == (500, 500)


def test_a_client_gets_its_refusal_though_it_sends_on(running: Running) -> None:
    length = 3 * MAX_BYTES
    with running.connect(request("POST /", f"Content-Length: {length}") + b"a" * length) as client:
        (response,) = responses(client)
    assert response.status == 413


@pytest.mark.parametrize(
    ("line", "threads"),
    [("GET /", "reads"), ("OPTIONS /", "reads"), ("GET /readyz", "checks"), ("HEAD /metrics", "checks"),
     ("POST /", "calls"), ("DELETE /", "calls"), ("PATCH /", "calls")],
)  # fmt: skip
def test_reads_have_threads_that_nothing_else_uses(
    running: Running, app: _Application, line: str, threads: str
) -> None:
    running.ask_once(request(line, CLOSE))
    assert app.threads == [f"{threads}_0"]


def test_the_work_of_a_client_that_hangs_up_ends(running: Running, app: _Application) -> None:
    running.connect(request("POST /wait")).close()
    wait_until(lambda: app.was_wanted == [False], pause=0.005)


def test_a_client_that_only_stops_sending_is_answered(running: Running, app: _Application) -> None:
    with running.connect(request("POST /wait")) as client:
        app.started.acquire()
        client.shutdown(socket.SHUT_WR)
        assert client.recv(100) == b"HTTP/1.1 102 Processing\r\n\r\n"
        app.may_end.set()
        assert responses(client)[-1].status == 200
    for path in ("/1", "/cached"):
        with running.connect(request(f"GET {path}") * 4 + b"GET /5") as client:
            client.shutdown(socket.SHUT_WR)
            assert [response.status for response in responses(client)] == [200] * 4


def test_a_request_of_a_client_that_has_gone_is_not_started(app: _Application) -> None:
    with running_server(app, calls=1) as running:
        with running.connect(request("POST /wait", CLOSE)) as first:
            app.started.acquire()
            second = running.connect(request("POST /second"))
            wait_until(lambda: _working(running) == 2, pause=0.005)
            second.close()
            running.wait_for_connections(1)
            app.may_end.set()
            assert responses(first)[0].status == 200
        assert running.ask_once(request("POST /third", CLOSE)).status == 200
    assert app.paths == ["/wait", "/third"]


def test_bodies_hold_a_limited_memory(app: _Application, monkeypatch: pytest.MonkeyPatch) -> None:
    """One request that waits for a thread, and one that is half sent; not the one that is worked on."""
    monkeypatch.setattr(connections, "MAX_HELD", 5000)
    monkeypatch.setattr(connections, "_HELD_AFTER", 0)
    large = request("POST /wait", "Content-Length: 4000", CLOSE, body=b" " * 4000)
    with running_server(app, calls=1) as running, running.connect(large) as first:
        app.started.acquire()
        with running.connect(large) as queued:
            wait_until(lambda: _working(running) == 2, pause=0.005)
            with running.connect(large[:-1000]) as half:
                for client in (queued, half):
                    (response,) = responses(client)
                    assert (response.status, response.headers["retry-after"]) == (503, "5")
        app.may_end.set()
        assert responses(first)[0].status == 200


def test_unread_responses_take_a_limited_memory(
    running: Running, app: _Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client that takes its response gets it whole, as little of it is held."""
    monkeypatch.setattr(connections, "MAX_HELD", 120_000_000)
    monkeypatch.setattr(connections, "_HELD_AFTER", 60_000_000)
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(running.connect(request("GET /long", CLOSE)))
        wait_until(lambda: len(app.paths) == 3, pause=0.005)
        running.wait_for_connections(1)
        assert len(running.ask_once(request("GET /long", CLOSE)).body) == 50_000_000


def _working(running: Running) -> int:
    return sum(conn.state is State.WORKING for conn in running.server.open_connections())


def test_what_is_worked_on_at_the_end_is_answered(running: Running, app: _Application) -> None:
    with running.connect(request("POST /wait")) as busy, running.connect(b"GET /half") as idle:
        app.started.acquire()
        running.wait_for_connections(2)
        running.server.end()
        assert responses(idle) == []
        app.may_end.set()
        (response,) = responses(busy)
        assert (response.status, response.headers["connection"]) == (200, "close")


def test_others_are_served_beside_slow_clients(service: Running) -> None:
    """Half heads, half bodies, nothing at all, and answers after which the client does not hang up."""
    half_body = request("POST /v1/solve", JSON, "Content-Length: 50", body=b"{")
    with ExitStack() as stack:
        slow = [
            stack.enter_context(service.connect(sent))
            for sent in (b"", b"GET /healthz HTTP/1.1\r\n", half_body, b"GET /healthz HTTP/1.0\r\n\r\n")
            for _ in range(60)
        ]
        for path in ("/healthz", "/v1/kinds", "/v1/kinds"):
            assert service.ask_once(request(f"GET {path}", CLOSE)).status == 200
        # Of those that wait for something no one has ended when these are answered.
        for client in slow[:180]:
            client.setblocking(False)
            with pytest.raises(BlockingIOError):
                client.recv(1)


@pytest.mark.process
def test_the_application_needs_no_server() -> None:
    program = "import sys; import api.web.app; print('httptools' in sys.modules)"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout == "False\n"
