"""A board of END OF LINE on an otherwise empty page, and fingers, mouse and keys on it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Locator, Page

import puzzles.packs
from puzzles.texts import catalogue
from tests.api.web.page.modules_page import STATIC, call, modules_page

Document = dict[str, Any]
# A cell as it is shown; those beyond the edges have numbers beyond the board's.
Place = tuple[int, int]

_PACKS = Path(puzzles.packs.__file__).parent
_LAYOUT = """
html, body { margin: 0; height: 100% }
body { display: grid; grid-template: minmax(0, 1fr) auto / minmax(0, 1fr) }
"""
_MIDDLE = """([row, col]) => {
    const drawing = document.querySelector(".eol-drawing");
    const [x, y, width] = drawing.getAttribute("viewBox").split(" ").map(Number);
    const { left, top, width: pixels } = drawing.getBoundingClientRect();
    const scale = pixels / width;
    return [left + ((col + 0.5) * 64 - x) * scale, top + ((row + 0.5) * 64 - y) * scale];
}"""


def packed(kind: str, grade: str, count: int) -> list[tuple[Document, Document]]:
    """The first puzzles of a pack, with their solutions."""
    stem = f"{kind}.{grade}"
    records = (_PACKS / f"{stem}.jsonl").read_text(encoding="utf-8").splitlines()[:count]
    solutions = (_PACKS / f"{stem}.solutions.jsonl").read_text(encoding="utf-8").splitlines()[:count]
    return [
        (json.loads(record)["puzzle"], json.loads(solution))
        for record, solution in zip(records, solutions, strict=True)
    ]


@dataclass(frozen=True)
class LinePage:
    page: Page

    @classmethod
    def open(
        cls, browser: Browser | BrowserContext, kind: str, puzzle: Document, **options: object
    ) -> LinePage:
        page = modules_page(browser)
        page.set_viewport_size({"width": 360, "height": 640})
        for name in ("frame", "games/end_of_line"):
            page.add_style_tag(path=STATIC / name / "style.css")
        page.add_style_tag(content=_LAYOUT)
        module = f"/games/end_of_line/page_{kind}.js"
        arguments = [module, puzzle, dict(catalogue("en")), options]
        call(page, "drivers/view_harness.js", "await m.show(...argument); return null", arguments)
        page.wait_for_selector(".eol-drawing[viewBox]")
        return cls(page)

    @property
    def moves(self) -> list[str]:
        """The moves so far, as a person types them."""
        notations: list[str] = self.page.evaluate(
            """() => {
                const { play } = played.PAGE;
                return played.scene.moves.map((move) => play.notation(played.scene.position, move));
            }"""
        )
        return notations

    @property
    def notes(self) -> Any:
        return self.page.evaluate("() => played.scene.notes")

    @property
    def announcements(self) -> list[str]:
        lines: list[str] = self.page.evaluate("() => played.said")
        return lines

    @property
    def outcome(self) -> Any:
        return self.page.evaluate("() => played.scene.outcome")

    def make(self, moves: Sequence[Document]) -> None:
        for move in moves:
            self.page.evaluate("(move) => played.view.context.make(move)", move)

    def middle(self, place: Place) -> tuple[float, float]:
        x, y = self.page.evaluate(_MIDDLE, list(place))
        return x, y

    def middle_of_cell(self, cell: Place) -> tuple[float, float]:
        """The middle of a cell of the board, wherever it is shown."""
        box = self._cell(cell).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def _cell(self, cell: Place) -> Locator:
        cells = self.page.locator(".eol-cell")
        columns = cells.count() // self.page.locator(".eol-row").count()
        return cells.nth(cell[0] * columns + cell[1])

    def tap(self, place: Place) -> None:
        self.page.mouse.click(*self.middle(place))

    def drag(self, places: Iterable[Place]) -> None:
        """Draws with the mouse through the middles of these places."""
        first, *others = places
        self.page.mouse.move(*self.middle(first))
        self.page.mouse.down()
        for place in others:
            self.page.mouse.move(*self.middle(place), steps=3)
        self.page.mouse.up()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def name_of(self, cell: Place) -> str:
        """The name of a cell, once names have caught up with the drawing."""
        self.page.wait_for_timeout(100)
        return self._cell(cell).get_attribute("aria-label") or ""


class Touch:
    """Fingers on a page: `fingers` puts them down, moves and lifts them."""

    def __init__(self, page: Page) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, *points: tuple[float, float]) -> None:
        self.send("touchStart", points[0])
        for (x, y), (to_x, to_y) in pairwise(points):
            for part in (0.25, 0.5, 0.75, 1):
                self.send("touchMove", (x + (to_x - x) * part, y + (to_y - y) * part))
        self.send("touchEnd")


def strokes(puzzle: Document, cells: Iterable[Sequence[int]]) -> list[list[Place]]:
    """How to draw a line: one stroke for each piece between two edges, with a step beyond the edge."""
    size = puzzle["rows"], puzzle["cols"]
    at: Place = tuple(puzzle["start"]["cell"])
    result = [[at]]
    for cell in cells:
        row, col = (
            at[i] + (cell[i] - at[i] + 1) % size[i] - 1 if abs(cell[i] - at[i]) != 1 else cell[i]
            for i in (0, 1)
        )
        result[-1].append((row, col))
        at = cell[0], cell[1]
        if (row, col) != at:
            result.append([at])
    return [stroke for stroke in result if len(stroke) > 1]
