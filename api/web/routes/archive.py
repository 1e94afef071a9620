"""The page of all days that have puzzles, and the icon of the pages."""

from __future__ import annotations

from datetime import timedelta
from itertools import groupby
from pathlib import Path

from flask import Blueprint, Response, request

from api.bank.days import seconds_until_over, today
from api.web.html_pages import CONTENT_POLICY, render_page
from api.web.languages import PARAMETER, language_of
from api.web.page_texts import PageTexts
from api.web.problem_pages import HTML
from api.web.request import read_query
from api.web.responses import A_DAY, SVG, cached_response
from api.web.routes.puzzles import DRAWING_POLICY, LANG, NO_PARAMETERS
from puzzles import packs
from puzzles.texts import translator_for

BLUEPRINT = Blueprint("archive", __name__)
_STATIC = Path(__file__).parents[1] / "static"
_WEEK = f"public, max-age={7 * int(A_DAY)}"


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
    page = render_page("archive.html", texts("archive.title"), texts=texts, months=months[::-1], today=last)
    headers = (CONTENT_POLICY, ("Content-Language", language), ("Vary", "Accept-Language"))
    lifetime = f"public, max-age={int(seconds_until_over(last))}"
    return cached_response(page, HTML, lifetime, 0, headers)


@BLUEPRINT.get("/favicon.svg")
def favicon() -> Response:
    read_query(NO_PARAMETERS)
    content = (_STATIC / "favicon.svg").read_bytes()
    return cached_response(content, SVG, _WEEK, headers=(DRAWING_POLICY,))


@BLUEPRINT.get("/favicon.ico")
def favicon_ico() -> Response:
    """The same icon for browsers that look for one where no page names it, or that draw no SVG."""
    read_query(NO_PARAMETERS)
    return cached_response((_STATIC / "favicon.ico").read_bytes(), "image/vnd.microsoft.icon", _WEEK)
