"""Shapes of JSON values: each reads a value strictly and gives its own JSON Schema.

One definition serves both, so the schema cannot promise what the reader refuses. Reading collects
the problems of a document, each with its JSON pointer, and then raises them together.
A shape also gives the size of its largest value, from which the service derives its limits of bodies.
Written by hand because the command line must start fast: importing a validation library costs more
than the whole of a command that does not solve (tests/bench/figures_limits.py measures it).
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from puzzles.errors import BadInput, NotJson, Problem, Problems

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

# The most digits of an integer: Python refuses to convert much longer ones, and no field of ours needs 20.
MAX_DIGITS = 400
# The most levels of nesting; our documents have ten at most. Python can read some hundreds of levels, but
# may be unable to write again what it could just read.
_MAX_LEVELS = 50
# The most values of a document, counted by the brackets and commas of its text. A thousand puzzles, the most
# that a document may hold, have some hundred each.
_MAX_VALUES = 2**18
# The characters that an integer without a limit is counted with.
_USUAL_DIGITS = 20
# The fields of an object that may be unknown, or there twice, before they are counted instead of listed.
_MAX_STRAY_FIELDS = 20
_NAMES: Mapping[type, str] = {list: "an array", dict: "an object"}


class _TooLarge(float):
    """A JSON number too large for any field: kept so that it is refused with its pointer, and as written."""

    words: str


def _too_large(words: str) -> _TooLarge:
    number = _TooLarge(math.inf)
    number.words = words
    return number


def _read_int(text: str) -> int | float:
    digits = len(text.removeprefix("-"))
    return int(text) if digits <= MAX_DIGITS else _too_large(f"a number of {digits} digits")


def _read_float(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _too_large(_cut(text))


def _no_constant(text: str) -> object:
    raise NotJson(f"{text} is not JSON")


class _Repeated(dict[str, object]):
    """An object with duplicate fields; refused by ObjectShape, which knows its pointer.

    `surplus` is the number of fields too many, and `names` are those of the duplicate ones, if they are few.
    """

    surplus: int
    names: tuple[str, ...] = ()


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    plain = dict(pairs)
    if len(plain) == len(pairs):
        return plain
    repeated = _Repeated(plain)
    repeated.surplus = len(pairs) - len(plain)
    if repeated.surplus <= _MAX_STRAY_FIELDS:
        counts = Counter(name for name, _ in pairs)
        repeated.names = tuple(sorted(name for name, n in counts.items() if n > 1))
    return repeated


def load(text: str | bytes) -> object:
    """Parses a JSON text; raises NotJson where it is none."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        if sum(map(text.count, "[{,")) > _MAX_VALUES:
            raise NotJson(f"not read: more than {_MAX_VALUES} values")
        value: object = json.loads(
            text.removeprefix("\ufeff"),
            parse_int=_read_int,
            parse_float=_read_float,
            parse_constant=_no_constant,
            object_pairs_hook=_pairs,
        )
    except UnicodeDecodeError as e:
        raise NotJson(f"not UTF-8 at byte {e.start}") from e
    except json.JSONDecodeError as e:
        raise NotJson(f"not JSON: {e.msg} at line {e.lineno} column {e.colno}") from e
    except RecursionError as e:
        raise NotJson(_TOO_DEEP) from e
    level = [value]
    for _ in range(_MAX_LEVELS):
        level = [
            inner for container in level for inner in _inside(container) if isinstance(inner, (dict, list))
        ]
        if not level:
            return value
    raise NotJson(_TOO_DEEP)


_TOO_DEEP = "not read: too deeply nested"


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


# JSON has no infinity: what holds a number that is too large is named and not quoted.
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False)
# As many characters of a value are written as show that it must be cut.
_QUOTED = 61


def quote(value: object) -> str:
    """The input as an error message shows it: JSON, cut short."""
    if isinstance(value, _TooLarge):
        return value.words
    try:
        text = ""
        for part in _ENCODER.iterencode(value[:_QUOTED] if isinstance(value, str) else value):
            text += part[:_QUOTED]
            if len(text) >= _QUOTED:
                break
        # Lone surrogates, which no encoding can write, are quoted by their numbers.
        return _cut(text.encode("utf-8", "backslashreplace").decode())
    except (TypeError, ValueError, RecursionError):
        return _NAMES.get(type(value), type(value).__name__)


def _cut(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


def escape(name: str) -> str:
    """A name as a JSON pointer's step (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")


class Shape(Protocol[T_co]):
    def read(self, value: object, at: str = "") -> T_co:
        """The value read, or BadInput with every problem below `at`."""

    def schema(self) -> dict[str, Any]:
        """The same shape as JSON Schema 2020-12."""

    def max_bytes(self) -> int:
        """The size of the largest value as compact JSON in UTF-8, without escapes."""


def _size(value: object) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def _refuse(at: str, expected: str, value: object) -> BadInput:
    return BadInput([Problem(at, f"expected {expected}, got {quote(value)}")])


@dataclass(frozen=True)
class Integer:
    """An integer; 5.0 is one, true is not."""

    minimum: int | None = None
    maximum: int | None = None

    def read(self, value: object, at: str = "") -> int:
        number = value
        if isinstance(value, float) and value.is_integer():
            number = int(value)
        if isinstance(number, bool) or not isinstance(number, int):
            raise _refuse(at, self._words(), value)
        if (self.minimum is not None and number < self.minimum) or (
            self.maximum is not None and number > self.maximum
        ):
            raise _refuse(at, self._words(), value)
        return number

    def _words(self) -> str:
        if self.minimum is None:
            return "an integer"
        if self.maximum is None:
            return f"an integer of at least {self.minimum}"
        return f"an integer from {self.minimum} to {self.maximum}"

    def schema(self) -> dict[str, Any]:
        limits = {"minimum": self.minimum, "maximum": self.maximum}
        return {"type": "integer"} | {k: v for k, v in limits.items() if v is not None}

    def max_bytes(self) -> int:
        return max(_USUAL_DIGITS if n is None else _size(n) for n in (self.minimum, self.maximum))


@dataclass(frozen=True)
class Choice:
    """One of some words."""

    words: tuple[str, ...]
    or_null: bool = False

    def read(self, value: object, at: str = "") -> str | None:
        if (value is None and self.or_null) or (isinstance(value, str) and value in self.words):
            return value
        options = ", ".join(self.words) + (" or null" if self.or_null else "")
        raise _refuse(at, f"one of {options}" if len(self.words) > 1 else quote(self.words[0]), value)

    def schema(self) -> dict[str, Any]:
        return {"enum": [*self.words, *([None] if self.or_null else [])]}

    def max_bytes(self) -> int:
        return max(map(_size, self.schema()["enum"]))


# Databases do not take NUL, and lone surrogates cannot be encoded.
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


@dataclass(frozen=True)
class Text:
    """A string. `char_bytes` is what a character is counted with: 1 for names, which are hardly ever more."""

    max_length: int = 200
    char_bytes: int = 4

    def read(self, value: object, at: str = "") -> str:
        if not isinstance(value, str) or len(value) > self.max_length:
            raise _refuse(at, f"a string of at most {self.max_length} characters", value)
        if _UNSTORABLE.search(value):
            raise _refuse(at, "a string without NUL or lone surrogates", value)
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "maxLength": self.max_length}

    def max_bytes(self) -> int:
        return self.max_length * self.char_bytes + len('""')


@dataclass(frozen=True)
class Boolean:
    def read(self, value: object, at: str = "") -> bool:
        if isinstance(value, bool):
            return value
        raise _refuse(at, "true or false", value)

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def max_bytes(self) -> int:
        return _size(False)


@dataclass(frozen=True)
class Flag:
    """True and nothing else: a field whose presence is its meaning."""

    def read(self, value: object, at: str = "") -> bool:
        if value is True:
            return True
        raise _refuse(at, "true", value)

    def schema(self) -> dict[str, Any]:
        return {"const": True}

    def max_bytes(self) -> int:
        return _size(True)


@dataclass(frozen=True)
class Number:
    minimum: float
    maximum: float

    def read(self, value: object, at: str = "") -> float:
        # Compared before it is made a float: a long integer does not fit into one.
        if (
            isinstance(value, (int, float))
            and not isinstance(value, bool)
            and self.minimum <= value <= self.maximum
        ):
            return float(value)
        raise _refuse(at, f"a number from {self.minimum:g} to {self.maximum:g}", value)

    def schema(self) -> dict[str, Any]:
        return {"type": "number", "minimum": self.minimum, "maximum": self.maximum}

    def max_bytes(self) -> int:
        return _USUAL_DIGITS


@dataclass(frozen=True)
class ListOf(Generic[T]):
    item: Shape[T]
    max_items: int
    min_items: int = 0

    def read(self, value: object, at: str = "") -> tuple[T, ...]:
        if not isinstance(value, list):
            raise _refuse(at, "an array", value)
        if not self.min_items <= len(value) <= self.max_items:
            limit = (
                f"at most {self.max_items}" if len(value) > self.min_items else f"at least {self.min_items}"
            )
            noun = "entry" if limit.endswith(" 1") else "entries"
            raise BadInput([Problem(at, f"expected {limit} {noun}, got {len(value)}")])
        items: list[T] = []
        problems = Problems()
        for i, entry in enumerate(value):
            try:
                items.append(self.item.read(entry, f"{at}/{i}"))
            except BadInput as e:
                problems.add_all(e)
                if problems.are_enough:
                    break
        problems.raise_any()
        return tuple(items)

    def schema(self) -> dict[str, Any]:
        limits = {"minItems": self.min_items} if self.min_items else {}
        return {"type": "array", "items": self.item.schema()} | limits | {"maxItems": self.max_items}

    def max_bytes(self) -> int:
        return self.max_items * (self.item.max_bytes() + len(",")) + len("[]")


@dataclass(frozen=True)
class Optional(Generic[T]):
    """Null, read as None, or what `shape` reads."""

    shape: Shape[T]

    def read(self, value: object, at: str = "") -> T | None:
        return None if value is None else self.shape.read(value, at)

    def schema(self) -> dict[str, Any]:
        return {"oneOf": [{"type": "null"}, self.shape.schema()]}

    def max_bytes(self) -> int:
        return max(_size(None), self.shape.max_bytes())


@dataclass(frozen=True)
class Described(Generic[T]):
    """What `shape` reads, with a description in the JSON Schema, and an example where that helps."""

    shape: Shape[T]
    description: str
    example: object = None

    def read(self, value: object, at: str = "") -> T:
        return self.shape.read(value, at)

    def schema(self) -> dict[str, Any]:
        examples = {} if self.example is None else {"examples": [self.example]}
        return self.shape.schema() | {"description": self.description} | examples

    def max_bytes(self) -> int:
        return self.shape.max_bytes()


def kind_name(kind_id: str) -> Shape[str | None]:
    """The field that names the kind of a puzzle."""
    return Described(Choice((kind_id,)), "The kind of puzzle.")


@dataclass(frozen=True)
class CountedAs(Generic[T]):
    """What `shape` reads, counted with the size of what `counted` reads: of larger values no use is known."""

    shape: Shape[T]
    counted: Shape[Any]

    def read(self, value: object, at: str = "") -> T:
        return self.shape.read(value, at)

    def schema(self) -> dict[str, Any]:
        return self.shape.schema()

    def max_bytes(self) -> int:
        return self.counted.max_bytes()


@dataclass(frozen=True)
class Pair:
    """A cell, written `[row, col]`."""

    of: Integer = field(default_factory=Integer)

    def read(self, value: object, at: str = "") -> tuple[int, int]:
        if not isinstance(value, list) or len(value) != 2:
            raise _refuse(at, "a cell [row, col]", value)
        row, col = ListOf(self.of, max_items=2).read(value, at)
        return row, col

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.of.schema(), "minItems": 2, "maxItems": 2}

    def max_bytes(self) -> int:
        return 2 * self.of.max_bytes() + len("[,]")


@dataclass(frozen=True)
class ObjectShape:
    """An object with named fields; a name that it does not know is a problem, never dropped.

    `defaults` holds what stands for an absent field, as JSON; a field without a default must be there
    unless it is in `optional`, when it reads as absent (no key in the result). `noun` is what messages
    call a field.
    """

    fields: Mapping[str, Shape[Any]]
    defaults: Mapping[str, object] = field(default_factory=dict)
    optional: Sequence[str] = ()
    what: str = "an object"
    noun: str = "field"

    def read(self, value: object, at: str = "") -> dict[str, Any]:
        if not isinstance(value, dict):
            raise _refuse(at, self.what, value)
        problems = Problems()
        problems.extend(self._stray_fields(value, at))
        values: dict[str, Any] = {}
        for name, shape in self.fields.items():
            if name not in value and name not in self.defaults:
                if name not in self.optional:
                    problems.add(Problem(f"{at}/{name}", "missing"))
                continue
            try:
                values[name] = shape.read(value.get(name, self.defaults.get(name)), f"{at}/{name}")
            except BadInput as e:
                problems.add_all(e)
        problems.raise_any()
        return values

    def _stray_fields(self, value: dict[Any, Any], at: str) -> list[Problem]:
        """Returns the problems of unknown and duplicate fields; BadInput with their number if very many."""
        surplus = value.surplus if isinstance(value, _Repeated) else 0
        count, most = len(value) + surplus, len(self.fields)
        if count > most + _MAX_STRAY_FIELDS:
            raise BadInput([Problem(at, f"expected at most {most} {self.noun}s, got {count}")])
        known = f"; the {self.noun}s are {', '.join(self.fields)}" if self.fields else ""
        problems = [
            Problem(f"{at}/{escape(name)}", f"unknown {self.noun}{known}")
            for name in value
            if name not in self.fields
        ]
        if isinstance(value, _Repeated):
            problems += [Problem(f"{at}/{escape(n)}", "duplicate field") for n in value.names]
        return problems

    def schema(self) -> dict[str, Any]:
        properties = {
            name: shape.schema() | ({"default": self.defaults[name]} if name in self.defaults else {})
            for name, shape in self.fields.items()
        }
        required = [n for n in self.fields if n not in self.defaults and n not in self.optional]
        return {
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
        }

    def max_bytes(self) -> int:
        sizes = [_size(name) + shape.max_bytes() + len(":,") for name, shape in self.fields.items()]
        return sum(sizes) + len("{}")
