"""Reads the query of a page."""

from __future__ import annotations

from api.web.context import reader
from api.web.languages import PARAMETER
from api.web.page_texts import PageTexts
from api.web.request import read_query
from api.web.routes.puzzles import LANG
from puzzles.texts import translator_for


def read_page_query() -> PageTexts:
    """Reads the query of a page that has no parameter but its language, and returns the page's texts."""
    chosen = read_query(LANG).get(PARAMETER)
    return PageTexts(translator_for(reader().language), chosen)
