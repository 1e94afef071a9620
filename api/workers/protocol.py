"""The protocol between the pool, its workers and its clients.

A frame is a small header in JSON and a body of bytes, behind the lengths of both. The pool reads headers
alone: bodies and answers pass through it as they are.
"""

from __future__ import annotations

import json
import socket
import struct
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

# read: the body of a request is read; call: a call is answered at once; job: a job is done.
Lane = Literal["read", "call", "job"]
# busy, crowded, died: from the pool itself; stopped: from the pool, or from a worker that ran out of memory;
# unavailable: the database.
MessageKind = Literal[
    "answer", "problem", "fault", "stopped", "unavailable", "progress", "busy", "crowded", "died"
]
Frame = tuple[bytes, bytes]

_LENGTHS = struct.Struct("!II")
# Far above any real message: a greater length comes from something else.
_LONGEST_HEADER, _LONGEST_BODY = 2**16, 2**28


@dataclass(frozen=True)
class Request:
    """A call with its body as JSON text, and for how many seconds a worker may work on it at most.

    client  the client that it is worked on for; clients are served in turn
    limit   how many requests of the client the pool takes at once in this lane; None for any number
    """

    call: str
    lane: Lane
    seconds: float
    body: bytes = b""
    client: str = ""
    limit: int | None = None

    def pack(self) -> bytes:
        return _pack((self.call, self.lane, self.seconds, self.client, self.limit), self.body)

    @classmethod
    def parse(cls, packed: bytes) -> Request:
        """Reads a packed request, which must be complete."""
        frame = take_frame(bytearray(packed))
        if frame is None:
            raise ConnectionError("incomplete request")
        return cls.unpack(frame)

    @classmethod
    def unpack(cls, frame: Frame) -> Request:
        call, lane, seconds, client, limit = _fields(frame, (str, str, (int, float), str, (int, type(None))))
        if lane not in get_args(Lane):
            raise ConnectionError(f"no lane {lane!r}")
        return cls(call, lane, seconds, frame[1], client, limit)


@dataclass(frozen=True)
class Message:
    """A reply to a request, or progress. `body` is JSON text for an answer or a problem, else plain text."""

    kind: MessageKind
    body: bytes = b""

    def json(self) -> Any:
        return json.loads(self.body)

    def text(self) -> str:
        return self.body.decode()

    def pack(self) -> bytes:
        return _pack((self.kind,), self.body)

    @classmethod
    def unpack(cls, frame: Frame) -> Message:
        (kind,) = _fields(frame, (str,))
        return cls(cast(MessageKind, kind), frame[1])


def json_bytes(value: object) -> bytes:
    """Encodes a JSON value as the body of a frame."""
    return json.dumps(value, separators=(",", ":")).encode()


def _pack(fields: tuple[object, ...], body: bytes) -> bytes:
    header = json_bytes(fields)
    return _LENGTHS.pack(len(header), len(body)) + header + body


def _fields(frame: Frame, types: tuple[Any, ...]) -> list[Any]:
    try:
        fields = json.loads(frame[0])
    except ValueError as e:
        raise ConnectionError("a header that is not JSON") from e
    if not isinstance(fields, list) or len(fields) != len(types):
        raise ConnectionError("a header of another form")
    if not all(isinstance(field, type_) for field, type_ in zip(fields, types, strict=True)):
        raise ConnectionError("a header with a field of another type")
    return fields


def take_frame(buffer: bytearray) -> Frame | None:
    """Takes the first frame out of the buffer; None while it is incomplete."""
    if len(buffer) < _LENGTHS.size:
        return None
    header, body = _LENGTHS.unpack_from(buffer)
    if header > _LONGEST_HEADER or body > _LONGEST_BODY:
        raise ConnectionError(f"a frame of {header} and {body} bytes")
    body_start = _LENGTHS.size + header
    end = body_start + body
    if len(buffer) < end:
        return None
    frame = bytes(buffer[_LENGTHS.size : body_start]), bytes(buffer[body_start:end])
    del buffer[:end]
    return frame


def receive(source: socket.socket, buffer: bytearray) -> Frame:
    """Receives a frame; `buffer` keeps what comes after it. ConnectionError where the other end is gone."""
    while (frame := take_frame(buffer)) is None:
        data = source.recv(65_536)
        if not data:
            raise ConnectionError("closed")
        buffer += data
    return frame
