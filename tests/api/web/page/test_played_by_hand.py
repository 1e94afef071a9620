"""Every kind, solved from its solution in a real browser: by mouse, by touch, with the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from puzzles import packs
from tests.api.running_service import RunningService
from tests.api.web.page.hands import WAYS, Task, Way, hands_for
from tests.api.web.page.published import Document, moves_of, yesterdays
from tests.api.web.page.readers import (
    LARGE,
    LONG,
    PHONE,
    Reader,
    moves_made,
    reader,
    skip_hints,
    wait_until_solved,
)
from tests.tiers import reach

KINDS = sorted(packs.grades_by_kind())

pytestmark = [pytest.mark.process, pytest.mark.further]
Readers = Callable[..., Reader]


@pytest.fixture
def new_reader(chromium: Browser, running: RunningService) -> Iterator[Readers]:
    """Opens profiles; none of their pages may log an error."""
    managers = []

    def make(**options: Any) -> Reader:
        managers.append(reader(chromium, running.url, **options))
        return managers[-1].__enter__()

    yield make
    for manager in managers:
        manager.__exit__(None, None, None)


def task_on(page: Page, record: Document, solution: Document) -> Task:
    return Task(page, record["puzzle"], moves_of(page, solution))


def each_way() -> list[tuple[str, Way, str]]:
    """Every kind in every way: with every grade in the long tier, and else with one."""
    grades = packs.grades_by_kind()
    return [
        (kind, way, grade)
        for n, kind in enumerate(KINDS)
        for m, way in enumerate(WAYS)
        for grade in reach([grades[kind][(n + m) % len(grades[kind])]], list(grades[kind]))
    ]


@pytest.mark.parametrize(("kind", "way", "grade"), each_way())
def test_solved(new_reader: Readers, running: RunningService, kind: str, way: Way, grade: str) -> None:
    record, solution = yesterdays(running, kind, grade)
    page = new_reader(**(PHONE if way == "touch" else LARGE)).play(f"/p/{record['id']}")
    skip_hints(page, by_keys=way == "keys")
    for _ in hands_for(kind).of(way)(task_on(page, record, solution)):
        pass
    wait_until_solved(page)


@pytest.mark.parametrize("kind", KINDS)
def test_undone_to_the_start_and_back_and_reloaded_midway(
    new_reader: Readers, running: RunningService, kind: str
) -> None:
    record, solution = yesterdays(running, kind, "medium")
    page = new_reader(**LARGE, reduced_motion="reduce").play(f"/p/{record['id']}")
    task = task_on(page, record, solution)
    gestures = list(hands_for(kind).keys(task))
    wait_until_solved(page)
    made = moves_made(page)
    undo, redo = page.locator(".control-undo"), page.locator(".control-redo")
    while undo.get_attribute("aria-disabled") == "false":
        page.keyboard.press("u")
        page.wait_for_timeout(30)
    assert moves_made(page) == []
    for _ in range(len(made) // 2):
        page.keyboard.press("y")
    page.wait_for_timeout(100)
    half = moves_made(page)
    assert half == made[: len(half)]
    page.reload()
    page.wait_for_selector("body.playing .play-board > *")
    expect(page.locator(".moves li:not(.ahead)")).to_have_count(len(half), timeout=LONG)
    while redo.get_attribute("aria-disabled") == "false":
        page.keyboard.press("y")
        page.wait_for_timeout(30)
    assert moves_made(page) == made
    assert gestures


@pytest.mark.parametrize("kind", KINDS)
def test_the_live_region_says_each_move(new_reader: Readers, running: RunningService, kind: str) -> None:
    record, solution = yesterdays(running, kind, "easy")
    page = new_reader(**LARGE, reduced_motion="reduce").play(f"/p/{record['id']}")
    page.evaluate(
        """() => {
            window.heard = [];
            const live = document.querySelector(".play-live");
            new MutationObserver(() => live.textContent && heard.push(live.textContent))
                .observe(live, { childList: true, characterData: true, subtree: true });
        }"""
    )
    said = 0
    for _ in islice(hands_for(kind).keys(task_on(page, record, solution)), reach(4, 60)):
        page.wait_for_function("(said) => heard.length > said", arg=said)
        page.wait_for_timeout(150)
        said = page.evaluate("() => heard.length")
    words = " ".join(page.evaluate("() => heard"))
    assert all(len(name) for name in words.split()), words
