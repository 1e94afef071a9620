"""The parts that the application works with, created once a process."""

from __future__ import annotations

from dataclasses import dataclass, field

from flask import current_app, request
from werkzeug.exceptions import BadRequest

from api.bank.dailies import Dailies
from api.calls.call import Reader
from api.service.settings import Settings
from api.store.database import Database
from api.store.probe import WriteProbe
from api.web.languages import language_of
from api.web.rate_limits import RateLimits
from api.web.response_cache import ResponseCache
from api.workers.call_runner import CallRunner
from api.workers.client import PoolClient


@dataclass(frozen=True)
class Service:
    settings: Settings
    database: Database
    dailies: Dailies
    pool: PoolClient
    calls: CallRunner
    rate_limits: RateLimits
    probe: WriteProbe
    responses: ResponseCache = field(default_factory=ResponseCache)


def make_service(settings: Settings, pool_address: str) -> Service:
    database = Database(settings.database_url)
    pool = PoolClient(pool_address)
    return Service(
        settings,
        database,
        Dailies(database),
        pool,
        CallRunner(pool),
        RateLimits.of(settings),
        WriteProbe(database),
    )


def service() -> Service:
    """Returns the service of the current request."""
    current: Service = current_app.extensions["lineworks"]
    return current


def reader(usual_language: str | None = None) -> Reader:
    """Returns who the answer to the current request is for.

    `usual_language`: that of an answer which the header does not change, but the parameter does."""
    header = usual_language or request.headers.get("Accept-Language", "")
    return Reader(base_url(), language_of(list(request.args.items()), header))


def base_url() -> str:
    """Returns the address of the service for links: that of the settings, or else the one the client used."""
    address = service().settings.base_url
    if address is None and not request.host:
        raise BadRequest("expected a host name in the Host header")
    # Not host_url, which decodes international names: links in headers are ASCII.
    return address or f"{request.scheme}://{request.host}"
