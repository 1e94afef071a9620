"""Answers as Flask sends them: representations with ETag and Cache-Control, plain JSON, and problems."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any

from flask import Response, current_app, request

from api.web.middleware import sent, shelf_key
from api.web.response_cache import Ready, Shelf, etag_of, squeezable, squeezed

JSON, PROBLEM, SVG, PDF, HTML = (
    "application/json",
    "application/problem+json",
    "image/svg+xml",
    "application/pdf",
    "text/html; charset=utf-8",
)
# What never changes again, and what may within the hour.
FOREVER = "public, max-age=31536000, immutable"
HOUR = "public, max-age=3600"
MINUTE = "public, max-age=60"
NO_STORE = "no-store"
A_DAY = 86_400.0


class Refusal(Exception):
    """Ends a request with a problem document."""

    def __init__(
        self, status: int, detail: str, errors: list[dict[str, str]] | None = None, retry: int | None = None
    ) -> None:
        super().__init__(detail)
        self.status, self.detail, self.errors, self.retry = status, detail, errors, retry


TITLES = {
    400: "Bad Request",
    404: "Not Found",
    405: "Method Not Allowed",
    406: "Not Acceptable",
    408: "Request Timeout",
    411: "Length Required",
    413: "Content Too Large",
    415: "Unsupported Media Type",
    422: "Unprocessable Content",
    429: "Too Many Requests",
    500: "Internal Server Error",
    503: "Service Unavailable",
}


def problem(
    status: int, detail: str, errors: list[dict[str, str]] | None = None, retry: int | None = None
) -> Response:
    document: dict[str, Any] = {
        "type": "about:blank",
        "title": TITLES.get(status, "Error"),
        "status": status,
        "detail": detail,
    }
    if errors:
        document["errors"] = errors
    return problem_response(document, retry)


def problem_response(document: dict[str, Any], retry: int | None = None) -> Response:
    response = Response(json.dumps(document), document["status"], content_type=PROBLEM)
    response.headers["Cache-Control"] = NO_STORE
    if retry is not None:
        response.headers["Retry-After"] = str(retry)
    return response


def plain(value: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """An answer for this one request, kept by nobody."""
    response = Response(json.dumps(value), status, content_type=JSON)
    response.headers["Cache-Control"] = NO_STORE
    response.headers.update(headers or {})
    return response


@dataclass(frozen=True)
class Kept:
    """A representation, before anybody asked for it in an encoding. `seconds`: how long we may keep it
    ready, at most a day, and where there is no `cache` how long others may."""

    body: bytes
    content_type: str
    cache: str | None
    seconds: float = A_DAY
    headers: tuple[tuple[str, str], ...] = ()


def kept(value: Kept) -> Response:
    """Sends it, and puts it on the shelf for the next who ask."""
    shelf: Shelf = current_app.extensions["lineworks.shelf"]
    key = shelf_key(request.environ)
    encoded = key[-1] == "gzip" and squeezable(value.content_type, value.body)
    body = squeezed(value.body) if encoded else value.body
    etag = etag_of(value.body, encoded)
    headers = [
        ("Content-Type", value.content_type),
        ("Content-Length", str(len(body))),
        ("ETag", etag),
        ("Vary", "Accept-Encoding"),
        *value.headers,
    ]
    if encoded:
        headers.append(("Content-Encoding", "gzip"))
    route = str(request.url_rule) if request.url_rule else "(none)"
    until = time.time() + min(value.seconds, A_DAY)
    ready = Ready(value.cache, tuple(headers), body, etag, route, until)
    if value.seconds > 0:
        shelf.put(key, ready)
    status_line: list[Any] = []

    def start(status: str, sent_headers: list[tuple[str, str]]) -> None:
        status_line[:] = [status, sent_headers]

    content = sent(request.environ, start, ready)
    # As a list it keeps the length that was said: a HEAD's is that of what a GET would get.
    return Response(content, status_line[0], status_line[1])


def kept_json(value: object, cache: str | None, seconds: float = A_DAY, **more: Any) -> Response:
    return kept(Kept(json.dumps(value).encode(), JSON, cache, seconds, **more))
