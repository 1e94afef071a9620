"""The schemas of the OpenAPI document: puzzles and bodies as the shapes read them, and the answers."""

from __future__ import annotations

from typing import Any

from api.calls.call import Call
from api.calls.catalogue import CALLS
from api.calls.common_shapes import INTEGER_OR_NULL, TEXT, TEXT_OR_NULL, YES_NO, object_schema, reference
from api.calls.puzzle_documents import RECORD
from api.problem_documents import MAX_LISTED
from api.workers.known_calls import KNOWN_CALLS
from puzzles.grades import GRADES
from puzzles.registry import KIND_IDS, KINDS

Json = dict[str, Any]
_MOMENT: Json = {"type": ["string", "null"], "format": "date-time"}


def components() -> Json:
    return _puzzles() | _bodies() | _answers() | _lists() | {"job": _job(), "problem": _problem()}


def _puzzles() -> Json:
    """The schemas of each kind, of a record, and of any puzzle, which a record may stand for."""
    by_kind: Json = {}
    for kind in KINDS:
        by_kind[kind.id] = _bare(kind.puzzle_schema()) | {"description": kind.summary}
        by_kind[f"{kind.id}.solution"] = _bare(kind.solution_schema())
        by_kind[f"{kind.id}.progress"] = _bare(kind.progress_schema())
    puzzles = [reference(kind.id) for kind in KINDS]
    record = RECORD.schema()
    record["properties"] |= {"puzzle": {"oneOf": puzzles}, "kind": {"enum": list(KIND_IDS)}}
    # Not oneOf: a solution may fit the schemas of several kinds.
    solutions, begun_solutions = (
        [reference(f"{kind.id}.{part}") for kind in KINDS] for part in ("solution", "progress")
    )
    return by_kind | {
        "record": record | {"description": "A puzzle with its id, grade, difficulty and origin."},
        "puzzle": {"oneOf": [*puzzles, reference("record")]},
        "solution": {"anyOf": solutions},
        "progress": {
            "anyOf": begun_solutions,
            "description": "A solution begun: a solution with whatever is missing left out.",
        },
    }


def _bare(schema: Json) -> Json:
    return {name: value for name, value in schema.items() if name != "$schema"}


def _bodies() -> Json:
    return {f"{call.name}_body": call.body.schema() for call in CALLS}


def answer(call: Call) -> Json:
    """The schema of a call's answer: a component of its own, or the one that the call names."""
    return call.answer_schema if "$ref" in call.answer_schema else reference(f"{call.name}_answer")


def _answers() -> Json:
    answers = {
        f"{call.name}_answer": call.answer_schema for call in CALLS if "$ref" not in call.answer_schema
    }
    solved = {"id": TEXT, "kind": TEXT, "solution": reference("solution"), "score": INTEGER_OR_NULL}
    return answers | {"solved": object_schema(solved)}


def _lists() -> Json:
    records: Json = {"type": "array", "items": reference("record")}
    day: Json = {"type": "string", "format": "date"}
    kind = object_schema(
        {
            "id": TEXT,
            "summary": TEXT,
            "grades": {"type": "array", "items": {"enum": list(GRADES)}},
            "calls": {"type": "array", "items": {"enum": [call.name for call in CALLS]}},
            "has_score": YES_NO,
            "promises_unique": YES_NO,
            "schema": {"type": "object"},
            "solution_schema": {"type": "object"},
            "progress_schema": {"type": "object"},
        }
    )
    days = object_schema({"date": day, "url": TEXT})
    return {
        "kinds": object_schema({"kinds": {"type": "array", "items": kind}}),
        "daily": object_schema({"date": day, "puzzles": records}),
        "days": object_schema({"days": {"type": "array", "items": days}, "next": TEXT_OR_NULL}),
        "puzzles": object_schema({"puzzles": records, "next": TEXT_OR_NULL}),
    }


def _job() -> Json:
    return object_schema(
        {
            "id": TEXT,
            "call": {"enum": [call.name for call in KNOWN_CALLS]},
            "state": {"enum": ["queued", "running", "done", "failed", "cancelled"]},
            "progress": {"type": ["number", "null"], "minimum": 0, "maximum": 1},
            "created": _MOMENT,
            "finished": _MOMENT,
            "result": {"type": ["object", "null"]},
            "error": {"anyOf": [{"type": "null"}, reference("problem")]},
        }
    )


def _problem() -> Json:
    """RFC 9457, with the places of a body or the parameters that are wrong."""
    error = {
        "type": "object",
        "properties": {"pointer": TEXT, "parameter": TEXT, "detail": TEXT},
        "required": ["detail"],
    }
    return {
        "type": "object",
        "properties": {
            "type": TEXT,
            "title": TEXT,
            "status": {"type": "integer"},
            "detail": TEXT,
            "errors": {"type": "array", "items": error, "maxItems": MAX_LISTED},
            "more": {"type": "integer", "minimum": 1, "description": "How many more errors there are."},
        },
        "required": ["type", "title", "status", "detail"],
    }
