"""The application as the server sees it: WSGI (PEP 3333) with requests and responses that are complete."""

from __future__ import annotations

import io
import re
import sys
import time
from collections.abc import Callable, Iterable
from email.utils import formatdate
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from api.web.response_cache import PlainResponse
from api.web.server.request_reader import Head

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

_TEXT = re.compile(r"[\t -~\x80-\xff]*")


class Application(Protocol):
    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers a request; it may take long."""

    def cached_answer(
        self, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes] | None:
        """Answers a request at once if its answer is in memory; otherwise None, and nothing has happened."""


def base_environ(local: tuple[str, int], peer: tuple[str, int]) -> WSGIEnvironment:
    """The part of the environment that all requests of a connection have."""
    return {
        "wsgi.version": (1, 0),
        # What a client or a proxy says about it goes nowhere: links are made from LINEWORKS_BASE_URL.
        "wsgi.url_scheme": "http",
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.input_terminated": True,
        "SCRIPT_NAME": "",
        "SERVER_NAME": local[0],
        "SERVER_PORT": str(local[1]),
        "REMOTE_ADDR": peer[0],
        "REMOTE_PORT": str(peer[1]),
    }


def environ_of(base: WSGIEnvironment, head: Head, body: bytes) -> WSGIEnvironment:
    """Returns the environment of a request."""
    environ = base | {
        "wsgi.input": io.BytesIO(body),
        "REQUEST_METHOD": head.method,
        "SERVER_PROTOCOL": f"HTTP/{head.version}",
        "PATH_INFO": head.path,
        "QUERY_STRING": head.query,
    }
    for name, value in head.headers:
        key = _key(name)
        if key is None:
            continue
        if key in environ:
            value = f"{environ[key]}{'; ' if name == 'cookie' else ','}{value}"
        environ[key] = value
    if head.method == "POST":
        environ["CONTENT_LENGTH"] = str(len(body))
    return environ


@lru_cache(1024)
def _key(name: str) -> str | None:
    """Returns the variable of a header; None for those that the application does not get.

    Underscores would make two headers the same, and the body is no longer chunked.
    """
    if "_" in name or name in ("content-length", "transfer-encoding"):
        return None
    key = name.upper().replace("-", "_")
    return key if key == "CONTENT_TYPE" else "HTTP_" + key


def collect(
    answer: Callable[[WSGIEnvironment, Any], Iterable[bytes] | None], environ: WSGIEnvironment
) -> PlainResponse | None:
    """Has an application answer a request; None if it returns None."""
    status = ""
    headers: list[tuple[str, str]] = []
    content: list[bytes] = []

    def start_response(new_status: str, new_headers: list[tuple[str, str]], _: Any = None) -> Any:
        nonlocal status, headers
        status, headers = new_status, new_headers
        return content.append

    parts = answer(environ, start_response)
    if parts is None:
        return None
    try:
        content.extend(parts)
    finally:
        if hasattr(parts, "close"):
            parts.close()
    if not status:
        raise ValueError("the application started no response")
    for text in (status, *(text for pair in headers for text in pair)):
        if not _TEXT.fullmatch(text):
            raise ValueError(f"expected printable characters in a response's head, got {text[:200]!r}")
    return PlainResponse(status, headers, content)


def to_bytes(response: PlainResponse, head: Head | None, keeps_alive: bool) -> tuple[bytes, bytes]:
    """Returns the head and the body of a response as they are sent."""
    status = response.status[:3]
    bodiless = status in ("204", "304")
    body = b"" if bodiless or (head and head.method == "HEAD") else b"".join(response.content)
    lines = [f"HTTP/1.1 {response.status}", f"Date: {_date()}"]
    has_length = False
    for name, value in response.headers:
        is_length = name.lower() == "content-length"
        has_length = has_length or is_length
        if not (is_length and status == "204"):
            lines.append(f"{name}: {value}")
    if not (has_length or bodiless or (head and head.method == "HEAD")):
        lines.append(f"Content-Length: {len(body)}")
    if not keeps_alive:
        lines.append("Connection: close")
    elif head and head.version == "1.0":
        lines.append("Connection: keep-alive")
    return "\r\n".join([*lines, "", ""]).encode("latin-1"), body


def _date() -> str:
    return _date_at(int(time.time()))


@lru_cache(2)
def _date_at(seconds: int) -> str:
    return formatdate(seconds, usegmt=True)
