"""The co-operative puzzle of END OF LINE on a page: players who take turns on one board."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator

import puzzles.end_of_line
from puzzles.end_of_line.coop_layouts import STANDARD_LAYOUTS
from tests.api.web.page.hands import WAYS, Task, Way
from tests.api.web.page.hands_end_of_line import HANDS
from tests.api.web.page.line_page import Document, LinePage
from tests.api.web.page.modules_page import call, modules_page

pytestmark = pytest.mark.slow

EXAMPLE: Document = next(
    example
    for example in json.loads((Path(puzzles.end_of_line.__path__[0]) / "examples.json").read_text())
    if example["puzzle"]["kind"] == "end_of_line.coop"
)
PUZZLE, SOLUTION = EXAMPLE["puzzle"], EXAMPLE["solution"]


@contextmanager
def coop(browser: Browser, puzzle: Document = PUZZLE, **options: object) -> Iterator[LinePage]:
    with browser.new_context(has_touch=True) as profile:
        yield LinePage.open(profile, "coop", puzzle, **options)


def solve(board: LinePage, number: int | None = None) -> list[Document]:
    """Makes the first moves of the solution, or all, and returns all."""
    moves: list[Document] = board.page.evaluate("([p, s]) => played.PAGE.movesOf(p, s)", [PUZZLE, SOLUTION])
    board.make(moves[:number])
    return moves


def chips(board: LinePage) -> list[tuple[str, str]]:
    """The players above the board in their order, each with what becomes of the turn."""
    items = board.page.locator(".eol-turns-order li")
    return [(item.locator("b").inner_text(), item.get_attribute("class") or "") for item in items.all()]


def chip(board: LinePage, player: int) -> Locator:
    return board.page.locator(f".eol-turns-order [data-player='{player}'] button")


def hand(board: LinePage) -> list[str]:
    labels: list[str] = board.page.locator(".eol-hand-card").evaluate_all(
        "(cards) => cards.map((card) => card.getAttribute('aria-label').split(' ')[0])"
    )
    return labels


@pytest.mark.parametrize("way", WAYS)
def test_a_whole_play_by_hand(chromium: Browser, way: Way) -> None:
    with coop(chromium, target=18) as board:
        moves: Any = board.page.evaluate("([p, s]) => played.PAGE.movesOf(p, s)", [PUZZLE, SOLUTION])
        for _ in HANDS["end_of_line.coop"].of(way)(Task(board.page, PUZZLE, moves)):
            pass
        assert board.outcome["solved"] is True
        assert board.page.evaluate("() => played.PAGE.play.solution(played.scene.position)") == SOLUTION


def test_the_turns_go_in_the_order_of_the_round(chromium: Browser) -> None:
    with coop(chromium) as board:
        assert chips(board) == [("1", "plays"), ("2", "waits")]
        moves = solve(board, 1)
        assert chips(board) == [("1", "played"), ("2", "plays")]
        board.make(moves[1:11])
        # In round 4 the second player's last card has the lower initiative.
        assert board.page.locator(".eol-turns-round").inner_text() == "Round 4"
        assert chips(board) == [("2", "plays"), ("1", "waits")]


def test_the_hand_is_that_of_the_player_whose_turn_it_is(chromium: Browser) -> None:
    with coop(chromium) as board:
        assert hand(board) == ["S", "R", "R", "LS", "LSR0"]
        solve(board, 1)
        assert hand(board) == ["S", "S", "R", "R", "SR"]
        assert board.page.get_by_role("group", name="Hand of player 2").count() == 1


def test_cards_of_others_can_be_looked_at_but_not_laid(chromium: Browser) -> None:
    with coop(chromium) as board:
        chip(board, 2).click()
        assert hand(board) == ["S", "S", "R", "R", "SR"]
        assert board.page.locator(".eol-deck li:visible").count() == 2
        board.page.locator(".eol-hand-card").first.click()
        board.tap((0, 0))
        board.press("s")
        assert board.moves == []
        assert board.announcements[-1] == "! It is the turn of player 1."
        board.press("Escape")
        assert hand(board) == ["S", "R", "R", "LS", "LSR0"]
        board.press("n")
        assert board.announcements[-1] == "Cards of player 2"
        chip(board, 2).click()
        assert hand(board) == ["S", "R", "R", "LS", "LSR0"]


def test_a_tap_takes_up_only_cards_of_this_turn(chromium: Browser) -> None:
    with coop(chromium) as board:
        moves = solve(board, 3)
        board.tap((0, 0))
        assert len(board.moves) == 2
        board.tap((1, 0))
        assert board.announcements[-1].startswith("! Only the cards of this turn")
        assert len(board.moves) == 2
        board.make(moves[2:4])
        board.tap((3, 0))
        assert board.announcements[-1] == "! The line of player 1 runs through A4."


def test_a_cell_says_whose_line_lies_there(chromium: Browser) -> None:
    with coop(chromium) as board:
        solve(board, 2)
        assert board.name_of((1, 2)) == "C2: player 2, start card, heading N"
        assert board.name_of((0, 2)) == "C1: player 2, card 1, the end of the line, R"
        assert "the line can go here" in board.name_of((3, 0))


def test_energy_is_each_players_own(chromium: Browser) -> None:
    with coop(chromium) as board:
        moves = solve(board)
        at = next(i for i, move in enumerate(moves) if "energy" in move)
        board.page.evaluate("(moves) => played.view.context.goTo(moves)", moves[: at + 1])
        label = chip(board, 1).get_attribute("aria-label") or ""
        assert label.startswith("Player 1, whose turn it is. Energy 0,")
        assert "Energy 1," in (chip(board, 2).get_attribute("aria-label") or "")


def test_the_score_is_that_of_all_together(chromium: Browser) -> None:
    with coop(chromium, target=30) as board:
        solve(board)
        score = board.outcome["score"]
        assert board.page.locator(".eol-score").inner_text().split() == ["score", str(score), "best", "30"]


def test_every_line_has_a_pattern_of_its_own(chromium: Browser) -> None:
    layout = STANDARD_LAYOUTS[8]
    players = [
        {"start": {"cell": list(start.cell), "heading": start.heading}, "deck": ["S"] * 25}
        for start in layout.starts
    ]
    puzzle = PUZZLE | {"rows": 13, "cols": 13, "blocked": [], "energy": 3, "players": players}
    with coop(chromium, puzzle) as board:
        board.page.evaluate("() => { document.documentElement.dataset.patterns = 'true'; }")
        looks = board.page.locator(".eol-turn-line").evaluate_all(
            """(lines) => lines.map((line) => [...line.querySelectorAll(".eol-stripe")].map((stripe) => {
                const { strokeWidth, strokeDasharray } = getComputedStyle(stripe);
                return `${strokeWidth} ${strokeDasharray}`;
            }).join())"""
        )
        assert len(set(looks)) == 8
        assert len(chips(board)) == 8


def test_the_desk_has_the_rulebooks_boards(chromium: Browser) -> None:
    page = modules_page(chromium)
    body = "return argument.map((players) => m.layoutFor(players))"
    layouts = call(page, "games/end_of_line/deal_layouts.js", body, list(STANDARD_LAYOUTS))
    for layout, expected in zip(layouts, STANDARD_LAYOUTS.values(), strict=True):
        down, right = (layout["starts"][0]["cell"][i] - expected.starts[0].cell[i] for i in (0, 1))
        shifted = expected.shifted(down, right)
        assert layout == {
            "side": shifted.rows,
            "starts": [{"cell": list(start.cell), "heading": start.heading} for start in shifted.starts],
            "blocked": [list(cell) for cell in shifted.enclosed],
        }
    page.close()


def test_nothing_is_made_while_a_solution_is_shown(chromium: Browser) -> None:
    with coop(chromium, locked=True) as board:
        board.tap((0, 0))
        board.press("1", "Enter", "s")
        assert board.moves == []
