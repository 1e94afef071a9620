"""The pages that begin empty: to lay out a deal of one's own, and to explore the positions of a game."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Response

from api.web.html_pages import CONTENT_POLICY, Assets, render_page
from api.web.page_texts import PageTexts
from api.web.problem_pages import HTML
from api.web.responses import HOUR, cached_response
from api.web.routes.page_query import read_page_query
from api.web.static_files import PAGE, texts_path
from puzzles.game import Game
from puzzles.registry import GAMES
from puzzles.titles import kind_title

BLUEPRINT = Blueprint("boards", __name__)


@BLUEPRINT.get("/deal")
def deal() -> Response:
    """The page to lay out a puzzle of one's own, and to ask about it."""
    texts = read_page_query()
    kinds = [
        {"kind": kind, "game": game.id, "name": texts.translator.render(kind_title(kind))}
        for game in GAMES
        for kind in game.deal_kinds
    ]
    modules = (texts_path(texts.language, PAGE),)
    assets = Assets("frame/deal_page.js", modules, ("frame/deal.css",), {"kinds": kinds})
    return _page("deal", texts("deal.title"), texts("deal.lead"), texts, assets)


def _analysis(game: Game) -> Response:
    """The page to explore the positions of a game."""
    texts = read_page_query()
    own = f"games/{game.id}"
    modules = (f"{own}/analysis.js", texts_path(texts.language, PAGE), texts_path(texts.language, game.id))
    data = {
        "game": game.id,
        "kinds": [kind.id for kind in game.kinds],
        "name": game.name(texts.translator),
        "rules": texts.address(f"/rules/{game.id}"),
    }
    assets = Assets(
        "frame/analysis_page.js", modules, ("frame/play.css", "frame/analysis.css", f"{own}/style.css"), data
    )
    title = texts("analysis.title", game=game.name(texts.translator))
    return _page(f"analysis {game.id}", title, texts("analysis.lead"), texts, assets)


def _page(name: str, title: str, lead: str, texts: PageTexts, assets: Assets) -> Response:
    content = render_page("board.html", title, texts, assets, page=name, lead=lead)
    return cached_response(content, HTML, HOUR, headers=(CONTENT_POLICY,), language=texts.language)


for _game in GAMES:
    if _game.has_analysis_board:
        BLUEPRINT.add_url_rule(f"/{_game.id}", f"analysis_{_game.id}", partial(_analysis, _game))
