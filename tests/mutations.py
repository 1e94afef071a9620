"""Requests that are nearly right: valid ones of every kind and call, with a few mutations each."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from api.calls.catalogue import CALLS
from puzzles import packs
from puzzles.line_of_text import text_of
from puzzles.registry import KINDS

# Values that programs often mistake for one another, or for something that they can work with.
_STRANGE: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 21, 401, 10**6, 2**31, 2**63, -(2**63), 10**30, 0.5, 5.0, 1e300, -0.0,
    "", "0", "x", "\u0000", "\ud800", "é" * 300, "S" * 5000, [], {}, [[]], [None], {"": ""}, {"kind": "none"},
)  # fmt: skip
# Seconds of work that a valid body grants: enough to answer, and too few to wait for.
_SECONDS = 0.02
# A server that refuses a larger body may close before all of it is sent.
_MAX_BODY = 3_000_000


@dataclass(frozen=True)
class HttpRequest:
    """A request with a body, and its content type."""

    path: str
    body: bytes
    content_type: str = "application/json"


def valid_requests(rng: random.Random) -> Iterator[HttpRequest]:
    """Yields valid requests without end: of every kind and call in turn, also as jobs."""
    while True:
        for kind in KINDS:
            grade = rng.choice(packs.grades_by_kind()[kind.id])
            entry = packs.entry(kind.id, grade, rng.randrange(packs.size(kind.id, grade)))
            line = text_of(kind, kind.parse(entry.record["puzzle"]))
            record = dict(entry.record)
            puzzle = rng.choice([record, record | {"text": line}, record["puzzle"], line])
            for call in CALLS:
                body = _body(call.name, puzzle, entry, rng)
                yield _request(f"/v1/{call.name}", body)
                if rng.random() < 0.1:
                    yield _request("/v1/jobs", {"call": call.name, "body": body})
            if rng.random() < 0.1:
                yield _request("/v1/books", {"ids": [entry.record["id"]]})


def _body(call: str, puzzle: Any, entry: packs.PackEntry, rng: random.Random) -> dict[str, Any]:
    if call == "generate":
        # The other grades take seconds.
        return {"kind": entry.record["kind"], "grade": "easy", "seed": rng.randrange(10), "options": {}}
    if call == "verify":
        return {"puzzle": puzzle, "solution": dict(entry.solution)}
    timed = {"puzzle": puzzle, "seconds": _SECONDS}
    extras: dict[str, dict[str, Any]] = {
        "solve": {"goal": rng.choice(["any", "best"]), "seed": 1},
        "check": {"grade": rng.random() < 0.5},
        "count": {"cap": 10},
        "steps": {"language": rng.choice(["en", "es", "de"])},
    }
    body = timed | extras.get(call, {})
    has_progress = body.get("goal") == "best" or body.get("grade") is False
    return body | ({"progress": _begun(entry, rng)} if has_progress else {})


def _begun(entry: packs.PackEntry, rng: random.Random) -> dict[str, Any]:
    """Returns the solution, without the cards that a partial solution may leave open."""
    solution = dict(entry.solution)
    if entry.record["kind"] == "end_of_line.cover" and rng.random() < 0.5:
        solution["line"] = [{"cell": card["cell"]} for card in solution["line"]]
    return solution


def _request(path: str, body: object) -> HttpRequest:
    return HttpRequest(path, json.dumps(body).encode())


def mutated(request: HttpRequest, rng: random.Random) -> HttpRequest:
    """Returns the request with one to three mutations of its document, its bytes or its path."""
    document = json.loads(request.body)
    for _ in range(rng.randint(1, 3)):
        document = rng.choice(_DOCUMENT_MUTATIONS)(document, rng)
    body = json.dumps(document).encode("utf-8", "surrogatepass")[:_MAX_BODY]
    content_type, path = request.content_type, request.path
    if rng.random() < 0.1:
        body = rng.choice(_BYTE_MUTATIONS)(body, rng)
    if rng.random() < 0.03:
        content_type = rng.choice(["text/plain", "application/json; charset=utf-16", "application/xml", ""])
    if rng.random() < 0.03:
        path = rng.choice([f"{path}/", f"{path}?x=1", path.upper(), f"/{path}", f"{path}%00", f"{path}/é"])
    return HttpRequest(path, body, content_type)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yields every container of a document with each of its keys or indexes."""
    if isinstance(value, dict | list):
        keys = list(value) if isinstance(value, dict) else range(len(value))
        for key in keys:
            yield value, key
            yield from _places(value[key])


def _at_a_place(change: Callable[[Any, Any, random.Random], None]) -> Callable[[Any, random.Random], Any]:
    """Makes a mutation of a whole document from one of a random place in it."""

    def mutation(document: Any, rng: random.Random) -> Any:
        document = copy.deepcopy(document)
        places = list(_places(document))
        if places:
            change(*rng.choice(places), rng)
        return document

    return mutation


def _replace(container: Any, key: Any, rng: random.Random) -> None:
    container[key] = rng.choice(_STRANGE)


def _drop(container: Any, key: Any, _: random.Random) -> None:
    del container[key]


def _shift(container: Any, key: Any, rng: random.Random) -> None:
    """Changes a number a little, or a text by a character."""
    value = container[key]
    if isinstance(value, bool | int | float):
        container[key] = value + rng.choice([-2, -1, 1, 2, 0.5])
    elif isinstance(value, str) and value:
        at = rng.randrange(len(value))
        container[key] = value[:at] + rng.choice("SLRNESW019xé :,=-/.%") + value[at + rng.randint(0, 1) :]


def _repeat(container: Any, key: Any, rng: random.Random) -> None:
    if isinstance(container, list):
        container += [container[key]] * rng.choice([1, 2, 500])
    else:
        container[f"{key}{rng.choice(['', 's', ' ', '2'])}"] = container[key]


def _swap(container: Any, key: Any, rng: random.Random) -> None:
    other = rng.choice(list(container) if isinstance(container, dict) else range(len(container)))
    container[key], container[other] = container[other], container[key]


def _nest(container: Any, key: Any, rng: random.Random) -> None:
    for _ in range(rng.choice([1, 2, 60])):
        container[key] = rng.choice([[container[key]], {"puzzle": container[key]}])


def _widen(container: Any, key: Any, rng: random.Random) -> None:
    """Adds very many fields or entries where there were few."""
    number = rng.choice([30, 3000])
    container[key] = rng.choice([{f"k{n}": n for n in range(number)}, [container[key]] * number])


_DOCUMENT_MUTATIONS = tuple(
    _at_a_place(change)
    for change in (_replace, _replace, _drop, _shift, _shift, _repeat, _swap, _nest, _widen)
)


def _cut(body: bytes, rng: random.Random) -> bytes:
    return body[: rng.randrange(len(body) + 1)]


def _flip(body: bytes, rng: random.Random) -> bytes:
    flipped = bytearray(body)
    for _ in range(rng.randint(1, 4)):
        if flipped:
            flipped[rng.randrange(len(flipped))] = rng.randrange(256)
    return bytes(flipped)


def _insert(body: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(body) + 1)
    words = [b"NaN", b"1e999", b"-", b"9" * 500, b"\xff", b"\xef\xbb\xbf", b'"a":1,', b"[" * 200, b"\\ud800"]
    return body[:at] + rng.choice(words) + body[at:]


_BYTE_MUTATIONS = (_cut, _flip, _insert)
