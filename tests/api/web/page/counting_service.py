"""A stand-in for the service, with pages and calls for a tiny game of its own: adding steps up to a goal.

It shows that the frame knows no game, and what the frame does when the service is away or says something else.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Route

from api.web.static_files import static_files, texts_for

Json = dict[str, Any]
ADDRESS = "http://localhost"
# What a page shows when it is ready: the board, or the field for a line of text.
READY = ".counting-board, textarea"
_ROOT = "/static/1/"
_GAME = Path(__file__).parent / "counting"
_TEXTS = {
    "counting.up.full_name": "Counting up",
    "counting.add": "add {n}",
    "counting.stuck": "from {n} nothing is left to add",
    "counting.too_much": "{n} would be too much",
    "counting.reached": "{n} of {goal}",
    "counting.hint.1": "Add something.",
    "counting.hint.2": "Reach the goal.",
}
_HTML = """<!doctype html><html lang="{language}"><meta name="viewport" content="width=device-width">
<title>counting</title><script src="{root}frame/early.js"></script>
<link rel="stylesheet" href="{root}frame/style.css"><link rel="stylesheet" href="{root}frame/play.css">
<body><main><h1>counting</h1></main>
<script type="application/json" id="page-data">{data}</script>
<script type="module" src="{root}frame/play_page.js"></script></body></html>"""
_TYPES = {".js": "text/javascript", ".css": "text/css"}

# From 9 nothing leads to 10.
PUZZLE: Json = {"kind": "counting.up", "goal": 10, "steps": [2, 3]}
RECORD: Json = {
    "id": "counting0001",
    "kind": "counting.up",
    "grade": "easy",
    "difficulty": 7,
    "date": "2026-11-19",
    "title": "Counting up, easy",
    "task": "Count up to 10.",
    "target": None,
    "puzzle": PUZZLE,
}


@cache
def _files() -> dict[str, tuple[bytes, str]]:
    """Everything below /static by its path, with its type."""
    files = {path: (file.content, file.content_type) for path, file in static_files().files.items()}
    for file in _GAME.iterdir():
        files[f"games/counting/{file.name}"] = file.read_bytes(), _TYPES[file.suffix]
    for language in ("en", "de", "es"):
        for name, texts in (("page", texts_for(language, "page")), ("counting", _TEXTS)):
            content = f"export default {json.dumps(texts)};".encode()
            files[f"texts/{language}/{name}.js"] = content, "text/javascript"
    return files


class CountingService:
    """Answers the requests of the pages of a browser's context.

    record     that of the page /p/...
    data       more of the page's data
    is_away    whether calls find nobody
    calls      the calls so far, by name, with their bodies
    """

    def __init__(self, context: BrowserContext, record: Json | None = None) -> None:
        self.record = RECORD if record is None else record
        self.data: Json = {"solution_url": None, "before": None, "after": None, "rules": "/rules/counting"}
        self.is_away = False
        self.calls: list[tuple[str, Json]] = []
        self.context = context
        context.route("**/*", self._fulfil)

    def open(self, path: str = "/p/counting0001") -> Page:
        page = self.context.new_page()
        page.set_default_timeout(3_000)
        page.goto(ADDRESS + path)
        page.wait_for_selector(READY)
        return page

    def count(self, name: str) -> int:
        return sum(called == name for called, _ in self.calls)

    def _fulfil(self, route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path.startswith(_ROOT):
            content, content_type = _files()[path.removeprefix(_ROOT)]
            route.fulfill(body=content, content_type=content_type)
        elif path.startswith("/v1/"):
            self._call(route, path.removeprefix("/v1/"))
        elif path.startswith(("/p/", "/play")):
            route.fulfill(body=self._page(path, route.request.url), content_type="text/html")
        else:
            route.fulfill(status=404, body="{}", content_type="application/json")

    def _page(self, path: str, address: str) -> str:
        language = "de" if "lang=de" in address else "en"
        record = self.record if path.startswith("/p/") else None
        data = {"language": language, "static": _ROOT, "record": record} | self.data
        return _HTML.format(language=language, root=_ROOT, data=json.dumps(data))

    def _call(self, route: Route, name: str) -> None:
        if self.is_away:
            route.abort()
            return
        body = route.request.post_data_json if route.request.method == "POST" else {}
        self.calls.append((name, body))
        answer = getattr(self, f"_{name.rpartition('/')[2]}")(body)
        route.fulfill(json=answer, status=422 if "detail" in answer else 200)

    def _check(self, body: Json) -> Json:
        solution = _solve(_puzzle(body), body["progress"]["steps"])
        status = "impossible" if solution is None else "solvable"
        best = len(solution) if solution is not None and _puzzle(body).get("scored") else None
        return {"status": status, "best_score": best, "proven": True, "reason": None, "unique": None}

    def _solve(self, body: Json) -> Json:
        return {"status": "solved", "solution": {"steps": _solve(_puzzle(body), [])}, "reason": None}

    def _solution(self, _body: Json) -> Json:
        return {"solution": {"steps": [2, 2, 2, 2, 2]}}

    def _verify(self, body: Json) -> Json:
        puzzle, steps = _puzzle(body), body["solution"]["steps"]
        valid = sum(steps) == puzzle["goal"] and steps[0] != puzzle.get("bad_start")
        violations = [] if valid else [{"rule": "goal", "message": "That is not the way."}]
        answer = {"valid": valid, "score": len(steps) if puzzle.get("scored") else None}
        return answer | {"violations": violations}

    def _read(self, body: Json) -> Json:
        kind, _, goal = body["puzzle"].rpartition(":")
        if not goal.isdecimal() or kind != "counting.up":
            return {"detail": "expected counting.up:goal"}
        puzzle = PUZZLE | {"goal": int(goal)}
        names = {"title": "Counting up", "task": f"Count up to {goal}."}
        return {"puzzle": puzzle, "kind": kind, "text": body["puzzle"], "id": "x", "target": None} | names


def _puzzle(body: Json) -> Json:
    puzzle: Json = body["puzzle"]
    return puzzle.get("puzzle", puzzle)


def _solve(puzzle: Json, steps: list[int]) -> list[int] | None:
    """The longest row of steps to the goal that begins with these."""
    if sum(steps) >= puzzle["goal"]:
        return steps if sum(steps) == puzzle["goal"] else None
    rows = [_solve(puzzle, [*steps, step]) for step in puzzle["steps"]]
    return max((row for row in rows if row is not None), key=len, default=None)


def counting(browser: Browser, record: Json | None = None, **options: Any) -> CountingService:
    """A new profile of the browser, with the stand-in for the service."""
    return CountingService(browser.new_context(**options), record)
