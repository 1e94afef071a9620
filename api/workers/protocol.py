"""How the desk, its children and who asks them speak: JSON values, each behind its length in four bytes."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Callable
from typing import Any

_LENGTH = struct.Struct("!I")
# Far above any answer; a length past it is not from one of us.
_MOST = 2**28

Message = dict[str, Any]
# Is told how far work has come, from 0 to 1.
Progress = Callable[[float], None]


def packed(message: Message) -> bytes:
    text = json.dumps(message, separators=(",", ":")).encode()
    return _LENGTH.pack(len(text)) + text


def taken(buffer: bytearray) -> Message | None:
    """The first message of the buffer, taken out of it; None while it is not all there."""
    if len(buffer) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack_from(buffer)
    if length > _MOST:
        raise ConnectionError(f"a message of {length} bytes")
    end = _LENGTH.size + length
    if len(buffer) < end:
        return None
    message: Message = json.loads(bytes(buffer[_LENGTH.size : end]))
    del buffer[:end]
    return message


def send(to: socket.socket, message: Message) -> None:
    to.sendall(packed(message))


def receive(source: socket.socket, buffer: bytearray) -> Message:
    """The next message; `buffer` keeps what came behind it. ConnectionError where the other end is gone."""
    while (message := taken(buffer)) is None:
        part = source.recv(65_536)
        if not part:
            raise ConnectionError("closed")
        buffer += part
    return message
