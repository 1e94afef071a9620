"""What the application works with: made once a process, and handed to whoever answers."""

from __future__ import annotations

from dataclasses import dataclass, field

from flask import current_app, request
from werkzeug.exceptions import BadRequest

from api.bank.dailies import Dailies
from api.service.settings import Settings
from api.store.database import Database
from api.web.rate_limits import Rates
from api.web.response_cache import Shelf
from api.workers.client import PoolClient
from api.workers.remote import RemoteCalls


@dataclass(frozen=True)
class Service:
    settings: Settings
    database: Database
    dailies: Dailies
    pool: PoolClient
    calls: RemoteCalls
    rates: Rates
    shelf: Shelf = field(default_factory=Shelf)


def make_service(settings: Settings, pool_address: str) -> Service:
    database = Database(settings.database_url)
    pool = PoolClient(pool_address)
    return Service(
        settings,
        database,
        Dailies(database),
        pool,
        RemoteCalls(settings, database, pool),
        Rates({"reads": settings.reads, "calls": settings.calls}),
    )


def service() -> Service:
    found: Service = current_app.extensions["lineworks"]
    return found


def base() -> str:
    """Where the service is, for links: what is set, or else what the client called it."""
    told = service().settings.base_url
    if told is None and not request.host:
        raise BadRequest("expected a Host that is a host's name")
    return told or request.host_url.rstrip("/")
