"""HTML pages: the templates with the style that all pages share. No page needs a script or a font."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from api.web.markdown import inline
from api.web.page_texts import ENGLISH_PAGE, PageTexts

TEMPLATES = Path(__file__).parent / "templates"


def render_page(name: str, title: str, texts: PageTexts = ENGLISH_PAGE, **variables: Any) -> bytes:
    """Renders a template of a page."""
    template = _environment().get_template(name)
    text: str = template.render(title=title, style=_style(), texts=texts, **variables)
    return text.encode()


@cache
def content_policy() -> tuple[str, str]:
    """The Content-Security-Policy of all pages, a header: it allows their style and our own pictures."""
    digest = b64encode(sha256(_style().encode()).digest()).decode()
    policy = f"default-src 'none'; img-src 'self'; style-src 'sha256-{digest}'; frame-ancestors 'none'"
    return "Content-Security-Policy", f"{policy}; base-uri 'none'; form-action 'none'"


@cache
def _style() -> str:
    return (TEMPLATES / "style.css").read_text()


@cache
def _environment() -> Environment:
    # The templates are part of the program: they do not change while it runs.
    environment = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, auto_reload=False)
    environment.filters["inline"] = lambda text: Markup(inline(text))  # inline escapes the text
    return environment
