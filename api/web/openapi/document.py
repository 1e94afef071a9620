"""The OpenAPI document: every operation with its parameters, bodies and answers.

The schemas of bodies and puzzles come from the shapes that read them, those of answers from the calls
(api.web.openapi.schemas). The examples are answers of the service itself, as a test makes sure.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from typing import Any

from api.book.call import BOOK as BOOK_CALL
from api.book.options import BOOK
from api.calls.call import Call
from api.calls.catalogue import CALLS
from api.calls.common_shapes import described, reference
from api.calls.count import COUNT
from api.calls.examples import example_entry, example_kind
from api.problem_documents import NOT_JSON, TYPES
from api.web.body_limits import body_limit
from api.web.languages import PARAMETER
from api.web.openapi import examples, schemas
from api.web.routes.play import PUZZLE_OF_DAY
from api.web.routes.puzzles import ARCHIVE, FEED, GRADE, LANG, PAGE
from api.workers.intake import JOB
from puzzles import packs
from puzzles.json_shapes import ObjectShape
from puzzles.registry import GAMES

Json = dict[str, Any]
_PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/problem"}}}
_DESCRIPTIONS = {
    "304": "Not modified: the copy that If-None-Match names is current.",
    "400": "The body is not JSON.",
    "404": "Not found, or not published yet.",
    "413": "The body is too large.",
    "415": "The content type of the body is not application/json.",
    "422": "The body or a parameter is not valid; `errors` lists what is wrong, and where.",
    "429": "Too many requests; Retry-After says how long to wait.",
    "503": "Busy, or not ready; Retry-After says how long to wait.",
}
_READ = ("304", "422", "429", "503")
_CALL = ("400", "413", "415", "422", "429", "503")


@cache
def document() -> Json:
    """The document without the address of the service."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Lineworks",
            "version": version("lineworks"),
            "summary": "Puzzles of line games: one of every kind and grade a day, and exact answers.",
            "description": _INTRODUCTION,
        },
        "tags": [{"name": name, "description": description} for name, description in _TAGS.items()],
        "paths": _paths(),
        "components": {"schemas": schemas.components()},
    }


_INTRODUCTION = (
    "Everything is JSON in UTF-8. Unknown fields and parameters are refused, so that no misspelt option "
    "is silently ignored. Errors are problem documents (RFC 9457), whose `type` is the address of a "
    "page that explains it; a client that would rather have HTML gets a page. `impossible` is an "
    "answer, not an error. Web pages of other origins may read and call (CORS), without credentials. "
    "The body of a request has at most the bytes that its operation states as `x-max-body-bytes`. "
    "Responses that may be cached carry an ETag. Lineworks is unofficial; the games' names belong to "
    "their publishers."
)
_TAGS = {
    "dailies": "A puzzle of every kind and grade for each UTC day; solutions are published the day after.",
    "puzzles": "All published puzzles, with drawings and solutions.",
    "calls": "Questions about any puzzle, answered at once, with a few seconds of work at most.",
    "jobs": "The same calls with more time. An accepted job is done even if the service is restarted.",
    "books": "Puzzle books to print, from puzzles whose solutions are published.",
    "service": "The kinds of puzzles, the state of the service, and its pages.",
}


def _paths() -> Json:
    reads = {
        "/v1/kinds": _get(
            "service", "kinds", "Every kind of puzzle, with its JSON Schemas.", "kinds", *_query(LANG)
        ),
        "/v1/daily": _get(
            "dailies", "daily", "Today's puzzles, of all kinds and grades.", "daily", *_query(LANG)
        ),
        "/v1/daily/{kind}": _get(
            "dailies", "daily_of_kind", "Today's puzzle of a kind.", "record", _path("kind"), *_query(GRADE)
        ),
        "/v1/daily/{kind}/{date}": _get(
            "dailies", "daily_of_day", "A day's puzzle of a kind.", "record",
            _path("kind"), _path("date"), *_query(GRADE),
        ),
        "/v1/archive": _get(
            "dailies", "archive", "The days that have puzzles, latest first, page by page.", "days",
            *_query(ARCHIVE, _DATE),
        ),
        "/v1/archive/{date}": _get(
            "dailies", "archive_day", "A day's puzzles, of all kinds and grades.", "daily",
            _path("date"), *_query(LANG),
        ),
        "/feed.atom": _get(
            "dailies", "feed", "The latest days as an Atom feed.", "application/atom+xml", *_query(FEED)
        ),
        "/v1/puzzles": _get(
            "puzzles", "puzzles", "All published puzzles, oldest first, page by page.", "puzzles",
            *_query(PAGE, _POSITION),
        ),
        "/v1/puzzles/{id}": _get(
            "puzzles", "puzzle", "A puzzle's record.", "record", _path("id"), *_query(LANG)
        ),
        "/v1/puzzles/{id}.svg": _get(
            "puzzles", "drawing", "A puzzle's drawing.", "image/svg+xml", _path("id")
        ),
        "/v1/puzzles/{id}/solution": _get(
            "puzzles", "solution",
            "The best known solution of a puzzle; that of a daily is published the next day.",
            "solved", _path("id"),
        ),
        "/v1/puzzles/{id}/solution.svg": _get(
            "puzzles", "solution_drawing",
            "A drawing of the solved puzzle; that of a daily is published the next day.",
            "image/svg+xml", _path("id"),
        ),
    }  # fmt: skip
    calls = {f"/v1/{call.name}": {"post": _call(call)} for call in CALLS}
    paths = reads | calls | _jobs() | _books() | _service_paths() | _pages()
    return {path: _with_body_limit(path, operations) for path, operations in paths.items()}


def _with_body_limit(path: str, operations: Json) -> Json:
    """Adds the greatest size of a body to the operation that takes one."""
    if "post" not in operations:
        return operations
    limit = body_limit("POST", path)
    too_large = _error_response("413") | {"description": f"The body has more than {limit} bytes."}
    post = operations["post"] | {"x-max-body-bytes": limit}
    return operations | {"post": post | {"responses": post["responses"] | {"413": too_large}}}


def _get(tag: str, name: str, summary: str, answer: str, *parameters: Json) -> Json:
    """Describes a read; `answer` names a schema, or the media type of an answer that has none."""
    translated = any(parameter["name"] == PARAMETER for parameter in parameters)
    schemaless: Json = {"schema": {"type": "object" if answer.endswith("+json") else "string"}}
    content = schemaless if "/" in answer else _schema(answer)
    if answer in examples.answers():
        content["examples"] = {"a": {"value": examples.answers()[answer]}}
    response = {
        "description": "Success.",
        "headers": _headers("ETag", "Cache-Control", *(("Content-Language",) if translated else ())),
        "content": {answer if "/" in answer else "application/json": content},
    }
    errors = _READ if not any(p["in"] == "path" for p in parameters) else (*_READ, "404")
    operation = _operation(tag, name, summary, {"200": response}, errors)
    return {"get": operation | ({"parameters": list(parameters)} if parameters else {})}


def _call(call: Call) -> Json:
    body = _schema(f"{call.name}_body") | {"examples": {"a": {"value": call.example()}}}
    answer: Json = {"schema": schemas.answer(call)}
    answer["examples"] = {"a": {"value": examples.answers()[call.name]}}
    responses: Json = {"200": {"description": "The answer.", "content": {"application/json": answer}}}
    if call.unfinished is None:
        responses["202"] = _accepted("The call takes longer, and has become a job.")
    operation = _operation("calls", call.name, call.summary, responses, _CALL)
    operation["parameters"] = _query(LANG)
    return operation | {"requestBody": {"required": True, "content": {"application/json": body}}}


def _jobs() -> Json:
    example = {"call": COUNT.name, "body": COUNT.example()}
    job_body = {"schema": JOB.schema() | {"properties": _job_fields()}, "examples": {"a": {"value": example}}}
    post = _operation("jobs", "post_job", "Post a job.", {"202": _accepted("Accepted.")}, _CALL)
    post["parameters"] = _query(LANG)
    post |= {"requestBody": {"required": True, "content": {"application/json": job_body}}}
    job = {"description": "The job.", "content": {"application/json": _schema("job")}}
    errors = ("404", "422", "429", "503")
    operations = {
        "parameters": [_path("job", "A job's id."), _LANGUAGE_OF_JOB],
        "get": _operation("jobs", "get_job", "The state of a job, and its result.", {"200": job}, errors),
        "delete": _operation(
            "jobs", "delete_job", "Cancel a job, and stop the work on it.", {"200": job}, errors
        ),
    }
    return {"/v1/jobs": {"post": post}, "/v1/jobs/{id}": operations}


def _books() -> Json:
    body = {"schema": BOOK.schema(), "examples": {"a": {"value": BOOK_CALL.example()}}}
    post = _operation("books", "post_book", "Order a book.", {"202": _accepted("Accepted.", "book")}, _CALL)
    post |= {"requestBody": {"required": True, "content": {"application/json": body}}}
    job = {"description": "The job.", "content": {"application/json": _schema("job")}}
    errors = ("404", "422", "429", "503")
    get = _operation(
        "books", "get_book", "The state of a book, and the addresses of its files.", {"200": job}, errors
    )
    book = _path("job", "A book's id.")
    return {
        "/v1/books": {"post": post},
        "/v1/books/{id}": {"parameters": [book, _LANGUAGE_OF_JOB], "get": get},
        "/v1/books/{id}.pdf": _get("books", "book_pdf", "The book as a PDF file.", "application/pdf", book),
        "/v1/books/{id}/answers.pdf": _get(
            "books",
            "book_answers",
            "The separate answers file of a book ordered with `answers: apart`.",
            "application/pdf",
            book,
        ),
    }


def _job_fields() -> Json:
    """The fields of a posted job. A schema for each call with its body would be exact, but unreadable."""
    return {
        "call": described({"enum": [call.name for call in CALLS]}, "The call to make."),
        "body": described(
            {"anyOf": [reference(f"{call.name}_body") for call in CALLS]}, "The body of that call."
        ),
    }


def _accepted(description: str, resource: str = "job") -> Json:
    links = {
        name: {"operationId": name, "parameters": {"id": "$response.body#/id"}}
        for name in (f"get_{resource}", "delete_job")
    }
    headers = {"Location": {"description": "The address of the job.", "schema": {"type": "string"}}}
    content = {"application/json": _schema("job")}
    return {"description": description, "headers": headers, "content": content, "links": links}


def _service_paths() -> Json:
    def get(name: str, summary: str, media: str, schema: Json, *errors: str) -> Json:
        response = {"description": "Success.", "content": {media: {"schema": schema}}}
        return {"get": _operation("service", name, summary, {"200": response}, errors)}

    text, anything = {"type": "string"}, {"type": "object"}
    return {
        "/healthz": get("healthz", "Whether the process answers requests.", "application/json", anything),
        "/readyz": get(
            "readyz",
            "Whether the service is ready to do its work, part by part.",
            "application/json",
            anything,
            "503",
        ),
        "/metrics": get("metrics", "Metrics for Prometheus.", "text/plain", text, "503"),
        "/openapi.json": get(
            "openapi", "This document.", "application/json", anything, "304", "422", "429", "503"
        ),
        "/docs": get("docs", "This documentation as a page.", "text/html", text, "304", "422", "429", "503"),
    }


def _pages() -> Json:
    """The pages for people, and the files that they load."""

    def page(name: str, summary: str, *parameters: Json) -> Json:
        return _get("service", name, summary, "text/html", *parameters, *_query(LANG))

    boards = {
        f"/{game.id}": page(f"analysis_{game.id}", "The page to explore the positions of a game.")
        for game in GAMES
        if game.has_analysis_board
    }
    return {
        "/": page("front", "Today's puzzles as a page."),
        "/day/{date}": page("day_page", "A day's puzzles as a page.", _path("date")),
        "/archive": page("archive_page", "All days so far, as a calendar."),
        "/play": page("play_any", "A page to play any puzzle, whose line of text is the fragment."),
        "/play/{kind}": _get(
            "service", "play_daily", "A page to play a day's puzzle of a kind.", "text/html",
            _path("kind"), *_query(PUZZLE_OF_DAY),
        ),
        "/p/{id}": page("play_puzzle", "A page to play a puzzle.", _path("id")),
        "/p/{id}.svg": _get(
            "service", "board", "The board of a puzzle alone.", "image/svg+xml", _path("id"), *_query(LANG)
        ),
        "/deal": page("deal", "The page to lay out a puzzle of one's own."),
        **boards,
        "/books": page("books_page", "The page to order a book."),
        "/rules": page("all_rules", "The games, with links to their rules."),
        "/rules/{game}": page("rules", "The rules of a game as a page.", _path("game")),
        "/rules/{game}/pictures/{name}.svg": _get(
            "service", "picture", "A picture in the rules.", "image/svg+xml", _path("game"), _path("name")
        ),
        "/problems/{type}": _get(
            "service", "problem_type", "A page about a type of problem.", "text/html", _path("type")
        ),
        "/favicon.svg": _get("service", "favicon", "The icon of the pages.", "image/svg+xml"),
        "/favicon.ico": _get(
            "service", "favicon_ico", "The same for older browsers.", "image/vnd.microsoft.icon"
        ),
        "/offline": page("offline", "The page instead of one that is not kept, where there is no network."),
        "/manifest.webmanifest": _get(
            "service", "manifest", "What installs the pages.", "application/manifest+json", *_query(LANG)
        ),
        "/service-worker.js": _get(
            "service", "service_worker", "What keeps pages where there is no network.", "text/javascript"
        ),
        "/static/{version}/{path}": _get(
            "service", "static_file", "A file that pages load.", "*/*", _path("version"), _path("path")
        ),
    }  # fmt: skip


def _operation(tag: str, name: str, summary: str, responses: Json, errors: tuple[str, ...]) -> Json:
    operation: Json = {"tags": [tag], "operationId": name, "summary": summary}
    return operation | {
        "responses": responses | {status: _error_response(status) for status in sorted(errors)}
    }


def _error_response(status: str) -> Json:
    if status == "304":
        return {"description": _DESCRIPTIONS[status], "headers": _headers("ETag")}
    content = _PROBLEM
    headers = _headers("Retry-After") if status in ("429", "503") else {}
    return {"description": _DESCRIPTIONS[status], "content": content} | (
        {"headers": headers} if headers else {}
    )


_HEADERS = {
    "ETag": "Identifies this version of the response.",
    "Cache-Control": "How long the response may be cached.",
    "Content-Language": "The language of the texts.",
    "Retry-After": "Seconds to wait before the next try.",
}


def _headers(*names: str) -> Json:
    return {name: {"description": _HEADERS[name], "schema": {"type": "string"}} for name in names}


def _schema(name: str) -> Json:
    return {"schema": {"$ref": f"#/components/schemas/{name}"}}


def _path(name: str, description: str | None = None) -> Json:
    puzzle_id = example_entry().record["id"]
    schema, example, default = {
        "kind": ({"enum": list(packs.grades_by_kind())}, example_kind(), "A kind that has dailies."),
        "date": ({"type": "string", "format": "date"}, packs.first_day().isoformat(), "A UTC day."),
        "id": ({"type": "string", "pattern": "^[0-9a-hjkmnp-tv-z]{16}$"}, puzzle_id, "A puzzle's id."),
        "game": ({"enum": [game.id for game in GAMES]}, GAMES[0].id, "A game."),
        "name": ({"type": "string", "pattern": "^[a-z.-]+$"}, "example.en", "The name of the picture."),
        "type": ({"enum": [described.name for described in TYPES]}, NOT_JSON.name, "A type of problem."),
        "version": ({"type": "string"}, "0", "The version of all files; any other gets the current one."),
        "path": ({"type": "string"}, "frame/style.css", "The path of the file, which may contain slashes."),
        "job": ({"type": "string", "pattern": "^[0-9a-f]{24}$"}, "0" * 24, "A job's id."),
    }[name]
    where = {"name": "id" if name == "job" else name, "in": "path", "required": True}
    return where | {"description": description or default, "schema": schema, "example": example}


_PARAMETERS = {
    "grade": "How hard the puzzle is.",
    "date": "The UTC day of the puzzle; today unless it is named.",
    "kind": "Only puzzles of this kind.",
    "cursor": "Where the page begins: the `next` field of the previous page.",
    "limit": "The greatest number of entries on the page.",
    "lang": "The language; without it, Accept-Language chooses.",
}
# The cursors of pages: a position in the bank, and a day.
_POSITION: Json = {"type": "string", "pattern": "^p[0-9]{1,15}$"}
_DATE: Json = {"type": "string", "format": "date"}


def _query(shape: ObjectShape, cursor: Json | None = None) -> list[Json]:
    """The parameters of a query. Shapes allow any text as a cursor or a date: there are stricter schemas."""
    stricter = {"date": _DATE} | ({} if cursor is None else {"cursor": cursor})
    parameters = []
    for name, value in shape.fields.items():
        schema = dict(stricter.get(name) or value.schema())
        if name in shape.defaults:
            schema["default"] = shape.defaults[name]
        parameters.append({"name": name, "in": "query", "description": _PARAMETERS[name], "schema": schema})
    return parameters


_LANGUAGE_OF_JOB = _query(LANG)[0] | {
    "description": "The language; without it, that of the request that posted the job."
}
