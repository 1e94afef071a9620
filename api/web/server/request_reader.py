"""Reads a request from the bytes that a client sends: first its head, then its body.

The grammar is llhttp's, which is strict. What it allows and this server does not is refused here: other
versions of HTTP, other transfer codings than `chunked`, and whatever is too large.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

from httptools import HttpParserError, HttpParserInvalidMethodError, HttpParserUpgrade, HttpRequestParser

# The longest request line and header, both headers and line, in bytes; and how many headers there may be.
MAX_LINE, MAX_HEADER, MAX_HEAD, MAX_HEADERS = 8190, 8190, 32_768, 100
# How many bytes of a chunked body may be lengths of chunks and the like: it is the number of chunks, and not
# of bytes, that costs time.
_MAX_CHUNK_OVERHEAD = 65_536
# The bytes of a body that are looked at in one go.
_PIECE = 65_536

_END = b"\r\n\r\n"
_REQUEST_LINE = re.compile(rb"[A-Z][A-Z-]{0,30} (\S+) HTTP/1\.([01])\r\n")
_BARE_LINE_FEED = re.compile(rb"(?<!\r)\n")
METHODS = "GET, HEAD, OPTIONS, POST, DELETE"

# The largest body that a method and path take, in bytes.
BodyLimit = Callable[[str, str], int]


class Refused(Exception):
    """The server refuses a request itself, with a problem document."""

    def __init__(self, status: int, detail: str, headers: tuple[tuple[str, str], ...] = ()) -> None:
        super().__init__(detail)
        self.status, self.detail, self.headers = status, detail, headers


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a request.

    path     decoded, as PATH_INFO has it
    version  "1.0" or "1.1"
    headers  names in lower case, in the client's order
    """

    method: str
    path: str
    query: str
    version: str
    headers: tuple[tuple[str, str], ...]
    keeps_alive: bool

    def all_of(self, name: str) -> list[str]:
        return [value for other, value in self.headers if other == name]


class RequestReader:
    """Reads one request."""

    def __init__(self, body_limit: BodyLimit) -> None:
        self.head: Head | None = None
        self.body = bytearray()
        self.is_complete = False
        # The client has sent more behind a chunked body, which is lost.
        self.is_overrun = False
        self._body_limit = body_limit
        self._searched = 0
        self._limit = self._left = 0
        self._keeps_body = False
        self._chunks: _Chunks | None = None

    @property
    def expects_continue(self) -> bool:
        """Whether the client waits to be asked for the body."""
        head = self.head
        return (
            head is not None
            and not self.is_complete
            and head.version == "1.1"
            and bool(head.all_of("expect"))
        )

    def feed(self, data: bytearray) -> None:
        """Takes what belongs to the request from the front of the data; Refused if that is not acceptable."""
        if self.head is None:
            self._read_head(data)
        while self.head is not None and data and not self.is_complete:
            piece = bytes(data[: min(self._left, _PIECE) if self._chunks is None else _PIECE])
            del data[: len(piece)]
            if self._chunks is None:
                self._left -= len(piece)
                self.is_complete = self._left == 0
                self._keep(piece)
            else:
                self._keep(self._chunks.feed(piece))
                self.is_complete, self.is_overrun = self._chunks.is_complete, self._chunks.is_overrun

    def _keep(self, piece: bytes) -> None:
        if self._keeps_body:
            self.body += piece
        received = len(self.body) if self._keeps_body else self._chunks.size if self._chunks else 0
        if received > self._limit:
            raise Refused(413, f"expected a body of at most {self._limit} bytes")

    def _read_head(self, data: bytearray) -> None:
        end = data.find(_END, max(0, self._searched - len(_END)), MAX_LINE + MAX_HEAD)
        _check_beginning(data, self._searched, len(data) if end < 0 else end)
        if end < 0:
            self._searched = len(data)
            return
        head_bytes = bytes(data[: end + len(_END)])
        del data[: len(head_bytes)]
        self.head = _parse(head_bytes)
        self._begin_body(self.head)

    def _begin_body(self, head: Head) -> None:
        self._limit = self._body_limit(head.method, head.path)
        # The other calls have no use for one.
        self._keeps_body = head.method == "POST"
        if head.all_of("transfer-encoding"):
            self._chunks = _Chunks()
            return
        length = head.all_of("content-length")
        self._left = int(length[0]) if length else 0
        if self._left > self._limit:
            raise Refused(413, f"expected a body of at most {self._limit} bytes, got {self._left}")
        self.is_complete = self._left == 0


def _check_beginning(data: bytearray, searched: int, end: int) -> None:
    """Refuses as soon as possible what cannot become a head."""
    if not 65 <= data[0] <= 90:
        raise Refused(400, "expected a request line that begins with a method in capital letters")
    if _BARE_LINE_FEED.search(data, max(0, searched - 1), end):
        raise Refused(400, "expected lines that end with CR LF")
    line_end = data.find(b"\r\n", 0, MAX_LINE + 2)
    if line_end < 0 and len(data) > MAX_LINE + 1:
        raise Refused(414, f"expected a request line of at most {MAX_LINE} bytes")
    if end - max(line_end, 0) > MAX_HEAD:
        raise Refused(431, f"expected headers of at most {MAX_HEAD} bytes")


class _HeadEvents:
    """What llhttp finds in a head."""

    def __init__(self) -> None:
        self.headers: list[tuple[str, str]] = []
        self.parser = HttpRequestParser(self)
        self.keeps_alive = False

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(name) + len(value) > MAX_HEADER:
            self.headers.append(("", ""))
        else:
            self.headers.append((name.decode("latin-1").lower(), value.decode("latin-1").rstrip(" \t")))

    def on_headers_complete(self) -> None:
        self.keeps_alive = self.parser.should_keep_alive()


def _parse(head_bytes: bytes) -> Head:
    events = _HeadEvents()
    line = _REQUEST_LINE.match(head_bytes)
    try:
        events.parser.feed_data(head_bytes)
    except HttpParserUpgrade:
        # Of CONNECT and of a request to change the protocol, which is not granted.
        pass
    except HttpParserInvalidMethodError as e:
        if line is None:
            raise Refused(400, str(e)) from e
        raise Refused(405, "the method is not known", (("Allow", METHODS),)) from e
    except HttpParserError as e:
        raise Refused(400, str(e)) from e
    if line is None:
        raise Refused(400, "expected a request line such as GET / HTTP/1.1")
    if ("", "") in events.headers:
        raise Refused(431, f"expected headers of at most {MAX_HEADER} bytes each")
    if len(events.headers) > MAX_HEADERS:
        raise Refused(431, f"expected at most {MAX_HEADERS} headers")
    method = events.parser.get_method().decode()
    path, query = _path_and_query(line[1].decode("latin-1"))
    version = "1." + line[2].decode()
    head = Head(method, path, query, version, tuple(events.headers), events.keeps_alive)
    _check_headers(head)
    return head


def _path_and_query(target: str) -> tuple[str, str]:
    """Splits the target of a request, which may be an absolute address."""
    if not target.startswith("/") and "://" in target:
        rest = target.partition("://")[2]
        cut = min((rest.find(mark) for mark in "/?#" if mark in rest), default=len(rest))
        target = rest[cut:] if rest[cut:].startswith("/") else "/" + rest[cut:]
    path, _, query = target.partition("#")[0].partition("?")
    return unquote_to_bytes(path).decode("latin-1"), query


def _check_headers(head: Head) -> None:
    hosts, codings = head.all_of("host"), head.all_of("transfer-encoding")
    if len(hosts) > 1 or (not hosts and head.version == "1.1"):
        raise Refused(400, "expected one Host header")
    if codings and ([coding.lower() for coding in codings] != ["chunked"] or head.version == "1.0"):
        raise Refused(400, "expected no transfer coding but chunked, and that in HTTP/1.1")
    if codings and head.all_of("content-length"):
        raise Refused(400, "expected either Content-Length or Transfer-Encoding")
    if any(value.lower() != "100-continue" for value in head.all_of("expect")):
        raise Refused(417, "expected no expectation but 100-continue")


class _Chunks:
    """Reads a chunked body with llhttp, after a head of its own; it skips trailers."""

    def __init__(self) -> None:
        self.size = self._read = 0
        self.is_complete = self.is_overrun = False
        self._pieces: list[bytes] = []
        self._parser = HttpRequestParser(self)
        self._parser.feed_data(b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n")

    def feed(self, data: bytes) -> bytes:
        self._read += len(data)
        try:
            self._parser.feed_data(data)
        except HttpParserError as e:
            # llhttp does not say where the body ended: what follows cannot be read.
            self.is_overrun = self.is_complete
            if not self.is_complete:
                raise Refused(400, str(e)) from e
        if not self.is_overrun and self._read - self.size > _MAX_CHUNK_OVERHEAD:
            raise Refused(400, "expected larger chunks")
        body = b"".join(self._pieces)
        self._pieces.clear()
        return body

    def on_message_begin(self) -> None:
        if self.is_complete:
            raise ValueError("bytes after the end of a body")

    def on_body(self, piece: bytes) -> None:
        self.size += len(piece)
        self._pieces.append(piece)

    def on_message_complete(self) -> None:
        self.is_complete = True
