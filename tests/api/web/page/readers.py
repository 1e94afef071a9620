"""Readers: profiles of a browser, in which no page may log an error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from tests.api.running_service import wait_until

# Milliseconds in which the service and the browser, on a busy machine, do what they are asked.
LONG = 60_000
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
LARGE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}


@dataclass
class Reader:
    """A profile. `errors`: what its pages have logged, and what their scripts have thrown."""

    url: str
    context: BrowserContext
    errors: list[str] = field(default_factory=list)

    def open(self, path: str) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(LONG)
        page.goto(self.url + path)
        return page

    def play(self, path: str) -> Page:
        """Opens a page to play on, and waits until one can."""
        page = self.open(path)
        page.wait_for_selector("body.playing .play-board > *")
        return page

    def note_error(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(f"{message.text} ({message.location.get('url')})")


Readers = Callable[..., Reader]


@contextmanager
def reader(browser: Browser, url: str, **options: Any) -> Iterator[Reader]:
    """Yields a new profile; it ends with an error if its pages have logged any that the test did not take."""
    context = browser.new_context(**options)
    opened = Reader(url, context)
    context.on("weberror", lambda error: opened.errors.append(str(error.error)))
    context.on("console", opened.note_error)
    try:
        yield opened
    finally:
        context.close()
    assert not opened.errors


def skip_hints(page: Page, *, by_keys: bool = False) -> None:
    """Reads the hints for a first puzzle to their end."""
    hint = page.locator(".play-hint button")
    while hint.count():
        if by_keys:
            hint.focus()
            page.keyboard.press("Enter")
        else:
            hint.click()


def wait_until_kept(page: Page, addresses: list[str]) -> None:
    """Waits until the service worker keeps all files and these pages."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    script = """async (addresses) => {
        const pages = await caches.open("lineworks-pages");
        const kept = addresses.map((address) => pages.match(address, { ignoreVary: true }));
        return (await Promise.all(kept)).every(Boolean);
    }"""
    wait_until(lambda: page.evaluate(script, addresses))


def wait_until_solved(page: Page) -> None:
    expect(page.locator(".play-notice.good h2")).to_be_visible(timeout=LONG)


def moves_made(page: Page) -> list[str]:
    """The moves so far, in words, as the list of moves has them."""
    items = page.locator(".moves li:not(.ahead) button")
    return [words.strip() for words in items.all_text_contents()]
