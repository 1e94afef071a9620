"""The Flask application, and the layers around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound
from werkzeug.routing import RequestRedirect

from api.service.logs import LOG
from api.store.database import DatabaseUnavailable
from api.web.context import Service
from api.web.middleware import Front
from api.web.request import MOST_BYTES
from api.web.responses import Refusal, problem
from api.web.routes.books import BOOKS
from api.web.routes.calls import CALLING
from api.web.routes.health import ABOUT
from api.web.routes.pages import PAGES, TEMPLATES
from api.web.routes.puzzles import READS

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

# What browsers may ask for from pages of other places: reading is free for all.
_PREFLIGHT = {"Access-Control-Allow-Methods": "GET, HEAD", "Access-Control-Allow-Headers": "If-None-Match",
              "Access-Control-Max-Age": "86400"}  # fmt: skip


def create_app(service: Service) -> Flask:
    app = Flask("lineworks", static_folder=None, template_folder=str(TEMPLATES))
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES + 1
    app.url_map.merge_slashes = False
    app.extensions["lineworks"] = service
    app.extensions["lineworks.shelf"] = service.shelf
    for blueprint in (READS, CALLING, BOOKS, ABOUT, PAGES):
        app.register_blueprint(blueprint)
    app.register_error_handler(Refusal, _refused)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(DatabaseUnavailable, _lost)
    app.register_error_handler(Exception, _fault)
    app.after_request(_named)
    return app


def application(service: Service) -> WSGIApplication:
    return Front(create_app(service), service.rates, service.shelf, service.settings.proxies)


def _named(response: Response) -> Response:
    request.environ["lineworks.route"] = str(request.url_rule) if request.url_rule else "(none)"
    if request.method == "OPTIONS" and response.status_code == 200:
        response.headers.update(_PREFLIGHT)
        # Flask calls the nothing that it answers HTML.
        response.status_code = 204
        del response.headers["Content-Type"]
    return response


def _refused(error: Refusal) -> Response:
    return problem(error.status, error.detail, error.errors, error.retry)


def _http(error: HTTPException) -> Response:
    """What Flask refuses."""
    status = error.code or 500
    if isinstance(error, RequestRedirect):
        status = 404
    told = error.description or ""
    if isinstance(error, NotFound):
        told = f"there is nothing at {request.path[:100]!r}"
    response = problem(status, told)
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        response.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return response


def _lost(error: DatabaseUnavailable) -> Response:
    LOG.error("database lost", detail=str(error), id=request.environ.get("lineworks.request_id"))
    return problem(503, "the database cannot be reached, or is full; come again", retry=5)


def _fault(error: Exception) -> Response:
    LOG.error("fault", exc_info=error, id=request.environ.get("lineworks.request_id"))
    return problem(500, "a fault of lineworks")
