"""What readers of real puzzles do with the page: reload, share, ask, and play on without a service."""

from __future__ import annotations

import re
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.api.running_service import RunningService, run_service
from tests.api.web.page.hands import Task, hands_for
from tests.api.web.page.published import FIRST, KINDS, moves_of, state_address, yesterdays
from tests.api.web.page.readers import (
    LARGE,
    LONG,
    Readers,
    moves_made,
    reader,
    skip_hints,
    wait_until_kept,
    wait_until_solved,
)
from tests.tiers import reach

# A kind that has no best score, and so no more than right and wrong.
KIND = KINDS[0]
MOVES = ".moves li:not(.ahead)"

pytestmark = [pytest.mark.process, pytest.mark.slow, pytest.mark.further]


def halfway(page: Page, solution: Any) -> str:
    """The address of the page's puzzle half solved."""
    moves = moves_of(page, solution)
    return state_address(page, moves[: len(moves) // 2])


class TestLinks:
    @pytest.mark.parametrize("kind", reach(FIRST, KINDS))
    def test_a_state_opens_on_a_fresh_profile(
        self, new_reader: Readers, running: RunningService, kind: str
    ) -> None:
        record, solution = yesterdays(running, kind, "easy")
        page = new_reader().play(f"/p/{record['id']}")
        address = halfway(page, solution)
        state = address.partition("~")[2]
        for path in (address, f"/play#{record['text']}~{state}"):
            page = new_reader().play(path)
            expect(page.locator(MOVES)).to_have_count(len(moves_of_address(state)), timeout=LONG)
            assert page.locator(".play-notice").is_hidden()

    @pytest.mark.parametrize("kind", reach(FIRST, KINDS))
    def test_a_solution_that_a_link_brings_is_not_the_reader_s_own(
        self, new_reader: Readers, running: RunningService, kind: str
    ) -> None:
        record, solution = yesterdays(running, kind, "easy")
        one = new_reader()
        page = one.play(f"/p/{record['id']}")
        page = one.play(state_address(page, moves_of(page, solution)))
        wait_until_solved(page)
        page.reload()
        wait_until_solved(page)
        assert page.evaluate("localStorage.getItem('lineworks.results')") in (None, "{}")

    @pytest.mark.parametrize("state", ["nonsense", "%", "~~;;", "<img src=x onerror=alert(1)>"])
    def test_a_bad_state_opens_the_start_and_says_so(
        self, new_reader: Readers, running: RunningService, state: str
    ) -> None:
        record, _ = yesterdays(running, KIND, "easy")
        for path in (f"/p/{record['id']}#~{state}", f"/play#{record['text']}~{state}"):
            page = new_reader().play(path)
            expect(page.locator(".play-notice")).to_be_visible()
            assert moves_made(page) == []

    @pytest.mark.parametrize("line", ["nonsense", f"{KIND}:1x1", f"{KIND}:<b>", "%E0%A4%A"])
    def test_a_bad_line_is_said_to_be_bad(self, new_reader: Readers, line: str) -> None:
        one = new_reader()
        page = one.open(f"/play#{line}")
        expect(page.locator("textarea")).to_be_visible()
        expect(page.locator("main p.soft")).not_to_be_empty()
        assert page.locator("main b, main img").count() == 0
        # The browser itself says that the answer was 422.
        one.errors.clear()


def moves_of_address(state: str) -> list[str]:
    return [move for move in state.split(";") if move]


class TestOneDevice:
    def test_what_one_tab_does_the_other_shows(self, new_reader: Readers, running: RunningService) -> None:
        record, solution = yesterdays(running, KIND, "easy")
        one = new_reader()
        first, second = (one.play(f"/p/{record['id']}") for _ in range(2))
        skip_hints(first)
        hands = hands_for(KIND).keys(Task(first, record["puzzle"], moves_of(first, solution)))
        list(islice(hands, 3))
        expect(second.locator(MOVES)).to_have_count(3)
        second.keyboard.press("u")
        expect(first.locator(MOVES)).to_have_count(2)

    def test_nothing_is_lost_by_closing(self, new_reader: Readers, running: RunningService) -> None:
        record, solution = yesterdays(running, KIND, "easy")
        one = new_reader()
        page = one.play(f"/p/{record['id']}")
        skip_hints(page)
        list(islice(hands_for(KIND).keys(Task(page, record["puzzle"], moves_of(page, solution))), 4))
        page.close()
        page = one.play(f"/p/{record['id']}")
        expect(page.locator(MOVES)).to_have_count(4)


class TestAsking:
    @pytest.mark.parametrize("kind", reach(FIRST, KINDS))
    def test_check_share_and_the_solution(
        self, new_reader: Readers, running: RunningService, kind: str
    ) -> None:
        record, solution = yesterdays(running, kind, "easy")
        page = new_reader().play(f"/p/{record['id']}")
        address = halfway(page, solution)
        page = new_reader().play(address)
        page.locator(".control-check").click()
        notice = page.locator(".play-notice")
        # Once a move has been made it is found that all is well so far.
        found = "good" if address.partition("~")[2] else "plain"
        expect(notice).to_have_class(re.compile(found), timeout=LONG)
        open_menu(page, "Share")
        text = page.locator("dialog[open] textarea").input_value()
        assert text.endswith(f"/p/{record['id']}")
        assert record["title"] in text
        page.keyboard.press("Escape")
        open_menu(page, "Solution")
        page.locator("dialog[open] .button.main").click()
        expect(page.locator("body.showing-solution")).to_be_attached(timeout=LONG)
        for _ in range(60):
            page.keyboard.press("ArrowRight")
        expect(page.locator(".moves li.ahead")).to_have_count(0)
        assert page.locator(".moves li").count() > 0
        notice.locator(".button.main").click()
        expect(page.locator("body.showing-solution")).not_to_be_attached()

    def test_the_solution_of_today_is_worked_out(self, new_reader: Readers) -> None:
        page = new_reader().play(f"/play/{KIND}?grade=easy")
        skip_hints(page)
        with page.expect_request("**/v1/solve"):
            open_menu(page, "Solution")
            page.locator("dialog[open] .button.main").click()
        expect(page.locator("body.showing-solution")).to_be_attached(timeout=LONG)

    def test_a_solved_puzzle_is_verified(self, new_reader: Readers, running: RunningService) -> None:
        record, solution = yesterdays(running, KIND, "easy")
        page = new_reader().play(f"/p/{record['id']}")
        skip_hints(page)
        with page.expect_response("**/v1/verify") as verified:
            list(hands_for(KIND).keys(Task(page, record["puzzle"], moves_of(page, solution))))
        assert verified.value.json()["valid"]
        wait_until_solved(page)


def open_menu(page: Page, name: str) -> None:
    page.locator(".control-more").click()
    page.locator("dialog[open] .menu").get_by_role("button", name=name, exact=True).click()


@pytest.mark.long
def test_every_kind_is_played_while_the_server_is_stopped(chromium: Browser, tmp_path: Path) -> None:
    """The day's puzzles that the front page has had kept, that page, and a puzzle begun before."""
    with ExitStack() as stack:
        with run_service(tmp_path, LINEWORKS_STOCK="0") as service:
            service.wait_until_ready()
            solutions = {}
            for kind in KINDS:
                record, _ = yesterdays(service, kind, "easy")
                today = service.call("GET", f"/v1/daily/{kind}?grade=easy")[1]
                solved = service.call("POST", "/v1/solve", {"puzzle": today, "goal": "best", "seconds": 5})[1]
                solutions[kind] = today, solved["solution"]
            one = stack.enter_context(reader(chromium, service.url, **LARGE, reduced_motion="reduce"))
            page = one.open("/")
            wait_until_kept(page, [f"/p/{record['id']}" for record, _ in solutions.values()])
        for kind, (record, solution) in solutions.items():
            page = one.play(f"/p/{record['id']}")
            skip_hints(page)
            list(hands_for(kind).keys(Task(page, record["puzzle"], moves_of(page, solution))))
            expect(page.locator(".moves li.ahead")).to_have_count(0)
            expect(page.locator(MOVES)).not_to_have_count(0)
            page.close()
        page = one.open("/")
        expect(page.locator("a.play").first).to_be_visible()
        # The browser itself says that it reached nobody.
        one.errors[:] = [error for error in one.errors if "net::ERR_" not in error]


@pytest.mark.parametrize("kind", reach([KIND], KINDS))
def test_begun_online_and_played_on_without_the_service(
    new_reader: Readers, running: RunningService, kind: str
) -> None:
    record, solution = yesterdays(running, kind, "medium")
    one = new_reader()
    page = one.play(f"/p/{record['id']}")
    skip_hints(page)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.reload()
    page.wait_for_selector("body.playing .play-board > *")
    one.context.set_offline(True)
    hands = hands_for(kind).keys(Task(page, record["puzzle"], moves_of(page, solution)))
    next(hands)
    page.wait_for_timeout(200)
    made = moves_made(page)
    page.reload()
    page.wait_for_selector("body.playing .play-board > *")
    expect(page.locator(MOVES)).to_have_count(len(made))
    one.errors[:] = [error for error in one.errors if "net::ERR_" not in error]
