"""What every request goes through, whatever becomes of it: the outermost layer, before Flask.

It gives the request its id, counts it against the client's rate, answers from the shelf where it can, adds
the headers that all answers have, and counts and logs what was answered. All of it costs a few ten
microseconds, a tenth of what Flask takes: see tests/bench.
"""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from api.service.logs import LOG
from api.service.metrics import REQUESTS, SECONDS
from api.web.rate_limits import WINDOW, Rates, Verdict
from api.web.response_cache import Ready, Shelf, matches

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

READS = ("GET", "HEAD", "OPTIONS")
# What is asked by those who watch over the service, often.
_UNLIMITED = ("/healthz", "/readyz", "/metrics")
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_NONE = re.compile(r"q=0(\.0*)?")
SECURITY = (
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("Cross-Origin-Resource-Policy", "cross-origin"),
)
_EXPOSED = "ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id"


class Front:
    """`inside`: the Flask application. The shelf is filled by who answers (api.web.responses)."""

    def __init__(self, inside: WSGIApplication, rates: Rates, shelf: Shelf, proxies: int) -> None:
        self._inside, self._rates, self._shelf, self._proxies = inside, rates, shelf, proxies

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        began = time.perf_counter()
        given = environ.get("HTTP_X_REQUEST_ID", "")
        name = given if _ID.fullmatch(given) else secrets.token_hex(8)
        environ["lineworks.request_id"] = name
        environ.pop("lineworks.route", None)
        method = environ["REQUEST_METHOD"]
        client = client_of(environ, self._proxies)
        limited: tuple[tuple[str, str], ...] = ()
        verdict = None
        if environ["PATH_INFO"] not in _UNLIMITED:
            verdict = self._rates.ask(client, "reads" if method in READS else "calls", time.time())
            limited = _rate_headers(verdict, "reads" if method in READS else "calls")
        said: list[str] = []

        def start(
            status: str, headers: list[tuple[str, str]], exc_info: Any = None
        ) -> Callable[[bytes], object]:
            said[:] = [status]
            names = {header.lower() for header, _ in headers}
            more = [pair for pair in SECURITY if pair[0].lower() not in names]
            headers = [*headers, *more, *limited, ("X-Request-Id", name)]
            if method in READS:
                headers += [("Access-Control-Allow-Origin", "*"), ("Access-Control-Expose-Headers", _EXPOSED)]
            return start_response(status, headers, exc_info) if exc_info else start_response(status, headers)

        try:
            return self._answered(environ, start, verdict)
        finally:
            self._told(environ, client, said[0][:3] if said else "500", time.perf_counter() - began)

    def _answered(self, environ: WSGIEnvironment, start: Any, verdict: Verdict | None) -> Iterable[bytes]:
        if verdict is not None and not verdict.allowed:
            environ["lineworks.route"] = "(limited)"
            return _too_many(start, verdict, environ["REQUEST_METHOD"] == "HEAD")
        if environ["REQUEST_METHOD"] in ("GET", "HEAD"):
            ready = self._shelf.get(shelf_key(environ), time.time())
            if ready is not None:
                environ["lineworks.route"] = ready.route
                return sent(environ, start, ready)
        return self._inside(environ, start)

    def _told(self, environ: WSGIEnvironment, client: str, status: str, seconds: float) -> None:
        method = environ["REQUEST_METHOD"]
        route = environ.get("lineworks.route", "(none)")
        # Any word may stand there; a label for each would fill the memory.
        known = method if method in ("GET", "HEAD", "POST", "DELETE", "OPTIONS") else "(other)"
        REQUESTS.labels(known, route, status).inc()
        SECONDS.labels(route).observe(seconds)
        LOG.info(
            "request",
            id=environ["lineworks.request_id"],
            method=method[:20],
            path=environ["PATH_INFO"][:200],
            status=int(status),
            ms=round(seconds * 1000, 2),
            client=client,
        )


def client_of(environ: WSGIEnvironment, proxies: int) -> str:
    """Who asks: behind n proxies the n-th from the right of those that they name."""
    if proxies:
        named = [part.strip() for part in environ.get("HTTP_X_FORWARDED_FOR", "").split(",")]
        if len(named) >= proxies and named[-proxies]:
            return str(named[-proxies][:64])
    return str(environ.get("REMOTE_ADDR", ""))


def shelf_key(environ: WSGIEnvironment) -> tuple[str, ...]:
    encoding = "gzip" if accepts_gzip(environ.get("HTTP_ACCEPT_ENCODING", "")) else ""
    return (
        environ["PATH_INFO"],
        environ.get("QUERY_STRING", ""),
        environ["wsgi.url_scheme"],
        environ.get("HTTP_HOST", ""),
        encoding,
    )


def accepts_gzip(header: str) -> bool:
    """What is said of gzip itself goes before what is said of all codings."""
    wanted: dict[str, bool] = {}
    for part in header.lower().split(","):
        coding, _, weight = part.partition(";")
        wanted[coding.strip()] = not _NONE.fullmatch(weight.replace(" ", ""))
    return wanted.get("gzip", wanted.get("*", False))


def sent(environ: WSGIEnvironment, start: Any, ready: Ready) -> list[bytes]:
    """The representation, or that the client has it already."""
    cache = ready.cache or f"public, max-age={max(0, int(ready.until - time.time()))}"
    headers = [*ready.headers, ("Cache-Control", cache)]
    if matches(environ.get("HTTP_IF_NONE_MATCH", ""), ready.etag):
        start("304 NOT MODIFIED", [pair for pair in headers if pair[0] not in _OF_BODY])
        return []
    start("200 OK", headers)
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [ready.body]


_OF_BODY = ("Content-Type", "Content-Length", "Content-Encoding")


def _rate_headers(verdict: Verdict, policy: str) -> tuple[tuple[str, str], ...]:
    return (
        ("RateLimit-Policy", f'"{policy}";q={verdict.limit};w={WINDOW}'),
        ("RateLimit", f'"{policy}";r={verdict.left};t={int(verdict.reset) + 1}'),
    )


def _too_many(start: Any, verdict: Verdict, head: bool) -> Iterable[bytes]:
    wait = int(verdict.wait) + 1
    body = json.dumps(
        {
            "type": "about:blank",
            "title": "Too Many Requests",
            "status": 429,
            "detail": f"at most {verdict.limit} requests a minute; the next may come in {wait} s",
        }
    ).encode()
    headers = [
        ("Content-Type", "application/problem+json"),
        ("Content-Length", str(len(body))),
        ("Cache-Control", "no-store"),
        ("Retry-After", str(wait)),
    ]
    start("429 TOO MANY REQUESTS", headers)
    return [] if head else [body]
