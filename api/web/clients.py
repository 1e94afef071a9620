"""Who counts as one client: an IPv4 address, or the /64 network of an IPv6 address."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import TYPE_CHECKING

from flask import request

from api.workers.call_runner import Caller

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

# The key in the environment of a request under which the middleware notes its client.
CLIENT = "lineworks.client"
# The key of a function that says whether the client still waits; the server sets it.
IS_WANTED = "lineworks.is_wanted"
# How many requests of a client are worked on or wait at once, unless it is on this machine.
_MAX_AT_ONCE = 8


def client_of(environ: WSGIEnvironment, proxies: int) -> str:
    """The client of a request: behind n proxies the n-th from the right of those that they name."""
    if proxies:
        addresses = [part.strip() for part in environ.get("HTTP_X_FORWARDED_FOR", "").split(",")]
        if len(addresses) >= proxies and addresses[-proxies]:
            return _client_at(str(addresses[-proxies][:64]))
    return _client_at(str(environ.get("REMOTE_ADDR", "")))


@lru_cache(4096)
def _client_at(text: str) -> str:
    try:
        address = ip_address(text)
    except ValueError:
        return text
    if isinstance(address, IPv4Address) or address.is_loopback:
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address, 64), strict=False))


@lru_cache(4096)
def is_loopback(client: str) -> bool:
    """Whether a client is on this machine; one that has no address came over a Unix socket."""
    try:
        return not client or ip_address(client).is_loopback
    except ValueError:
        return False


def caller() -> Caller:
    """The sender of the current request."""
    client: str = request.environ[CLIENT]
    limit = None if is_loopback(client) else _MAX_AT_ONCE
    return Caller(client, limit, request.environ.get(IS_WANTED, lambda: True))
