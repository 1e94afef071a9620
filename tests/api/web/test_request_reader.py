"""Tests the reader of requests: the pieces in which they come make no difference, and nothing else raises."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.web.server.request_reader import Head, Refused, RequestReader
from tests.tiers import examples

_HEAD = b"POST /a%20b?c=%20 HTTP/1.1\r\nHost: here\r\nX-A:  b \r\n"
_REQUESTS = (
    b"GET / HTTP/1.0\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: here\r\n\r\nGET",
    _HEAD + b"Content-Length: 5\r\n\r\nhello!",
    _HEAD + b"Content-Length: 50\r\n\r\nhello!",
    _HEAD + b"Transfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n6\r\n world\r\n0\r\nX: y\r\n\r\n",
    _HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n",
    _HEAD + b"Transfer-Encoding: chunked\r\n\r\n21\r\n" + b"a" * 33,
    _HEAD + b"Upgrade: h2c\r\nConnection: Upgrade\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: here\nA: b\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: here\r\nA: \0\r\n\r\n",
    b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nA: " + b"a" * 40_000 + b"\r\n\r\n",
)


def _outcome(pieces: list[bytes]) -> tuple[Head | None, bytes, bool, int]:
    """Returns what is read of a request, and the status of its refusal."""
    reader, data = RequestReader(lambda _method, _path: 32), bytearray()
    for piece in pieces:
        data += piece
        if reader.is_complete or not data:
            break
        try:
            reader.feed(data)
        except Refused as e:
            return None, b"", False, e.status
    return reader.head, bytes(reader.body), reader.is_complete, 0


@pytest.mark.parametrize("request_bytes", _REQUESTS)
def test_a_request_may_come_in_pieces(request_bytes: bytes) -> None:
    outcome = _outcome([request_bytes])
    # A byte each; longer ones would be searched very often.
    step = 1 if len(request_bytes) < 1000 else 997
    pieces = [request_bytes[at : at + step] for at in range(0, len(request_bytes), step)]
    assert _outcome(pieces) == outcome


@examples(500)
@given(st.sampled_from(_REQUESTS[:10]), st.data())
def test_a_spoilt_request_is_read_or_refused(request_bytes: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(request_bytes) - 1))
    junk = data.draw(st.sampled_from([b"", b"\r", b"\n", b"\r\n", b"\0", b" ", b":", b"\xff", b"9", b"Z"]))
    spoilt = request_bytes[:at] + junk + request_bytes[at + data.draw(st.integers(0, 3)) :]
    head, body, _, status = _outcome([spoilt])
    assert status in (0, 400, 405, 413, 417)
    assert len(body) <= 32
    if head is not None:
        assert head.version in ("1.0", "1.1")
        assert all(name and "\r" not in value and "\n" not in value for name, value in head.headers)
