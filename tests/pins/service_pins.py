"""Pins of the service: its document, what it reads out, what it writes down, and its settings."""

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
# By default as many as the machine has cores, or two.
_BY_CORES = ("LINEWORKS_WEB_WORKERS", "LINEWORKS_SOLVERS", "LINEWORKS_JOBS")


def openapi(folder: Path) -> Pinned:
    with access.client(folder) as client:
        found: Pinned = client.get("/openapi.json").get_json()
    return found


def kinds(folder: Path) -> Pinned:
    """As the service tells of them, and the command."""
    with access.client(folder) as client:
        told = client.get("/v1/kinds").get_json()
    found: Pinned = {"told": told, "lines": access.run("kinds").stdout.splitlines()}
    for kind in IDS:
        found[f"{kind} schema"] = json.loads(access.run("schema", kind).stdout)
        found[f"{kind} solution"] = json.loads(access.run("schema", kind, "--solution").stdout)
        found[f"{kind} properties"] = access.properties(kind)
    return found


def dailies(folder: Path) -> Pinned:
    """Which puzzles the first days have, and what is read of a few."""
    found: Pinned = {}
    with access.client(folder) as client:
        for n in range(_DAYS):
            day = _FIRST + timedelta(days=n)
            told = client.get(f"/v1/archive/{day}")
            found[str(day)] = access.digest(json.dumps(told.get_json(), sort_keys=True))
            for kind in IDS:
                names = [client.get(f"/v1/daily/{kind}/{day}?grade={g}").get_json()["id"] for g in GRADES]
                found[f"{day} {kind}"] = names
        for kind in IDS:
            name = access.pack(kind, "easy")[0][0]["id"]
            for path in (f"/v1/puzzles/{name}", f"/v1/puzzles/{name}/solution"):
                told = client.get(path)
                found[path] = [told.status_code, access.digest(json.dumps(told.get_json(), sort_keys=True))]
            for path in (f"/v1/puzzles/{name}.svg", f"/v1/puzzles/{name}/solution.svg"):
                drawn = client.get(path)
                found[path] = [drawn.status_code, access.digest(access.without_data(drawn.text))]
    return found


def jobs(folder: Path) -> Pinned:
    """What the table of jobs has of each call: the body with every default, for other versions to read."""
    found: Pinned = {}
    with access.client(folder) as client:
        for path, body in _posted():
            answer = client.post(path, json=body)
            job = answer.get_json()
            told = {name: value for name, value in job.items() if name not in ("id", "created")}
            name = f"POST {path} {access.digest(json.dumps(body))[:8]}"
            found[name] = {"posted": body, "status": answer.status_code, "told": told}
            found[name] |= _row(access.database(folder), job["id"], body)
    return found


def _row(database: Path, job_id: str, posted: Document) -> Document:
    with closing(sqlite3.connect(database)) as connection:
        asked = "SELECT call, body, state, attempt FROM jobs WHERE id = ?"
        call, text, state, attempt = connection.execute(asked, (job_id,)).fetchone()
    body = json.loads(text)
    # What is drawn by lot, and the day of the order.
    drawn = body["order"] if call == "book" else body
    given = posted.get("body", posted)
    if "seed" in drawn and given.get("seed") is None and call in ("book", "generate"):
        drawn["seed"] = type(drawn["seed"]).__name__
    if call == "book":
        assert date.fromisoformat(body["day"]) >= _FIRST
        body["day"] = "today"
    return {"call": call, "body": body, "row": [state, attempt]}


def _posted() -> list[tuple[str, Document]]:
    found: list[tuple[str, Document]] = []

    def job(call: str, **body: Any) -> None:
        found.append(("/v1/jobs", {"call": call, "body": body}))

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
    found += [("/v1/books", each) for each in (book, {}, {"ids": ids}, {"puzzles": [cover]}, book | look)]
    return found


def database(folder: Path) -> Pinned:
    """The tables as the migrations leave them, and what the migrations are called."""
    with access.client(folder), closing(sqlite3.connect(access.database(folder))) as connection:
        rows = connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY type, name").fetchall()
        version = connection.execute("SELECT version_num FROM alembic_version").fetchall()
        (journal,) = connection.execute("PRAGMA journal_mode").fetchone()
    found: Pinned = {f"{what} {name}": " ".join((sql or "").split()) for what, name, sql in rows}
    return found | {"version": version, "journal": journal, "migrations": _migrations()}


def _migrations() -> list[list[str]]:
    """Every revision, and the one before it."""
    found = []
    for path in sorted((access.ROOT / "api").rglob("migrations/versions/*.py")):
        text = path.read_text()
        pair = re.findall(r"^(?:down_)?revision\b.*?= *(.+?)$", text, re.MULTILINE)
        found += [pair] if pair else []
    return sorted(found)


def settings(folder: Path) -> Pinned:
    """Name, default and meaning of each."""
    with access.environment(**{access.VARIABLE: str(folder)}):
        values = json.loads(access.run("settings", "--json").stdout)
        lines = access.run("settings").stdout.splitlines()
    meanings = dict(zip(values, lines[1::2], strict=True))
    found: Pinned = {}
    for name, value in values.items():
        told = value.replace(str(folder), "DATA") if isinstance(value, str) else value
        found[name] = ["by the cores" if name in _BY_CORES else told, meanings[name].strip()]
    return found
