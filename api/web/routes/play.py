"""The pages to play on: a day's puzzle of a kind, a puzzle at its short address, and any puzzle at all."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from flask import Blueprint, Response

from api.bank.days import seconds_until_over, today
from api.bank.lookup import VisiblePuzzle
from api.bank.visibility import seconds_until_open
from api.web.context import reader, service
from api.web.html_pages import CONTENT_POLICY, Assets, render_page
from api.web.languages import LANGUAGE, PARAMETER
from api.web.page_texts import PageTexts
from api.web.problem_pages import HTML
from api.web.request import read_query
from api.web.responses import A_DAY, HOUR, SVG, HttpProblem, cached_response, lifetime
from api.web.routes.page_query import read_page_query
from api.web.routes.puzzles import DRAWING_POLICY, published_puzzle, read_date, visible_puzzle
from api.web.static_files import PAGE, texts_path
from puzzles import packs
from puzzles.game import Game
from puzzles.grades import GRADES
from puzzles.json_shapes import Choice, ObjectShape, Text
from puzzles.registry import game_of, kind_named
from puzzles.texts import translator_for
from puzzles.titles import dated_title, kind_title, puzzle_title

BLUEPRINT = Blueprint("play", __name__)
_SCRIPT, _STYLE = "frame/play_page.js", "frame/play.css"
PUZZLE_OF_DAY = ObjectShape(
    {"grade": Choice(GRADES), "date": Text(40), PARAMETER: LANGUAGE},
    {"grade": "medium"},
    optional=("date", PARAMETER),
)


@BLUEPRINT.get("/play/<kind>")
def play_daily(kind: str) -> Response:
    """A day's puzzle of a kind: today's, unless the query names a date."""
    if kind not in packs.grades_by_kind():
        raise HttpProblem(404, f"there are no daily puzzles of the kind {kind[:100]!r}")
    parameters = read_query(PUZZLE_OF_DAY)
    chosen = parameters.pop(PARAMETER, None)
    day = read_date(parameters["date"]) if "date" in parameters else today()
    daily = service().dailies.read(day).find(kind, parameters["grade"])
    if daily is None:
        raise HttpProblem(404, f"there is no {parameters['grade']} puzzle of {kind} for {day}")
    # What an address without a date shows is another puzzle when the day is over.
    seconds = A_DAY if "date" in parameters else seconds_until_over(day)
    texts = PageTexts(translator_for(reader().language), chosen, parameters)
    return _puzzle_page(visible_puzzle(daily.record["id"]), texts, seconds)


@BLUEPRINT.get("/p/<puzzle_id>")
def play_puzzle(puzzle_id: str) -> Response:
    """A puzzle at its short address."""
    return _puzzle_page(visible_puzzle(puzzle_id), read_page_query(), A_DAY)


@BLUEPRINT.get("/p/<puzzle_id>.svg")
def board(puzzle_id: str) -> Response:
    """The board of a puzzle alone, as the page of its day shows it."""
    texts, visible = read_page_query(), visible_puzzle(puzzle_id)
    record = visible.puzzle.record
    kind, look = kind_named(record["kind"]), game_of(record["kind"]).board_look
    drawing = kind.draw(kind.parse(record["puzzle"]), None, replace(look, language=texts.language))
    caching = lifetime(HOUR, provisional=visible.provisional)
    return cached_response(
        drawing.svg.encode(), SVG, *caching, headers=(DRAWING_POLICY,), language=texts.language
    )


@BLUEPRINT.get("/play")
def play_any() -> Response:
    """Any puzzle at all: its line of text is the fragment of the address, which browsers do not send."""
    texts = read_page_query()
    modules = (texts_path(texts.language, PAGE),)
    data: dict[str, Any] = {"kind": None, "game": None, "record": None, "solution_url": None}
    data |= {"before": None, "after": None, "rules": f"/rules{texts.query}"}
    assets = Assets(_SCRIPT, modules, (_STYLE,), data)
    content = render_page("play.html", texts("play.title"), texts, assets)
    return cached_response(content, HTML, HOUR, A_DAY, (CONTENT_POLICY,), texts.language)


def _puzzle_page(visible: VisiblePuzzle, texts: PageTexts, seconds: float) -> Response:
    record, day = published_puzzle(visible, reader()), visible.puzzle.day
    game = game_of(record["kind"])
    title = puzzle_title(record["kind"], record["grade"])
    if day is not None:
        title = dated_title(title, date.fromisoformat(day), today())
    # The page changes when the solution opens, which is when there is a next day.
    closed = seconds_until_open(visible.puzzle)
    seconds = min(seconds, closed or A_DAY)
    cache_control = HOUR if seconds == A_DAY else None
    assets = _assets(game, record["kind"], texts, _data(texts, game, visible, record))
    content = render_page(
        "play.html", texts.translator.render(title), texts, assets,
        record=record, closed=bool(closed), has_solution=visible.solution is not None,
        rules={"id": game.id, "name": game.name(texts.translator)},
    )  # fmt: skip
    caching = lifetime(cache_control, seconds, provisional=visible.provisional)
    return cached_response(content, HTML, *caching, (CONTENT_POLICY,), texts.language)


def _assets(game: Game, kind: str, texts: PageTexts, data: dict[str, Any]) -> Assets:
    """Returns what the page of a kind loads: the frame, the kind's own module and the texts of both."""
    own = f"games/{game.id}/page_{kind.removeprefix(f'{game.id}.')}.js"
    modules = (own, texts_path(texts.language, PAGE), texts_path(texts.language, game.id))
    return Assets(_SCRIPT, modules, (_STYLE, f"games/{game.id}/style.css"), data)


def _data(texts: PageTexts, game: Game, visible: VisiblePuzzle, record: dict[str, Any]) -> dict[str, Any]:
    has_solution = visible.solution is not None
    day = visible.puzzle.day
    before, after = (None, None) if day is None else _neighbours(record, date.fromisoformat(day), texts)
    return {
        "kind": record["kind"],
        "game": game.id,
        "record": record,
        "title": texts.translator.render(kind_title(record["kind"])),
        "solution_url": f"/v1/puzzles/{record['id']}/solution" if has_solution else None,
        "before": before,
        "after": after,
        "rules": f"/rules/{game.id}{texts.query}",
    }


def _neighbours(record: dict[str, Any], day: date, texts: PageTexts) -> tuple[str | None, str | None]:
    """Returns the addresses of the puzzles of the same kind and grade of the day before and the day after."""

    def address(other: date) -> str | None:
        if not packs.first_day() <= other <= today():
            return None
        return texts.address(f"/play/{record['kind']}", date=str(other), grade=record["grade"])

    return address(day - timedelta(days=1)), address(day + timedelta(days=1))
