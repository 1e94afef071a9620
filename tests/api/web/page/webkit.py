"""WebKitGTK under a screen of its own, for what browsers on iPhones run."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium.webdriver import WebKitGTK
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.programs import path_of, skip_unless_ci

_SCREEN = ("-screen", "0", "1600x1200x24", "-nolisten", "tcp")


@contextmanager
def webkit_driver() -> Iterator[WebKitGTK]:
    driver_path, browser = path_of("WebKitWebDriver"), _mini_browser()
    with _screen() as display:
        options = Options()
        options.binary_location = str(browser)
        options.add_argument("--automation")
        environment = os.environ | {"DISPLAY": display}
        driver = WebKitGTK(options=options, service=Service(driver_path, env=environment))
        try:
            yield driver
        finally:
            driver.quit()


def _mini_browser() -> Path:
    """The browser that comes with the library, in a folder whose name tells the version and the machine."""
    browsers = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    return browsers[-1] if browsers else skip_unless_ci("WebKitGTK's MiniBrowser is not installed")


@contextmanager
def _screen() -> Iterator[str]:
    """Starts an X server on a free display, which it names itself, and yields the display."""
    read_end, write_end = os.pipe()
    command = [path_of("Xvfb"), "-displayfd", str(write_end), *_SCREEN]
    with subprocess.Popen(command, pass_fds=(write_end,), stderr=subprocess.DEVNULL) as server:
        os.close(write_end)
        try:
            with os.fdopen(read_end) as named:
                yield f":{named.readline().strip()}"
        finally:
            server.terminate()
