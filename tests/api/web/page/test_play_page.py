"""Tests the page to play on with a tiny game of its own, of which the frame knows nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.api.web.page.counting_service import PUZZLE, READY, RECORD, CountingService, Json

Open = Callable[..., CountingService]

BROKEN_PLAYS = (
    "nonsense",
    "[1]",
    '{"at":"2026","history":{"steps":[{"keep":5}],"present":1}}',
    '{"at":"2026","history":{"steps":[{"keep":0,"add":[{"add":7}]}],"present":1}}',
)


@pytest.fixture
def serve(chromium: Browser) -> Iterator[Open]:
    """Makes stand-ins for the service, each with a profile of its own, in which no script may fail."""
    services: list[CountingService] = []
    errors: list[str] = []

    def make(record: Json | None = None, **options: object) -> CountingService:
        service = CountingService(chromium, record, options)
        service.context.on("weberror", lambda error: errors.append(str(error.error)))
        services.append(service)
        return service

    yield make
    for service in services:
        service.close()
    assert not errors


def press(page: Page, keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def reload(page: Page) -> None:
    page.reload()
    page.wait_for_selector(READY)


def count(page: Page, number: int) -> None:
    """Waits for the count on the board."""
    expect(page.locator(".counting-board")).to_have_text(str(number))


def saved(page: Page, name: str) -> Json:
    """What the device keeps under a name, once all is saved."""
    page.wait_for_timeout(60)
    value: Json = page.evaluate("(name) => JSON.parse(localStorage.getItem(`lineworks.${name}`))", name)
    return value


def notice(page: Page, text: str) -> None:
    expect(page.locator(".play-notice")).to_contain_text(text)


class TestHistory:
    def test_undo_to_the_start_and_back(self, serve: Open) -> None:
        page = serve().open()
        count(page, 0)
        press(page, "232")
        count(page, 7)
        press(page, "uuu")
        count(page, 0)
        press(page, "uyyyyy")
        count(page, 7)
        page.get_by_role("button", name="Restart").click()
        count(page, 0)
        page.get_by_role("button", name="Undo").click()
        count(page, 7)

    def test_notes_are_steps_of_their_own(self, serve: Open) -> None:
        page = serve().open()
        press(page, "2")
        page.locator(".note").click()
        expect(page.locator(".counting-board")).to_have_attribute("data-notes", '{"seen":2}')
        press(page, "u")
        expect(page.locator(".counting-board")).to_have_attribute("data-notes", "null")
        count(page, 2)

    def test_a_move_of_the_list_is_gone_to(self, serve: Open) -> None:
        page = serve().open()
        press(page, "232")
        moves = page.locator(".moves button")
        expect(moves).to_have_text(["add 2", "add 3", "add 2"])
        moves.nth(0).click()
        count(page, 2)
        expect(moves).to_have_count(3)
        moves.nth(2).click()
        count(page, 7)

    def test_a_move_that_breaks_a_rule_says_why(self, serve: Open) -> None:
        page = serve().open()
        press(page, "3333")
        expect(page.locator(".play-status")).to_have_text("It cannot go on: from 9 nothing is left to add.")
        press(page, "3")
        count(page, 9)
        expect(page.locator(".play-status")).to_have_text("3 would be too much")

    def test_checkpoints(self, serve: Open) -> None:
        page = serve().open()
        press(page, "23")
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="Checkpoints").click()
        page.get_by_role("button", name="Set a checkpoint").click()
        page.keyboard.press("Escape")
        press(page, "2u")
        press(page, "uu")
        count(page, 0)
        reload(page)
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="Checkpoints").click()
        page.get_by_role("button", name="1: 2 moves").click()
        count(page, 5)

    def test_the_only_move_makes_itself_if_that_is_wished(self, serve: Open) -> None:
        page = serve().open()
        page.evaluate("localStorage.setItem('lineworks.settings', '{\"autoMove\": true}')")
        reload(page)
        press(page, "2222")
        count(page, 10)
        press(page, "u")
        count(page, 6)
        press(page, "y")
        count(page, 10)

    def test_the_other_side_moves_by_itself(self, serve: Open) -> None:
        page = serve(RECORD | {"puzzle": PUZZLE | {"turns": True, "goal": 11}}).open()
        press(page, "3")
        count(page, 5)
        press(page, "3")
        count(page, 10)
        press(page, "u")
        count(page, 5)
        press(page, "u")
        count(page, 0)
        press(page, "y")
        count(page, 5)


class TestStorage:
    def test_a_reload_loses_nothing(self, serve: Open) -> None:
        page = serve().open()
        press(page, "23")
        reload(page)
        count(page, 5)
        press(page, "u")
        count(page, 2)
        reload(page)
        press(page, "y")
        count(page, 5)

    def test_two_tabs(self, serve: Open) -> None:
        service = serve()
        one, other = service.open(), service.open()
        press(one, "2")
        count(other, 2)
        press(other, "3")
        count(one, 5)
        press(one, "u")
        count(other, 2)

    def test_a_broken_saved_play_opens_the_start_and_says_so(self, serve: Open) -> None:
        service = serve()
        page = service.open()
        for stored in BROKEN_PLAYS:
            page.goto(f"{service.address}/nothing")
            page.evaluate("(text) => localStorage.setItem('lineworks.play.counting0001', text)", stored)
            page.goto(f"{service.address}/p/counting0001")
            count(page, 0)
            notice(page, "could not be read")
            press(page, "2")
            count(page, 2)

    @pytest.mark.parametrize(
        "script",
        [
            "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no'); } });",
            "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };",
        ],
        ids=["forbidden", "full"],
    )
    def test_a_device_that_keeps_nothing_is_tolerated(self, serve: Open, script: str) -> None:
        service = serve()
        service.context.add_init_script(script)
        page = service.open()
        press(page, "23")
        count(page, 5)
        notice(page, "does not let the page save anything")
        press(page, "u")
        count(page, 2)

    def test_what_was_begun_and_solved_is_noted(self, serve: Open) -> None:
        page = serve().open()
        press(page, "2")
        begun = saved(page, "begun")["counting0001"]
        assert {name: begun[name] for name in ("kind", "grade", "date")} == {
            "kind": "counting.up",
            "grade": "easy",
            "date": "2026-11-19",
        }
        press(page, "2222")
        result = saved(page, "results")["counting0001"]
        assert result.pop("solved").endswith("Z")
        assert result.pop("seconds") >= 0
        assert result == {
            "kind": "counting.up",
            "grade": "easy",
            "date": "2026-11-19",
            "score": None,
            "target": None,
            "helped": False,
        }


class TestCheck:
    def test_three_steps(self, serve: Open) -> None:
        page = serve(RECORD | {"puzzle": PUZZLE | {"goal": 11, "steps": [2, 4, 5]}}).open()
        press(page, "24")
        press(page, "c")
        notice(page, "No mistake so far")
        press(page, "2")
        page.get_by_role("button", name="Check").click()
        notice(page, "There is a mistake")
        expect(page.locator(".counting-board")).not_to_have_attribute("data-marked", "2")
        page.get_by_role("button", name="Where?").click()
        notice(page, "Move 3 is the mistake.")
        expect(page.locator(".counting-board")).to_have_attribute("data-marked", "2")
        page.get_by_role("button", name="What?").click()
        notice(page, "Move 3: add 2.")
        page.get_by_role("button", name="Back to before it").click()
        count(page, 6)

    def test_a_target_out_of_reach(self, serve: Open) -> None:
        page = serve(RECORD | {"puzzle": PUZZLE | {"scored": True}, "target": 5}).open()
        press(page, "2c")
        notice(page, "No mistake so far")
        press(page, "3c")
        notice(page, "can still be finished, but not with a score of 5")

    def test_without_the_service(self, serve: Open) -> None:
        service = serve()
        page = service.open()
        service.is_away = True
        press(page, "2c")
        notice(page, "once the service can be reached")


@pytest.mark.slow
class TestDone:
    def test_the_moment(self, serve: Open) -> None:
        service = serve()
        page = service.open()
        press(page, "22222")
        notice(page, "Solved!")
        notice(page, "without help")
        board = page.locator(".counting-board")
        expect(board).to_have_attribute("data-celebrated", "yes")
        expect(board).to_have_attribute("data-valid", "true")
        assert service.calls == [("verify", {"puzzle": RECORD, "solution": {"steps": [2, 2, 2, 2, 2]}})]
        reload(page)
        notice(page, "Solved!")

    def test_offline_the_rules_are_enough(self, serve: Open) -> None:
        service = serve()
        page = service.open()
        service.is_away = True
        press(page, "22222")
        notice(page, "Solved!")

    def test_where_only_the_service_knows_it_is_waited_for(self, serve: Open) -> None:
        service = serve(RECORD | {"kind": "counting.judged", "puzzle": PUZZLE | {"bad_start": 3}})
        page = service.open()
        service.is_away = True
        press(page, "3322")
        notice(page, "Whether they are right can be said once")
        service.is_away = False
        page.get_by_role("button", name="Try again").click()
        notice(page, "That is not the way.")
        assert saved(page, "results") in (None, {})
        page.get_by_role("button", name="Take the last move back").click()
        press(page, "uuu")
        press(page, "22222")
        notice(page, "Solved!")
        assert "counting0001" in saved(page, "results")

    def test_a_score_below_the_best_can_be_improved(self, serve: Open) -> None:
        page = serve(RECORD | {"puzzle": PUZZLE | {"scored": True}, "target": 5}).open()
        press(page, "3322")
        notice(page, "Finished with 4")
        notice(page, "The best score is 5.")
        assert saved(page, "results")["counting0001"]["score"] == 4
        press(page, "uuuu22222")
        notice(page, "5 is the best score there is.")
        assert saved(page, "results")["counting0001"]["score"] == 5


@pytest.mark.slow
class TestSolution:
    def test_it_is_worked_out_when_that_is_confirmed(self, serve: Open) -> None:
        service = serve()
        page = service.open()
        press(page, "3")
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="Solution").click()
        page.locator(".sheet-actions").get_by_role("button", name="Cancel").click()
        assert service.calls == []
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="Solution").click()
        page.get_by_role("button", name="Show it").click()
        count(page, 0)
        assert service.calls == [("solve", {"puzzle": RECORD, "goal": "best"})]
        press(page, "yy")
        count(page, 4)
        press(page, "3")
        count(page, 4)
        page.get_by_role("button", name="Back to my moves").click()
        count(page, 3)
        press(page, "322")
        notice(page, "after a look at the solution")

    def test_it_is_fetched_where_it_is_open(self, serve: Open) -> None:
        service = serve()
        service.data["solution_url"] = "/v1/puzzles/counting0001/solution"
        page = service.open()
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="Solution").click()
        page.get_by_role("button", name="Show it").click()
        expect(page.locator(".moves li")).to_have_count(5)
        assert service.calls == [("puzzles/counting0001/solution", {})]


@pytest.mark.slow
class TestAddresses:
    def test_a_state_in_a_link(self, serve: Open) -> None:
        service = serve()
        page = service.open("/p/counting0001#~%2B+2;%2B+3")
        count(page, 5)
        assert page.url == f"{service.address}/p/counting0001"
        press(page, "u")
        count(page, 0)

    def test_a_link_does_not_lose_ones_own_moves(self, serve: Open) -> None:
        service = serve()
        press(service.open(), "33")
        page = service.open("/p/counting0001#~%2B+2")
        count(page, 2)
        notice(page, "Undo brings back the moves you had made.")
        press(page, "u")
        count(page, 6)

    @pytest.mark.parametrize(
        "moves", ["nonsense", "%2B+2;%2B+9", "%2B+2;", "%E0%A4", "%2B+3;%2B+3;%2B+3;%2B+3"]
    )
    def test_a_bad_one_opens_the_start_and_says_so(self, serve: Open, moves: str) -> None:
        page = serve().open(f"/p/counting0001#~{moves}")
        count(page, 0)
        notice(page, "are not legal")

    def test_a_puzzle_that_no_server_knows(self, serve: Open) -> None:
        service = serve()
        page = service.open("/play#counting.up:7~%2B+2")
        count(page, 2)
        expect(page.locator(".play-task")).to_contain_text("Count up to 7.")
        assert page.url == f"{service.address}/play#counting.up:7"
        press(page, "2")
        saved(page, "begun")
        service.is_away = True
        again = service.open("/play#counting.up:7")
        count(again, 4)

    def test_what_is_no_puzzle(self, serve: Open) -> None:
        service = serve()
        page = service.open("/play#nonsense")
        expect(page.get_by_text("expected counting.up:goal")).to_be_visible()
        page.get_by_label("The puzzle as a line of text").fill("counting.up:5")
        page.get_by_role("button", name="Open").click()
        count(page, 0)
        press(page, "2")
        count(page, 2)

    def test_sharing_spoils_nothing(self, serve: Open) -> None:
        service = serve()
        page = service.open()
        press(page, "22222")
        page.locator(".play-notice").get_by_role("button", name="Share").click()
        text = page.locator("dialog textarea")
        line, address = text.input_value().split("\n")
        assert line.startswith("Counting up, easy, 19 November: solved in 0:")
        assert line.endswith(", without help")
        assert address == f"{service.address}/p/counting0001"
        page.get_by_text("With my moves").click()
        assert text.input_value().endswith("/p/counting0001#~%2B+2;%2B+2;%2B+2;%2B+2;%2B+2")


@pytest.mark.slow
class TestEverybody:
    def test_every_move_is_said(self, serve: Open) -> None:
        page = serve().open()
        live = page.locator(".play-live")
        expect(live).to_have_text("Add something.")
        press(page, "2")
        expect(live).to_have_text("add 2. 2 of 10. Reach the goal.")
        press(page, "u")
        expect(live).to_have_text("Taken back: 0 moves are left. 0 of 10.")

    def test_hints_are_shown_once(self, serve: Open) -> None:
        service = serve()
        page = service.open()
        hint = page.locator(".play-hint")
        expect(hint).to_contain_text("Add something.")
        expect(page.locator(".counting-board")).to_have_attribute("data-hint", "0")
        press(page, "2")
        expect(hint).to_contain_text("Reach the goal.")
        page.get_by_role("button", name="Got it").click()
        expect(hint).to_be_hidden()
        press(page, "u")
        page.evaluate("localStorage.removeItem('lineworks.play.counting0001')")
        again = service.open()
        count(again, 0)
        expect(again.locator(".play-hint")).to_be_hidden()

    def test_settings(self, serve: Open) -> None:
        service = serve()
        page = service.open()
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("radio", name="Dark").check()
        page.get_by_role("radio", name="Left hand").check()
        root = page.locator("html")
        expect(root).to_have_attribute("data-theme", "dark")
        page.get_by_role("link", name="Deutsch").click()
        expect(page.get_by_role("button", name="Prüfen")).to_be_visible()
        expect(root).to_have_attribute("data-hand", "left")
        page.goto(f"{service.address}/p/counting0001")
        expect(page.get_by_role("button", name="Prüfen")).to_be_visible()

    def test_keys_and_statistics(self, serve: Open) -> None:
        page = serve().open()
        press(page, "22222")
        notice(page, "Solved!")
        press(page, "?")
        expect(page.get_by_role("dialog")).to_contain_text("1 … 9")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="Statistics").click()
        expect(page.get_by_role("dialog")).to_contain_text("Counting up, easy")

    @pytest.mark.parametrize(("width", "height"), [(360, 640), (640, 360), (1440, 900)])
    def test_nothing_scrolls(self, serve: Open, width: int, height: int) -> None:
        page = serve(viewport={"width": width, "height": height}).open()
        count(page, 0)
        sizes = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert sizes == [width, height]
        boxes = [button.bounding_box() for button in page.get_by_role("button").all()]
        assert max(box["y"] + box["height"] for box in boxes if box is not None) <= height
