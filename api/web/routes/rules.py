"""The rules of the games as pages, with their pictures."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from flask import Blueprint, Response, request

import puzzles
from api.web.html_pages import CONTENT_POLICY, render_page
from api.web.languages import DEFAULT, PARAMETER, language_of
from api.web.markdown import to_html
from api.web.page_texts import PageTexts
from api.web.problem_pages import HTML
from api.web.request import read_query
from api.web.responses import HOUR, SVG, HttpProblem, cached_response
from api.web.routes.puzzles import DRAWING_POLICY, LANG, NO_PARAMETERS
from puzzles.game import Game
from puzzles.registry import GAMES
from puzzles.texts import translator_for

BLUEPRINT = Blueprint("rules", __name__)
_FOLDER = Path(puzzles.__file__).parent
_NAME = re.compile(r"[a-z.-]+")


@BLUEPRINT.get("/rules")
def all_rules() -> Response:
    """The games, with links to their rules."""
    chosen = read_query(LANG).get(PARAMETER)
    language = language_of(list(request.args.items()), request.headers.get("Accept-Language", ""))
    texts = PageTexts(translator_for(language), chosen)
    games = [{"id": game.id, "name": game.name(texts.translator)} for game in GAMES]
    page = render_page("all_rules.html", texts("site.nav.rules"), texts, games=games)
    return cached_response(page, HTML, HOUR, headers=(CONTENT_POLICY,), language=language)


@BLUEPRINT.get("/rules/<game_id>")
def rules(game_id: str) -> Response:
    """The rules of a game, in the language of the reader."""
    chosen = read_query(LANG).get(PARAMETER)
    game = _game(game_id)
    language = language_of(list(request.args.items()), request.headers.get("Accept-Language", ""))
    texts = PageTexts(translator_for(language), chosen)
    others = [(other.id, other.name(texts.translator)) for other in GAMES if other is not game]
    title = texts("rules.title", game=game.name(texts.translator))
    page = render_page("rules.html", title, texts=texts, rules=_rules_of(game.id, language), others=others)
    headers = (CONTENT_POLICY, ("Content-Language", language), ("Vary", "Accept-Language"))
    # Not cached here: whoever reads the rules reads them once.
    return cached_response(page, HTML, HOUR, 0, headers)


@BLUEPRINT.get("/rules/<game_id>/pictures/<name>.svg")
def picture(game_id: str, name: str) -> Response:
    read_query(NO_PARAMETERS)
    file = _FOLDER / _game(game_id).id / "pictures" / f"{name}.svg"
    if not _NAME.fullmatch(name) or not file.is_file():
        raise HttpProblem(404, f"the rules have no picture {name[:60]!r}")
    return cached_response(file.read_bytes(), SVG, HOUR, headers=(DRAWING_POLICY,))


def _game(game_id: str) -> Game:
    for game in GAMES:
        if game.id == game_id:
            return game
    raise HttpProblem(404, f"there is no game {game_id[:60]!r}")


@cache
def _rules_of(game_id: str, language: str) -> str:
    """Returns the rules of a game as HTML."""
    ending = "" if language == DEFAULT else f".{language}"
    text = (_FOLDER / game_id / f"rules{ending}.md").read_text(encoding="utf-8")
    return to_html(text, lambda name: f"/rules/{game_id}/{name}")
