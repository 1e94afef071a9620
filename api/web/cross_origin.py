"""Which web pages of other places may use the API, and how much of it.

A browser asks the API whether a page may read its answers (CORS). No request carries credentials, so a page
learns nothing that its owner could not fetch from elsewhere: by default every page may read and call.

A service on a developer's machine needs more care: any page that the developer opens can reach it, past every
firewall, and clients on loopback have no limits. So
- the requests of pages from elsewhere do not count as local. They count as those of one client, which has the
  limits of clients on other machines;
- without a base address the service answers only to names that nobody else can give it: `localhost`, and
  addresses. Otherwise a page could have its own name lead to 127.0.0.1 (DNS rebinding), and count as ours;
- a body must be declared as JSON, which no page can do without a preflight; no preflight is granted access
  to private networks (Access-Control-Allow-Private-Network), for which some browsers ask.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from api.service.settings import ANY_ORIGIN, is_loopback

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

# The client that pages from elsewhere count as, where they would otherwise be local.
ELSEWHERE = "pages from elsewhere"
_EXPOSED = "ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id"
_ALLOWED_HEADERS = "Accept-Language, Content-Type, If-None-Match"
# For how many seconds a browser may remember the answer to a preflight.
_MAX_AGE = "86400"


@dataclass(frozen=True)
class CrossOrigin:
    """`origins`: those whose pages may use the API, None for all; `base_url`: the service's own address."""

    origins: frozenset[str] | None
    base_url: str | None

    @classmethod
    def of(cls, origins: str, base_url: str | None) -> CrossOrigin:
        return cls(None if origins == ANY_ORIGIN else frozenset(origins.split(",")), base_url)

    def headers(self, environ: WSGIEnvironment) -> list[tuple[str, str]]:
        """Returns the headers that let a page read the response."""
        exposed = ("Access-Control-Expose-Headers", _EXPOSED)
        if self.origins is None:
            return [("Access-Control-Allow-Origin", "*"), exposed]
        origin = environ.get("HTTP_ORIGIN", "")
        allowed = [("Access-Control-Allow-Origin", origin), exposed] if origin in self.origins else []
        return [("Vary", "Origin"), *allowed]

    def is_from_elsewhere(self, environ: WSGIEnvironment) -> bool:
        """Whether a browser sends the request for a page that is neither ours nor on this machine."""
        origin = environ.get("HTTP_ORIGIN")
        if origin is None:
            return environ.get("HTTP_SEC_FETCH_SITE") == "cross-site" and not _is_navigation(environ)
        return not _is_local(_host_of(origin)) and origin != self._own_origin()

    def _own_origin(self) -> str | None:
        if self.base_url is None:
            return None
        parts = urlsplit(self.base_url)
        return f"{parts.scheme}://{parts.netloc}"

    def is_own_name(self, host: str) -> bool:
        """Whether the service may be reached by the name in a Host header; an absent one names nothing."""
        return self.base_url is not None or not host or _needs_no_dns(host)


def preflight_headers(methods: str) -> dict[str, str]:
    """Returns what pages may send to a resource that takes these methods."""
    allowed = [method for method in methods.split(", ") if method != "OPTIONS"]
    return {
        "Access-Control-Allow-Methods": ", ".join(sorted(allowed)),
        "Access-Control-Allow-Headers": _ALLOWED_HEADERS,
        "Access-Control-Max-Age": _MAX_AGE,
    }


def _is_navigation(environ: WSGIEnvironment) -> bool:
    """Whether somebody follows a link to the service."""
    return environ.get("HTTP_SEC_FETCH_MODE") == "navigate" and environ["REQUEST_METHOD"] == "GET"


def _host_of(url: str) -> str:
    """Returns the host of a URL, or an empty text where it names none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _is_local(host: str) -> bool:
    return is_loopback(host) or host.endswith(".localhost")


@lru_cache(1024)
def _needs_no_dns(authority: str) -> bool:
    """Whether no DNS server decides what a Host header names: an address, or a name of this machine."""
    host = _host_of(f"//{authority}")
    try:
        ip_address(host)
    except ValueError:
        return _is_local(host)
    return True
