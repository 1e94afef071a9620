"""Pins of answers: JSON on the command line and over HTTP, and text for people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from werkzeug.test import Client

from tests.pins import access, inputs
from tests.pins.access import GRADES, IDS, Document
from tests.pins.pin import Pinned

# More time than any of these takes on the slowest machine.
_TIME_LIMIT = ("--seconds", "600")
_CAP = 50


def _puzzles(kind: str) -> Iterator[tuple[str, Document]]:
    yield from ((f"tiny {n}", puzzle) for n, puzzle in enumerate(inputs.solvable(kind)[:3]))
    yield from ((f"impossible {n}", puzzle) for n, puzzle in enumerate(inputs.impossible(kind)))
    yield "record", access.pack(kind, "easy")[0][0]


def _warm(kind: str) -> None:
    """Compiles what is compiled on first use, so that an engine does not lose the race because of it."""
    for _, puzzle in _puzzles(kind):
        access.run("check", "--grade", *_TIME_LIMIT, "-", stdin=access.text_of(puzzle))


def steady(answer: Any, best: bool = False) -> Any:
    """Removes what depends on which engine was first; of a solution only its existence remains."""
    if not isinstance(answer, dict):
        return answer
    fields = {name: value for name, value in answer.items() if name not in ("seconds", "engine")}
    if "solution" in fields:
        fields["solution"] = fields["solution"] is not None
        if not best and fields.get("status") == "solved":
            # The score is that of the solution, and not the greatest.
            fields |= {"score": isinstance(fields["score"], int), "bound": isinstance(fields["bound"], int)}
            fields["proven"] = isinstance(fields["proven"], bool)
    return fields


def _answer(words: tuple[str, ...], document: Document) -> list[Any]:
    result = access.run(*words, "-", stdin=access.text_of(document))
    return [result.exit_code, json.loads(result.stdout) if result.stdout else result.stderr]


def command_answers(folder: Path) -> Pinned:
    """All fields but the seconds for a single engine; for racing engines the fields that cannot differ."""
    pinned: Pinned = {}
    for kind in IDS:
        _warm(kind)
        for name, puzzle in _puzzles(kind):
            name_prefix = f"{kind} {name}"
            status, answer = _answer(("solve", "--json", "--engine", "search", *_TIME_LIMIT), puzzle)
            pinned[f"{name_prefix} solve by search"] = [
                status,
                {k: v for k, v in answer.items() if k != "seconds"},
            ]
            for best in (False, True):
                words = ("solve", "--json", *["--best"] * best, *_TIME_LIMIT)
                status, answer = _answer(words, puzzle)
                pinned[f"{name_prefix} solve{' best' * best}"] = [status, steady(answer, best)]
            pinned[f"{name_prefix} check"] = _answer(("check", "--json", "--grade", *_TIME_LIMIT), puzzle)
            pinned[f"{name_prefix} count"] = _answer(
                ("count", "--json", "--cap", str(_CAP), *_TIME_LIMIT), puzzle
            )
            pinned[f"{name_prefix} moves"] = _answer(("solve", "--json", "--moves", *_TIME_LIMIT), puzzle)
            status, answer = pinned[f"{name_prefix} moves"]
            pinned[f"{name_prefix} moves"] = [
                status,
                access.digest(json.dumps(steady(answer), sort_keys=True)),
            ]
        for grade in GRADES:
            pinned |= {f"{kind} {k}": v for k, v in _verify_results(folder, kind, grade).items()}
    return pinned


def _verify_results(folder: Path, kind: str, grade: str) -> Pinned:
    pinned: Pinned = {}
    record, legal = access.pack(kind, grade)[0]
    puzzle, solution = folder / "puzzle.json", folder / "solution.json"
    puzzle.write_text(json.dumps(record))
    for name, solution_json in (("right", legal), ("wrong", inputs.wrong(kind, grade))):
        solution.write_text(json.dumps(solution_json))
        result = access.run("verify", "--json", puzzle, solution)
        pinned[f"{grade} verify {name}"] = [result.exit_code, json.loads(result.stdout)]
    return pinned


def words(folder: Path) -> Pinned:
    """The output for people."""
    pinned: Pinned = {}
    for kind in IDS:
        _warm(kind)
        for name, puzzle in _puzzles(kind):
            for command in (
                ("solve", "--engine", "search", *_TIME_LIMIT),
                ("check", "--grade", *_TIME_LIMIT),
                ("count", "--cap", str(_CAP), *_TIME_LIMIT),
            ):
                result = access.run(*command, "-", stdin=access.text_of(puzzle))
                output = access.timeless(result.stdout)
                # The text above a drawing is stored as it is, the drawing as a digest.
                text, _, drawing = output.partition("\n\n")
                pinned[f"{kind} {name} {command[0]}"] = [
                    result.exit_code,
                    text,
                    access.digest(drawing) if drawing else "",
                    result.stderr,
                ]
        for grade in GRADES[::3]:
            solution = folder / "solution.json"
            solution.write_text(json.dumps(inputs.wrong(kind, grade)))
            puzzle_file = folder / "puzzle.json"
            puzzle_file.write_text(json.dumps(access.pack(kind, grade)[0][0]))
            result = access.run("verify", puzzle_file, solution)
            pinned[f"{kind} {grade} verify wrong"] = [result.exit_code, result.stdout]
            steps = access.run("solve", "--steps", "--engine", "search", *_TIME_LIMIT, puzzle_file)
            output = access.timeless(steps.stdout)
            pinned[f"{kind} {grade} steps"] = [steps.exit_code, access.digest(output)]
    cover = access.pack("end_of_line.cover", "medium")[0][0]
    output = access.run("solve", "--steps", "--engine", "search", "-", stdin=access.text_of(cover)).stdout
    return pinned | {"steps that a person takes": access.timeless(output).splitlines()}


def http_answers(folder: Path) -> Pinned:
    """The answers of every synchronous call."""
    pinned: Pinned = {}
    with access.client(folder, answers=True) as client:
        for kind in IDS:
            for name, puzzle in _puzzles(kind):
                for call, options in _BODIES:
                    body = {"puzzle": puzzle, **options}
                    answer = _post(client, call, body)
                    pinned[f"{kind} {name} {call} {json.dumps(options)}"] = [
                        answer[0],
                        steady(answer[1], options.get("goal") == "best"),
                    ]
            for grade in GRADES:
                record, legal = access.pack(kind, grade)[0]
                for name, solution in (("right", legal), ("wrong", inputs.wrong(kind, grade))):
                    body = {"puzzle": record["puzzle"], "solution": solution}
                    pinned[f"{kind} {grade} verify {name}"] = _post(client, "verify", body)
            for grade in ("easy", "medium"):
                pinned[f"{kind} {grade} generate"] = _generate(
                    client, {"kind": kind, "grade": grade, "seed": 12}
                )
        body = {"kind": "end_of_line.cover", "options": {"rows": 4, "cols": 6}, "seed": 3, "grade": "easy"}
        pinned["generate with options"] = _generate(client, body)
    return pinned


_BODIES: tuple[tuple[str, Document], ...] = (
    ("solve", {}),
    ("solve", {"goal": "best", "seconds": 60, "seed": 1}),
    ("check", {"grade": True, "seconds": 60}),
    ("check", {}),
    ("count", {"cap": _CAP, "seconds": 60}),
)


def _post(client: Client, call: str, body: Document) -> list[Any]:
    answer = client.post(f"/v1/{call}", json=body)
    return [answer.status_code, answer.get_json()]


def _generate(client: Client, body: Document) -> list[Any]:
    status, record = _post(client, "generate", body)
    return [status, {**record, "puzzle": access.digest(json.dumps(record["puzzle"], sort_keys=True))}]


def problems(folder: Path) -> Pinned:
    """The problem documents of bad bodies and paths."""
    pinned: Pinned = {}
    with access.client(folder) as client:
        for path, body in (*_BAD, *_malformed()):
            answer = client.post(path, json=body)
            pinned[f"POST {path} {json.dumps(body)}"] = [answer.status_code, answer.get_json()]
        for path in _BAD_PATHS:
            answer = client.get(path)
            pinned[f"GET {path}"] = [answer.status_code, answer.get_json()]
        for media, raw in _BAD_TEXTS:
            answer = client.post("/v1/check", data=raw, content_type=media)
            pinned[f"POST {media} {raw[:20]!r}"] = [answer.status_code, answer.get_json()]
    return pinned


def _malformed() -> Iterator[tuple[str, Document]]:
    """Yields a puzzle of every kind without each of its fields, and with an invalid value in each."""
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
    ("/v1/books", {"cut_outs": False, "card_size": 50}),
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
