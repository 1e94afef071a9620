"""Tests Linja on its pages, with the service itself: endgames, the analysis board, the computer's turns."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from puzzles import packs
from puzzles.line_of_text import text_of
from puzzles.linja.board import PLAYERS, Board, Options, Player, opponent
from puzzles.linja.board import START as START_BOARD
from puzzles.linja.endgame import KIND
from puzzles.linja.notation import turn_notation
from puzzles.linja.turns import results, turns
from tests.api.running_service import RunningService, wait_until
from tests.api.web.page.modules_page import call, modules_page

Open = Callable[..., Page]
ENTRY = packs.entry(KIND.id, "easy", 0)
PUZZLE = KIND.parse(ENTRY.record["puzzle"])
LINE = text_of(KIND, PUZZLE)
TURN = KIND.parse_solution(ENTRY.solution).turn
START = "linja.endgame:61111110/01111116:A:margin:own:yes"
# Milliseconds in which the service, on a busy machine, answers and a turn is shown.
LONG = 60_000

pytestmark = [pytest.mark.process, pytest.mark.slow]


@pytest.fixture(scope="module")
def prepared(running: RunningService) -> RunningService:
    """The service, with the late layers of its table: a busy machine makes them in several calls."""
    puzzle, solution = ENTRY.record["puzzle"], ENTRY.solution
    body = {"puzzle": puzzle, "solution": solution}
    wait_until(lambda: running.call("POST", "/v1/verify", body)[1]["valid"])
    return running


@pytest.fixture
def open_page(chromium: Browser, prepared: RunningService) -> Iterator[Open]:
    """Opens pages of the service, each with a profile of its own, in which no script may fail."""
    errors: list[str] = []
    contexts = []

    def make(path: str, **options: Any) -> Page:
        context = chromium.new_context(**options)
        context.on("weberror", lambda error: errors.append(str(error.error)))
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(LONG)
        page.goto(prepared.url + path)
        page.wait_for_selector(".linja-piece")
        return page

    yield make
    for context in contexts:
        context.close()
    assert not errors


def play_address(line: str = LINE) -> str:
    return f"/play#{line}"


def press(page: Page, keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def keys_of(turn: Any) -> str:
    """The keys that make a turn: each row of its moves twice, as the second time confirms."""
    keys = f"{turn.initial}" * 2
    if turn.second is not None:
        keys += f"{turn.second}" * 2
    if turn.extra is not None:
        return f"{keys}{turn.extra.start}{turn.extra.end}"
    return keys


def wrong_turn() -> Any:
    """A turn that misses the goal, without an extra move."""
    right = dict(turns(PUZZLE.board, PUZZLE.to_move, PUZZLE.options))[TURN]
    return next(
        turn
        for board, turn in results(PUZZLE.board, PUZZLE.to_move, PUZZLE.options).items()
        if board != right and turn.second is not None and turn.extra is None and "+" not in notation(turn)
    )


def notation(turn: Any) -> str:
    return turn_notation(PUZZLE.board, PUZZLE.to_move, turn)


def message(page: Page, text: str) -> None:
    expect(page.locator(".linja-message")).to_contain_text(text, timeout=LONG)


class TestEndgame:
    def test_solved_by_keys_alone(self, open_page: Open) -> None:
        page = open_page(play_address())
        press(page, keys_of(TURN))
        finish(page)
        message(page, "is right")
        expect(page.get_by_role("link", name="Analyse")).to_be_visible()

    @pytest.mark.parametrize("by_touch", [False, True])
    def test_solved_by_taps(self, open_page: Open, by_touch: bool) -> None:
        phone = {"viewport": {"width": 360, "height": 640}, "has_touch": by_touch, "is_mobile": by_touch}
        page = open_page(play_address(), reduced_motion="reduce", **phone)
        tap = page.touchscreen.tap if by_touch else page.mouse.click
        for button in ("Next", "Next", "Got it"):
            page.get_by_role("button", name=button).click()
        for start in [row for row in (TURN.initial, TURN.second) if row is not None]:
            tap(*middle(page, f'.linja-lifted[data-row="{start}"] .linja-body'))
            tap(*middle(page, ".linja-ghost"))
        if TURN.extra is not None:
            tap(*middle(page, f'.linja-lifted[data-row="{TURN.extra.start}"] .linja-body'))
            tap(*middle(page, f'.linja-cell[data-row="{TURN.extra.end}"]'))
        finish(page)
        message(page, "is right")

    def test_a_piece_is_dragged(self, open_page: Open) -> None:
        page = open_page(play_address())
        start = middle(page, f'.linja-lifted[data-row="{TURN.initial}"] .linja-body')
        page.mouse.move(*start)
        page.mouse.down()
        end = middle(page, ".linja-ghost")
        page.mouse.move(start[0] + 30, start[1], steps=3)
        page.mouse.move(*end, steps=5)
        page.mouse.up()
        expect(page.locator(".linja-move-done")).to_have_count(1)

    def test_after_a_wrong_turn_the_answer_is_played_and_one_may_try_again(self, open_page: Open) -> None:
        page = open_page(play_address())
        turn = wrong_turn()
        press(page, keys_of(turn))
        message(page, f"{notation(turn)} is not the turn.")
        message(page, "answers ")
        message(page, "and then ")
        page.get_by_role("button", name="Try again").click()
        expect(page.locator(".linja-move-now")).to_contain_text("1 row")
        expect(page.locator(".linja-tried")).to_have_text(f"Tried: {notation(turn)}")

    def test_what_cannot_be_done_is_said(self, open_page: Open) -> None:
        page = open_page(play_address())
        pieces = PUZZLE.board.pieces(PUZZLE.to_move)
        press(page, str(next(row for row in range(8) if pieces[row] == 0)))
        expect(page.locator(".play-status")).to_contain_text("has no piece in row")

    def test_the_second_move_is_counted_out(self, open_page: Open) -> None:
        page = open_page(play_address(START))
        press(page, "00")
        expect(page.locator(".linja-move-now .linja-stick-mark")).to_have_count(2)
        press(page, "1")
        expect(page.locator(".linja-step")).to_have_count(2)

    def test_rows_say_what_stands_there_and_moves_are_said(self, open_page: Open) -> None:
        page = open_page(play_address(START))
        cell = page.get_by_role("gridcell", name="row 3, 1")
        expect(cell).to_have_attribute(
            "aria-label", "row 3, 1 piece of A, 1 piece of B, 2 in all, A can go to row 4"
        )
        press(page, "00")
        expect(page.locator(".play-live")).to_contain_text("Initial move: A from row 0 to row 1")
        expect(page.get_by_role("grid")).to_have_count(1)
        expect(page.locator("[role=grid] > [role=row]")).to_have_count(8)

    def test_offline_the_turn_will_be_judged_later(self, open_page: Open) -> None:
        page = open_page(play_address())
        page.route("**/v1/**", lambda route: route.abort())
        press(page, keys_of(TURN))
        finish(page)
        expect(page.locator(".play-notice")).to_contain_text("once the service can be reached")


def finish(page: Page) -> None:
    """Does without an extra move, where the turn earns one and has none."""
    if TURN.extra is None and "+" in notation(TURN):
        page.keyboard.press("n")


def middle(page: Page, selector: str) -> tuple[float, float]:
    """The middle of what is drawn, once it stands still."""
    shape = page.locator(selector).first
    seen: list[Any] = [None]

    def stands() -> bool:
        page.wait_for_timeout(50)
        seen.append(shape.bounding_box())
        return seen[-1] is not None and seen[-1] == seen[-2]

    wait_until(stands)
    box = seen[-1]
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class TestAnalysis:
    def test_the_turns_are_grouped_by_what_they_lead_to(self, open_page: Open) -> None:
        page = open_page(f"/linja#{LINE}")
        first = page.locator(".outcome").first
        expect(first.locator("summary")).to_contain_text("1 turn", timeout=LONG)
        expect(first.locator(".turn")).to_have_text(notation(TURN))
        expect(first.locator(".keeping")).to_contain_text("answers")
        first.locator(".turn").click()
        expect(page.locator(".game-turns [aria-current]")).to_contain_text(notation(TURN))
        assert page.url.endswith(f"#{LINE}~{quote(notation(TURN)).replace('%20', '+')}")
        expect(page.locator(".graph-curve")).to_be_attached(timeout=LONG)

    def test_turns_are_taken_back_and_the_former_game_taken_up(self, open_page: Open) -> None:
        page = open_page(f"/linja#{START}~0+0;7+7")
        expect(page.locator(".game-turns li")).to_have_count(3)
        page.get_by_role("button", name="One turn back").click()
        press(page, "77")
        press(page, "66")
        expect(page.locator(".game-turns li")).to_have_count(3)
        page.get_by_role("button", name="Back to the game before").click()
        expect(page.locator(".game-turns li").nth(2)).to_contain_text("7 7")
        page.get_by_role("button", name="To the end").click()
        page.get_by_role("button", name="Take back").click()
        expect(page.locator(".game-turns li")).to_have_count(2)

    def test_without_the_table_it_says_what_makes_it(self, open_page: Open) -> None:
        page = open_page("/linja")
        expect(page.locator(".analysis-note")).to_contain_text("lineworks linja build", timeout=LONG)
        expect(page.locator(".analysis-notes")).to_contain_text("10 of 68 first turns")
        page.get_by_text("All 68 turns").click()
        expect(page.locator(".turn")).to_have_count(68)

    def test_the_computer_answers(self, open_page: Open) -> None:
        page = open_page("/linja")
        page.locator("input[name=computer][value=B]").check()
        page.get_by_label("Strength").select_option("5")
        press(page, "0022")
        expect(page.locator(".game-turns li")).to_have_count(3, timeout=LONG)
        expect(page.locator(".analysis-status")).to_have_text("A to move")
        press(page, "u")
        expect(page.locator(".game-turns li")).to_have_count(1)

    def test_a_position_is_set_up(self, open_page: Open) -> None:
        page = open_page("/linja")
        page.get_by_role("button", name="Set up a position").click()
        page.get_by_label("Pieces of A in row 0", exact=True).fill("5")
        use = page.get_by_role("button", name="Use this position")
        expect(use).to_be_disabled()
        expect(page.locator(".linja-setup-told")).to_have_text("A has 11 of 12 pieces.")
        page.get_by_role("button", name="One more of A in row 7").click()
        page.get_by_label("Player B").check()
        use.click()
        assert page.url.endswith("#linja.endgame:51111111/01111116:B:margin:own:yes")

    def test_a_game_is_taken_from_its_text(self, open_page: Open) -> None:
        page = open_page("/linja")
        page.get_by_role("button", name="Game as text").click()
        area = page.get_by_role("textbox", name="Game as text")
        area.fill(f"Linja\n{START}\n1. A: 0 0\n2. B: 7 9\n")
        page.get_by_role("button", name="Take this game").click()
        expect(page.get_by_text("This line could not be read: 2. B: 7 9")).to_be_visible()
        area.fill(f"Linja\n{START}\n1. A: 0 0\n2. B: 7 7\n")
        page.get_by_role("button", name="Take this game").click()
        assert page.url.endswith(f"#{START}~0+0;7+7")

    def test_a_broken_address_opens_the_start_and_says_so(self, open_page: Open) -> None:
        page = open_page(f"/linja#{START}~0+9")
        expect(page.locator(".analysis-refused")).to_contain_text("no game that can be read")
        assert page.url.endswith(f"#{START}")

    def test_the_game_is_kept_on_the_device(self, open_page: Open, running: RunningService) -> None:
        page = open_page(f"/linja#{START}~0+0")
        page.goto(f"{running.url}/archive")
        page.goto(f"{running.url}/linja")
        expect(page.locator(".game-turns li")).to_have_count(2)

    def test_nobody_can_be_reached(self, open_page: Open) -> None:
        page = open_page(f"/linja#{LINE}")
        page.route("**/v1/**", lambda route: route.abort())
        press(page, keys_of(wrong_turn()))
        expect(page.locator(".analysis-note")).to_contain_text("cannot be reached")
        expect(page.locator(".turn").first).to_be_attached()


@pytest.fixture(scope="module")
def modules(chromium: Browser) -> Iterator[Page]:
    page = modules_page(chromium)
    yield page
    page.close()


@pytest.mark.parametrize("seed", range(6))
def test_every_turn_of_a_game_is_read_as_it_is_written(modules: Page, seed: int) -> None:
    """The analysis page has the turns that there are, writes them as Python does, and reads them."""
    for board, player, options in random_positions(seed):
        line = text_of(KIND, KIND.parse(document(board, player, options)))
        expected = results(board, player, options)
        found = call(
            modules,
            "games/linja/analysis.js",
            """
            const game = m.ANALYSIS;
            const position = game.begin(game.readLine(argument));
            const turns = game.turns(position);
            return {
              line: game.writeLine(game.document(position)),
              turns: turns.map((turn) => game.notation(position, turn)),
              read: turns.every((turn) => JSON.stringify(
                game.readTurn(position, game.notation(position, turn))) === JSON.stringify(turn)),
            };
            """,
            line,
        )
        assert found["line"] == line
        assert found["read"]
        written = sorted(turn_notation(board, player, turn) for turn in expected.values())
        assert sorted(found["turns"]) == written


def random_positions(seed: int) -> Iterator[tuple[Board, Player, Options]]:
    """Yields some positions of a random game."""
    rng = random.Random(seed)
    options = Options(rng.choice(("own", "any")), rng.random() < 0.5)
    board, player = START_BOARD, rng.choice(PLAYERS)
    while not board.over:
        if rng.random() < 0.15:
            yield board, player, options
        board = rng.choice(list(results(board, player, options)))
        player = opponent(player)


def document(board: Any, player: str, options: Any) -> dict[str, Any]:
    rules = {"extra_move": options.extra_move, "negatives": options.negatives}
    return {"kind": KIND.id, "A": list(board.A), "B": list(board.B), "to_move": player, **rules}
