"""Every kind, solved from its solution in a real browser: by mouse, by touch, with the keyboard alone."""

from __future__ import annotations

from itertools import islice

import pytest
from _pytest.mark import ParameterSet
from playwright.sync_api import Page, expect

from puzzles import packs
from tests.api.running_service import RunningService
from tests.api.web.page.hands import WAYS, Task, Way, hands_for
from tests.api.web.page.published import FIRST, KINDS, Document, moves_of, yesterdays
from tests.api.web.page.readers import (
    LARGE,
    LONG,
    PHONE,
    Readers,
    moves_made,
    skip_hints,
    wait_until_solved,
)
from tests.tiers import reach

pytestmark = [pytest.mark.process, pytest.mark.further]


def task_on(page: Page, record: Document, solution: Document) -> Task:
    return Task(page, record["puzzle"], moves_of(page, solution))


def each_way() -> list[ParameterSet]:
    """Every kind in one way; in the long tier every kind in every way, with every grade."""
    grades = packs.grades_by_kind()
    one_way = [(kind, WAYS[n % len(WAYS)], grades[kind][0]) for n, kind in enumerate(KINDS)]
    every_way = [(kind, way, grade) for kind in KINDS for way in WAYS for grade in grades[kind]]
    return [
        pytest.param(kind, way, grade, marks=() if kind in FIRST else pytest.mark.slow)
        for kind, way, grade in reach(one_way, every_way)
    ]


@pytest.mark.parametrize(("kind", "way", "grade"), each_way())
def test_solved(new_reader: Readers, running: RunningService, kind: str, way: Way, grade: str) -> None:
    record, solution = yesterdays(running, kind, grade)
    page = new_reader(**(PHONE if way == "touch" else LARGE)).play(f"/p/{record['id']}")
    skip_hints(page, by_keys=way == "keys")
    for _ in hands_for(kind).of(way)(task_on(page, record, solution)):
        pass
    wait_until_solved(page)


@pytest.mark.slow
@pytest.mark.parametrize("kind", reach(FIRST, KINDS))
def test_undone_to_the_start_and_back_and_reloaded_midway(
    new_reader: Readers, running: RunningService, kind: str
) -> None:
    record, solution = yesterdays(running, kind, "medium")
    page = new_reader().play(f"/p/{record['id']}")
    task = task_on(page, record, solution)
    list(hands_for(kind).keys(task))
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


@pytest.mark.slow
@pytest.mark.parametrize("kind", reach(FIRST, KINDS))
def test_the_live_region_says_what_each_gesture_has_done(
    new_reader: Readers, running: RunningService, kind: str
) -> None:
    record, solution = yesterdays(running, kind, "easy")
    page = new_reader().play(f"/p/{record['id']}")
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


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_screen_reader_finds_a_grid_whose_cells_have_names(
    new_reader: Readers, running: RunningService, kind: str
) -> None:
    record, _ = yesterdays(running, kind, "easy")
    page = new_reader().play(f"/p/{record['id']}")
    expect(page.get_by_role("grid")).to_have_count(1)
    page.wait_for_selector("[role=gridcell][aria-label]")
    page.wait_for_timeout(150)
    cells = page.locator("[role=grid] > [role=row] > [role=gridcell]")
    names = cells.evaluate_all("(cells) => cells.map((cell) => cell.getAttribute('aria-label'))")
    assert all(names)
    assert len(names) == page.locator("[role=gridcell]").count()
    # One of them is in the order of the tabulator.
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1
