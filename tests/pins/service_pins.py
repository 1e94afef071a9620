"""Pins of the service: its OpenAPI document, its answers, its database and its settings."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from tests.pins import access, inputs
from tests.pins.access import GRADES, IDS, Document
from tests.pins.pin import Pinned

# The packs begin on this day; all of these are over.
_FIRST = date(2026, 11, 1)
_DAYS = 7
_COVER = "end_of_line.cover"
# The default is the number of cores, or two.
_BY_CORES = ("LINEWORKS_WEB_WORKERS", "LINEWORKS_SOLVERS", "LINEWORKS_JOBS")


def openapi(folder: Path) -> Pinned:
    with access.client(folder) as client:
        pinned: Pinned = client.get("/openapi.json").get_json()
    return pinned


def kinds(folder: Path) -> Pinned:
    """The kinds, from the service and from the command."""
    with access.client(folder) as client:
        answer = client.get("/v1/kinds").get_json()
    pinned: Pinned = {"told": answer, "lines": access.run("kinds").stdout.splitlines()}
    for kind in IDS:
        pinned[f"{kind} schema"] = json.loads(access.run("schema", kind).stdout)
        pinned[f"{kind} solution"] = json.loads(access.run("schema", kind, "--solution").stdout)
        pinned[f"{kind} properties"] = access.properties(kind)
    return pinned


def dailies(folder: Path) -> Pinned:
    """The puzzles of the first days, and the documents of a few."""
    pinned: Pinned = {}
    with access.client(folder) as client:
        for n in range(_DAYS):
            day = _FIRST + timedelta(days=n)
            answer = client.get(f"/v1/archive/{day}")
            pinned[str(day)] = access.digest(json.dumps(answer.get_json(), sort_keys=True))
            for kind in IDS:
                names = [client.get(f"/v1/daily/{kind}/{day}?grade={g}").get_json()["id"] for g in GRADES]
                pinned[f"{day} {kind}"] = names
        for kind in IDS:
            name = access.pack(kind, "easy")[0][0]["id"]
            for path in (f"/v1/puzzles/{name}", f"/v1/puzzles/{name}/solution"):
                answer = client.get(path)
                pinned[path] = [
                    answer.status_code,
                    access.digest(json.dumps(answer.get_json(), sort_keys=True)),
                ]
            for path in (f"/v1/puzzles/{name}.svg", f"/v1/puzzles/{name}/solution.svg"):
                svg_answer = client.get(path)
                pinned[path] = [svg_answer.status_code, access.digest(access.without_data(svg_answer.text))]
    return pinned


def jobs(folder: Path) -> Pinned:
    """The rows of each call in the table of jobs: bodies with every default, for other versions to read."""
    pinned: Pinned = {}
    with access.client(folder) as client:
        for path, body in _posted():
            answer = client.post(path, json=body)
            job = answer.get_json()
            fields = {name: value for name, value in job.items() if name not in ("id", "created")}
            name = f"POST {path} {access.digest(json.dumps(body))[:8]}"
            pinned[name] = {"posted": body, "status": answer.status_code, "told": fields}
            pinned[name] |= _row(access.database(folder), job["id"], body)
    return pinned


def _row(database: Path, job_id: str, posted: Document) -> Document:
    with closing(sqlite3.connect(database)) as connection:
        query = "SELECT call, body, state, attempt FROM jobs WHERE id = ?"
        call, text, state, attempt = connection.execute(query, (job_id,)).fetchone()
    body = json.loads(text)
    # Random seeds, and the day of the order, are replaced.
    order = body["order"] if call == "book" else body
    request_body = posted.get("body", posted)
    if "seed" in order and request_body.get("seed") is None and call in ("book", "generate"):
        order["seed"] = type(order["seed"]).__name__
    if call == "book":
        assert date.fromisoformat(body["day"]) >= _FIRST
        body["day"] = "today"
    return {"call": call, "body": body, "row": [state, attempt]}


def _posted() -> list[tuple[str, Document]]:
    pinned: list[tuple[str, Document]] = []

    def job(call: str, **body: Any) -> None:
        pinned.append(("/v1/jobs", {"call": call, "body": body}))

    for kind in IDS:
        puzzle = inputs.solvable(kind)[0]
        job("solve", puzzle=puzzle)
        record, right = access.pack(kind, "easy")[0]
        job("verify", puzzle=record, solution=right)
    cover = inputs.solvable(_COVER)[1]
    job("solve", puzzle=cover, goal="best", seconds=2.5, seed=7, moves=False)
    job("solve", puzzle=inputs.solvable("linja.endgame")[1], moves=True)
    job("check", puzzle=cover)
    job("check", puzzle=cover, seconds=600, grade=True)
    job("count", puzzle=cover)
    job("count", puzzle=access.pack(_COVER, "hard")[0][0], cap=1_000_000, seconds=0)
    job("generate", kind=_COVER)
    job("generate", kind=_COVER, seed=None, options={})
    job("generate", kind="light_line.solo", grade="hard", seed=2**63 - 1, options={"cards": 8})
    book = {"count": 7, "seed": 1}
    ids = [access.pack(kind, "easy")[n][0]["id"] for n, kind in enumerate(IDS)]
    look = {"paper": "a5", "ink": "patterns", "language": "de", "title": "T", "answers": "apart"}
    pinned += [("/v1/books", order) for order in (book, {}, {"ids": ids}, {"puzzles": [cover]}, book | look)]
    return pinned


def database(folder: Path) -> Pinned:
    """The tables that the migrations create, and the names of the migrations."""
    with access.client(folder), closing(sqlite3.connect(access.database(folder))) as connection:
        rows = connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY type, name").fetchall()
        version = connection.execute("SELECT version_num FROM alembic_version").fetchall()
        (journal,) = connection.execute("PRAGMA journal_mode").fetchone()
    pinned: Pinned = {f"{what} {name}": " ".join((sql or "").split()) for what, name, sql in rows}
    return pinned | {"version": version, "journal": journal, "migrations": _migrations()}


def _migrations() -> list[list[str]]:
    """Returns every revision and its predecessor."""
    pinned = []
    for path in sorted((access.ROOT / "api").rglob("migrations/versions/*.py")):
        text = path.read_text()
        pair = re.findall(r"^(?:down_)?revision\b.*?= *(.+?)$", text, re.MULTILINE)
        pinned += [pair] if pair else []
    return sorted(pinned)


def settings(folder: Path) -> Pinned:
    """Name, default and meaning of each setting."""
    with access.environment(**{access.VARIABLE: str(folder)}):
        values = json.loads(access.run("settings", "--json").stdout)
        lines = access.run("settings").stdout.splitlines()
    meanings = dict(zip(values, lines[1::2], strict=True))
    pinned: Pinned = {}
    for name, value in values.items():
        default = value.replace(str(folder), "DATA") if isinstance(value, str) else value
        pinned[name] = ["by the cores" if name in _BY_CORES else default, meanings[name].strip()]
    return pinned
