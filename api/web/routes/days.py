"""The pages with the puzzles of a day: today's, which is the front page, and those of the days before."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from flask import Blueprint, Response

from api.bank.dailies import Daily, Day, is_complete
from api.bank.days import seconds_until_over, today
from api.web.context import service
from api.web.html_pages import CONTENT_POLICY, Assets, render_page
from api.web.page_texts import PageTexts
from api.web.problem_pages import HTML
from api.web.responses import A_DAY, HOUR, HttpProblem, cached_response, lifetime
from api.web.routes.page_query import read_page_query
from api.web.routes.puzzles import read_date, seconds_valid
from api.web.static_files import PAGE, texts_beginning
from puzzles import packs
from puzzles.game import Game
from puzzles.grades import GRADES
from puzzles.registry import GAMES, KINDS
from puzzles.titles import day_name, grade_name, kind_title, puzzle_title

BLUEPRINT = Blueprint("days", __name__)
# How many days before its own a page has links to.
_EARLIER = 6
# What the module of these pages prints from.
_TEXTS = (f"{PAGE}.front.", "frame.title.", "frame.date.", "frame.book.grades.")


@BLUEPRINT.get("/")
def front() -> Response:
    """Today's puzzles."""
    texts, day = read_page_query(), today()
    puzzles = service().dailies.read(day)
    return _day_page(texts, day, puzzles, None, seconds_valid(day, is_complete(puzzles.dailies)))


@BLUEPRINT.get("/day/<day>")
def day_page(day: str) -> Response:
    """The puzzles of a day."""
    texts, date_ = read_page_query(), read_date(day)
    puzzles = service().dailies.read(date_)
    if not puzzles.dailies:
        raise HttpProblem(404, f"there are no daily puzzles for {date_}")
    # When the day is over the page has a link to the next one.
    seconds = seconds_until_over(date_)
    return _day_page(texts, date_, puzzles, *((None, seconds) if seconds else (HOUR, A_DAY)))


def _day_page(
    texts: PageTexts, day: date, puzzles: Day, cache_control: str | None, seconds: float
) -> Response:
    translator = texts.translator
    after, is_today = day + timedelta(days=1), day == today()
    earlier = [day - timedelta(days=n) for n in range(1, _EARLIER + 1)]
    games = [_game(game, day, puzzles.dailies, texts) for game in GAMES]
    data = {"date": day.isoformat(), "texts": texts_of_days(texts.language)}
    name = translator.render(day_name(day, today()))
    content = render_page(
        "front.html",
        texts("site.title") if is_today else texts("front.day", day=name),
        texts,
        Assets("frame/front_page.js", (), ("frame/front.css",), data),
        date=day, day=name, is_today=is_today,
        names=translator.all_of([game.name(translator) for game in GAMES]),
        games=[game for game in games if game],
        earlier=[
            {"date": other, "name": translator.render(day_name(other, today()))}
            for other in earlier
            if other >= packs.first_day()
        ],
        after=None if is_today else texts.address("/" if after == today() else f"/day/{after}"),
    )  # fmt: skip
    caching = lifetime(cache_control, seconds, provisional=puzzles.outage is not None)
    return cached_response(content, HTML, *caching, (CONTENT_POLICY,), texts.language)


def _game(game: Game, day: date, dailies: tuple[Daily, ...], texts: PageTexts) -> dict[str, Any] | None:
    """Returns a game as its card shows it: one kind in full, another every day."""
    kinds = [
        _kind(kind.id, [daily for daily in dailies if daily.kind == kind.id], texts) for kind in game.kinds
    ]
    kinds = [kind for kind in kinds if kind["puzzles"]]
    if not kinds:
        return None
    first = day.toordinal() % len(kinds)
    return {
        "id": game.id,
        "name": game.name(texts.translator),
        "kind": kinds[first],
        "others": kinds[:first] + kinds[first + 1 :],
    }


def _kind(kind: str, dailies: list[Daily], texts: PageTexts) -> dict[str, Any]:
    text = texts.translator.text
    return {
        "id": kind,
        "name": text(f"{kind}.name"),
        "full_name": texts.translator.render(kind_title(kind)),
        "goal": text(f"{kind}.goal"),
        "puzzles": [
            {
                "id": daily.record["id"],
                "grade": daily.grade,
                "grade_name": texts.translator.render(grade_name(daily.grade)),
                "stars": GRADES.index(daily.grade) + 1,
                "title": texts.translator.render(puzzle_title(kind, daily.grade)),
            }
            for daily in dailies
        ],
    }


def texts_of_days(language: str) -> dict[str, str]:
    """Returns what the modules of the pages with days print from."""
    return texts_beginning(language, *_TEXTS, *(f"{kind.id}.full_name" for kind in KINDS))
