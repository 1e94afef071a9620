"""What can be read: kinds, dailies, the bank."""

from __future__ import annotations

import re
from datetime import date
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response

from api.bank.dailies import Daily, is_whole
from api.bank.days import seconds_until_over, today
from api.bank.visibility import find_open_solution, find_visible
from api.calls.catalogue import CALLS
from api.store import bank
from api.store import dailies as rows
from api.store.bank import StoredPuzzle
from api.web.context import base_url, service
from api.web.request import read_query
from api.web.responses import A_DAY, FOREVER, HOUR, MINUTE, SVG, HttpProblem, cached, cached_json
from generators.protocol import GRADES
from puzzles import packs
from puzzles.json_shapes import Choice, Integer, Record, Text
from puzzles.kind import PuzzleKind
from puzzles.registry import KINDS, kind_named

BLUEPRINT = Blueprint("reads", __name__)
NO_PARAMETERS = Record({}, what="no parameters")
GRADE = Record({"grade": Choice(GRADES)}, {"grade": "medium"})
_LIMITS: dict[str, Any] = {"cursor": Text(40), "limit": Integer(1, 100)}
PAGE = Record(
    {"kind": Choice(tuple(kind.id for kind in KINDS)), "grade": Choice(GRADES), **_LIMITS},
    {"limit": 20},
    optional=("kind", "grade", "cursor"),
)
FEED = Record({name: PAGE.fields[name] for name in ("kind", "grade")}, optional=("kind", "grade"))
ARCHIVE = Record(_LIMITS, {"limit": 20}, optional=("cursor",))
_ID = re.compile(r"[0-9a-hjkmnp-tv-z]{16}")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@BLUEPRINT.get("/v1/kinds")
def kinds() -> Response:
    read_query(NO_PARAMETERS)
    return cached_json({"kinds": [_kind(kind) for kind in KINDS]}, HOUR)


def _kind(kind: PuzzleKind[Any, Any]) -> dict[str, Any]:
    return {
        "id": kind.id,
        "summary": kind.summary,
        "grades": list(packs.packed().get(kind.id, GRADES)),
        "calls": [call.name for call in CALLS if call.is_for(kind)],
        "has_score": kind.facts.scored,
        "promises_unique": kind.facts.unique,
        "schema": kind.puzzle_schema(),
        "solution_schema": kind.solution_schema(),
    }


@BLUEPRINT.get("/v1/daily")
def daily() -> Response:
    read_query(NO_PARAMETERS)
    day = today()
    found = service().dailies.publish(day)
    return _day(day, found, lasting_today(day, is_whole(found)), None)


def _day(day: date, found: tuple[Daily, ...], seconds: float, cache: str | None) -> Response:
    value = {"date": day.isoformat(), "puzzles": [_record(each.record) for each in found]}
    return cached_json(value, cache, seconds)


def lasting_today(day: date, whole: bool = True) -> float:
    """Seconds for which an address without a date tells the same: until the day is over that was today when
    it was asked, which it may be by now. What it lacks may come any moment."""
    return seconds_until_over(day) if whole else min(seconds_until_over(day), 60.0)


@BLUEPRINT.get("/v1/daily/<kind>")
def daily_of_kind(kind: str) -> Response:
    day = today()
    found = _daily(day, kind)
    return cached_json(_record(found.record), None, lasting_today(day), headers=_links(found.record))


@BLUEPRINT.get("/v1/daily/<kind>/<day>")
def daily_of_day(kind: str, day: str) -> Response:
    """Immutable, also today: what is published never changes."""
    found = _daily(read_date(day), kind)
    return cached_json(_record(found.record), FOREVER, headers=_links(found.record))


def _daily(day: date, kind: str) -> Daily:
    if kind not in packs.packed():
        raise HttpProblem(404, f"there is no daily puzzle of a kind {kind[:100]!r}")
    grade = read_query(GRADE)["grade"]
    found = service().dailies.find(day, kind, grade)
    if found is None:
        raise HttpProblem(404, f"there is no {grade} {kind} of {day}")
    return found


def read_date(text: str) -> date:
    try:
        if _DATE.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        pass
    told = f"expected a date such as 2026-11-01, got {text[:60]!r}"
    raise HttpProblem(422, told, [{"parameter": "date", "detail": told}])


@BLUEPRINT.get("/v1/archive")
def archive() -> Response:
    """The days that have dailies, the latest first."""
    asked = read_query(ARCHIVE)
    before = None if "cursor" not in asked else read_date(asked["cursor"]).isoformat()
    service().dailies.publish(today())
    with service().database.reading() as c:
        found = rows.days(c, before, asked["limit"] + 1)
    days = found[: asked["limit"]]
    following = days[-1] if len(found) > len(days) else None
    told = [{"date": day, "url": f"{base_url()}/v1/archive/{day}"} for day in days]
    value = {"days": told, "next": following}
    return cached_json(value, MINUTE, 0, headers=_next("/v1/archive", asked, following))


@BLUEPRINT.get("/v1/archive/<day>")
def archive_day(day: str) -> Response:
    read_query(NO_PARAMETERS)
    wanted = read_date(day)
    found = service().dailies.publish(wanted)
    if not found:
        raise HttpProblem(404, f"there are no daily puzzles of {wanted}")
    # What was published for a day never changes; what it lacks may come any moment.
    return _day(wanted, found, *((A_DAY, FOREVER) if is_whole(found) else (0.0, MINUTE)))


@BLUEPRINT.get("/v1/puzzles")
def puzzles() -> Response:
    asked = read_query(PAGE)
    after = 0
    if "cursor" in asked:
        if not re.fullmatch(r"p[0-9]{1,15}", asked["cursor"]):
            told = "expected a cursor that an answer gave as next"
            raise HttpProblem(422, told, [{"parameter": "cursor", "detail": told}])
        after = int(asked["cursor"][1:])
    service().dailies.publish(today())
    with service().database.reading() as c:
        found = bank.page(c, asked.get("kind"), asked.get("grade"), after, asked["limit"] + 1)
    page = found[: asked["limit"]]
    following = f"p{page[-1][0]}" if len(found) > len(page) else None
    value = {"puzzles": [_record(record) for _, record in page], "next": following}
    return cached_json(value, MINUTE, 0, headers=_next("/v1/puzzles", asked, following))


def _next(path: str, asked: dict[str, Any], cursor: str | None) -> tuple[tuple[str, str], ...]:
    if cursor is None:
        return ()
    url = f"{base_url()}{path}?{urlencode(asked | {'cursor': cursor})}"
    return (("Link", f'<{url}>; rel="next"'),)


@BLUEPRINT.get("/v1/puzzles/<puzzle_id>")
def puzzle(puzzle_id: str) -> Response:
    read_query(NO_PARAMETERS)
    record = visible_puzzle(puzzle_id).record
    return cached_json(_record(record), FOREVER, headers=_links(record))


@BLUEPRINT.get("/v1/puzzles/<puzzle_id>.svg")
def drawing(puzzle_id: str) -> Response:
    read_query(NO_PARAMETERS)
    return _drawn(visible_puzzle(puzzle_id).record)


def _drawn(record: dict[str, Any], solution: object = None) -> Response:
    kind = kind_named(record["kind"])
    solved = None if solution is None else kind.parse_solution(solution)
    svg = kind.draw(kind.parse(record["puzzle"]), solved).svg
    # A drawing styles itself.
    styled = (("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'"),)
    return cached(svg.encode(), SVG, HOUR, headers=styled)


@BLUEPRINT.get("/v1/puzzles/<puzzle_id>/solution")
def solution(puzzle_id: str) -> Response:
    read_query(NO_PARAMETERS)
    record, solved, score = _solved(puzzle_id)
    return cached_json(
        {"id": record["id"], "kind": record["kind"], "solution": solved, "score": score}, FOREVER
    )


@BLUEPRINT.get("/v1/puzzles/<puzzle_id>/solution.svg")
def solution_drawing(puzzle_id: str) -> Response:
    read_query(NO_PARAMETERS)
    record, solved, _ = _solved(puzzle_id)
    return _drawn(record, solved)


def _solved(puzzle_id: str) -> tuple[dict[str, Any], dict[str, Any], int | None]:
    """Record, solution and score, where the solution may be seen."""
    record = visible_puzzle(puzzle_id).record
    with service().database.reading() as c:
        found = find_open_solution(c, puzzle_id)
    if found is None:
        raise HttpProblem(404, f"the solution of {record['id']} is not open, or not known")
    return record, *found


def visible_puzzle(puzzle_id: str) -> StoredPuzzle:
    if _ID.fullmatch(puzzle_id):
        with service().database.reading() as c:
            found = find_visible(c, puzzle_id)
        if found is not None:
            return found
    raise HttpProblem(404, f"there is no puzzle {puzzle_id[:60]!r}")


def _record(record: dict[str, Any]) -> dict[str, Any]:
    """As it is sent: its address is whole."""
    return record | {"url": base_url() + record["url"]}


def _links(record: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    path = f"{base_url()}/v1/puzzles/{record['id']}"
    return (("Link", f'<{path}>; rel="canonical", <{path}.svg>; rel="alternate"; type="image/svg+xml"'),)
