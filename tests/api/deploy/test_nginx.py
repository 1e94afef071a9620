"""Tests the service behind nginx with the configuration that comes with it."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from werkzeug.serving import make_server

from api.problem_documents import MAX_BYTES
from api.web.app import application
from api.web.clients import client_of
from api.web.context import Service
from tests.api.deploy.test_files import DEPLOY
from tests.api.running_service import wait_until
from tests.programs import path_of

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


@dataclass
class Recorder:
    """Passes requests on to the service, and notes who sent them."""

    service: WSGIApplication
    clients: dict[str, str] = field(default_factory=dict)

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Any:
        self.clients[environ.get("HTTP_X_REQUEST_ID", "")] = client_of(environ, 1)
        return self.service(environ, start)


@contextmanager
def serving(app: WSGIApplication) -> Iterator[int]:
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@contextmanager
def nginx(folder: Path, upstream: int) -> Iterator[int]:
    """Starts nginx in a folder of its own, in front of a port; yields its own port."""
    tool, port = path_of("nginx"), _free_port()
    text = (DEPLOY / "nginx.conf").read_text()
    text = text.replace("listen 80;  #", f"listen 127.0.0.1:{port};  #")
    text = text.replace("/run/nginx.pid", str(folder / "nginx.pid"))
    paths = "".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    text = text.replace("http {", "http { " + paths, 1)
    if os.geteuid() == 0:
        # Its worker must be able to write to the folder.
        text = "user root;\n" + text
    (folder / "nginx.conf").write_text(text)
    lines = (DEPLOY / "upstream.conf").read_text().replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    (folder / "upstream.conf").write_text(lines)
    command = [tool, "-e", str(folder / "error.log"), "-p", str(folder), "-c", str(folder / "nginx.conf")]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    assert "[warn]" not in checked.stderr
    process = subprocess.Popen([*command, "-g", "daemon off;"], stderr=subprocess.DEVNULL)
    try:
        # The check has made the file, empty.
        wait_until((folder / "nginx.pid").read_text)
        yield port
    finally:
        process.terminate()
        process.wait(60)


def ask(
    port: int, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[http.client.HTTPResponse, bytes]:
    """Sends a request from another address of this machine than the others use."""
    connection = http.client.HTTPConnection("127.0.0.1", port, 60, source_address=("127.0.0.2", 0))
    with closing(connection):
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, named)
        response = connection.getresponse()
        return response, response.read()


@pytest.mark.process
def test_the_service_behind_nginx(published: Service, tmp_path: Path) -> None:
    settings = replace(published.settings, proxies=1, base_url="https://puzzles.example.org")
    recorder = Recorder(application(replace(published, settings=settings)))
    with serving(recorder) as upstream, nginx(tmp_path, upstream) as port:
        _the_address_of_the_client_arrives(port, recorder)
        _what_may_be_cached_passes(port)
        _large_bodies_are_refused(port, recorder)
        _a_slow_client_does_not_reach_the_service(port, recorder)
        assert ask(port, "GET", "/metrics")[0].status == 404


def _the_address_of_the_client_arrives(port: int, recorder: Recorder) -> None:
    response, _ = ask(port, "GET", "/healthz", X_Request_ID="real", X_Forwarded_For="192.0.2.1")
    assert (response.status, recorder.clients["real"]) == (200, "127.0.0.2")


def _what_may_be_cached_passes(port: int) -> None:
    response, compressed = ask(port, "GET", "/v1/kinds", Accept_Encoding="gzip")
    assert (response.status, response.headers["Content-Encoding"]) == (200, "gzip")
    etag = response.headers["ETag"]
    assert "max-age" in response.headers["Cache-Control"]
    response, plain = ask(port, "GET", "/v1/kinds")
    assert len(plain) > len(compressed)
    response, body = ask(port, "GET", "/v1/kinds", Accept_Encoding="gzip", If_None_Match=etag)
    assert (response.status, body, response.headers["ETag"]) == (304, b"", etag)


def _large_bodies_are_refused(port: int, recorder: Recorder) -> None:
    json = "application/json"
    for size, name in ((MAX_BYTES + 1, "nginx"), (MAX_BYTES - 1, "service")):
        body = b" " * size
        response, _ = ask(port, "POST", "/v1/solve", body, Content_Type=json, X_Request_ID=name)
        assert (response.status, name in recorder.clients) == (413, name == "service")


def _a_slow_client_does_not_reach_the_service(port: int, recorder: Recorder) -> None:
    with socket.create_connection(("127.0.0.1", port), 60) as slow:
        slow.sendall(
            b"POST /v1/solve HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nX-Request-ID: slow\r\n"
            b"Content-Length: 1000\r\n\r\n{"
        )
        assert ask(port, "GET", "/healthz", X_Request_ID="after")[0].status == 200
        assert "after" in recorder.clients
        assert "slow" not in recorder.clients
