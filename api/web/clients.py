"""The client of a request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import request

from api.service.addresses import client_at, is_loopback
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
            return client_at(str(addresses[-proxies][:64]))
    return client_at(str(environ.get("REMOTE_ADDR", "")))


def caller() -> Caller:
    """The sender of the current request."""
    client: str = request.environ[CLIENT]
    limit = None if is_loopback(client) else _MAX_AT_ONCE
    return Caller(client, limit, request.environ.get(IS_WANTED, lambda: True))
