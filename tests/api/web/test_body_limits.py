"""Tests the limits of request bodies: every legal body fits, and larger ones are refused unread."""

from __future__ import annotations

import json
from typing import Any

import pytest
from werkzeug.test import Client

from api.calls.catalogue import CALLS
from api.calls.engines import generators_of
from api.calls.generate import GENERATE
from api.calls.verify import VERIFY
from api.problem_documents import MAX_BYTES
from api.web.body_limits import body_limit
from api.web.openapi.document import document
from puzzles.ids import puzzle_id
from puzzles.json_shapes import load
from puzzles.line_of_text import text_of
from puzzles.registry import KINDS, kind_named
from tests.api.web.http_requests import is_problem
from tests.puzzles.largest import SOLUTIONS, largest_puzzle

PATHS = [path for path, operations in document()["paths"].items() if "post" in operations]


def largest_record(kind: str) -> dict[str, Any]:
    puzzle = largest_puzzle(kind)
    known = kind_named(kind)
    name, address = "\N{ROCKET}" * 200, "\N{ROCKET}" * 2000
    return {
        "id": puzzle_id(known, known.parse(puzzle)), "kind": kind, "grade": "medium", "difficulty": 100,
        "seed": 2**63 - 1, "generator": name, "puzzle": puzzle, "url": address, "tags": [name] * 20,
        "deck": name, "layouts": 10**19, "text": text_of(known, known.parse(puzzle)), "title": name,
        "task": address[:500], "target": 10**19, "date": name[:40], "solution_opens": name[:40],
    }  # fmt: skip


@pytest.mark.parametrize("kind", [kind.id for kind in KINDS])
def test_the_largest_records_fit_whatever_they_are_written_in(kind: str) -> None:
    record = largest_record(kind)
    for call in CALLS:
        if "puzzle" not in call.body.fields:
            continue
        body: dict[str, Any] = {"puzzle": record}
        body |= {"solution": SOLUTIONS[kind]} if call is VERIFY else {}
        call.body.read(body)
        assert len(json.dumps(body, indent=1)) <= call.max_body_bytes <= MAX_BYTES
        job = json.dumps({"call": call.name, "body": body})
        assert len(job) <= body_limit("POST", "/v1/jobs")


def test_all_options_fit() -> None:
    sizes = [generators_of(kind.id).maker.options.max_bytes() for kind in KINDS]
    assert max(sizes) <= GENERATE.body.fields["options"].max_bytes() <= 2 * max(sizes)


def test_limits() -> None:
    limits = {path: body_limit("POST", path) // 1024 for path in PATHS}
    assert limits == {
        "/v1/solve": 576, "/v1/check": 576, "/v1/count": 160, "/v1/verify": 576, "/v1/steps": 160,
        "/v1/read": 160, "/v1/generate": 112, "/v1/analyse": 160, "/v1/reply": 160, "/v1/jobs": 576,
        "/v1/books": 1024,
    }  # fmt: skip
    assert body_limit("GET", "/v1/verify") == body_limit("POST", "/nowhere") == 64 * 1024


@pytest.mark.parametrize("path", PATHS)
def test_a_body_past_the_limit_is_refused_unread(reader: Client, path: str) -> None:
    limit = body_limit("POST", path)
    operation = document()["paths"][path]["post"]
    assert operation["x-max-body-bytes"] == limit
    assert str(limit) in operation["responses"]["413"]["description"]
    length = {"CONTENT_LENGTH": str(limit + 1)}
    answer = is_problem(reader.post(path, content_type="application/json", environ_overrides=length), 413)
    assert answer["detail"] == f"expected a body of at most {limit} bytes, got {limit + 1}"
    is_problem(reader.post(path, data=b" " * limit, content_type="application/json"), 400)


HOSTILE = {
    "unknown fields": ('{"puzzle":{"kind":"end_of_line.cover","tray":{', '"%x":1,', "}}}"),
    "duplicate fields": ('{"puzzle":{"kind":"end_of_line.cover","tray":{"a":1,', '"S":1,', "}}}"),
    "blocked cells": ('{"puzzle":{"kind":"end_of_line.cover","blocked":[', '[],', "]}}"),
    "rounds": ('{"puzzle":{"kind":"end_of_line.solo","deck":["S"]},"solution":{"rounds":[', "{},", "]}}"),
    "cards": ('{"puzzle":{"kind":"light_line.solo","cards":[', '{"id":"%x"},', "]}}"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_very_many_entries_are_one_mistake(reader: Client, name: str) -> None:
    head, entry, tail = HOSTILE[name]
    body = head + "".join(entry % n if "%" in entry else entry for n in range(5000)).rstrip(",") + tail
    load(body)
    path = "/v1/verify" if "solution" in body else "/v1/solve"
    answer = is_problem(reader.post(path, data=body, content_type="application/json"), 422)
    told = [error for error in answer["errors"] if error["pointer"] not in ("/puzzle/deck", "/puzzle/tray/a")]
    assert len(answer["errors"]) <= 3, answer
    assert any("5000" in error["detail"] or "5001" in error["detail"] for error in told), answer
