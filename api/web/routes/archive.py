"""The page of all days that have puzzles."""

from __future__ import annotations

from datetime import timedelta
from itertools import groupby

from flask import Blueprint, Response, request

from api.bank.days import seconds_until_over, today
from api.web.html_pages import CONTENT_POLICY, Assets, render_page
from api.web.languages import PARAMETER, language_of
from api.web.page_texts import PageTexts
from api.web.problem_pages import HTML
from api.web.request import read_query
from api.web.responses import cached_response
from api.web.routes.days import texts_of_days
from api.web.routes.puzzles import LANG
from puzzles import packs
from puzzles.texts import translator_for

BLUEPRINT = Blueprint("archive", __name__)


@BLUEPRINT.get("/archive")
def archive_page() -> Response:
    """A calendar of all days so far, the latest month first."""
    chosen = read_query(LANG).get(PARAMETER)
    language = language_of(list(request.args.items()), request.headers.get("Accept-Language", ""))
    texts, last = PageTexts(translator_for(language), chosen), today()
    number = (last - packs.first_day()).days + 1
    days = [packs.first_day() + timedelta(days=n) for n in range(number)]
    names = [texts.translator.text(f"frame.date.month.{month}") for month in range(1, 13)]
    months = [
        {
            "name": f"{names[month - 1]} {year}",
            # The columns are the days of the week, from Monday on.
            "first_column": month_days[0].weekday() + 1,
            "days": month_days,
        }
        for (year, month), month_days in (
            (key, list(group)) for key, group in groupby(days, lambda day: (day.year, day.month))
        )
    ]
    weekdays = [texts(f"archive.weekday.{n}") for n in range(1, 8)]
    data = {"date": last.isoformat(), "texts": texts_of_days(language)}
    page = render_page(
        "archive.html",
        texts("archive.title"),
        texts,
        Assets("frame/archive_page.js", (), ("frame/front.css",), data),
        months=months[::-1],
        weekdays=weekdays,
        today=last,
    )
    headers = (CONTENT_POLICY, ("Content-Language", language), ("Vary", "Accept-Language"))
    lifetime = f"public, max-age={int(seconds_until_over(last))}"
    return cached_response(page, HTML, lifetime, 0, headers)
