"""Responses as Flask sends them: representations with ETag and Cache-Control, plain JSON, and problems."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flask import Response, request

from api.problem_documents import ProblemType, problem_document
from api.web.context import service
from api.web.problem_pages import address_of, represent
from api.web.response_cache import Headers, Representation, encode, key_of, respond

JSON, SVG, PDF = "application/json", "image/svg+xml", "application/pdf"
# For what never changes again, and for what may change within that time.
FOREVER = "public, max-age=31536000, immutable"
HOUR = "public, max-age=3600"
MINUTE = "public, max-age=60"
NO_STORE = "no-store"
A_DAY = 86_400.0
# Seconds for which an answer of the packs is kept: once the database is back, it has the last word.
_PROVISIONAL = 10.0


def lifetime(
    cache_control: str | None, seconds: float = A_DAY, *, provisional: bool
) -> tuple[str | None, float]:
    """Returns Cache-Control and seconds for `cached_response`: as given, or short ones while provisional."""
    return (None, min(seconds, _PROVISIONAL)) if provisional else (cache_control, seconds)


class HttpProblem(Exception):
    """Ends a request with a problem document.

    `retry`: seconds after which the client may try again. `fields`: what a program needs beside the rest.
    """

    def __init__(
        self,
        status: int,
        detail: str,
        errors: list[dict[str, str]] | None = None,
        retry: int | None = None,
        problem_type: ProblemType | None = None,
        fields: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(detail)
        document = problem_document(status, detail, errors, problem_type=problem_type)
        self.document, self.retry = document | dict(fields or {}), retry

    @classmethod
    def of(cls, document: dict[str, Any]) -> HttpProblem:
        """Returns the exception that sends a problem document as it is."""
        problem = cls(document["status"], document["detail"])
        problem.document = document
        return problem


def problem_response(document: dict[str, Any], retry: int | None = None) -> Response:
    """Sends a problem document, or a page where a browser asks for one."""
    address = address_of(request.environ, service().settings.base_url)
    content, headers = represent(document, request.environ, address)
    response = Response(content, document["status"], headers)
    if retry is not None:
        response.headers["Retry-After"] = str(retry)
    return response


def uncached_json(
    value: object, status: int = 200, headers: dict[str, str] | None = None, language: str = ""
) -> Response:
    """Sends JSON that nobody is to cache. `language`: of what is in the language of the reader."""
    response = Response(json.dumps(value), status, content_type=JSON)
    response.headers["Cache-Control"] = NO_STORE
    if language:
        response.headers.update({"Content-Language": language, "Vary": "Accept-Language"})
    response.headers.update(headers or {})
    return response


def cached_response(
    body: bytes,
    content_type: str,
    cache_control: str | None,
    seconds: float = A_DAY,
    headers: Headers = (),
    language: str = "",
) -> Response:
    """Sends a representation, and caches it for later requests.

    `seconds`: how long the service may cache it, at most a day; where there is no `cache_control`, clients
    may keep it as long. `language`: of what is in the language of the reader.
    """
    representation = Representation(body, content_type, cache_control, min(seconds, A_DAY), headers, language)
    key = key_of(request.environ, service().settings.base_url)._replace(language=language)
    route = str(request.url_rule) if request.url_rule else "(none)"
    response = encode(representation, key, route)
    if seconds > 0:
        service().responses.put(key, response)
    status, response_headers, content = respond(request.environ, response)
    # Flask leaves the Content-Length of a list alone: that of a HEAD is what a GET would get.
    return Response(content, status, response_headers)


def cached_json(
    value: object,
    cache_control: str | None,
    seconds: float = A_DAY,
    headers: Headers = (),
    language: str = "",
) -> Response:
    """Sends a value as JSON, as `cached_response` does."""
    return cached_response(json.dumps(value).encode(), JSON, cache_control, seconds, headers, language)
