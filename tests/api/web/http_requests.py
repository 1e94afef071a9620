"""Helpers for the tests of the web application."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from werkzeug.test import TestResponse

from api import problem_documents
from api.bank.days import today
from puzzles import packs

# A daily whose day is long over.
OVER = str(packs.entry("end_of_line.cover", "easy", 0).record["id"])

# What a browser accepts when somebody follows a link.
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"
TYPES = {problem_type.name: problem_type for problem_type in problem_documents.TYPES}


def on(path: str) -> str:
    """The path with the days that it names; a test's own name must be the same on all of them."""
    days = {"YESTERDAY": -1, "TODAY": 0, "TOMORROW": 1}
    for name, offset in days.items():
        path = path.replace(name, str(today() + timedelta(days=offset)))
    return path


def is_problem(answer: TestResponse, status: int) -> dict[str, Any]:
    assert (answer.status_code, answer.content_type) == (status, "application/problem+json")
    assert answer.headers["Cache-Control"] == "no-store"
    problem: dict[str, Any] = json.loads(answer.data)
    assert problem["status"] == status
    assert problem["type"].rpartition("/problems/")[2] in TYPES
    assert problem["title"] == TYPES[problem["type"].rpartition("/")[2]].title
    assert answer.headers["Vary"].startswith("Accept")
    assert problem["detail"]
    return problem
