"""Shapes that the bodies and answers of several calls share."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from puzzles.grades import GRADES
from puzzles.json_shapes import Choice, Described, Integer, Number, Shape

SECONDS = Described(
    Number(0, 600),
    "The most seconds to work. A call that is not a job works for only a few, whatever this says.",
)
DEFAULT_SECONDS: float = 10
MAX_SEED = 2**63 - 1
SEED = Described(Integer(0, MAX_SEED), "The seed of every random choice.", 7)
GRADE = Described(Choice(GRADES), "How hard it is for a person.")


def any_seed() -> int:
    """A random seed, short enough to be typed again."""
    return int.from_bytes(os.urandom(4), "big")


# The field of a body that says for how long to work, and its default.
TIME: Mapping[str, Shape[Any]] = {"seconds": SECONDS}
DEFAULT_TIME: Mapping[str, object] = {"seconds": DEFAULT_SECONDS}


@dataclass(frozen=True)
class Anything:
    """Accepts any value unread; `size` is the greatest size in bytes that is of use."""

    size: int

    def read(self, value: object, at: str = "") -> object:
        return value

    def schema(self) -> dict[str, Any]:
        return {}

    def max_bytes(self) -> int:
        return self.size


# Parts of the answers' JSON Schemas.
Json = dict[str, Any]
INTEGER_OR_NULL: Json = {"type": ["integer", "null"]}
TEXT_OR_NULL: Json = {"type": ["string", "null"]}
TEXT: Json = {"type": "string"}
YES_NO: Json = {"type": "boolean"}


def described(schema: Json, description: str, example: object = None) -> Json:
    """Returns a schema with a description, and an example where that helps."""
    return schema | {"description": description} | ({} if example is None else {"examples": [example]})


def reference(name: str) -> Json:
    """Returns a reference to a schema among the components of the OpenAPI document."""
    return {"$ref": f"#/components/schemas/{name}"}


def object_schema(properties: Json, optional: tuple[str, ...] = ()) -> Json:
    """Returns the schema of an object with these fields and no others."""
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
