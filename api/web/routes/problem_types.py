"""The pages that explain the types of problems."""

from __future__ import annotations

from flask import Blueprint, Response

from api.problem_documents import TYPES
from api.web.context import base_url
from api.web.html_pages import CONTENT_POLICY
from api.web.problem_pages import HTML, explain
from api.web.request import read_query
from api.web.responses import HOUR, HttpProblem, cached_response
from api.web.routes.puzzles import NO_PARAMETERS

BLUEPRINT = Blueprint("problem_types", __name__)


@BLUEPRINT.get("/problems/<name>")
def problem_type(name: str) -> Response:
    """Explains a type of problem."""
    read_query(NO_PARAMETERS)
    for described in TYPES:
        if described.name == name:
            return cached_response(explain(described, base_url()), HTML, HOUR, headers=(CONTENT_POLICY,))
    raise HttpProblem(404, f"there is no type of problem {name[:60]!r}")
