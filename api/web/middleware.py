"""The outermost layer, which every request goes through before Flask.

It gives the request its id, counts it against the client's rate limit, answers it from the cache where it
can, adds the headers that all responses have, and counts and logs the response. All of it costs a few tens of
microseconds, a tenth of what Flask takes: see tests/bench.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from api.problem_documents import phrase_of, problem_document
from api.service.addresses import is_loopback
from api.service.logs import LOG
from api.service.metrics import REQUESTS, SECONDS
from api.service.settings import variable
from api.web.clients import CLIENT, client_of
from api.web.cross_origin import ELSEWHERE, CrossOrigin
from api.web.problem_pages import address_of, represent
from api.web.rate_limits import WINDOW, Policy, RateLimits, Verdict
from api.web.response_cache import CachedResponse, Headers, ResponseCache, key_of, respond
from puzzles.json_shapes import quote

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

READS = ("GET", "HEAD", "OPTIONS")
# What monitors request: it is always answered, and what asks all other parts, or counts all there is.
_UNLIMITED = ("/healthz",)
CHECKS = ("/readyz", "/metrics")
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
SECURITY = (
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("Cross-Origin-Resource-Policy", "cross-origin"),
)
# The files of a page are many and small, and only our own pages load them: they have the one of these
# headers that matters to them.
_FILES, _FOUND = "/static/", ("200", "304")
_SECURITY_OF_FILES = SECURITY[:1]


class Middleware:
    """Wraps the Flask application `app`, whose responses fill the cache (api.web.responses)."""

    def __init__(
        self,
        app: WSGIApplication,
        rate_limits: RateLimits,
        responses: ResponseCache,
        proxies: int,
        cross_origin: CrossOrigin,
    ) -> None:
        self._app, self._rate_limits, self._responses = app, rate_limits, responses
        self._proxies, self._cross_origin = proxies, cross_origin

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        return self._count_and_answer(environ, start_response, self._cached(environ))

    def cached_answer(
        self, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes] | None:
        """Answers a request whose answer is in the cache; otherwise None, and nothing has happened."""
        cached = self._cached(environ)
        return None if cached is None else self._count_and_answer(environ, start_response, cached)

    def _cached(self, environ: WSGIEnvironment) -> CachedResponse | None:
        if environ["REQUEST_METHOD"] not in ("GET", "HEAD") or not self._names_this_service(environ):
            return None
        return self._responses.get(key_of(environ, self._cross_origin.base_url), time.time())

    def _names_this_service(self, environ: WSGIEnvironment) -> bool:
        """Whether a request names a host of ours; monitors may use any name."""
        return environ["PATH_INFO"] in _UNLIMITED or self._cross_origin.is_own_name(
            environ.get("HTTP_HOST", "")
        )

    def _client_of(self, environ: WSGIEnvironment) -> str:
        client = client_of(environ, self._proxies)
        is_page = is_loopback(client) and self._cross_origin.is_from_elsewhere(environ)
        return ELSEWHERE if is_page else client

    def _count_and_answer(
        self, environ: WSGIEnvironment, start_response: StartResponse, cached: CachedResponse | None
    ) -> Iterable[bytes]:
        start_time = time.perf_counter()
        requested_id = environ.get("HTTP_X_REQUEST_ID", "")
        request_id = requested_id if _ID.fullmatch(requested_id) else secrets.token_hex(8)
        environ["lineworks.request_id"] = request_id
        environ.pop("lineworks.route", None)
        method = environ["REQUEST_METHOD"]
        client = environ[CLIENT] = self._client_of(environ)
        rate_headers: tuple[tuple[str, str], ...] = ()
        verdict = None
        if environ["PATH_INFO"] not in _UNLIMITED:
            policy: Policy = "reads" if method in READS else "calls"
            verdict = self._rate_limits.count(client, policy, time.time())
            rate_headers = () if verdict is None else _rate_headers(verdict, policy)
        sent_status: list[str] = []

        def start(
            status: str, headers: list[tuple[str, str]], exc_info: Any = None
        ) -> Callable[[bytes], object]:
            sent_status[:] = [status]
            names = {header.lower() for header, _ in headers}
            is_file = environ["PATH_INFO"].startswith(_FILES) and status.startswith(_FOUND)
            security = _SECURITY_OF_FILES if is_file else SECURITY
            missing = [pair for pair in security if pair[0].lower() not in names]
            headers = [*headers, *missing, *rate_headers, ("X-Request-Id", request_id)]
            if not is_file:
                headers += self._cross_origin.headers(environ)
            return start_response(status, headers, exc_info) if exc_info else start_response(status, headers)

        try:
            return self._answer(environ, start, verdict, cached)
        finally:
            status = sent_status[0][:3] if sent_status else "500"
            _count_and_log(environ, client, status, time.perf_counter() - start_time)

    def _answer(
        self, environ: WSGIEnvironment, start: Any, verdict: Verdict | None, cached: CachedResponse | None
    ) -> Iterable[bytes]:
        if verdict is not None and not verdict.allowed:
            environ["lineworks.route"] = "(limited)"
            wait = int(verdict.wait) + 1
            detail = f"at most {verdict.limit} requests a minute; try again in {wait} s"
            return self._refuse(environ, start, 429, detail, (("Retry-After", str(wait)),))
        if not self._names_this_service(environ):
            environ["lineworks.route"] = "(misdirected)"
            host = quote(environ.get("HTTP_HOST", ""))
            expected = f"expected localhost or an address as the host, got {host}"
            detail = f"{expected}; {variable('base_url')} sets another name"
            return self._refuse(environ, start, 421, detail)
        if cached is not None:
            environ["lineworks.route"] = cached.route
            status, headers, content = respond(environ, cached)
            start(status, headers)
            return content
        return self._app(environ, start)

    def _refuse(
        self, environ: WSGIEnvironment, start: Any, status: int, detail: str, headers: Headers = ()
    ) -> Iterable[bytes]:
        # A name that is not ours is no address for links.
        own = self._cross_origin.base_url or ("" if status == 421 else address_of(environ, None))
        body, described = represent(problem_document(status, detail), environ, own)
        length = ("Content-Length", str(len(body)))
        start(f"{status} {phrase_of(status).upper()}", [*described, length, *headers])
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]


def _count_and_log(environ: WSGIEnvironment, client: str, status: str, seconds: float) -> None:
    method = environ["REQUEST_METHOD"]
    route = environ.get("lineworks.route", "(none)")
    # A client may send any word as its method; a label for each would fill the memory.
    label = method if method in ("GET", "HEAD", "POST", "DELETE", "OPTIONS") else "(other)"
    REQUESTS.labels(label, route, status).inc()
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


def _rate_headers(verdict: Verdict, policy: str) -> tuple[tuple[str, str], ...]:
    return (
        ("RateLimit-Policy", f'"{policy}";q={verdict.limit};w={WINDOW}'),
        ("RateLimit", f'"{policy}";r={verdict.left};t={int(verdict.reset) + 1}'),
    )
