"""Pictures of every page and every kind, to be looked at: three widths, light and dark.

`python -m tests.page_pictures FOLDER [NAME]...` starts a service, and takes them all, or only those whose
name contains one of the names. A sheet for each page has all six pictures of it.
"""

from __future__ import annotations

import argparse
import base64
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright

from puzzles import packs
from puzzles.registry import GAMES
from tests.api.running_service import RunningService, run_service
from tests.api.web.page.published import moves_of, state_address, yesterdays
from tests.programs import path_of

Theme = Literal["light", "dark"]

SIZES = ((360, 640), (768, 1024), (1440, 900))
THEMES: tuple[Theme, ...] = ("light", "dark")
# The height of a picture on a sheet.
_HEIGHT = 620


@dataclass(frozen=True)
class Picture:
    """What is to be seen: an address, and whether the whole page is wanted or what a screen shows."""

    name: str
    path: str
    is_whole: bool = False


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(
            executable_path=path_of("chromium"), args=["--no-sandbox", "--disable-gpu", "--no-first-run"]
        )


def pictures(service: RunningService, browser: Browser) -> Iterator[Picture]:
    """Yields every page; each kind at the start, halfway, and solved."""
    day = (datetime.now(UTC) - timedelta(days=1)).date()
    for name in ("", "archive", f"day/{day}", "play", "rules", "books", "docs", "offline", "nowhere"):
        yield Picture(name.partition("/")[0] or "front", f"/{name}", is_whole=True)
    for game in GAMES:
        yield Picture(f"rules-{game.id}", f"/rules/{game.id}", is_whole=True)
        if game.has_analysis_board:
            yield Picture(f"analysis-{game.id}", f"/{game.id}")
    for kind in sorted(packs.grades_by_kind()):
        record, solution = yesterdays(service, kind, "hard")
        page = browser.new_page()
        page.goto(f"{service.url}/p/{record['id']}")
        moves = moves_of(page, solution)
        yield Picture(f"{kind}-start", f"/play/{kind}?grade=hard")
        half = state_address(page, moves[: (len(moves) + 1) // 2])
        yield Picture(f"{kind}-half", half)
        yield Picture(f"{kind}-solved", state_address(page, moves))
        yield Picture(f"{kind}-deal", f"/deal#{record['text']}")
        page.close()


def take(page: Page, picture: Picture, file: Path) -> None:
    page.goto(picture.path, wait_until="networkidle")
    if picture.is_whole:
        # What comes late comes when one scrolls there.
        page.evaluate("document.querySelectorAll('img').forEach((image) => { image.loading = 'eager'; })")
        page.wait_for_load_state("networkidle")
    page.wait_for_timeout(400)
    page.screenshot(path=file, full_page=picture.is_whole)


def draw(service: RunningService, browser: Browser, picture: Picture, folder: Path) -> None:
    """Takes a picture in every size and theme, and puts them on a sheet."""
    files = []
    for theme in THEMES:
        for width, height in SIZES:
            context = browser.new_context(
                base_url=service.url,
                viewport={"width": width, "height": height},
                color_scheme=theme,
                reduced_motion="reduce",
                service_workers="block",
                has_touch=width < SIZES[-1][0],
            )
            page = context.new_page()
            file = folder / f"{picture.name}-{width}-{theme}.png"
            take(page, picture, file)
            context.close()
            files.append(file)
    _sheet(browser, files, folder / f"sheet-{picture.name}.png")


def _sheet(browser: Browser, files: list[Path], sheet: Path) -> None:
    images = "".join(
        f'<img height="{_HEIGHT}" src="data:image/png;base64,{base64.b64encode(file.read_bytes()).decode()}">'
        for file in files
    )
    page = browser.new_page(viewport={"width": 1900, "height": 100})
    page.set_content(f"<body style='margin:0;background:#888;display:flex;gap:8px;flex-wrap:wrap'>{images}")
    page.screenshot(path=sheet, full_page=True)
    page.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.page_pictures", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        run_service(Path(data), LINEWORKS_STOCK="0") as service,
        chromium() as browser,
    ):
        service.wait_until_ready()
        for picture in pictures(service, browser):
            if not arguments.names or any(name in picture.name for name in arguments.names):
                draw(service, browser, picture, arguments.folder)
                print(picture.name, flush=True)


if __name__ == "__main__":
    main()
