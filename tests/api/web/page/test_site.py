"""Tests the pages around the play in Chromium: days, archive, books, and all of them without a network."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from puzzles import packs
from tests.api.running_service import RunningService, run_service
from tests.api.web.page.readers import wait_until_kept

pytestmark = [pytest.mark.process, pytest.mark.slow]

TODAY = datetime.now(UTC).date()
YESTERDAY = TODAY - timedelta(days=1)
KINDS = sorted(packs.grades_by_kind())


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with run_service(tmp_path_factory.mktemp("site"), LINEWORKS_STOCK="0") as running:
        yield running


@pytest.fixture
def context(chromium: Browser, service: RunningService) -> Iterator[BrowserContext]:
    """A fresh profile on a phone, in whose pages no script may fail and nothing may be logged."""
    failures: list[str] = []
    with chromium.new_context(
        base_url=service.url, viewport={"width": 360, "height": 640}, locale="en"
    ) as context:
        context.on("weberror", lambda error: failures.append(str(error.error)))
        context.on("console", lambda message: failures.append(message.text))
        yield context
    assert not failures


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


def keep(page: Page, **values: dict[str, Any]) -> None:
    """Has the device keep what the frame would after some puzzles."""
    page.goto("/offline")
    for name, value in values.items():
        page.evaluate(
            "([name, text]) => localStorage.setItem(name, text)", [f"lineworks.{name}", json.dumps(value)]
        )


def result(kind: str, grade: str, day: object = TODAY, **changes: object) -> dict[str, Any]:
    common = {"kind": kind, "grade": grade, "date": str(day)}
    solved = {"seconds": 60, "score": None, "target": None, "helped": False, "solved": f"{day}T09:00:00Z"}
    return common | solved | changes


def links(page: Page, card: int) -> list[tuple[str, str]]:
    """Returns the ids and grades of the puzzles that a card of the front page shows first."""
    found = page.locator("article").nth(card).locator("> .grades a").all()
    return [(str(a.get_attribute("data-puzzle")), str(a.get_attribute("data-grade"))) for a in found]


def kind_of(page: Page, card: int) -> str:
    return str(page.locator("article").nth(card).locator("> .grades").get_attribute("data-kind"))


def test_play_leads_to_the_easy_puzzle_first(page: Page) -> None:
    page.goto("/")
    (first, grade), *_ = links(page, 0)
    assert grade == "easy"
    play = page.locator("a.play").first
    expect(play).to_have_attribute("href", re.compile(f"/p/{first}$"))
    assert play.bounding_box() is not None
    assert play.bounding_box()["y"] < 640 - 56  # type: ignore[index]  # it has just been found to be there
    play.click()
    page.wait_for_url(f"**/p/{first}")


def test_what_is_solved_and_begun_is_marked_and_play_leads_on(page: Page) -> None:
    page.goto("/")
    (easy, _), (medium, _), (hard, _), _ = links(page, 0)
    (other, _), *_ = links(page, 1)
    kind, other_kind = kind_of(page, 0), kind_of(page, 1)
    keep(
        page,
        results={easy: result(kind, "easy"), "x": result(kind, "easy", YESTERDAY)},
        begun={
            other: {"kind": other_kind, "grade": "easy", "date": str(TODAY), "at": f"{TODAY}T09:00:00Z"},
            "y": {"kind": kind, "grade": "hard", "date": str(YESTERDAY), "at": f"{YESTERDAY}T09:00:00Z"},
        },
    )
    page.goto("/")
    expect(page.locator(f'[data-puzzle="{easy}"]')).to_have_class("solved")
    expect(page.locator(f'[data-puzzle="{easy}"]')).to_have_accessible_name(re.compile(", solved$"))
    plays = page.locator("a.play")
    expect(plays.nth(0)).to_have_attribute("href", re.compile(f"/p/{medium}$"))
    expect(plays.nth(0)).to_have_text("Play medium")
    expect(plays.nth(1)).to_have_attribute("href", re.compile(f"/p/{other}$"))
    expect(plays.nth(1)).to_have_text("Continue easy")
    expect(page.locator("article img").first).to_have_attribute("src", f"/p/{medium}.svg")
    expect(page.locator("#streak")).to_have_text("Streak: 2 days")
    expect(page.locator("#begun a")).to_have_text(re.compile(", hard, "))
    expect(page.locator("#begun a")).to_have_attribute("href", "/p/y")
    assert hard


def test_another_tab_changes_the_marks(context: BrowserContext, page: Page) -> None:
    page.goto("/")
    (easy, _), *_ = links(page, 0)
    other = context.new_page()
    keep(other, results={easy: result(kind_of(page, 0), "easy")})
    expect(page.locator(f'[data-puzzle="{easy}"]')).to_have_class("solved")


def test_the_archive_marks_the_days(page: Page) -> None:
    keep(page, results={"a": result(KINDS[0], "easy", YESTERDAY), "b": result(KINDS[0], "hard", YESTERDAY)})
    page.goto("/archive")
    day = page.locator(f'[data-date="{YESTERDAY}"]')
    expect(day).to_have_class("solved")
    expect(day).to_have_accessible_name(f"{YESTERDAY.day}, 2 puzzles solved")
    expect(page.locator("#streak")).to_have_text("Streak: 1 day")
    day.click()
    page.wait_for_url(f"**/day/{YESTERDAY}")


def test_a_broken_storage_is_tolerated(page: Page) -> None:
    keep(page, results={"a": {"kind": 3}, "b": {}}, begun={"c": {"at": "?"}})
    page.goto("/")
    expect(page.locator("a.play").first).to_be_visible()
    expect(page.locator("#streak")).to_be_hidden()


def test_days_that_were_opened_work_without_a_network(context: BrowserContext, page: Page) -> None:
    page.goto("/")
    puzzles = [str(link.get_attribute("href")) for link in page.locator("[data-puzzle]").all()]
    wait_until_kept(page, puzzles)
    context.set_offline(True)
    for address in (puzzles[0], puzzles[-1]):
        page.goto(address)
        expect(page.locator("h1")).not_to_have_text("No network")
    page.goto("/")
    expect(page.locator("a.play").first).to_be_visible()
    page.goto("/books")
    expect(page.locator("h1")).to_have_text("No network")
    context.set_offline(False)
    page.goto("/books")
    expect(page.locator("h1")).to_have_text("A book to print")


def test_a_book_is_ordered_and_found_again(page: Page) -> None:
    orders: list[Any] = []
    job: dict[str, Any] = {
        "id": "0" * 24,
        "call": "book",
        "state": "queued",
        "progress": None,
        "result": None,
        "error": None,
    }
    states = iter(
        [
            job | {"state": "running", "progress": 0.5},
            job | {"state": "done", "result": {"puzzles": 3, "pdf": "/b.pdf", "answers": None}},
        ]
    )
    last = [job]

    def answer(route: Route) -> None:
        if route.request.method == "POST":
            orders.append(route.request.post_data_json)
            route.fulfill(json=job, status=202)
        else:
            last[0] = next(states, last[0])
            route.fulfill(json=last[0])

    page.route("**/v1/books**", answer)
    page.goto("/books")
    page.locator("[name=count]").fill("3")
    for box in page.locator("[name=grades]").all():
        box.uncheck()
    page.get_by_role("button", name="Make the book").click()
    expect(page.get_by_role("alert")).to_have_text("Choose at least one kind and one grade.")
    page.locator("[name=grades][value=hard]").check()
    page.get_by_role("button", name="Make the book").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.get_by_role("link", name="Download the book")).to_have_attribute("href", "/b.pdf")
    assert [(order["count"], order["grades"], order["title"]) for order in orders] == [(3, ["hard"], None)]
    page.reload()
    expect(page.get_by_role("link", name="Download the book")).to_be_visible()
    page.get_by_role("button", name="Order another one").click()
    expect(page.get_by_role("button", name="Make the book")).to_be_visible()
