"""What installs the pages, and keeps them where there is no network: service worker, manifest, icons."""

from __future__ import annotations

import json

from flask import Blueprint, Response

from api.web.html_pages import CONTENT_POLICY, render_page
from api.web.problem_pages import HTML
from api.web.request import read_query
from api.web.responses import A_DAY, HOUR, SVG, cached_response
from api.web.routes.page_query import read_page_query
from api.web.routes.puzzles import DRAWING_POLICY, NO_PARAMETERS
from api.web.static_files import FOLDER, StaticFiles, static_files

BLUEPRINT = Blueprint("installation", __name__)
_WORKER = "service-worker.js"
_MANIFEST = "application/manifest+json"
_WEEK = f"public, max-age={7 * int(A_DAY)}"
# Browsers ask for the worker again and again, and take a new one where it differs by a byte.
_ASK_FIRST = "no-cache"
# What a worker may fetch is what its own response allows.
_WORKER_POLICY = ("Content-Security-Policy", "default-src 'none'; connect-src 'self'; script-src 'self'")
_ICON_SIZES = (192, 512)
_BACKGROUND = "#faf8f3"


@BLUEPRINT.get("/service-worker.js")
def service_worker() -> Response:
    """The service worker, with what it has to know of this version."""
    read_query(NO_PARAMETERS)
    files = static_files()
    site = {"version": files.version, "files": sorted(_kept_files(files)), "offline": "/offline"}
    script = files.files[_WORKER]
    content = f"self.SITE = {json.dumps(site)};\n".encode() + script.content
    return cached_response(content, script.content_type, _ASK_FIRST, headers=(_WORKER_POLICY,))


def _kept_files(files: StaticFiles) -> list[str]:
    """Returns the addresses of the files that pages need; icons are only for installing them."""
    return [files.address(path) for path in files.files if path.endswith((".js", ".css")) and path != _WORKER]


@BLUEPRINT.get("/offline")
def offline() -> Response:
    """The page instead of one that is not kept, where there is no network."""
    texts = read_page_query()
    content = render_page("offline.html", texts("offline.title"), texts)
    return cached_response(content, HTML, HOUR, headers=(CONTENT_POLICY,), language=texts.language)


@BLUEPRINT.get("/manifest.webmanifest")
def manifest() -> Response:
    """The manifest, from which the pages can be installed as an application."""
    texts = read_page_query()
    icons = [
        {
            "src": static_files().address(f"icons/{name}{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size in _ICON_SIZES
        for name, purpose in (("", "any"), ("maskable-", "maskable"))
    ]
    shortcuts = [
        {"name": texts(f"site.nav.{name}"), "url": texts.address(f"/{name}")} for name in ("archive", "deal")
    ]
    content = {
        "name": "Lineworks",
        "short_name": "Lineworks",
        "description": texts("site.title"),
        "lang": texts.language,
        "id": "/",
        "start_url": texts.address("/"),
        "scope": "/",
        "display": "standalone",
        "background_color": _BACKGROUND,
        "theme_color": _BACKGROUND,
        "icons": icons,
        "shortcuts": shortcuts,
    }
    return cached_response(json.dumps(content).encode(), _MANIFEST, HOUR, language=texts.language)


@BLUEPRINT.get("/favicon.svg")
def favicon() -> Response:
    read_query(NO_PARAMETERS)
    content = (FOLDER / "favicon.svg").read_bytes()
    return cached_response(content, SVG, _WEEK, headers=(DRAWING_POLICY,))


@BLUEPRINT.get("/favicon.ico")
def favicon_ico() -> Response:
    """The same icon for browsers that look for one where no page names it, or that draw no SVG."""
    read_query(NO_PARAMETERS)
    return cached_response((FOLDER / "favicon.ico").read_bytes(), "image/vnd.microsoft.icon", _WEEK)
