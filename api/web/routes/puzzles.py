"""The reads of the API: the kinds, the dailies with their archive, and the bank of puzzles."""

from __future__ import annotations

import re
from datetime import date
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response

from api.bank.dailies import Day, is_complete
from api.bank.days import seconds_until_over, today
from api.bank.lookup import VisiblePuzzle, find_puzzle
from api.bank.visibility import opening
from api.calls.call import Reader
from api.calls.catalogue import CALLS
from api.calls.generator_options import generator_options
from api.calls.published_records import published
from api.problem_documents import BAD_PARAMETER, NOT_OPEN_YET
from api.store import bank
from api.store.bank import Solution
from api.store.dailies import days as published_days
from api.web.context import base_url, reader, service
from api.web.languages import LANGUAGE, PARAMETER
from api.web.request import read_query
from api.web.response_cache import Headers
from api.web.responses import (
    A_DAY,
    FOREVER,
    HOUR,
    MINUTE,
    SVG,
    HttpProblem,
    cached_json,
    cached_response,
    lifetime,
)
from puzzles import packs
from puzzles.grades import GRADES
from puzzles.json_shapes import Choice, Integer, ObjectShape, Text
from puzzles.kind import PuzzleKind
from puzzles.registry import KIND_IDS, KINDS, kind_named
from puzzles.texts import Translator, translator_for
from puzzles.titles import kind_title

BLUEPRINT = Blueprint("reads", __name__)
NO_PARAMETERS = ObjectShape({}, what="no parameters")
LANG = ObjectShape({PARAMETER: LANGUAGE}, optional=(PARAMETER,))
GRADE = ObjectShape(
    {"grade": Choice(GRADES), PARAMETER: LANGUAGE}, {"grade": "medium"}, optional=(PARAMETER,)
)
_LIMITS: dict[str, Any] = {"cursor": Text(40), "limit": Integer(1, 100)}
PAGE = ObjectShape(
    {"kind": Choice(KIND_IDS), "grade": Choice(GRADES), **_LIMITS, PARAMETER: LANGUAGE},
    {"limit": 20},
    optional=("kind", "grade", "cursor", PARAMETER),
)
_FEED = ("kind", "grade", PARAMETER)
FEED = ObjectShape({name: PAGE.fields[name] for name in _FEED}, optional=_FEED)
ARCHIVE = ObjectShape(_LIMITS, {"limit": 20}, optional=("cursor",))
# A drawing needs nothing from outside.
DRAWING_POLICY = ("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
_CURSOR = re.compile(r"p[0-9]{1,15}")
_ID = re.compile(r"[0-9a-hjkmnp-tv-z]{16}")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@BLUEPRINT.get("/v1/kinds")
def kinds() -> Response:
    read_query(LANG)
    translator = translator_for(reader().language)
    values = [_kind(kind, translator) for kind in KINDS]
    return cached_json({"kinds": values}, HOUR, language=translator.language)


def _kind(kind: PuzzleKind[Any, Any], translator: Translator) -> dict[str, Any]:
    return {
        "id": kind.id,
        "name": translator.render(kind_title(kind.id)),
        "summary": kind.summary,
        "grades": list(packs.grades_by_kind().get(kind.id, GRADES)),
        "calls": [call.name for call in CALLS if call.is_for(kind)],
        "has_score": kind.facts.scored,
        "promises_unique": kind.facts.unique,
        "schema": kind.puzzle_schema(),
        "solution_schema": kind.solution_schema(),
        "options_schema": generator_options()[kind.id],
        "progress_schema": kind.progress_schema(),
    }


@BLUEPRINT.get("/v1/daily")
def daily() -> Response:
    read_query(LANG)
    day = today()
    puzzles_of_day = service().dailies.read(day)
    return _day(day, puzzles_of_day, None, seconds_valid(day, is_complete(puzzles_of_day.dailies)))


def _day(day: date, puzzles_of_day: Day, cache_control: str | None, seconds: float) -> Response:
    audience = reader()
    puzzles = [published(daily.record, daily.best_score, audience, day) for daily in puzzles_of_day.dailies]
    value = {"date": day.isoformat(), "puzzles": puzzles}
    caching = lifetime(cache_control, seconds, provisional=puzzles_of_day.outage is not None)
    return cached_json(value, *caching, language=audience.language)


def seconds_valid(day: date, whole: bool = True) -> float:
    """Returns for how many seconds a response to an address without a date stays valid.

    That is until its day is over, which may be now. A puzzle that the day lacks may be published at any
    moment.
    """
    return seconds_until_over(day) if whole else min(seconds_until_over(day), 60.0)


@BLUEPRINT.get("/v1/daily/<kind>")
def daily_of_kind(kind: str) -> Response:
    day = today()
    return _daily_response(day, kind, None, seconds_valid(day))


@BLUEPRINT.get("/v1/daily/<kind>/<day>")
def daily_of_day(kind: str, day: str) -> Response:
    """A day's puzzle: immutable even today, as what is published never changes."""
    return _daily_response(read_date(day), kind, FOREVER, A_DAY)


def _daily_response(day: date, kind: str, cache_control: str | None, seconds: float) -> Response:
    if kind not in packs.grades_by_kind():
        raise HttpProblem(404, f"there are no daily puzzles of the kind {kind[:100]!r}")
    grade = read_query(GRADE)["grade"]
    puzzles_of_day = service().dailies.read(day)
    daily = puzzles_of_day.find(kind, grade)
    if daily is None:
        raise HttpProblem(404, f"there is no {grade} puzzle of {kind} for {day}")
    provisional = puzzles_of_day.outage is not None
    caching = lifetime(cache_control, seconds, provisional=provisional)
    audience = reader()
    value = published(daily.record, daily.best_score, audience, day)
    return cached_json(value, *caching, headers=_links(daily.record), language=audience.language)


def read_date(text: str) -> date:
    try:
        if _DATE.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise _bad_parameter("date", f"expected a date such as 2026-11-01, got {text[:60]!r}")


def _bad_parameter(name: str, detail: str) -> HttpProblem:
    return HttpProblem(422, detail, [{"parameter": name, "detail": detail}], problem_type=BAD_PARAMETER)


@BLUEPRINT.get("/v1/archive")
def archive() -> Response:
    """The days that have dailies, the latest first."""
    parameters = read_query(ARCHIVE)
    before = None if "cursor" not in parameters else read_date(parameters["cursor"]).isoformat()
    service().dailies.publish(today())
    with service().database.reading() as c:
        rows = published_days(c, before, parameters["limit"] + 1)
    days = rows[: parameters["limit"]]
    cursor = days[-1] if len(rows) > len(days) else None
    links = [{"date": day, "url": f"{base_url()}/v1/archive/{day}"} for day in days]
    headers = _next_page("/v1/archive", parameters, cursor)
    return cached_json({"days": links, "next": cursor}, MINUTE, 0, headers)


@BLUEPRINT.get("/v1/archive/<day>")
def archive_day(day: str) -> Response:
    read_query(LANG)
    date_ = read_date(day)
    puzzles_of_day = service().dailies.read(date_)
    if not puzzles_of_day.dailies:
        raise HttpProblem(404, f"there are no daily puzzles for {date_}")
    # What was published for a day never changes; what it lacks may be published at any moment.
    whole = is_complete(puzzles_of_day.dailies)
    return _day(date_, puzzles_of_day, *((FOREVER, A_DAY) if whole else (MINUTE, 0.0)))


@BLUEPRINT.get("/v1/puzzles")
def puzzles() -> Response:
    parameters = read_query(PAGE)
    after = _position_of(parameters["cursor"]) if "cursor" in parameters else 0
    service().dailies.publish(today())
    with service().database.reading() as c:
        rows = bank.page(c, parameters.get("kind"), parameters.get("grade"), after, parameters["limit"] + 1)
    page = rows[: parameters["limit"]]
    cursor = f"p{page[-1][0]}" if len(rows) > len(page) else None
    audience = reader()
    records = [published(record, best_score, audience) for _, record, best_score in page]
    links = _next_page("/v1/puzzles", parameters, cursor)
    return cached_json({"puzzles": records, "next": cursor}, MINUTE, 0, links, audience.language)


def _position_of(cursor: str) -> int:
    if not _CURSOR.fullmatch(cursor):
        raise _bad_parameter("cursor", "expected a cursor from the field `next` of an answer")
    return int(cursor[1:])


def _next_page(path: str, parameters: dict[str, Any], cursor: str | None) -> Headers:
    if cursor is None:
        return ()
    url = f"{base_url()}{path}?{urlencode(parameters | {'cursor': cursor})}"
    return (("Link", f'<{url}>; rel="next"'),)


@BLUEPRINT.get("/v1/puzzles/<puzzle_id>")
def puzzle(puzzle_id: str) -> Response:
    read_query(LANG)
    visible = visible_puzzle(puzzle_id)
    audience, links = reader(), _links(visible.puzzle.record)
    caching = lifetime(FOREVER, provisional=visible.provisional)
    return cached_json(
        published_puzzle(visible, audience), *caching, headers=links, language=audience.language
    )


def published_puzzle(visible: VisiblePuzzle, audience: Reader) -> dict[str, Any]:
    """Returns the record of a puzzle as it is sent."""
    stored = visible.puzzle
    day = None if stored.day is None else date.fromisoformat(stored.day)
    return published(stored.record, stored.best_score, audience, day)


@BLUEPRINT.get("/v1/puzzles/<puzzle_id>.svg")
def drawing(puzzle_id: str) -> Response:
    read_query(NO_PARAMETERS)
    return _drawing(visible_puzzle(puzzle_id))


def _drawing(visible: VisiblePuzzle, solution: object = None) -> Response:
    record = visible.puzzle.record
    kind = kind_named(record["kind"])
    solved = None if solution is None else kind.parse_solution(solution)
    svg = kind.draw(kind.parse(record["puzzle"]), solved).svg
    return cached_response(
        svg.encode(), SVG, *lifetime(HOUR, provisional=visible.provisional), headers=(DRAWING_POLICY,)
    )


@BLUEPRINT.get("/v1/puzzles/<puzzle_id>/solution")
def solution(puzzle_id: str) -> Response:
    read_query(NO_PARAMETERS)
    visible, solved = _with_open_solution(puzzle_id)
    record = visible.puzzle.record
    value = {"id": record["id"], "kind": record["kind"], "solution": solved.solution, "score": solved.score}
    return cached_json(value, *lifetime(FOREVER, provisional=visible.provisional))


@BLUEPRINT.get("/v1/puzzles/<puzzle_id>/solution.svg")
def solution_drawing(puzzle_id: str) -> Response:
    read_query(NO_PARAMETERS)
    visible, solved = _with_open_solution(puzzle_id)
    return _drawing(visible, solved.solution)


def _with_open_solution(puzzle_id: str) -> tuple[VisiblePuzzle, Solution]:
    """Finds a puzzle audience solution is open."""
    visible = visible_puzzle(puzzle_id)
    if visible.solution is not None:
        return visible, visible.solution
    opens = opening(visible.puzzle)
    if opens is None:
        raise HttpProblem(404, f"no solution of {puzzle_id} is known")
    moment = f"{opens:%Y-%m-%dT%H:%M:%SZ}"
    detail = f"the solution of {puzzle_id} opens at {moment}"
    raise HttpProblem(404, detail, problem_type=NOT_OPEN_YET, fields={"opens": moment})


def visible_puzzle(puzzle_id: str) -> VisiblePuzzle:
    """Finds a puzzle that anybody may see; a 404 for any other."""
    if _ID.fullmatch(puzzle_id):
        visible = find_puzzle(service().database, service().dailies, puzzle_id)
        if visible is not None:
            return visible
    raise HttpProblem(404, f"there is no puzzle {puzzle_id[:60]!r}")


def _links(record: dict[str, Any]) -> Headers:
    path = f"{base_url()}/v1/puzzles/{record['id']}"
    return (("Link", f'<{path}>; rel="canonical", <{path}.svg>; rel="alternate"; type="image/svg+xml"'),)
