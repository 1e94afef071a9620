"""END OF LINE on a page: played by mouse, by touch and with the keyboard alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser

from puzzles import packs
from tests.api.web.page.line_page import Document, LinePage, Touch, packed, strokes
from tests.api.web.page.modules_page import call, modules_page
from tests.tiers import reach

KINDS = [kind for kind in packs.grades_by_kind() if kind.startswith("end_of_line.")]
GRADES = ("easy", "medium", "hard", "expert")
COVER, COVER_SOLUTION = packed("end_of_line.cover", "hard", 1)[0]
# Its solution turns two cards back.
SOLO, SOLO_SOLUTION = packed("end_of_line.solo", "easy", 2)[1]
LINE = [laid["cell"] for laid in COVER_SOLUTION["solution"]["line"]]


@contextmanager
def cover(browser: Browser, puzzle: Document = COVER, **options: object) -> Iterator[LinePage]:
    board = LinePage.open(browser, "cover", puzzle, **options)
    yield board
    board.page.close()


@contextmanager
def solo(browser: Browser, puzzle: Document = SOLO, **options: object) -> Iterator[LinePage]:
    board = LinePage.open(browser, "solo", puzzle, **options)
    yield board
    board.page.close()


def solo_moves(board: LinePage) -> list[Document]:
    moves: list[Document] = board.page.evaluate(
        "([puzzle, solution]) => played.PAGE.movesOf(puzzle, solution)", [SOLO, SOLO_SOLUTION["solution"]]
    )
    return moves


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("grade", GRADES)
def test_the_moves_of_a_solution_solve(chromium: Browser, kind: str, grade: str) -> None:
    pairs = packed(kind, grade, reach(40, 200))
    page = modules_page(chromium)
    outcomes = call(
        page,
        "drivers/view_harness.js",
        "return m.outcomes(...argument)",
        [
            f"/games/end_of_line/page_{kind.partition('.')[2]}.js",
            [puzzle for puzzle, _ in pairs],
            [solution["solution"] for _, solution in pairs],
        ],
    )
    page.close()
    for outcome, (_, solution) in zip(outcomes, pairs, strict=True):
        assert outcome == {"solved": True, "score": solution["score"], "reason": None}


@pytest.mark.slow
class TestCover:
    @pytest.mark.parametrize("motion", [False, True])
    def test_drawn_with_the_mouse_over_the_edges(self, chromium: Browser, motion: bool) -> None:
        with cover(chromium, motion=motion) as board:
            for stroke in strokes(COVER, LINE):
                board.drag(stroke)
            assert board.outcome["solved"]
            assert len(board.moves) == len(LINE)
            assert board.announcements == []

    def test_drawn_with_a_finger(self, chromium: Browser) -> None:
        with cover(chromium) as board:
            touch = Touch(board.page)
            for stroke in strokes(COVER, LINE):
                touch.drag(*map(board.middle, stroke))
            assert board.outcome["solved"]

    def test_tapped(self, chromium: Browser) -> None:
        with cover(chromium) as board:
            for row, col in LINE:
                board.tap((row, col))
            assert board.outcome["solved"]

    def test_with_the_keyboard_alone(self, chromium: Browser) -> None:
        with cover(chromium) as board:
            at = COVER["start"]["cell"]
            for row, col in LINE:
                board.press(*["ArrowDown"] * ((row - at[0]) % 5), *["ArrowRight"] * ((col - at[1]) % 5))
                board.press("Enter")
                at = row, col
            assert board.outcome["solved"]

    def test_dragging_back_shortens_the_line(self, chromium: Browser) -> None:
        with cover(chromium) as board:
            board.drag([(2, 2), (1, 2), (1, 3), (2, 3), (3, 3)])
            assert board.moves == ["C2", "D2", "D3", "D4"]
            board.drag([(3, 3), (2, 3), (1, 3)])
            assert board.moves == ["C2", "D2"]
            board.page.evaluate("() => played.undo()")
            assert board.moves == ["C2", "D2", "D3"]

    def test_a_tap_on_an_earlier_cell_shortens_the_line(self, chromium: Browser) -> None:
        with cover(chromium) as board:
            board.drag([(2, 2), (1, 2), (1, 3), (2, 3), (3, 3)])
            board.tap((1, 2))
            assert board.moves == ["C2"]

    def test_a_drag_from_an_earlier_cell_leads_elsewhere(self, chromium: Browser) -> None:
        with cover(chromium) as board:
            board.drag([(2, 2), (1, 2), (1, 3), (2, 3), (3, 3), (4, 3)])
            # Along the line nothing changes; where it leaves the line the rest is cut off.
            board.drag([(1, 3), (2, 3), (3, 3), (3, 4)])
            assert board.moves == ["C2", "D2", "D3", "D4", "E4"]

    @pytest.mark.parametrize(
        ("drawn", "tapped", "reason"),
        [
            ([], (4, 4), "The line begins where the start card points: on C2."),
            ([(1, 2)], (4, 4), "E5 is not next to C2, where the line goes on."),
            ([(1, 2), (1, 3)], (0, 3), "The card on D1 shows that the line enters it heading W."),
            ([(1, 2), (1, 1)], (2, 1), "The card on B3 shows that the line enters it heading N."),
        ],
    )
    def test_a_refused_step_says_why(
        self, chromium: Browser, drawn: list[tuple[int, int]], tapped: tuple[int, int], reason: str
    ) -> None:
        with cover(chromium) as board:
            board.make([{"cell": list(cell)} for cell in drawn])
            board.tap(tapped)
            assert board.announcements == [f"! {reason}"]
            assert len(board.moves) == len(drawn)

    def test_a_turn_for_which_no_card_is_left(self, chromium: Browser) -> None:
        with cover(chromium, COVER | {"tray": {"S": 24}, "givens": [], "blocked": [[1, 0]]}) as board:
            board.drag([(2, 2), (1, 2), (1, 1)])
            assert board.moves == ["C2"]
            assert board.announcements == ["! No card is left that leads left from C2."]

    def test_the_tray_counts_down(self, chromium: Browser) -> None:
        with cover(chromium) as board:
            counts = board.page.locator(".eol-count")
            assert counts.all_inner_texts() == ["5", "4", "4", "1", "1", "2", "0", "1"]
            board.drag([(2, 2), (1, 2), (1, 3), (2, 3), (3, 3)])
            assert counts.all_inner_texts() == ["4", "4", "2", "1", "1", "2", "0", "1"]
            assert board.page.locator(".eol-turns").inner_text().split() == ["8", "7", "6"]

    def test_edges_are_crossed_out_and_the_line_is_sketched(self, chromium: Browser) -> None:
        with cover(chromium) as board:
            board.press("ArrowDown", "x", "ArrowLeft", "p", "ArrowDown")
            assert board.notes["crosses"] == ["3,1,E"]
            assert board.notes["pencils"] == ["3,2,S"]
            assert "crossed out: W" in board.name_of((3, 2))
            board.press("m")
            x, y = board.middle((3, 2))
            board.page.mouse.click(x - 20, y)
            assert board.notes["crosses"] == []
            board.drag([(3, 3), (3, 4), (4, 4)])
            assert board.notes["pencils"] == ["3,2,S", "3,3,E", "3,4,S"]
            assert board.moves == []

    def test_a_right_click_or_a_long_touch_crosses_an_edge_out(self, chromium: Browser) -> None:
        with cover(chromium) as board:
            x, y = board.middle((3, 2))
            board.page.mouse.click(x + 20, y, button="right")
            assert board.notes["crosses"] == ["3,2,E"]

    def test_a_given_card_is_turned_for_a_try(self, chromium: Browser) -> None:
        with cover(chromium) as board:
            board.tap((1, 4))
            assert board.notes["turned"] == {"1,4": "N"}
            board.tap((1, 4))
            assert board.notes["turned"] == {"1,4": "E"}
            assert board.name_of((1, 4)) == "E2: given S, tried heading E"

    def test_cells_are_named(self, chromium: Browser) -> None:
        with cover(chromium) as board:
            board.drag([(2, 2), (1, 2), (1, 3)])
            assert board.name_of((2, 2)) == "C3: start card, heading N"
            assert board.name_of((1, 2)) == "C2: card 1 of the line"
            assert board.name_of((1, 3)) == "D2: card 2, the end of the line"
            assert board.name_of((2, 3)) == "D3: free, the line can go here"
            assert board.name_of((0, 0)) == "A1: given LSR, entered heading W"

    def test_the_board_is_shifted(self, chromium: Browser) -> None:
        with cover(chromium) as board:
            board.press("Shift+ArrowRight", "Shift+ArrowDown")
            # What was at C3 is now one place further right and down.
            board.drag([(3, 3), (2, 3), (2, 4)])
            assert board.moves == ["C2", "D2"]
            board.drag([(4, 4), (4, 3)])
            board.page.wait_for_timeout(50)
            board.press("Home")
            board.drag([(1, 3), (2, 3)])
            assert board.moves == ["C2", "D2", "D3"]

    def test_two_fingers_move_the_board(self, chromium: Browser) -> None:
        with cover(chromium) as board:
            touch = Touch(board.page)
            one, other = board.middle((1, 1)), board.middle((3, 3))
            touch.send("touchStart", one)
            touch.send("touchStart", one, other)
            for far in range(10, 60, 10):
                touch.send("touchMove", (one[0] + far, one[1]), (other[0] + far, other[1]))
            touch.send("touchEnd")
            board.page.wait_for_timeout(50)
            assert board.moves == []
            labels = board.page.locator(".eol-labels text").all_text_contents()
            assert labels[:5] == ["E", "A", "B", "C", "D"]

    def test_nothing_is_made_while_a_solution_is_shown(self, chromium: Browser) -> None:
        with cover(chromium, locked=True) as board:
            board.tap((1, 2))
            board.drag([(2, 2), (1, 2)])
            board.press("Enter", "x", "ArrowUp")
            assert (board.moves, board.notes) == ([], None)

    @pytest.mark.parametrize("size", [(3, 3), (3, 20), (20, 20)])
    def test_boards_of_any_size(self, chromium: Browser, size: tuple[int, int]) -> None:
        rows, cols = size
        puzzle = COVER | {"rows": rows, "cols": cols, "start": {"cell": [rows - 1, 0], "heading": "N"}}
        puzzle |= {"tray": {"S": 200, "L": 100, "R": 100}, "givens": [], "blocked": [[0, 1]]}
        with cover(chromium, puzzle) as board:
            # The end of the line stays in sight, wherever that is now.
            board.press(*"+++")
            board.page.mouse.click(*board.middle_of_cell((rows - 2, 0)))
            assert board.moves == [f"A{rows - 1}"]


@pytest.mark.slow
class TestSolo:
    def test_a_whole_play_by_taps(self, chromium: Browser) -> None:
        with solo(chromium, target=SOLO_SOLUTION["score"]) as board:
            for move in solo_moves(board):
                if "energy" in move:
                    board.page.click(".eol-energy-button")
                    board.page.click(".eol-effect:has-text('Reverse')")
                else:
                    hand: list[str] = board.page.evaluate("() => played.scene.position.hand")
                    board.page.locator(".eol-hand-card").nth(hand.index(move["card"])).click()
                    board.tap(move["cell"])
            assert board.outcome == {"solved": True, "score": SOLO_SOLUTION["score"], "reason": None}
            assert board.page.locator(".eol-score").inner_text().split() == ["score", "14", "best", "14"]

    def test_a_whole_play_with_the_keyboard_alone(self, chromium: Browser) -> None:
        with solo(chromium) as board:
            at = SOLO["start"]["cell"]
            for move in solo_moves(board):
                if "energy" in move:
                    board.press("r")
                    continue
                hand: list[str] = board.page.evaluate("() => played.scene.position.hand")
                row, col = move["cell"]
                board.press(str(hand.index(move["card"]) + 1))
                board.press(*["ArrowDown"] * ((row - at[0]) % 5), *["ArrowRight"] * ((col - at[1]) % 5))
                board.press("Enter")
                at = row, col
            assert board.outcome["solved"]

    def test_the_cell_first_and_then_the_card(self, chromium: Browser) -> None:
        with solo(chromium) as board:
            board.tap((1, 2))
            assert board.moves == []
            assert board.page.locator(".eol-request").inner_text() == "Now choose a card for C2."
            board.page.locator(".eol-hand-card").nth(4).click()
            assert board.moves == ["LS C2"]

    @pytest.mark.parametrize("with_finger", [False, True])
    def test_a_card_is_dragged_to_the_board(self, chromium: Browser, with_finger: bool) -> None:
        with solo(chromium, motion=True) as board:
            box = board.page.locator(".eol-hand-card").nth(4).bounding_box()
            assert box is not None
            card, cell = (box["x"] + 20, box["y"] + 20), board.middle((1, 2))
            if with_finger:
                Touch(board.page).drag(card, cell)
            else:
                board.page.mouse.move(*card)
                board.page.mouse.down()
                board.page.mouse.move(*cell, steps=5)
                board.page.mouse.up()
            assert board.moves == ["LS C2"]
            assert board.page.locator(".eol-loose").count() == 0

    def test_a_card_dropped_elsewhere_stays_in_hand(self, chromium: Browser) -> None:
        with solo(chromium) as board:
            box = board.page.locator(".eol-hand-card").nth(0).bounding_box()
            assert box is not None
            Touch(board.page).drag((box["x"] + 20, box["y"] + 20), board.middle((4, 4)))
            assert board.moves == []
            assert board.announcements == ["! The line begins where the start card points: on C2."]

    def test_cards_are_taken_up_again(self, chromium: Browser) -> None:
        with solo(chromium) as board:
            board.make(solo_moves(board)[:14])
            board.tap((1, 2))
            assert board.moves == ["S C2"]

    def test_energy_says_why_it_cannot_be_spent(self, chromium: Browser) -> None:
        with solo(chromium) as board:
            board.press("b")
            assert board.announcements == ["! Energy can be spent from round 3 on."]
            board.make(solo_moves(board)[:6])
            board.press("s")
            assert board.announcements[-1] == "! Energy is spent before the first card of a round."

    def test_a_reverse_leaves_a_dead_end(self, chromium: Browser) -> None:
        with solo(chromium) as board:
            moves = solo_moves(board)
            turned_back = next(i for i, move in enumerate(moves) if move.get("reverse"))
            board.make(moves[:turned_back])
            row, col = moves[turned_back]["cell"]
            assert "going on from the last but one" in board.name_of((row, col))
            board.make([moves[turned_back]])
            dead = moves[turned_back - 1]["cell"]
            assert "a dead end" in board.name_of((dead[0], dead[1]))
            assert board.page.locator(".eol-bar").count() >= 1

    def test_a_card_is_drawn_onto_the_board_along_the_line(self, chromium: Browser) -> None:
        with solo(chromium) as board:
            board.press("1")
            board.drag([(2, 2), (1, 2)])
            assert board.moves == ["S C2"]
