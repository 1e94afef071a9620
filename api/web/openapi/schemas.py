"""The schemas of the OpenAPI document: puzzles and bodies as the shapes read them, and the answers."""

from __future__ import annotations

from typing import Any

from api.calls.answering import RECORD
from api.calls.catalogue import BOOK, CALLS
from generators.protocol import GRADES
from puzzles.registry import KINDS

Json = dict[str, Any]
_INTEGER_OR_NULL: Json = {"type": ["integer", "null"]}
_TEXT_OR_NULL: Json = {"type": ["string", "null"]}
_TEXT: Json = {"type": "string"}
_YES_NO: Json = {"type": "boolean"}
_MOMENT: Json = {"type": ["string", "null"], "format": "date-time"}


def components() -> Json:
    return _puzzles() | _bodies() | _answers() | _lists() | {"job": _job(), "problem": _problem()}


def _ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def _puzzles() -> Json:
    """By kind, and all of them; a record is taken wherever a puzzle is."""
    found: Json = {}
    for kind in KINDS:
        found[kind.id] = _bare(kind.puzzle_schema()) | {"description": kind.summary}
        found[f"{kind.id}.solution"] = _bare(kind.solution_schema())
    puzzles = [_ref(kind.id) for kind in KINDS]
    record = RECORD.schema()
    record["properties"] |= {"puzzle": {"oneOf": puzzles}, "kind": {"enum": [kind.id for kind in KINDS]}}
    # Of several kinds, perhaps.
    solutions = [_ref(f"{kind.id}.solution") for kind in KINDS]
    return found | {
        "record": record | {"description": "A puzzle with what is known of it."},
        "puzzle": {"oneOf": [*puzzles, _ref("record")]},
        "solution": {"anyOf": solutions},
    }


def _bare(schema: Json) -> Json:
    return {name: value for name, value in schema.items() if name != "$schema"}


def _bodies() -> Json:
    return {f"{call.name}_body": call.body.schema() for call in CALLS}


def _object(properties: Json, optional: tuple[str, ...] = ()) -> Json:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _answers() -> Json:
    grade: Json = {"enum": [*GRADES, None]}
    return {
        "solve_answer": _object(
            {
                "status": {"enum": ["solved", "impossible", "unknown"]},
                "solution": {"anyOf": [{"type": "null"}, _ref("solution")]},
                "score": _INTEGER_OR_NULL,
                "bound": _INTEGER_OR_NULL,
                "proven": _YES_NO,
                "engine": _TEXT,
                "seconds": {"type": "number", "minimum": 0},
                "reason": _TEXT_OR_NULL,
                "value": _INTEGER_OR_NULL,
                "moves": {"type": "array", "items": {"type": "object"}},
            },
            ("value", "moves"),
        ),
        "check_answer": _object(
            {
                "status": {"enum": ["solvable", "impossible", "unknown"]},
                "unique": {"type": ["boolean", "null"]},
                "best_score": _INTEGER_OR_NULL,
                "grade": grade,
                "difficulty": _INTEGER_OR_NULL,
                "proven": _YES_NO,
                "reason": _TEXT_OR_NULL,
            }
        ),
        "count_answer": _object({"count": {"type": "integer", "minimum": 0}, "exact": _YES_NO}),
        "verify_answer": _object(
            {
                "valid": _YES_NO,
                "score": _INTEGER_OR_NULL,
                "violations": {"type": "array", "items": _violation()},
                "value": _INTEGER_OR_NULL,
            },
            ("value",),
        ),
        "solved": _object(
            {"id": _TEXT, "kind": _TEXT, "solution": _ref("solution"), "score": _INTEGER_OR_NULL}
        ),
    }


def _violation() -> Json:
    at = {"type": "object", "additionalProperties": {"type": ["integer", "string"]}}
    return _object({"rule": _TEXT, "message": _TEXT, "at": at})


def _lists() -> Json:
    records: Json = {"type": "array", "items": _ref("record")}
    day: Json = {"type": "string", "format": "date"}
    kind = _object(
        {
            "id": _TEXT,
            "summary": _TEXT,
            "grades": {"type": "array", "items": {"enum": list(GRADES)}},
            "calls": {"type": "array", "items": {"enum": [call.name for call in CALLS]}},
            "has_score": _YES_NO,
            "promises_unique": _YES_NO,
            "schema": {"type": "object"},
            "solution_schema": {"type": "object"},
        }
    )
    days = _object({"date": day, "url": _TEXT})
    return {
        "kinds": _object({"kinds": {"type": "array", "items": kind}}),
        "daily": _object({"date": day, "puzzles": records}),
        "days": _object({"days": {"type": "array", "items": days}, "next": _TEXT_OR_NULL}),
        "puzzles": _object({"puzzles": records, "next": _TEXT_OR_NULL}),
    }


def _job() -> Json:
    return _object(
        {
            "id": _TEXT,
            "call": {"enum": [call.name for call in (*CALLS, BOOK)]},
            "state": {"enum": ["queued", "running", "done", "failed", "cancelled"]},
            "progress": {"type": ["number", "null"], "minimum": 0, "maximum": 1},
            "created": _MOMENT,
            "finished": _MOMENT,
            "result": {"type": ["object", "null"]},
            "error": {"anyOf": [{"type": "null"}, _ref("problem")]},
        }
    )


def _problem() -> Json:
    """RFC 9457, with the places of a body or the parameters that are wrong."""
    one = {
        "type": "object",
        "properties": {"pointer": _TEXT, "parameter": _TEXT, "detail": _TEXT},
        "required": ["detail"],
    }
    return {
        "type": "object",
        "properties": {
            "type": _TEXT,
            "title": _TEXT,
            "status": {"type": "integer"},
            "detail": _TEXT,
            "errors": {"type": "array", "items": one},
        },
        "required": ["type", "title", "status", "detail"],
    }
