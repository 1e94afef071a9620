"""Plays LIGHT-LINE! on a bare page: by mouse, by touch, and by keys alone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from puzzles import packs
from puzzles.texts import catalogue
from tests.api.web.page.light_line_table import Table, table

PHONE = (360, 640)
Document = dict[str, Any]


def entry(kind: str, grade: str = "easy", n: int = 0) -> packs.PackEntry:
    return packs.entry(f"light_line.{kind}", grade, n)


def lays_of(played: Table, puzzle: packs.PackEntry) -> list[Document]:
    moves = played.solution_moves(puzzle.record["puzzle"], puzzle.solution)
    return [move for move in moves if "row" in move]


def small(*tubes: list[list[str]], kind: str = "solo", **fields: object) -> Document:
    """A puzzle with cards 1, 2, ... of these tubes."""
    cards = [{"id": f"{i}", "tubes": tubes_of} for i, tubes_of in enumerate(tubes, 1)]
    return {"kind": f"light_line.{kind}", "cards": cards, **fields}


STRAIGHT = [["red", "W1", "E1"]]
BENT = [["red", "W0", "S2"]]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["solo", "longest", "head"])
def test_a_puzzle_is_solved_by_dragging(chromium: Browser, kind: str) -> None:
    puzzle = entry(kind)
    with table(chromium, kind, puzzle.record["puzzle"], target=puzzle.score) as played:
        for move in lays_of(played, puzzle):
            if move["turned"]:
                x, y = played.card_point(move["card"])
                played.page.mouse.click(x, y)
                played.press("r")
            played.drag_from_hand(move["card"], move["row"], move["col"])
        assert played.is_solved
        assert played.refused == []


@pytest.mark.slow
def test_a_puzzle_is_solved_by_touch(chromium: Browser) -> None:
    puzzle = entry("solo")
    with table(chromium, "solo", puzzle.record["puzzle"], size=PHONE, touch=True) as played:
        for move in lays_of(played, puzzle):
            played.tap(played.card_point(move["card"]))
            if move["turned"]:
                played.tap(played.card_point(move["card"]))
            played.tap(played.point_of(move["row"], move["col"]))
        assert played.is_solved


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["solo", "longest", "head"])
def test_a_puzzle_is_solved_by_keys_alone(chromium: Browser, kind: str) -> None:
    puzzle = entry(kind, n=1)
    with table(chromium, kind, puzzle.record["puzzle"], target=puzzle.score) as played:
        for move in lays_of(played, puzzle):
            hand = played.hand
            played.press("h", *["ArrowLeft"] * len(hand), *["ArrowRight"] * hand.index(move["card"]))
            assert f"Card {move['card']}" in played.focused
            played.press("Enter")
            if move["turned"]:
                played.press("r")
            go_to(played, move["row"], move["col"])
            played.press("Enter")
        assert played.is_solved


def go_to(played: Table, row: int, col: int) -> None:
    """Moves the cursor of the table to a place."""
    for _ in range(40):
        at = played.page.evaluate(
            """() => document.activeElement.style.translate.split(" ").map((each) => parseInt(each || "0"))"""
        )
        right, down = col - at[0] // 100, row - (at[1] // 150 if len(at) > 1 else 0)
        if not right and not down:
            return
        wide = abs(right) >= abs(down)
        before = played.focused
        played.press(
            ("ArrowRight" if right > 0 else "ArrowLeft") if wide else ("ArrowDown" if down > 0 else "ArrowUp")
        )
        if played.focused == before:
            played.press(
                ("ArrowDown" if down > 0 else "ArrowUp")
                if wide
                else ("ArrowRight" if right > 0 else "ArrowLeft")
            )
    raise AssertionError("the cursor does not get there")


@pytest.mark.slow
class TestCards:
    def test_a_tap_turns_a_laid_card(self, chromium: Browser) -> None:
        with table(chromium, "solo", small(STRAIGHT, BENT, BENT)) as played:
            played.drag_from_hand("1", 0, 0)
            played.drag_from_hand("2", 0, 1)
            x, y = played.point_of(0, 1)
            played.page.mouse.click(x, y)
            assert played.moves[1] == {"card": "2", "row": 0, "col": 1, "turned": True}
            assert "Card 2 is turned over" in played.announcements[-1]

    def test_a_card_is_taken_up_and_laid_elsewhere(self, chromium: Browser) -> None:
        with table(chromium, "solo", small(STRAIGHT, BENT, BENT)) as played:
            for i, card in enumerate("12"):
                played.drag_from_hand(card, 0, i)
            played.drag(played.point_of(0, 1), played.point_of(-1, 0))
            assert played.moves[1] == {"card": "2", "row": -1, "col": 0, "turned": False}
            played.press("u")
            assert played.moves[1]["col"] == 1

    def test_the_first_card_can_be_moved_and_the_others_stay(self, chromium: Browser) -> None:
        with table(chromium, "solo", small(STRAIGHT, STRAIGHT, STRAIGHT, BENT)) as played:
            for i, card in enumerate("123"):
                played.drag_from_hand(card, 0, i)
            third = played.page.locator(".light-cards .light-card").nth(2)
            before = third.get_attribute("style")
            played.drag(played.point_of(0, 0), played.point_of(0, 3))
            assert [(move["card"], move["col"]) for move in played.moves] == [("1", 0), ("3", -1), ("2", -2)]
            assert third.get_attribute("style") == before

    def test_a_card_goes_back_into_the_hand(self, chromium: Browser) -> None:
        with table(chromium, "solo", small(STRAIGHT, BENT, BENT)) as played:
            for i, card in enumerate("12"):
                played.drag_from_hand(card, 0, i)
            played.drag(played.point_of(0, 1), played.card_point("3"))
            assert played.hand == ["2", "3"]
            assert len(played.moves) == 1

    def test_a_card_that_held_others_leaves_them_on_the_table(self, chromium: Browser) -> None:
        """The rules know no cards apart: for them these are in the hand, and no part of the line."""
        with table(chromium, "solo", small(STRAIGHT, STRAIGHT, STRAIGHT, BENT, BENT)) as played:
            for i, card in enumerate("1234"):
                played.drag_from_hand(card, 0, i)
            played.drag(played.point_of(0, 1), played.card_point("5"))
            assert played.hand == ["2", "5"]
            assert {move["card"] for move in played.moves} == {"3", "4"}
            assert played.page.locator(".light-cards .light-card.loose").count() == 1
            played.drag_from_hand("2", 0, 1)
            assert {move["card"] for move in played.moves} == {"1", "2", "3", "4"}
            assert played.page.locator(".light-cards .light-card.loose").count() == 0
            played.press("u")
            assert played.hand == ["2", "5"]
            played.press("u")
            assert played.hand == ["5"]

    def test_a_card_that_is_first_and_turned_stays_turned(self, chromium: Browser) -> None:
        with table(chromium, "solo", small(STRAIGHT, BENT, BENT)) as played:
            x, y = played.card_point("2")
            played.page.mouse.click(x, y)
            played.press("r")
            played.drag_from_hand("2", 0, 0)
            assert played.moves == [{"card": "2", "row": 0, "col": 0, "turned": False}]
            card = played.page.locator(".light-cards .light-card").first
            assert "turned" in (card.get_attribute("class") or "")
            # The next card is not turned, and so the rules count from it.
            played.drag_from_hand("1", 0, 1)
            assert played.moves == [
                {"card": "1", "row": 0, "col": 0, "turned": False},
                {"card": "2", "row": 0, "col": -1, "turned": True},
            ]
            assert "turned" in (card.get_attribute("class") or "")

    def test_what_a_card_would_join_glows_before_it_is_dropped(self, chromium: Browser) -> None:
        with table(chromium, "solo", small(STRAIGHT, STRAIGHT, BENT)) as played:
            played.drag_from_hand("1", 0, 0)
            start, end, mouse = played.card_point("2"), played.point_of(0, 1), played.page.mouse
            mouse.move(*start)
            mouse.down()
            mouse.move(end[0] + 200, end[1] + 40, steps=4)
            assert played.page.locator(".joints circle").count() == 0
            mouse.move(end[0] + 9, end[1] + 9, steps=4)
            assert played.page.locator(".joints circle").count() == 1
            assert played.page.inner_text(".light-badge") == "2 of 3 cards"
            mouse.up()
            played.settle()
            assert played.reached == "2 of 3 cards"


@pytest.mark.slow
class TestTable:
    def test_the_wheel_zooms_where_the_pointer_is(self, chromium: Browser) -> None:
        with table(chromium, "solo", small(STRAIGHT, STRAIGHT)) as played:
            played.drag_from_hand("1", 0, 0)
            x, y = played.point_of(0, 0)
            played.page.mouse.move(x, y)
            played.page.mouse.wheel(0, -300)
            played.settle()
            assert played.point_of(0, 0) == pytest.approx((x, y), abs=1)
            assert played.point_of(0, 1)[0] - x > 100

    def test_the_table_is_dragged(self, chromium: Browser) -> None:
        with table(chromium, "solo", small(STRAIGHT, STRAIGHT)) as played:
            played.drag_from_hand("1", 0, 0)
            x, y = played.point_of(0, 0)
            played.drag((x + 200, y + 20), (x + 260, y + 50))
            assert played.point_of(0, 0) == pytest.approx((x + 64, y + 34), abs=1)
            played.page.locator("[data-action=fit]").click()
            played.settle()
            assert played.point_of(0, 0) == pytest.approx((x, y), abs=1)

    def test_odd_cards(self, chromium: Browser) -> None:
        names = ["", "<b>bold</b>", "\u65e5\u672c", "\u202eevil", "x" * 150, "{n}"]
        cards = [{"id": name, "tubes": STRAIGHT} for name in names]
        with table(chromium, "solo", {"kind": "light_line.solo", "cards": cards}, size=PHONE) as played:
            for i in range(len(names) - 1):
                played.press("h", "Enter")
                go_to(played, 0, i)
                played.press("Enter")
            assert played.reached == "5 of 6 cards"
            assert played.page.locator("b").count() == 0

    def test_sixty_cards_without_tubes(self, chromium: Browser) -> None:
        with table(chromium, "solo", small(*[[] for _ in range(60)])) as played:
            played.drag_from_hand("60", 0, 0)
            assert played.hand[-1] == "59"


@pytest.mark.slow
class TestEnds:
    def test_the_player_ends_the_line(self, chromium: Browser) -> None:
        with table(chromium, "longest", small(STRAIGHT, STRAIGHT, STRAIGHT, kind="longest")) as played:
            played.drag_from_hand("1", 0, 0)
            played.drag_from_hand("2", 0, 1)
            page = played.page
            page.click("[data-action=end]")
            assert not played.is_solved
            page.click("[data-action=not_yet]")
            page.click("[data-action=end]")
            page.click("[data-action=follow]")
            assert played.is_solved
            page.click("[data-action=lay_on]")
            assert not played.is_solved
            assert len(played.moves) == 2

    def test_a_line_of_the_target_ends_by_itself(self, chromium: Browser) -> None:
        puzzle = small(STRAIGHT, STRAIGHT, STRAIGHT, kind="longest")
        with table(chromium, "longest", puzzle, target=2) as played:
            played.drag_from_hand("1", 0, 0)
            played.drag_from_hand("2", 0, 1)
            assert played.is_solved

    def test_no_more_cards_than_the_puzzle_asks_for(self, chromium: Browser) -> None:
        puzzle = small(STRAIGHT, BENT, STRAIGHT, kind="head", length=2)
        with table(chromium, "head", puzzle) as played:
            played.drag_from_hand("1", 0, 0)
            played.drag_from_hand("2", 0, 1)
            played.drag_from_hand("3", 0, -1)
            assert played.refused == ["The puzzle asks for 2 cards: take one up before you lay another."]
            assert played.hand == ["3"]
            played.drag(played.point_of(0, 1), played.card_point("3"))
            played.drag_from_hand("3", 0, 1)
            assert played.is_solved

    def test_one_step_of_undo_leads_before_the_last_card(self, chromium: Browser) -> None:
        with table(chromium, "solo", small(STRAIGHT, STRAIGHT)) as played:
            played.drag_from_hand("1", 0, 0)
            played.drag_from_hand("2", 0, 1)
            assert played.is_solved
            played.press("u")
            assert played.hand == ["2"]

    def test_a_shown_solution_cannot_be_moved(self, chromium: Browser) -> None:
        puzzle = entry("solo")
        with table(chromium, "solo", puzzle.record["puzzle"]) as played:
            moves = played.solution_moves(puzzle.record["puzzle"], puzzle.solution)
            show = "(moves) => { harness.session.showSolution(moves); harness.session.redo(); }"
            played.page.evaluate(show, moves)
            x, y = played.point_of(0, 0)
            played.page.mouse.click(x, y)
            assert played.refused == ["Nothing can be moved now."]


@pytest.mark.slow
class TestPlace:
    def test_the_best_place_by_mouse(self, chromium: Browser) -> None:
        puzzle = entry("place", "medium")
        with table(chromium, "place", puzzle.record["puzzle"], target=puzzle.score) as played:
            answer = puzzle.solution
            if answer["turned"]:
                played.press("r")
            x, y = played.point_of(answer["row"], answer["col"])
            played.page.mouse.move(x, y)
            assert played.page.inner_text(".light-badge") == f"{puzzle.score} points"
            played.page.mouse.click(x, y)
            assert played.moves == []
            played.page.click("[data-action=lay_here]")
            assert played.moves == [answer]
            assert played.is_solved

    def test_the_best_place_by_touch(self, chromium: Browser) -> None:
        puzzle = entry("place", "easy")
        with table(chromium, "place", puzzle.record["puzzle"], size=PHONE, touch=True) as played:
            answer = puzzle.solution
            played.tap(played.point_of(answer["row"], answer["col"]))
            if answer["turned"]:
                played.tap(played.point_of(answer["row"], answer["col"]))
            played.page.locator("[data-action=lay_here]").tap()
            assert played.moves == [answer]

    def test_the_best_place_by_keys_alone(self, chromium: Browser) -> None:
        puzzle = entry("place", "easy", 1)
        with table(chromium, "place", puzzle.record["puzzle"]) as played:
            played.press("h", "Enter")
            if puzzle.solution["turned"]:
                played.press("r")
            go_to(played, puzzle.solution["row"], puzzle.solution["col"])
            assert f"It scores {puzzle.score} points." in played.focused
            played.press("Enter", "Enter")
            assert played.moves == [puzzle.solution]

    def test_why_a_place_is_not_legal(self, chromium: Browser) -> None:
        down = ["green", "N0", "S0"]
        lying = [
            {"card": {"id": "1", "tubes": [*STRAIGHT, down]}, "row": 0, "col": 0, "turned": False},
            {"card": {"id": "3", "tubes": []}, "row": 1, "col": 0, "turned": False},
        ]
        new = {"id": "2", "tubes": [["blue", "W1", "E1"], down]}
        puzzle = {"kind": "light_line.place", "layout": lying, "card": new}
        with table(chromium, "place", puzzle) as played:
            far = played.point_of(2, 1)
            played.page.mouse.click(*far)
            assert played.refused == ["The card must lie beside another one."]
            for place, why in (((0, 1), "their colours differ"), ((2, 0), "no tube of card 2 meets")):
                played.page.mouse.click(*played.point_of(*place))
                played.settle()
                played.page.click("[data-action=no_points]")
                assert why in played.refused[-1]

    def test_the_cards_on_the_table_stay(self, chromium: Browser) -> None:
        puzzle = entry("place", "easy")
        with table(chromium, "place", puzzle.record["puzzle"]) as played:
            played.press("Escape")
            lying = puzzle.record["puzzle"]["layout"][0]
            x, y = played.point_of(lying["row"], lying["col"])
            played.page.mouse.click(x, y)
            assert played.refused
            assert played.moves == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_every_text_is_there(chromium: Browser, language: str) -> None:
    for kind in ("solo", "longest", "head", "place"):
        with table(chromium, kind, entry(kind).record["puzzle"], language=language) as played:
            rendered = played.page.evaluate(
                """async (texts) => {
                    const { render } = await import("/frame/texts.js");
                    const { view } = harness;
                    const hints = view.hints.map((hint) => render(texts, hint));
                    return [...hints, ...view.keys.map(({ text }) => text)].map((text) => text.length > 0);
                }""",
                dict(catalogue(language)),
            )
            assert rendered and all(rendered)


@pytest.mark.slow
class TestFingers:
    """Fingers that move, as the browser itself has them, with its own scrolling in between."""

    def test_a_card_is_dragged_out_of_a_hand_that_scrolls(self, chromium: Browser) -> None:
        cards = small(*[STRAIGHT for _ in range(9)])
        with table(chromium, "solo", cards, size=PHONE, touch=True) as played:
            fingers(played, [[played.card_point("2")], [played.point_of(0, 0)]])
            assert [move["card"] for move in played.moves] == ["2"]
            x, y = played.card_point("3")
            fingers(played, [[(x, y)], [(x - 60, y)]])
            assert len(played.moves) == 1
            assert played.page.evaluate("document.querySelector('.light-hand').scrollLeft") > 20

    def test_two_fingers_zoom(self, chromium: Browser) -> None:
        with table(chromium, "solo", small(STRAIGHT, STRAIGHT), size=PHONE, touch=True) as played:
            played.drag_from_hand("1", 0, 0)
            x, y = played.point_of(0, 0)
            wide = played.point_of(0, 1)[0] - x
            fingers(played, [[(x - 30, y), (x + 30, y)], [(x - 60, y), (x + 60, y)]])
            assert played.point_of(0, 1)[0] - played.point_of(0, 0)[0] == pytest.approx(2 * wide, rel=0.05)
            assert played.point_of(0, 0) == pytest.approx((x, y), abs=2)
            assert len(played.moves) == 1

    def test_a_long_press_takes_a_card_up(self, chromium: Browser) -> None:
        with table(chromium, "solo", small(STRAIGHT, BENT, BENT), size=PHONE, touch=True) as played:
            for i, card in enumerate("12"):
                played.tap(played.card_point(card))
                played.tap(played.point_of(0, i))
            at = played.point_of(0, 1)
            fingers(played, [[at], [at]], hold=600)
            played.tap(played.point_of(-1, 0))
            assert played.moves[1] == {"card": "2", "row": -1, "col": 0, "turned": False}


def fingers(played: Table, path: list[list[tuple[float, float]]], hold: int = 0) -> None:
    """Puts fingers down at the first points, moves them to the last ones, and lifts them."""
    session = played.page.context.new_cdp_session(played.page)

    def send(kind: str, points: list[tuple[float, float]]) -> None:
        touches = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
        played.page.wait_for_timeout(20)

    start, end = path[0], path[-1]
    send("touchStart", start)
    played.page.wait_for_timeout(hold)
    for step in range(1, 11) if start != end else ():
        part = step / 10
        send("touchMove", [
            (x + (to_x - x) * part, y + (to_y - y) * part)
            for (x, y), (to_x, to_y) in zip(start, end, strict=True)
        ])  # fmt: skip
    send("touchEnd", [])
    played.settle()
