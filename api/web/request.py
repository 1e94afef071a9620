"""Reads requests strictly: the JSON of the body, and the parameters of the query."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import request

from api.problem_documents import MAX_BYTES
from api.web.responses import HttpProblem
from puzzles.errors import BadInput, NotJson
from puzzles.json_shapes import ObjectShape, load, quote


def read_json() -> object:
    """Reads the JSON value of the body."""
    if request.mimetype != "application/json":
        media_type = quote(request.mimetype) if request.mimetype else "none"
        raise HttpProblem(415, f"expected the content type application/json, got {media_type}")
    encoding = request.headers.get("Content-Encoding", "identity")
    if encoding.lower() != "identity":
        raise HttpProblem(415, f"expected a body without content encoding, got {quote(encoding)}")
    if request.content_length is not None and request.content_length > MAX_BYTES:
        raise HttpProblem(413, f"expected a body of at most {MAX_BYTES} bytes, got {request.content_length}")
    data = request.stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise HttpProblem(413, f"expected a body of at most {MAX_BYTES} bytes")
    try:
        return load(data)
    except NotJson as e:
        raise HttpProblem(400, str(e)) from e


def read_query(shape: ObjectShape) -> dict[str, Any]:
    """Reads the parameters of the query, each at most once, with numbers where the shape has integers."""
    problems = []
    values: dict[str, object] = {}
    for name, texts in request.args.lists():
        if len(texts) > 1:
            problems.append({"parameter": name, "detail": "duplicate parameter"})
        values[name] = _number(texts[0]) if _is_integer(shape, name) else texts[0]
    try:
        parameters = replace(shape, noun="parameter").read(values)
    except BadInput as e:
        problems += [{"parameter": p.pointer.lstrip("/").replace("~1", "/").replace("~0", "~"),
                      "detail": p.detail} for p in e.problems]  # fmt: skip
    if problems:
        detail = "; ".join(f"{p['parameter']}: {p['detail']}" for p in problems[:3])
        raise HttpProblem(422, detail, problems)
    return parameters


def _is_integer(shape: ObjectShape, name: str) -> bool:
    return name in shape.fields and shape.fields[name].schema().get("type") == "integer"


def _number(text: str) -> object:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else text
