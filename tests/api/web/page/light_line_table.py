"""A table of LIGHT-LINE! in a browser, on a bare page with a session of the frame."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route

from puzzles.texts import catalogue
from tests.api.web.page.modules_page import STATIC

_ADDRESS = "http://localhost"
_DRIVERS = Path(__file__).parent
_TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html"}
_OPEN = "async (what) => (await import('/drivers/light_line_harness.js')).start(what)"

Document = dict[str, Any]


@dataclass(frozen=True)
class Table:
    """A puzzle that is played in a browser."""

    page: Page

    @property
    def moves(self) -> list[Document]:
        return list(self.page.evaluate("harness.session.moves"))

    @property
    def is_solved(self) -> bool:
        return bool(self.page.evaluate("harness.session.outcome?.solved === true"))

    @property
    def reached(self) -> str:
        return self.page.inner_text("#reached")

    @property
    def refused(self) -> list[str]:
        return list(self.page.evaluate("harness.refused"))

    @property
    def announcements(self) -> list[str]:
        return list(self.page.evaluate("harness.said"))

    @property
    def hand(self) -> list[str]:
        cards = self.page.locator(".light-held-card")
        return [str(cards.nth(i).get_attribute("data-card")) for i in range(cards.count())]

    @property
    def focused(self) -> str:
        """The name of what has the focus, as a screen reader reads it."""
        return str(self.page.evaluate("document.activeElement.getAttribute('aria-label')"))

    def solution_moves(self, puzzle: Mapping[str, Any], solution: Mapping[str, Any]) -> list[Document]:
        find = "([puzzle, solution]) => harness.PAGE.movesOf(puzzle, solution)"
        return list(self.page.evaluate(find, [puzzle, solution]))

    def settle(self) -> None:
        """Waits until the frame is drawn, and the grid under it."""
        self.page.wait_for_timeout(100)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def point_of(self, row: int, col: int) -> tuple[float, float]:
        """The middle of a place of the table in the window."""
        x, y = self.page.evaluate(
            """([row, col]) => {
                const { left, top } = document.querySelector(".light-table").getBoundingClientRect();
                const { transform } = getComputedStyle(document.querySelector(".light-world"));
                const { a, e, f } = new DOMMatrix(transform);
                return [left + e + (col + 0.5) * 100 * a, top + f + (row + 0.5) * 150 * a];
            }""",
            [row, col],
        )
        return x, y

    def card_point(self, card: str) -> tuple[float, float]:
        """The middle of a card of the hand in the window."""
        button = self.page.locator(f'.light-held-card[data-card="{card}"]')
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drags with the mouse."""
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(start[0], start[1] - 15, steps=3)
        mouse.move(end[0] + 4, end[1] + 4, steps=6)
        mouse.up()
        self.settle()

    def drag_from_hand(self, card: str, row: int, col: int) -> None:
        self.drag(self.card_point(card), self.point_of(row, col))

    def tap(self, point: tuple[float, float]) -> None:
        self.page.touchscreen.tap(*point)
        self.settle()


@contextmanager
def table(
    browser: Browser,
    kind: str,
    puzzle: Document,
    *,
    target: int | None = None,
    size: tuple[int, int] = (1000, 800),
    touch: bool = False,
    settings: Mapping[str, object] | None = None,
    language: str = "en",
) -> Iterator[Table]:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=touch)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text))
    page.route("**/*", _fulfil)
    page.goto(f"{_ADDRESS}/drivers/light_line_harness.html")
    what = {
        "kind": kind,
        "puzzle": puzzle,
        "target": target,
        "texts": dict(catalogue(language)),
        "settings": {"motion": False, **(settings or {})},
    }
    page.evaluate(_OPEN, what)
    try:
        yield Table(page)
        assert errors == []
    finally:
        context.close()


def _fulfil(route: Route) -> None:
    path = route.request.url.removeprefix(f"{_ADDRESS}/")
    is_driver = path.startswith("drivers/")
    file = _DRIVERS / path.removeprefix("drivers/") if is_driver else STATIC / path
    if file.is_file():
        route.fulfill(path=file, content_type=_TYPES[file.suffix])
    else:
        route.fulfill(body="", content_type="text/plain")
