"""Problems as they are sent: documents for programs, pages for people, and pages that explain the types.

A browser that would rather have HTML gets a page with the same status. Problems are never cached, by us or by
anybody else, so the keys of the response cache need not know what a client accepts.
"""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from api.problem_documents import ProblemType, with_address
from api.web.html_pages import CONTENT_POLICY, render_page

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_FILE = Path(__file__).parent / "problems.toml"
PROBLEM, _JSON, HTML = "application/problem+json", "application/json", "text/html; charset=utf-8"
Headers = list[tuple[str, str]]


def address_of(environ: WSGIEnvironment, base_url: str | None) -> str:
    """Returns the address of the service: that of the settings, or else the one that the client used."""
    return base_url or f"{environ['wsgi.url_scheme']}://{environ.get('HTTP_HOST', '')}"


def represent(document: dict[str, Any], environ: WSGIEnvironment, address: str) -> tuple[bytes, Headers]:
    """Returns the content of a response that reports a problem, and its headers."""
    document = with_address(document, address)
    if prefers_html(environ.get("HTTP_ACCEPT", "")):
        page = render_page("problem.html", document["title"], problem=document)
        content, headers = page, [("Content-Type", HTML), CONTENT_POLICY]
    else:
        content, headers = json.dumps(document).encode(), [("Content-Type", PROBLEM)]
    return content, [*headers, ("Vary", "Accept"), ("Cache-Control", "no-store")]


def prefers_html(accept: str) -> bool:
    """Whether a client would rather have HTML than JSON, by its Accept header."""
    # Most programs accept anything: of equals, the first is the best.
    types = parse_accept_header(accept, MIMEAccept)
    return types.best_match([PROBLEM, _JSON, "text/html"], default=PROBLEM) == "text/html"


def explain(problem_type: ProblemType, address: str) -> bytes:
    """Returns the page about a type of problem."""
    texts = _explanations()[problem_type.name]
    example = {
        "type": address + problem_type.path,
        "title": problem_type.title,
        "status": problem_type.status,
        **texts["example"],
    }
    return render_page(
        "problem_type.html",
        f"Lineworks: {problem_type.title}",
        type=problem_type,
        happened=texts["happened"],
        advice=texts["advice"],
        example=json.dumps(example, indent=2),
    )


@cache
def _explanations() -> dict[str, Any]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))
