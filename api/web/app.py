"""The Flask application, and the middleware around it."""

from __future__ import annotations

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound
from werkzeug.routing import RequestRedirect

from api.problem_documents import MAX_BYTES, NOT_READY, problem_document
from api.service.logs import LOG
from api.store.database import DatabaseUnavailable
from api.web.context import Service
from api.web.cross_origin import CrossOrigin, preflight_headers
from api.web.middleware import Middleware
from api.web.responses import HttpProblem, problem_response
from api.web.routes import (
    archive,
    boards,
    books,
    calls,
    days,
    health,
    installation,
    pages,
    play,
    problem_types,
    puzzles,
    rules,
    static,
)

_API = (puzzles, calls, books, health, problem_types)
_PAGES = (pages, days, play, boards, archive, rules, installation, static)


def create_app(service: Service) -> Flask:
    """Creates the Flask application of a service."""
    app = Flask("lineworks", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BYTES + 1
    app.url_map.merge_slashes = False
    app.extensions["lineworks"] = service
    for routes in (*_API, *_PAGES):
        app.register_blueprint(routes.BLUEPRINT)
    app.register_error_handler(HttpProblem, _http_problem)
    app.register_error_handler(HTTPException, _flask_error)
    app.register_error_handler(DatabaseUnavailable, _database_unavailable)
    app.register_error_handler(Exception, _fault)
    app.after_request(_complete)
    return app


def application(service: Service) -> Middleware:
    """Creates the WSGI application of a service."""
    settings = service.settings
    cross_origin = CrossOrigin.of(settings.origins, settings.base_url)
    return Middleware(
        create_app(service), service.rate_limits, service.responses, settings.proxies, cross_origin
    )


def _complete(response: Response) -> Response:
    """Records the route for the metrics, and completes the answer to OPTIONS."""
    request.environ["lineworks.route"] = str(request.url_rule) if request.url_rule else "(none)"
    if request.method == "OPTIONS" and response.status_code == 200:
        response.headers.update(preflight_headers(response.headers["Allow"]))
        # Flask gives its empty answer the content type of HTML.
        response.status_code = 204
        del response.headers["Content-Type"]
    return response


def _http_problem(error: HttpProblem) -> Response:
    return problem_response(error.document, error.retry)


def _flask_error(error: HTTPException) -> Response:
    status = error.code or 500
    if isinstance(error, RequestRedirect):
        status = 404
    detail = error.description or ""
    if isinstance(error, NotFound):
        detail = f"there is nothing at {request.path[:100]!r}"
    response = problem_response(problem_document(status, detail))
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        response.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return response


def _database_unavailable(error: DatabaseUnavailable) -> Response:
    LOG.error("database unavailable", detail=str(error), id=request.environ.get("lineworks.request_id"))
    detail = "the database cannot be reached, or is full; try again later"
    document = problem_document(503, detail, problem_type=NOT_READY)
    return problem_response(document, retry=5)


def _fault(error: Exception) -> Response:
    LOG.error("fault", error, id=request.environ.get("lineworks.request_id"))
    return problem_response(problem_document(500, "internal error in lineworks"))
