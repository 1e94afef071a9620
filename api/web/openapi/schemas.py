"""The schemas of the OpenAPI document: puzzles and bodies as the shapes read them, and the answers."""

from __future__ import annotations

from typing import Any

from api.calls.call import Call
from api.calls.catalogue import CALLS
from api.calls.common_shapes import (
    INTEGER_OR_NULL,
    TEXT,
    TEXT_OR_NULL,
    YES_NO,
    described,
    object_schema,
    reference,
)
from api.calls.generator_options import generator_options
from api.calls.puzzle_documents import RECORD
from api.problem_documents import MAX_LISTED, NOT_FOUND, TYPES
from api.workers.known_calls import KNOWN_CALLS
from puzzles.grades import GRADES
from puzzles.line_of_text import MAX_LENGTH, PATTERN, text_of
from puzzles.registry import KIND_IDS, KINDS, game_of

Json = dict[str, Any]
_MOMENT: Json = {"type": ["string", "null"], "format": "date-time"}
_NEXT = described(TEXT_OR_NULL, "The cursor of the next page; null on the last one.")


def components() -> Json:
    return _puzzles() | _bodies() | _answers() | _lists() | {"job": _job(), "problem": _problem()}


def _puzzles() -> Json:
    """The schemas of each kind, of a record, and of any puzzle, which a record may stand for."""
    by_kind: Json = {}
    for kind in KINDS:
        by_kind[kind.id] = _bare(kind.puzzle_schema()) | {"description": kind.summary}
        by_kind[f"{kind.id}.solution"] = _bare(kind.solution_schema())
        by_kind[f"{kind.id}.options"] = generator_options()[kind.id]
        by_kind[f"{kind.id}.progress"] = _bare(kind.progress_schema())
    puzzles = [reference(kind.id) for kind in KINDS]
    record = RECORD.schema()
    record["properties"]["puzzle"] |= {"oneOf": puzzles}
    record["properties"]["kind"] = described({"enum": list(KIND_IDS)}, "The kind of the puzzle.")
    # Not oneOf: a solution may fit the schemas of several kinds.
    solutions, partial_solutions = (
        [reference(f"{kind.id}.{part}") for kind in KINDS] for part in ("solution", "progress")
    )
    return by_kind | {
        "record": record | {"description": "A puzzle with its id, grade, difficulty and origin."},
        "line": _line(),
        "puzzle": {"oneOf": [*puzzles, reference("line"), reference("record")]},
        "solution": {"anyOf": solutions},
        "progress": {
            "anyOf": partial_solutions,
            "description": "A partial solution: a solution with whatever is missing left out.",
        },
    }


def _line() -> Json:
    """The schema of a line of text, with the line of a small puzzle of each kind as an example."""
    lines = [text_of(kind, kind.parse(game_of(kind.id).examples[kind.id]["puzzle"])) for kind in KINDS]
    description = (
        "A puzzle as one line of text: the id of its kind and its sections, joined by colons. Cells are a "
        "letter for the column and a number for the row, and - is an empty list. Capitals and small letters "
        "mean the same except in the ids of cards, spaces are ignored, and sections at the end that have a "
        "default may be left out."
    )
    return {
        "type": "string",
        "maxLength": MAX_LENGTH,
        "pattern": PATTERN,
        "description": description,
        "examples": lines,
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
    solved = {
        "id": described(TEXT, "The id of the puzzle."),
        "kind": described(TEXT, "Its kind."),
        "solution": described(reference("solution"), "The best solution that is known."),
        "score": described(INTEGER_OR_NULL, "Its score; null for kinds without one."),
    }
    return answers | {"solved": object_schema(solved)}


def _lists() -> Json:
    records: Json = {"type": "array", "items": reference("record")}
    day = described({"type": "string", "format": "date"}, "A day in UTC.", "2026-11-01")
    kind = object_schema(
        {
            "id": described(TEXT, "The id of the kind, which is the `kind` of its puzzles."),
            "name": described(TEXT, "Its name for people, in the language of the request."),
            "summary": described(TEXT, "What it is, in a sentence."),
            "grades": described(
                {"type": "array", "items": {"enum": list(GRADES)}},
                "The grades of its puzzles, easiest first.",
            ),
            "calls": described(
                {"type": "array", "items": {"enum": [call.name for call in CALLS]}},
                "The calls that its puzzles can be sent to.",
            ),
            "has_score": described(YES_NO, "Whether its solutions have scores."),
            "promises_unique": described(YES_NO, "Whether every published puzzle has exactly one solution."),
            "schema": described({"type": "object"}, "The JSON Schema of its puzzles."),
            "solution_schema": described({"type": "object"}, "The JSON Schema of its solutions."),
            "options_schema": described({"type": "object"}, "The JSON Schema of its generator's options."),
            "progress_schema": described(
                {"type": "object"},
                "The JSON Schema of its partial solutions, for `progress`.",
            ),
        }
    )
    days = object_schema({"date": day, "url": described(TEXT, "The address of its puzzles.")})
    every_day: Json = {"type": "array", "items": days}
    return {
        "kinds": object_schema(
            {"kinds": described({"type": "array", "items": kind}, "All kinds, game by game.")}
        ),
        "daily": object_schema(
            {"date": day, "puzzles": described(records, "A puzzle of each kind and grade.")}
        ),
        "days": object_schema({"days": described(every_day, "The days, latest first."), "next": _NEXT}),
        "puzzles": object_schema({"puzzles": described(records, "The puzzles of the page."), "next": _NEXT}),
    }


def _job() -> Json:
    return object_schema(
        {
            "id": described(TEXT, "The id of the job; whoever knows it may read and cancel the job."),
            "call": described({"enum": [call.name for call in KNOWN_CALLS]}, "The call that it makes."),
            "state": described(
                {"enum": ["queued", "running", "done", "failed", "cancelled"]}, "How far it has come."
            ),
            "progress": described(
                {"type": ["number", "null"], "minimum": 0, "maximum": 1},
                "How much of the work is done, where that can be said.",
            ),
            "created": described(_MOMENT, "When it was accepted."),
            "finished": described(_MOMENT, "When it ended; null before."),
            "result": described({"type": ["object", "null"]}, "The answer of the call, once it is done."),
            "error": described(
                {"anyOf": [{"type": "null"}, reference("problem")]}, "Why it failed, if it did."
            ),
        }
    )


def _problem() -> Json:
    """RFC 9457, with the places of a body or the parameters that are wrong."""
    error = {
        "type": "object",
        "properties": {
            "pointer": described(TEXT, "A JSON pointer to the place in the body.", "/puzzle/deck/3"),
            "parameter": described(TEXT, "The name of the parameter.", "limit"),
            "detail": described(TEXT, "What is wrong there."),
        },
        "required": ["detail"],
    }
    return {
        "type": "object",
        "properties": {
            "type": described(
                {"type": "string", "format": "uri-reference"},
                "The address of a page that explains the type of problem. Its last part is the type's name: "
                + ", ".join(problem_type.name for problem_type in TYPES)
                + ".",
                NOT_FOUND.path,
            ),
            "title": described(TEXT, "The type in a few words."),
            "status": described({"type": "integer"}, "The status of the response."),
            "detail": described(TEXT, "What is wrong with this request."),
            "errors": described(
                {"type": "array", "items": error, "maxItems": MAX_LISTED},
                "The places of the body, or the parameters, that are wrong.",
            ),
            "opens": described(
                {"type": "string", "format": "date-time"},
                "When a solution that is not published yet will be.",
                "2026-11-20T00:00:00Z",
            ),
            "more": {"type": "integer", "minimum": 1, "description": "How many more errors there are."},
        },
        "required": ["type", "title", "status", "detail"],
    }
