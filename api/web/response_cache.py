"""The cache of whole responses in memory: most reads are for the same few puzzles.

The key of a response is all of the request that it depends on. Responses expire; when the cache is full, the
least recently used ones are dropped.
"""

from __future__ import annotations

import gzip
import re
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qsl, urlencode

from api.web.languages import language_of

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

Headers = tuple[tuple[str, str], ...]


class Key(NamedTuple):
    """All of a request that a response depends on; `language` is empty for a response that is in none."""

    path: str
    query: str
    address: str
    language: str
    encoding: str


# Below this size gzip saves less than a packet.
_MIN_COMPRESSED = 800
_MAX_BYTES = 32 * 2**20
_MAX_QUERY_BYTES = 8 * 2**20
# About what a response takes beside its body, in bytes.
_OVERHEAD = 1000
_COMPRESSIBLE = (
    "application/json",
    "application/problem+json",
    "application/manifest+json",
    "image/svg+xml",
    "text/",
    "application/atom+xml",
)
_ZERO_WEIGHT = re.compile(r"q=0(\.0*)?")
# The most parameters that a query is read with, several times what any route has, and the most codings of
# Accept-Encoding. There is room for thousands in a request, and all of this is done in the event loop.
MAX_PARAMETERS, _MAX_CODINGS = 16, 32
# A response without a body does not describe one.
_OF_BODY = ("Content-Type", "Content-Length", "Content-Encoding", "Content-Language")


@dataclass(frozen=True)
class Representation:
    """Content that may be cached, before it is encoded for a client.

    cache_control  None where clients may keep it as long as the service does
    seconds        how long the service may cache it
    language       of what is in the language of the reader; empty for what is the same for all
    """

    body: bytes
    content_type: str
    cache_control: str | None
    seconds: float
    headers: Headers = ()
    language: str = ""


@dataclass(frozen=True)
class CachedResponse:
    """An encoded representation with its headers.

    cache_control  None where clients may keep it until it expires here
    route          for the metrics
    until          when it expires, in epoch seconds
    """

    cache_control: str | None
    headers: Headers
    body: bytes
    etag: str
    route: str
    until: float


class PlainResponse(NamedTuple):
    status: str
    headers: list[tuple[str, str]]
    content: list[bytes]


def encode(representation: Representation, key: Key, route: str) -> CachedResponse:
    """Encodes a representation as the client of a key accepts it."""
    body, content_type = representation.body, representation.content_type
    compressed = (
        key.encoding == "gzip" and len(body) >= _MIN_COMPRESSED and content_type.startswith(_COMPRESSIBLE)
    )
    # A strong tag: compressed content is another representation.
    etag = f'"{sha256(body).hexdigest()[:20]}{"-gz" if compressed else ""}"'
    if compressed:
        body = gzip.compress(body, 6, mtime=0)
    headers = (
        ("Content-Type", content_type),
        ("Content-Length", str(len(body))),
        ("ETag", etag),
        *_language_headers(representation.language),
        *representation.headers,
        *((("Content-Encoding", "gzip"),) if compressed else ()),
    )
    until = time.time() + representation.seconds
    return CachedResponse(representation.cache_control, headers, body, etag, route, until)


def _language_headers(language: str) -> Headers:
    if not language:
        return (("Vary", "Accept-Encoding"),)
    return ("Vary", "Accept-Encoding, Accept-Language"), ("Content-Language", language)


def respond(environ: WSGIEnvironment, cached: CachedResponse) -> PlainResponse:
    """Answers a GET or HEAD: 304 where the client has the representation, else 200; HEAD without the body."""
    lifetime = max(0, int(cached.until - time.time()))
    cache_control = cached.cache_control or f"public, max-age={lifetime}"
    headers = [*cached.headers, ("Cache-Control", cache_control)]
    if _matches(environ.get("HTTP_IF_NONE_MATCH", ""), cached.etag):
        return PlainResponse("304 NOT MODIFIED", [pair for pair in headers if pair[0] not in _OF_BODY], [])
    return PlainResponse("200 OK", headers, [] if environ["REQUEST_METHOD"] == "HEAD" else [cached.body])


def _matches(header: str, etag: str) -> bool:
    """Whether If-None-Match names the tag, compared weakly as RFC 9110 says."""
    if header.strip() == "*":
        return True
    # The long way only for a header that has the tag, as there may be thousands of others.
    return etag in header and etag in (tag.strip().removeprefix("W/") for tag in header.split(","))


def key_of(environ: WSGIEnvironment, base_url: str | None) -> Key:
    """Returns all of a request that a cached response depends on.

    Queries that say the same, in another order or another spelling, have one key, and so have all the headers
    that ask for the same language. Queries with more parameters than any route reads are never answered from
    here, and stay as they are.
    """
    encoding = "gzip" if accepts_gzip(environ.get("HTTP_ACCEPT_ENCODING", "")) else ""
    query, parameters = environ.get("QUERY_STRING", ""), []
    if not has_too_many_parameters(query):
        parameters = parse_qsl(query, keep_blank_values=True)
        query = urlencode(sorted(parameters))
    address = base_url or f"{environ['wsgi.url_scheme']}://{environ.get('HTTP_HOST', '')}"
    language = language_of(parameters, environ.get("HTTP_ACCEPT_LANGUAGE", ""))
    return Key(environ["PATH_INFO"], query, address, language, encoding)


def has_too_many_parameters(query: str) -> bool:
    """Whether a query has more parameters than any route reads; `?&&` has none."""
    return query.count("&") >= MAX_PARAMETERS and len(list(filter(None, query.split("&")))) > MAX_PARAMETERS


def accepts_gzip(header: str) -> bool:
    """Whether Accept-Encoding allows gzip; an entry for gzip takes precedence over one for `*`."""
    accepted: dict[str, bool] = {}
    for part in header.lower().split(",", _MAX_CODINGS)[:_MAX_CODINGS]:
        coding, _, weight = part.partition(";")
        accepted[coding.strip()] = not _ZERO_WEIGHT.fullmatch(weight.replace(" ", ""))
    return accepted.get("gzip", accepted.get("*", False))


class ResponseCache:
    """The responses, those to requests with a query apart from the others: there are very many different
    queries, and a client that sends many of them must not evict what everybody reads."""

    def __init__(self) -> None:
        self._plain, self._queries = _LeastRecentlyUsed(_MAX_BYTES), _LeastRecentlyUsed(_MAX_QUERY_BYTES)

    def get(self, key: Key, now: float) -> CachedResponse | None:
        """Returns the response in the language of the key, or else the one that is in none."""
        part = self._part(key)
        return part.get(key, now) or part.get(key._replace(language=""), now)

    def put(self, key: Key, response: CachedResponse) -> None:
        self._part(key).put(key, response)

    def clear(self) -> None:
        for part in (self._plain, self._queries):
            part.clear()

    def _part(self, key: Key) -> _LeastRecentlyUsed:
        return self._queries if key.query else self._plain


class _LeastRecentlyUsed:
    """A cache of a limited size, from which the least recently used responses are dropped."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._responses: OrderedDict[Key, CachedResponse] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, key: Key, now: float) -> CachedResponse | None:
        with self._lock:
            response = self._responses.get(key)
            if response is None:
                return None
            if response.until <= now:
                self._drop(key)
                return None
            self._responses.move_to_end(key)
            return response

    def put(self, key: Key, response: CachedResponse) -> None:
        with self._lock:
            if key in self._responses:
                self._drop(key)
            self._responses[key] = response
            self._bytes += _size(key, response)
            while self._bytes > self._max_bytes:
                self._drop(next(iter(self._responses)))

    def clear(self) -> None:
        with self._lock:
            self._responses.clear()
            self._bytes = 0

    def _drop(self, key: Key) -> None:
        self._bytes -= _size(key, self._responses.pop(key))


def _size(key: Key, response: CachedResponse) -> int:
    return len(response.body) + sum(map(len, key)) + _OVERHEAD
