"""Answers that are kept ready in memory, whole: most reads are for the same few puzzles.

An answer is shelved until a moment at the latest, under all that it depends on. What does not fit any more
pushes out what was longest unused.
"""

from __future__ import annotations

import gzip
import threading
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import sha256

# Below this gzip saves less than a packet.
_WORTH = 800
_MOST_BYTES = 32 * 2**20
_SQUEEZED = ("application/json", "application/problem+json", "image/svg+xml", "text/", "application/atom+xml")


@dataclass(frozen=True)
class Ready:
    """A representation: what is sent, and what else may be sent in its place.

    `route` is for the metrics; `until`: epoch seconds. Without a `cache` of its own anybody may keep it until
    then."""

    cache: str | None
    headers: tuple[tuple[str, str], ...]
    body: bytes
    etag: str
    route: str
    until: float

    @property
    def size(self) -> int:
        return len(self.body) + 1000


def squeezable(content_type: str, body: bytes) -> bool:
    return len(body) >= _WORTH and content_type.startswith(_SQUEEZED)


def squeezed(body: bytes) -> bytes:
    return gzip.compress(body, 6, mtime=0)


def etag_of(body: bytes, encoded: bool) -> str:
    """A strong one: the same content encoded is another representation."""
    return f'"{sha256(body).hexdigest()[:20]}{"-gz" if encoded else ""}"'


def matches(header: str, etag: str) -> bool:
    """If-None-Match, compared weakly as RFC 9110 says."""
    if header.strip() == "*":
        return True
    return etag in (tag.strip().removeprefix("W/") for tag in header.split(","))


class Shelf:
    def __init__(self) -> None:
        self._ready: OrderedDict[tuple[str, ...], Ready] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, key: tuple[str, ...], now: float) -> Ready | None:
        with self._lock:
            found = self._ready.get(key)
            if found is None:
                return None
            if found.until <= now:
                self._drop(key)
                return None
            self._ready.move_to_end(key)
            return found

    def put(self, key: tuple[str, ...], ready: Ready) -> None:
        with self._lock:
            if key in self._ready:
                self._drop(key)
            self._ready[key] = ready
            self._bytes += ready.size
            while self._bytes > _MOST_BYTES:
                self._drop(next(iter(self._ready)))

    def _drop(self, key: tuple[str, ...]) -> None:
        self._bytes -= self._ready.pop(key).size
