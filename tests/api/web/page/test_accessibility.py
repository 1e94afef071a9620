"""axe-core finds nothing, and nothing is logged, on any page, in both themes."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it ships none
from playwright.sync_api import Browser, Page, expect

from puzzles.registry import GAMES
from tests.api.running_service import RunningService
from tests.api.web.page.published import FIRST, KINDS, moves_of, state_address, yesterdays
from tests.api.web.page.readers import LARGE, LONG, PHONE, reader
from tests.tiers import reach

DEALS = sorted(kind for game in GAMES for kind in game.deal_kinds)
BOARDS = [f"/{game.id}" for game in GAMES if game.has_analysis_board]
PAGES = ["/", "/archive", "/play", "/rules", "/books", "/docs", "/offline", "/nowhere", *BOARDS] + [
    f"/rules/{game.id}" for game in GAMES
]
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
# What opens a dialog from the menu, which the dialog has as its title.
DIALOGS = ["Moves", "Checkpoints", "Solution", "Share", "Statistics", "Settings"]

pytestmark = [pytest.mark.process, pytest.mark.slow, pytest.mark.further]


def findings(page: Page) -> list[str]:
    """What axe-core finds on a page that stands still."""
    page.wait_for_timeout(250)
    results: Any = Axe().run(page)
    return [
        f"{found['id']}: {node['html'][:200]} {node.get('failureSummary', '')[:300]}"
        for found in results.response["violations"]
        for node in found["nodes"]
    ]


@pytest.mark.parametrize("path", PAGES)
def test_pages(chromium: Browser, running: RunningService, path: str) -> None:
    for theme in THEMES:
        with reader(chromium, running.url, **PHONE, color_scheme=theme, reduced_motion="reduce") as one:
            page = one.open(path)
            page.wait_for_load_state("networkidle")
            assert findings(page) == []
            if path == "/nowhere":
                # The browser itself says that the answer was 404.
                one.errors.clear()


@pytest.mark.parametrize("kind", reach(FIRST, KINDS))
@pytest.mark.parametrize("options", reach([PHONE], [PHONE, LARGE]), ids=reach(["phone"], ["phone", "large"]))
def test_kinds_at_the_start_halfway_and_solved(
    chromium: Browser, running: RunningService, kind: str, options: dict[str, Any]
) -> None:
    record, solution = yesterdays(running, kind, "medium")
    for theme in THEMES:
        with reader(chromium, running.url, **options, color_scheme=theme, reduced_motion="reduce") as one:
            page = one.play(f"/p/{record['id']}")
            assert findings(page) == []
            moves = moves_of(page, solution)
            page = one.play(state_address(page, moves[: len(moves) // 2]))
            assert findings(page) == []
            page = one.play(state_address(page, moves))
            expect(page.locator(".play-notice.good")).to_be_visible(timeout=LONG)
            assert findings(page) == []


@pytest.mark.parametrize("kind", reach(DEALS[:1], DEALS))
def test_the_deal_desk(chromium: Browser, running: RunningService, kind: str) -> None:
    record, _ = yesterdays(running, kind, "easy")
    for theme in THEMES:
        with reader(chromium, running.url, **PHONE, color_scheme=theme, reduced_motion="reduce") as one:
            page = one.open(f"/deal#{record['text']}")
            expect(page.locator(".answers .word")).to_contain_text("Can be done", timeout=LONG)
            assert findings(page) == []


def test_dialogs(chromium: Browser, running: RunningService) -> None:
    record, _ = yesterdays(running, KINDS[0], "easy")
    for theme in THEMES:
        with reader(chromium, running.url, **PHONE, color_scheme=theme, reduced_motion="reduce") as one:
            page = one.play(f"/p/{record['id']}")
            dialog = page.locator("dialog[open]")
            for name in DIALOGS:
                page.locator(".control-more").click()
                dialog.get_by_role("button", name=name, exact=True).click()
                expect(dialog.locator("h2")).to_have_text(name)
                assert findings(page) == []
                page.keyboard.press("Escape")
                expect(dialog).to_have_count(0)
            page.locator(".control-more").click()
            expect(dialog).to_have_count(1)
            assert findings(page) == []
