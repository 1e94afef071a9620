"""Reads requests strictly: the body, as bytes, and the parameters of the query."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import request

from api.problem_documents import BAD_PARAMETER
from api.web.body_limits import body_limit
from api.web.response_cache import MAX_PARAMETERS, has_too_many_parameters
from api.web.responses import HttpProblem
from puzzles.errors import BadInput
from puzzles.json_shapes import ObjectShape, quote


def read_data() -> bytes:
    """Reads the body, which must be declared as JSON."""
    if request.mimetype != "application/json":
        media_type = quote(request.mimetype) if request.mimetype else "none"
        raise HttpProblem(415, f"expected the content type application/json, got {media_type}")
    encoding = request.headers.get("Content-Encoding", "identity")
    if encoding.lower() != "identity":
        raise HttpProblem(415, f"expected a body without content encoding, got {quote(encoding)}")
    limit = body_limit(request.method, request.path)
    if request.content_length is not None and request.content_length > limit:
        raise HttpProblem(413, f"expected a body of at most {limit} bytes, got {request.content_length}")
    data = request.stream.read(limit + 1)
    if len(data) > limit:
        raise HttpProblem(413, f"expected a body of at most {limit} bytes")
    return data


def read_query(shape: ObjectShape) -> dict[str, Any]:
    """Reads the parameters of the query, each at most once, with numbers where the shape has integers."""
    if has_too_many_parameters(request.environ.get("QUERY_STRING", "")):
        raise HttpProblem(422, f"expected at most {MAX_PARAMETERS} parameters")
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
        raise HttpProblem(422, detail, problems, problem_type=BAD_PARAMETER)
    return parameters


def _is_integer(shape: ObjectShape, name: str) -> bool:
    return name in shape.fields and shape.fields[name].schema().get("type") == "integer"


def _number(text: str) -> object:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else text
