"""The browsers for the tests of the page: Chromium and WebKitGTK."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, sync_playwright
from selenium.webdriver import WebKitGTK

from tests.api.running_service import RunningService
from tests.api.web.page.readers import LARGE, Readers, reader
from tests.api.web.page.webkit import webkit_driver
from tests.programs import path_of

# As root it runs without its sandbox, and it looks for nothing beyond this machine.
_OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser for each file: as long as it is open, nothing else can run an event loop in this process."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path_of("chromium"), args=list(_OPTIONS))
        yield browser
        browser.close()


@pytest.fixture
def new_reader(chromium: Browser, running: RunningService) -> Iterator[Readers]:
    """Opens profiles, on a large screen unless told otherwise; none of their pages may log an error."""
    with ExitStack() as stack:
        still = LARGE | {"reduced_motion": "reduce"}
        yield lambda **options: stack.enter_context(reader(chromium, running.url, **(still | options)))


@pytest.fixture(scope="module")
def webkit() -> Iterator[WebKitGTK]:
    with webkit_driver() as driver:
        yield driver
