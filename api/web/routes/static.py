"""The files that pages load, at addresses with their version."""

from __future__ import annotations

from flask import Blueprint, Response

from api.web.request import read_query
from api.web.responses import A_DAY, FOREVER, SVG, HttpProblem, cached_response
from api.web.routes.puzzles import DRAWING_POLICY, NO_PARAMETERS
from api.web.static_files import static_files

BLUEPRINT = Blueprint("static", __name__)
_ASK_FIRST = "no-cache"


@BLUEPRINT.get("/static/<version>/<path:path>")
def static_file(version: str, path: str) -> Response:
    """A file. A page of another version, before or after this one, gets the file that there is now."""
    read_query(NO_PARAMETERS)
    files = static_files()
    file = files.files.get(path)
    if file is None:
        raise HttpProblem(404, f"there is no file {path[:60]!r}")
    # Anybody can think up versions, which must not fill the cache.
    caching = (FOREVER, A_DAY) if version == files.version else (_ASK_FIRST, 0.0)
    headers = (DRAWING_POLICY,) if file.content_type == SVG else ()
    return cached_response(file.content, file.content_type, *caching, headers=headers)
