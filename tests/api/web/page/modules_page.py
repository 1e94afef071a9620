"""A page on which the modules of the service's pages run without a server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Route

import api.web

STATIC = Path(api.web.__file__).parent / "static"
# Browsers offer digests to pages of this address.
_ADDRESS = "http://localhost"
_DRIVERS = Path(__file__).parent


def modules_page(browser: Browser | BrowserContext) -> Page:
    """Opens an empty page whose modules are those of the static folder, and the drivers in this one."""
    page = browser.new_page()
    page.route("**/*", _fulfil)
    page.goto(f"{_ADDRESS}/empty.html")
    return page


def _fulfil(route: Route) -> None:
    path = route.request.url.removeprefix(f"{_ADDRESS}/")
    if path.startswith("drivers/"):
        route.fulfill(path=_DRIVERS / path.removeprefix("drivers/"), content_type="text/javascript")
    elif path.endswith(".js"):
        route.fulfill(path=STATIC / path, content_type="text/javascript")
    else:
        route.fulfill(body="<!doctype html><title>modules</title>", content_type="text/html")


def call(page: Page, module: str, body: str, argument: object = None) -> Any:
    """Returns what `body` returns, with `argument` and the members of a module at hand, all as JSON."""
    script = f"""async (text) => {{
        const m = await import("/{module}");
        const argument = JSON.parse(text);
        const result = await (async () => {{ {body} }})();
        return JSON.stringify(result);
    }}"""
    text: str = page.evaluate(script, json.dumps(argument))
    return json.loads(text)
