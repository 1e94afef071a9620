"""Benchmarks the page in Chromium: the first board, the bytes, the way from a drag to the drawn move.

The processor is slowed four times for all but the bytes. Nothing is cached; the service is on this machine.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it ships none
from playwright.sync_api import Browser, CDPSession, Page

from puzzles import packs
from puzzles.registry import GAMES
from tests.api.running_service import RunningService, run_service
from tests.api.web.page.hands import Task, hands_for
from tests.api.web.page.published import moves_of, yesterdays
from tests.api.web.page.readers import LARGE, LONG, PHONE, Reader, reader, skip_hints
from tests.bench.service_memory import wait_until_loaded
from tests.bench.timing import centile, format_seconds, table
from tests.page_pictures import chromium

KINDS = sorted(packs.grades_by_kind())
SLOWED = 4
OPENINGS = 9
PLAYS = 3

# Notes when the board has been painted with which one can play.
_FIRST_BOARD = """
new MutationObserver((_, observer) => {
    if (document.querySelector("body.playing .play-board > *")) {
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => { window.firstBoard = performance.now(); }));
    }
}).observe(document, { childList: true, subtree: true, attributes: true });
"""
# Notes how long after each event of the pointer what it has changed on the board was painted. The list of
# moves tells a moment later how many moves were made. A card that is dropped makes one, and that is counted;
# a line that is drawn makes many, and so many of the changes are counted, the slowest.
_DRAWN_MOVES = """() => {
    window.drawn = [];
    let event = null, recent = [];
    for (const name of ["pointerdown", "pointermove", "pointerup"]) {
        window.addEventListener(name, (now) => {
            event = { began: now.timeStamp, isDrop: name === "pointerup" };
            setTimeout(() => { event = null; });
        }, { capture: true });
    }
    new MutationObserver(() => {
        if (event === null) return;
        const { began, isDrop } = event;
        event = null;
        const painted = () => recent.push({ span: performance.now() - began, isDrop });
        requestAnimationFrame(() => setTimeout(painted));
    }).observe(document.querySelector(".play-board"), { childList: true, subtree: true, attributes: true });
    new MutationObserver((records) => {
        const added = records.flatMap((record) => [...record.addedNodes]);
        const items = added.filter((node) => node.nodeName === "LI");
        const drops = recent.filter(({ isDrop }) => isDrop);
        const spans = (drops.length ? drops.slice(-1) : recent).map(({ span }) => span);
        recent = [];
        drawn.push(...spans.sort((one, other) => other - one).slice(0, items.length));
    }).observe(document.querySelector(".moves"), { childList: true });
}"""


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        run_service(Path(folder), LINEWORKS_STOCK="0") as service,
        chromium() as browser,
    ):
        service.wait_until_ready()
        wait_until_loaded(service.process.pid)
        _first_boards(browser, service)
        _bytes(browser, service)
        _drawn_moves(browser, service)
        _findings(browser, service)


@contextmanager
def _fresh(browser: Browser, service: RunningService, options: dict[str, Any]) -> Iterator[Reader]:
    """Yields a profile in which nothing is kept, nor fetched to be kept."""
    with reader(browser, service.url, **options, service_workers="block") as one:
        yield one
        # Playwright notes that it has blocked the service worker.
        one.errors.clear()


def _slow_down(page: Page) -> CDPSession:
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    return session


def _first_boards(browser: Browser, service: RunningService) -> None:
    rows = [["first playable board, slowed", "median", "slowest"]]
    for kind in KINDS:
        seconds = []
        for _ in range(OPENINGS):
            with _fresh(browser, service, PHONE) as one:
                one.context.add_init_script(_FIRST_BOARD)
                page = one.context.new_page()
                _slow_down(page)
                page.goto(f"{service.url}/play/{kind}?grade=medium")
                page.wait_for_function("() => window.firstBoard", timeout=LONG)
                seconds.append(page.evaluate("() => window.firstBoard") / 1000)
        rows.append([kind, format_seconds(median(seconds)), format_seconds(max(seconds))])
    table(rows)


def _bytes(browser: Browser, service: RunningService) -> None:
    rows = [["to play one kind", "bytes", "requests"]]
    for kind in KINDS:
        with _fresh(browser, service, PHONE) as one:
            page = one.context.new_page()
            session = page.context.new_cdp_session(page)
            session.send("Network.enable")
            lengths: list[int] = []
            session.on(
                "Network.loadingFinished", lambda event, to=lengths: to.append(event["encodedDataLength"])
            )
            page.goto(f"{service.url}/play/{kind}?grade=medium", wait_until="networkidle")
            rows.append([kind, f"{sum(lengths) / 1024:.1f} KB", str(len(lengths))])
    table(rows)


def _drawn_moves(browser: Browser, service: RunningService) -> None:
    rows = [["from a drag to the drawn move, slowed", "moves", "median", "p95"]]
    for kind in KINDS:
        seconds: list[float] = []
        for grade in packs.grades_by_kind()[kind][:PLAYS]:
            record, solution = yesterdays(service, kind, grade)
            with _fresh(browser, service, LARGE) as one:
                page = one.play(f"/p/{record['id']}")
                skip_hints(page)
                moves = moves_of(page, solution)
                _slow_down(page)
                page.evaluate(_DRAWN_MOVES)
                for _ in hands_for(kind).mouse(Task(page, record["puzzle"], moves)):
                    page.wait_for_timeout(200)
                seconds += [span / 1000 for span in page.evaluate("() => drawn")]
        if seconds:
            spans = [format_seconds(median(seconds)), format_seconds(centile(seconds, 95))]
            rows.append([kind, str(len(seconds)), *spans])
    table(rows)


def _findings(browser: Browser, service: RunningService) -> None:
    paths = ["/", "/archive", "/books", "/docs", "/deal"]
    paths += [f"/{game.id}" for game in GAMES if game.has_analysis_board]
    n_findings = n_errors = n_pages = 0
    for path in [*paths, *(f"/play/{kind}" for kind in KINDS)]:
        for theme in ("light", "dark"):
            context = browser.new_context(**PHONE, color_scheme=theme, reduced_motion="reduce")
            one = Reader(service.url, context)
            context.on("console", one.note_error)
            page = one.open(path)
            page.wait_for_load_state("networkidle")
            n_findings += Axe().run(page).violations_count
            n_errors += len(one.errors)
            n_pages += 1
            context.close()
    print(
        f"  {n_pages} pages: {n_findings} findings of axe-core, {n_errors} errors in the console", flush=True
    )


if __name__ == "__main__":
    main()
