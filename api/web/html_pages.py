"""HTML pages: the templates, with the files and the data that each page needs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from api.web.markdown import inline
from api.web.page_texts import ENGLISH_PAGE, PageTexts
from api.web.static_files import static_files
from puzzles.game import Game
from puzzles.registry import GAMES

TEMPLATES = Path(__file__).parent / "templates"
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
# Everything that a page may load is our own, and stands in a file of its own.
CONTENT_POLICY = ("Content-Security-Policy", _POLICY)


@dataclass(frozen=True)
class Assets:
    """What a page loads beside the style of all pages.

    script    the path of the module that makes the page work, if it needs one
    modules   paths of modules that this one will import when it runs
    styles    paths of more styles
              What does not exist is left out: a game may lack a part that others have
    data      what the module needs to know
    """

    script: str | None = None
    modules: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    data: Mapping[str, Any] | None = None


_PLAIN = Assets()
# The module and the style of all pages.
_SITE, _STYLE = "frame/site.js", "frame/style.css"


def render_page(
    name: str, title: str, texts: PageTexts = ENGLISH_PAGE, assets: Assets = _PLAIN, **variables: Any
) -> bytes:
    """Renders a template of a page."""
    files = static_files()
    template = _environment().get_template(name)
    entries = [path for path in (assets.script, _SITE) if path is not None and path in files.files]
    modules = files.modules(*entries, *assets.modules)
    text: str = template.render(
        title=title,
        texts=texts,
        static=files.root,
        styles=[path for path in (_STYLE, *assets.styles) if path in files.files],
        scripts=entries,
        modules=[path for path in modules if path not in entries],
        data=None if assets.data is None else _json_in_html({**_common_data(texts), **assets.data}),
        boards=_analysis_boards(texts),
        **variables,
    )
    return text.encode()


def _common_data(texts: PageTexts) -> dict[str, Any]:
    """Returns what every module of a page needs to know."""
    files = static_files()
    return {"version": files.version, "language": texts.language, "query": texts.query, "static": files.root}


def _json_in_html(value: object) -> Markup:
    """Returns JSON that may stand in a script element: nothing in it ends that."""
    return Markup(json.dumps(value).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def _analysis_boards(texts: PageTexts) -> list[dict[str, str]]:
    games: list[Game] = [game for game in GAMES if game.has_analysis_board]
    return [{"id": game.id, "name": game.name(texts.translator)} for game in games]


@cache
def _environment() -> Environment:
    # The templates are part of the program: they do not change while it runs.
    environment = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, auto_reload=False)
    environment.filters["inline"] = lambda text: Markup(inline(text))  # inline escapes the text
    return environment
