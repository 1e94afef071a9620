"""What a request says: its body, and its query, read strictly."""

from __future__ import annotations

from typing import Any

from flask import request
from gunicorn.http.errors import ParseException

from api.web.responses import Refusal
from puzzles.errors import BadInput, NotJson
from puzzles.json_shapes import Record, load, quote

MOST_BYTES = 2**20


class TooSlow(ParseException):
    """The request did not come in time."""

    def __str__(self) -> str:
        return "the request did not come in time"


def body() -> object:
    """The JSON value of the body."""
    if request.mimetype != "application/json":
        told = quote(request.mimetype) if request.mimetype else "none"
        raise Refusal(415, f"expected the content type application/json, got {told}")
    if request.content_length is not None and request.content_length > MOST_BYTES:
        raise Refusal(413, f"expected a body of at most {MOST_BYTES} bytes, got {request.content_length}")
    try:
        data = request.stream.read(MOST_BYTES + 1)
    except ParseException as e:
        # Of a body in chunks each says its length.
        raise Refusal(408 if isinstance(e, TooSlow) else 400, str(e)) from e
    if len(data) > MOST_BYTES:
        raise Refusal(413, f"expected a body of at most {MOST_BYTES} bytes")
    try:
        return load(data)
    except NotJson as e:
        raise Refusal(400, str(e)) from e


def query(shape: Record) -> dict[str, Any]:
    """The parameters, each at most once; numbers as the shape reads them."""
    problems = []
    found: dict[str, object] = {}
    for name, values in request.args.lists():
        if len(values) > 1:
            problems.append({"parameter": name, "detail": "stands more than once"})
        found[name] = _number(values[0]) if _wants_number(shape, name) else values[0]
    try:
        read = shape.read(found)
    except BadInput as e:
        problems += [{"parameter": p.pointer.lstrip("/").replace("~1", "/").replace("~0", "~"),
                      "detail": p.detail} for p in e.problems[:100]]  # fmt: skip
    if problems:
        told = "; ".join(f"{p['parameter']}: {p['detail']}" for p in problems[:3])
        raise Refusal(422, told, problems)
    return read


def _wants_number(shape: Record, name: str) -> bool:
    return name in shape.fields and shape.fields[name].schema().get("type") == "integer"


def _number(text: str) -> object:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else text
