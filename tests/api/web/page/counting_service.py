"""A stand-in for the service, with pages and calls for a tiny game of its own: adding steps up to a goal.

It shows that the frame knows no game, and what the frame does when the service is away.
"""

from __future__ import annotations

import json
from functools import cache, partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page

from api.web.static_files import static_files, texts_for

Json = dict[str, Any]
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
_HTML = """<!doctype html><html lang="{language}" data-languages="en de">
<meta name="viewport" content="width=device-width">
<title>counting</title><script src="{root}frame/early.js"></script>
<link rel="stylesheet" href="{root}frame/style.css"><link rel="stylesheet" href="{root}frame/play.css">
<body><main><h1>counting</h1></main>
<script type="application/json" id="page-data">{data}</script>
<script type="module" src="{root}frame/play_page.js"></script>
<script type="module" src="{root}frame/site.js"></script></body></html>"""
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
    """The service of the pages of one profile of the browser.

    record     that of the page /p/...
    data       more of the page's data
    is_away    whether calls find nobody
    calls      the calls so far, by name, with their bodies
    """

    def __init__(self, browser: Browser, record: Json | None, options: Json) -> None:
        self.record = RECORD if record is None else record
        self.data: Json = {
            "solution_url": None,
            "before": None,
            "after": None,
            "rules": "/rules/counting",
            "query": "",
        }
        self.is_away = False
        self.calls: list[tuple[str, Json]] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, self))
        Thread(target=self._server.serve_forever, daemon=True).start()
        self.address = f"http://localhost:{self._server.server_port}"
        self.context = browser.new_context(**options)

    def close(self) -> None:
        self.context.close()
        self._server.shutdown()
        self._server.server_close()

    def open(self, path: str = "/p/counting0001") -> Page:
        page = self.context.new_page()
        page.set_default_timeout(10_000)
        page.goto(self.address + path)
        page.wait_for_selector(READY)
        return page

    def answer(self, address: str, body: Json) -> tuple[int, bytes, str] | None:
        """Returns status, content and type of what is at an address; None where nobody answers."""
        path = urlsplit(address).path
        if path.startswith(_ROOT) and path.removeprefix(_ROOT) in _files():
            return 200, *_files()[path.removeprefix(_ROOT)]
        if path.startswith("/v1/"):
            return None if self.is_away else self._call(path.removeprefix("/v1/"), body)
        if path.startswith(("/p/", "/play")):
            return 200, self._page(path, address).encode(), "text/html"
        return 404, b"{}", "application/json"

    def _page(self, path: str, address: str) -> str:
        language = "de" if "lang=de" in address else "en"
        record = self.record if path.startswith("/p/") else None
        data = {"language": language, "static": _ROOT, "record": record} | self.data
        return _HTML.format(language=language, root=_ROOT, data=json.dumps(data))

    def _call(self, name: str, body: Json) -> tuple[int, bytes, str]:
        self.calls.append((name, body))
        answer = getattr(self, f"_{name.rpartition('/')[2]}")(body)
        return 422 if "detail" in answer else 200, json.dumps(answer).encode(), "application/json"

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
        valid: bool = sum(steps) == puzzle["goal"] and steps[0] != puzzle.get("bad_start")
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
    puzzle: Json = body["puzzle"].get("puzzle", body["puzzle"])
    return puzzle


def _solve(puzzle: Json, steps: list[int]) -> list[int] | None:
    """The longest row of steps to the goal that begins with these."""
    if sum(steps) >= puzzle["goal"]:
        return steps if sum(steps) == puzzle["goal"] else None
    rows = [_solve(puzzle, [*steps, step]) for step in puzzle["steps"]]
    return max((row for row in rows if row is not None), key=len, default=None)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, service: CountingService, *arguments: Any) -> None:
        self._service = service
        super().__init__(*arguments)

    def do_GET(self) -> None:
        self._answer({})

    def do_POST(self) -> None:
        self._answer(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

    def _answer(self, body: Json) -> None:
        answer = self._service.answer(self.path, body)
        if answer is None:
            self.close_connection = True
            return
        status, content, content_type = answer
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *arguments: Any) -> None:
        """Says nothing."""
