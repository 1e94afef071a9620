"""The pages in the engine that iPhones have."""

from __future__ import annotations

import time

import pytest
from selenium.webdriver import WebKitGTK

from puzzles.registry import GAMES
from tests.api.running_service import RunningService, wait_until
from tests.api.web.page.hands import Task, hands_for
from tests.api.web.page.published import FIRST, KINDS, moves_of, yesterdays
from tests.api.web.page.readers import skip_hints
from tests.api.web.page.webkit_page import as_page
from tests.tiers import reach

BOARDS = [f"/{game.id}" for game in GAMES if game.has_analysis_board]
# What a page shows once its modules have done their work.
READY = {
    "/deal": ".deal-room > *",
    **dict.fromkeys(BOARDS, ".analysis-status"),
    **{f"/play/{kind}": "body.playing .play-board > *" for kind in KINDS},
}

pytestmark = [pytest.mark.slow, pytest.mark.further]


@pytest.mark.parametrize(
    "path",
    ["/", "/archive", "/books", "/docs", "/play", "/rules/linja", "/deal", *BOARDS]
    + [f"/play/{kind}" for kind in reach(FIRST, KINDS)],
)
def test_pages_open_in_webkit(webkit: WebKitGTK, running: RunningService, path: str) -> None:
    page = as_page(webkit)
    webkit.get(running.url + path)
    assert page.locator("main").count() == 1
    wait_until(lambda: page.locator(READY.get(path, "header")).count(), pause=0.2)
    # A module that fails says so where it would have shown something.
    assert page.locator("main > [role=alert]").all_text_contents() in ([], [""])


@pytest.mark.parametrize("kind", reach(FIRST, KINDS))
def test_solved_by_clicks_in_webkit(webkit: WebKitGTK, running: RunningService, kind: str) -> None:
    record, solution = yesterdays(running, kind, "easy")
    webkit.set_window_size(1200, 900)
    webkit.get(f"{running.url}/p/{record['id']}")
    page = as_page(webkit)
    page.evaluate("() => localStorage.clear()")
    webkit.refresh()
    wait_until(lambda: page.locator("body.playing .play-board > *").count(), pause=0.2)
    skip_hints(page)
    for _ in hands_for(kind).mouse(Task(page, record["puzzle"], moves_of(page, solution))):
        # WebKit takes a moment to draw, and the next click is meant for what it has drawn.
        time.sleep(0.2)
    wait_until(lambda: page.locator(".play-notice.good h2").count(), pause=0.2)
