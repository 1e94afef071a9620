"""Pins of answers: the contract's JSON on the command line and over HTTP, and the words for people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from werkzeug.test import Client

from tests.pins import access, inputs
from tests.pins.access import GRADES, IDS, Document
from tests.pins.pin import Pinned

# More than any of these takes, on the slowest machine.
_PATIENT = ("--seconds", "600")
_CAP = 50


def _puzzles(kind: str) -> Iterator[tuple[str, Document]]:
    yield from ((f"tiny {n}", puzzle) for n, puzzle in enumerate(inputs.solvable(kind)[:3]))
    yield from ((f"impossible {n}", puzzle) for n, puzzle in enumerate(inputs.impossible(kind)))
    yield "record", access.pack(kind, "easy")[0][0]


def _warm(kind: str) -> None:
    """What is compiled at first use takes long, and an engine's partners would answer before it."""
    for _, puzzle in _puzzles(kind):
        access.run("check", "--grade", *_PATIENT, "-", given=access.text_of(puzzle))


def steady(answer: Any, best: bool = False) -> Any:
    """Without what depends on which engine was first: of a solution that there is one, not which."""
    if not isinstance(answer, dict):
        return answer
    kept = {name: value for name, value in answer.items() if name not in ("seconds", "engine")}
    if "solution" in kept:
        kept["solution"] = kept["solution"] is not None
        if not best and kept.get("status") == "solved":
            # The score is that of the solution, and not the greatest.
            kept |= {"score": isinstance(kept["score"], int), "bound": isinstance(kept["bound"], int)}
            kept["proven"] = isinstance(kept["proven"], bool)
    return kept


def _asked(words: tuple[str, ...], document: Document) -> list[Any]:
    result = access.run(*words, "-", given=access.text_of(document))
    return [result.exit_code, json.loads(result.stdout) if result.stdout else result.stderr]


def command_answers(folder: Path) -> Pinned:
    """Of one engine every field but the seconds; where engines race, what they cannot differ in."""
    found: Pinned = {}
    for kind in IDS:
        _warm(kind)
        for name, puzzle in _puzzles(kind):
            at = f"{kind} {name}"
            status, answer = _asked(("solve", "--json", "--engine", "search", *_PATIENT), puzzle)
            found[f"{at} solve by search"] = [status, {k: v for k, v in answer.items() if k != "seconds"}]
            for best in (False, True):
                words = ("solve", "--json", *["--best"] * best, *_PATIENT)
                status, answer = _asked(words, puzzle)
                found[f"{at} solve{' best' * best}"] = [status, steady(answer, best)]
            found[f"{at} check"] = _asked(("check", "--json", "--grade", *_PATIENT), puzzle)
            found[f"{at} count"] = _asked(("count", "--json", "--cap", str(_CAP), *_PATIENT), puzzle)
            found[f"{at} moves"] = _asked(("solve", "--json", "--moves", *_PATIENT), puzzle)
            status, answer = found[f"{at} moves"]
            found[f"{at} moves"] = [status, access.digest(json.dumps(steady(answer), sort_keys=True))]
        for grade in GRADES:
            found |= {f"{kind} {k}": v for k, v in _verified(folder, kind, grade).items()}
    return found


def _verified(folder: Path, kind: str, grade: str) -> Pinned:
    found: Pinned = {}
    record, right = access.pack(kind, grade)[0]
    puzzle, solution = folder / "puzzle.json", folder / "solution.json"
    puzzle.write_text(json.dumps(record))
    for name, laid in (("right", right), ("wrong", inputs.wrong(kind, grade))):
        solution.write_text(json.dumps(laid))
        result = access.run("verify", "--json", puzzle, solution)
        found[f"{grade} verify {name}"] = [result.exit_code, json.loads(result.stdout)]
    return found


def words(folder: Path) -> Pinned:
    """What people read."""
    found: Pinned = {}
    for kind in IDS:
        _warm(kind)
        for name, puzzle in _puzzles(kind):
            for asked in (
                ("solve", "--engine", "search", *_PATIENT),
                ("check", "--grade", *_PATIENT),
                ("count", "--cap", str(_CAP), *_PATIENT),
            ):
                result = access.run(*asked, "-", given=access.text_of(puzzle))
                told = access.timeless(result.stdout)
                # Of a drawing the digest; what is said above it is to be read.
                said, _, drawing = told.partition("\n\n")
                found[f"{kind} {name} {asked[0]}"] = [
                    result.exit_code,
                    said,
                    access.digest(drawing) if drawing else "",
                    result.stderr,
                ]
        for grade in GRADES[::3]:
            solution = folder / "solution.json"
            solution.write_text(json.dumps(inputs.wrong(kind, grade)))
            puzzle_file = folder / "puzzle.json"
            puzzle_file.write_text(json.dumps(access.pack(kind, grade)[0][0]))
            result = access.run("verify", puzzle_file, solution)
            found[f"{kind} {grade} verify wrong"] = [result.exit_code, result.stdout]
            steps = access.run("solve", "--steps", "--engine", "search", *_PATIENT, puzzle_file)
            told = access.timeless(steps.stdout)
            found[f"{kind} {grade} steps"] = [steps.exit_code, access.digest(told)]
    cover = access.pack("end_of_line.cover", "medium")[0][0]
    told = access.run("solve", "--steps", "--engine", "search", "-", given=access.text_of(cover)).stdout
    return found | {"steps that a person takes": access.timeless(told).splitlines()}


def http_answers(folder: Path) -> Pinned:
    """Of every call that is answered at once."""
    found: Pinned = {}
    with access.client(folder, answers=True) as client:
        for kind in IDS:
            for name, puzzle in _puzzles(kind):
                for call, rest in _BODIES:
                    body = {"puzzle": puzzle, **rest}
                    answer = _answered(client, call, body)
                    found[f"{kind} {name} {call} {json.dumps(rest)}"] = [
                        answer[0],
                        steady(answer[1], rest.get("goal") == "best"),
                    ]
            for grade in GRADES:
                record, right = access.pack(kind, grade)[0]
                for name, laid in (("right", right), ("wrong", inputs.wrong(kind, grade))):
                    body = {"puzzle": record["puzzle"], "solution": laid}
                    found[f"{kind} {grade} verify {name}"] = _answered(client, "verify", body)
            for grade in ("easy", "medium"):
                found[f"{kind} {grade} generate"] = _made(client, {"kind": kind, "grade": grade, "seed": 12})
        body = {"kind": "end_of_line.cover", "options": {"rows": 4, "cols": 6}, "seed": 3, "grade": "easy"}
        found["generate with options"] = _made(client, body)
    return found


_BODIES: tuple[tuple[str, Document], ...] = (
    ("solve", {}),
    ("solve", {"goal": "best", "seconds": 60, "seed": 1}),
    ("check", {"grade": True, "seconds": 60}),
    ("check", {}),
    ("count", {"cap": _CAP, "seconds": 60}),
)


def _answered(client: Client, call: str, body: Document) -> list[Any]:
    answer = client.post(f"/v1/{call}", json=body)
    return [answer.status_code, answer.get_json()]


def _made(client: Client, body: Document) -> list[Any]:
    status, record = _answered(client, "generate", body)
    return [status, {**record, "puzzle": access.digest(json.dumps(record["puzzle"], sort_keys=True))}]


def problems(folder: Path) -> Pinned:
    """The problem documents of bad bodies and paths."""
    found: Pinned = {}
    with access.client(folder) as client:
        for path, body in (*_BAD, *_misshapen()):
            answer = client.post(path, json=body)
            found[f"POST {path} {json.dumps(body)}"] = [answer.status_code, answer.get_json()]
        for path in _BAD_PATHS:
            answer = client.get(path)
            found[f"GET {path}"] = [answer.status_code, answer.get_json()]
        for media, raw in _BAD_TEXTS:
            answer = client.post("/v1/check", data=raw, content_type=media)
            found[f"POST {media} {raw[:20]!r}"] = [answer.status_code, answer.get_json()]
    return found


def _misshapen() -> Iterator[tuple[str, Document]]:
    """A puzzle of every kind without each of its fields, and with nonsense in each."""
    for kind in IDS:
        puzzle = inputs.solvable(kind)[0]
        for field in puzzle:
            yield "/v1/check", {"puzzle": {name: puzzle[name] for name in puzzle if name != field}}
            yield "/v1/check", {"puzzle": {**puzzle, field: "x"}}
        yield "/v1/check", {"puzzle": {**puzzle, "colour": "red"}}
        yield "/v1/verify", {"puzzle": puzzle, "solution": {}}
        yield "/v1/verify", {"puzzle": puzzle, "solution": None}


_TINY = access.SOLO
_BAD: tuple[tuple[str, Any], ...] = (
    ("/v1/solve", []),
    ("/v1/solve", {}),
    ("/v1/solve", {"puzzle": None}),
    ("/v1/solve", {"puzzle": {}}),
    ("/v1/solve", {"puzzle": {"kind": "line_it.solo"}}),
    ("/v1/solve", {"puzzle": {"kind": 3}}),
    ("/v1/solve", {"puzzle": _TINY, "goal": "most"}),
    ("/v1/solve", {"puzzle": _TINY, "seconds": -1}),
    ("/v1/solve", {"puzzle": _TINY, "seconds": 601}),
    ("/v1/solve", {"puzzle": _TINY, "seconds": "1"}),
    ("/v1/solve", {"puzzle": _TINY, "seed": -1}),
    ("/v1/solve", {"puzzle": _TINY, "seed": 2**63}),
    ("/v1/solve", {"puzzle": _TINY, "seed": 1.5}),
    ("/v1/solve", {"puzzle": _TINY, "moves": True}),
    ("/v1/solve", {"puzzle": _TINY, "moves": 1}),
    ("/v1/solve", {"puzzle": _TINY, "engine": "search"}),
    ("/v1/solve", {"puzzle": {"puzzle": _TINY}}),
    ("/v1/solve", {"puzzle": {"puzzle": _TINY, "id": "x", "kind": "end_of_line.cover"}}),
    ("/v1/check", {"puzzle": _TINY, "grade": "easy"}),
    ("/v1/check", {"puzzle": _TINY, "cap": 3}),
    ("/v1/count", {"puzzle": _TINY, "cap": 0}),
    ("/v1/count", {"puzzle": _TINY, "cap": 1_000_001}),
    ("/v1/count", {"puzzle": _TINY, "cap": None}),
    ("/v1/count", {"puzzle": inputs.solvable("light_line.longest")[0]}),
    ("/v1/verify", {"puzzle": _TINY}),
    ("/v1/verify", {"puzzle": _TINY, "solution": {"status": "impossible", "solution": None}}),
    ("/v1/verify", {"puzzle": _TINY, "solution": {"solution": {"line": []}}}),
    ("/v1/verify", {"puzzle": _TINY, "solution": {}, "seconds": 3}),
    ("/v1/generate", {}),
    ("/v1/generate", {"kind": "chess"}),
    ("/v1/generate", {"kind": "end_of_line.solo", "grade": "mild"}),
    ("/v1/generate", {"kind": "end_of_line.solo", "seed": -1}),
    ("/v1/generate", {"kind": "end_of_line.solo", "options": []}),
    ("/v1/generate", {"kind": "end_of_line.solo", "count": 2}),
    ("/v1/jobs", {}),
    ("/v1/jobs", {"call": "book", "body": {}}),
    ("/v1/jobs", {"call": "solve"}),
    ("/v1/jobs", {"call": "solve", "body": {}}),
    ("/v1/jobs", {"call": "count", "body": {"puzzle": _TINY, "cap": "1"}}),
    ("/v1/jobs", {"call": "generate", "body": {"kind": "linja"}}),
    ("/v1/books", []),
    ("/v1/books", {"count": 0}),
    ("/v1/books", {"count": 3, "paper": "a3"}),
    ("/v1/books", {"kinds": ["chess"], "grades": ["mild"]}),
    ("/v1/books", {"ids": ["none"]}),
    ("/v1/books", {"ids": []}),
    ("/v1/books", {"ids": ["none"], "count": 3}),
    ("/v1/books", {"puzzles": [_TINY], "seed": 3}),
    ("/v1/books", {"puzzles": [{"kind": "end_of_line.solo"}]}),
    ("/v1/books", {"per_page": 3}),
    ("/v1/books", {"card_size": 50}),
    ("/v1/books", {"cut_outs": True, "card_size": 500}),
    ("/v1/books", {"language": "fr", "ink": "red", "answers": "no", "large_print": 1}),
    ("/v1/books", {"title": "x" * 101, "author": 7}),
)
_BAD_PATHS = (
    "/v1/none",
    "/v1/solve",
    "/v1/daily/none",
    "/v1/daily/linja.endgame/2026-10-31",
    "/v1/daily/linja.endgame/2026-13-01",
    "/v1/daily/linja.endgame?grade=none",
    "/v1/daily?grade=easy",
    "/v1/puzzles?limit=0",
    "/v1/puzzles?limit=x&none=1&kind=a&kind=b",
    "/v1/puzzles?cursor=1",
    "/v1/puzzles/none",
    "/v1/puzzles/none.svg",
    "/v1/puzzles/none/solution",
    "/v1/archive?cursor=p1",
    "/v1/archive/2026-02-30",
    "/v1/jobs/none",
    f"/v1/jobs/{'0' * 24}",
    f"/v1/books/{'0' * 24}",
    f"/v1/books/{'0' * 24}.pdf",
    f"/v1/books/{'0' * 24}/answers.pdf",
)
_BAD_TEXTS: tuple[tuple[str, bytes], ...] = (
    ("text/plain", b"{}"),
    ("application/json", b""),
    ("application/json", b"{"),
    ("application/json", b'{"puzzle": NaN}'),
    ("application/json", b"\xff"),
    ("application/json", b"[" * 60 + b"]" * 60),
    ("application/json", b'{"a": 1, "a": 2}'),
    ("application/json", b" " * (2**20 + 1)),
)
