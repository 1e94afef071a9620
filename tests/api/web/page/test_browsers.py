"""The pages in the engine that iPhones have."""

from __future__ import annotations

import pytest
from selenium.webdriver import WebKitGTK

from tests.api.running_service import RunningService


@pytest.mark.parametrize("path", ["/", "/archive", "/docs"])
def test_pages_open_in_webkit(webkit: WebKitGTK, running: RunningService, path: str) -> None:
    webkit.get(running.url + path)
    assert "Lineworks" in webkit.find_element("css selector", "header").text
    assert webkit.execute_script("return document.querySelectorAll('main').length") == 1
