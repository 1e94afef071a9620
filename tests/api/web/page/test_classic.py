"""The classic solitaire of END OF LINE on a page: its deck, its discard pile, and reverses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator

from tests.api.web.page.hands import WAYS, Task, Way
from tests.api.web.page.hands_end_of_line import HANDS
from tests.api.web.page.line_page import Document, LinePage, Touch

PUZZLE: Document = {
    "kind": "end_of_line.classic",
    "rows": 5,
    "cols": 5,
    "start": {"cell": [2, 2], "heading": "N"},
    "blocked": [[0, 0], [0, 3], [0, 4], [3, 0]],
    "deck": [
        *("S", "R", "L", "S", "SR", "S", "R", "L", "LSR0", "LR", "SR", "S", "S"),
        *("LR", "L", "S", "LS", "S", "R", "S", "R", "S", "L", "LS", "LSR"),
    ],
    "energy": 3,
}
# Its solution: d puts a card on the pile, p takes one from there, r is a reverse.
PLAY = "d C2 d D2 d E2 A2 d A3 B3 rpE3 pE4 D4 D3 rC4 B4 d d pB5 B1 pB2 rpC1 d d pC5 pD5 pE5 A5"
SCORE = 13


def moves_in(play: str) -> list[Document]:
    moves: list[Document] = []
    for word in play.split():
        if word == "d":
            moves.append({"do": "discard"})
        else:
            cell = [int(word[-1]) - 1, ord(word[-2]) - ord("A")]
            action = {"do": "recover" if "p" in word else "place", "cell": cell}
            moves.append(action | ({"reverse": True} if "r" in word else {}))
    return moves


@contextmanager
def classic(browser: Browser, puzzle: Document = PUZZLE, **options: object) -> Iterator[LinePage]:
    with browser.new_context(has_touch=True) as profile:
        yield LinePage.open(profile, "classic", puzzle, **options)


def button(board: LinePage, name: str) -> Locator:
    return board.page.get_by_role("button", name=name)


def after(board: LinePage, play: str) -> LinePage:
    """The board after the moves of a play."""
    board.make(moves_in(play))
    return board


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_a_whole_play_by_hand(chromium: Browser, way: Way) -> None:
    with classic(chromium, target=SCORE) as board:
        for _ in HANDS["end_of_line.classic"].of(way)(Task(board.page, PUZZLE, moves_in(PLAY))):
            pass
        assert board.outcome == {"solved": True, "score": SCORE, "reason": None}
        assert board.page.locator(".eol-score").inner_text().split() == [
            "score",
            str(SCORE),
            "best",
            str(SCORE),
        ]


def test_the_moves_of_a_solution_play_it(chromium: Browser) -> None:
    with classic(chromium) as board:
        solution: Any = {"actions": moves_in(PLAY)}
        moves = board.page.evaluate("([p, s]) => played.PAGE.movesOf(p, s)", [PUZZLE, solution])
        board.make(moves)
        assert board.outcome["score"] == SCORE
        assert board.page.evaluate("() => played.PAGE.play.solution(played.scene.position)") == solution


def test_the_only_card_goes_where_one_taps(chromium: Browser) -> None:
    with classic(chromium) as board:
        board.tap((1, 2))
        assert board.moves == ["place C2"]


def test_of_two_cards_one_is_asked_for(chromium: Browser) -> None:
    with classic(chromium) as board:
        after(board, "d").tap((1, 2))
        assert board.moves == ["discard"]
        assert board.page.locator(".eol-request").inner_text() == "Now choose a card for C2."
        button(board, "Discard pile, 1 card: S").click()
        assert board.moves == ["discard", "recover C2"]


def test_the_pile_takes_the_card_that_is_chosen(chromium: Browser) -> None:
    with classic(chromium) as board:
        button(board, "The discard pile is empty.").click()
        assert board.moves == ["discard"]
        button(board, "Drawn: R").click()
        button(board, "Discard pile, 1 card: S").click()
        assert board.moves == ["discard"] * 2
        assert button(board, "Discard pile, 2 cards, on top: R").count() == 1


@pytest.mark.parametrize("with_finger", [False, True])
def test_a_card_is_dragged_to_the_pile(chromium: Browser, with_finger: bool) -> None:
    with classic(chromium, motion=True) as board:
        middles = []
        for card in (".place", ".recover"):
            box = board.page.locator(f".eol-hand-card{card}").bounding_box()
            assert box is not None
            middles.append((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
        if with_finger:
            Touch(board.page).drag(*middles)
        else:
            board.page.mouse.move(*middles[0])
            board.page.mouse.down()
            board.page.mouse.move(*middles[1], steps=5)
            board.page.mouse.up()
        assert board.moves == ["discard"]
        assert board.page.locator(".eol-loose").count() == 0


def test_a_reverse_is_chosen_before_its_cell(chromium: Browser) -> None:
    with classic(chromium) as board:
        after(board, "d C2 d D2 d E2 A2 d A3 B3")
        assert "going on" not in board.name_of((2, 4))
        reverse = button(board, "Reverse: go on from the last card but one")
        reverse.click()
        assert reverse.get_attribute("aria-pressed") == "true"
        assert board.announcements == ["Reverse: the next card goes on from A3."]
        assert "going on from the last but one" in board.name_of((2, 4))
        board.page.locator(".eol-hand-card.recover").click()
        board.tap((2, 4))
        assert board.moves[-1] == "recover E3 reverse"
        assert reverse.get_attribute("aria-pressed") == "false"
        assert "Energy: 2 of 3" in (reverse.get_attribute("aria-label") or "")
        assert "a dead end" in board.name_of((2, 1))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("play", "key", "reason"),
    [
        ("", "r", "A reverse needs 2 cards on the line."),
        ("C2 C1", "r", "The card on C2, the last but one, leads to no free cell."),
        ("", "2", "The discard pile is empty."),
        ("d " * 25, "d", "The deck is empty."),
        ("d " * 25, "1", "The deck is empty."),
    ],
)
def test_keys_that_mean_nothing_now(chromium: Browser, play: str, key: str, reason: str) -> None:
    with classic(chromium, PUZZLE | {"deck": ["S", *PUZZLE["deck"][:-1]]}) as board:
        after(board, play).press(key)
        assert board.announcements == [f"! {reason}"]
        assert len(board.moves) == len(play.split())


def test_without_energy_there_is_no_reverse(chromium: Browser) -> None:
    with classic(chromium, PUZZLE | {"energy": 0}) as board:
        assert board.page.locator(".eol-reverse").is_hidden()
        after(board, "d C2 d D2 d E2").press("r")
        assert board.announcements == ["! No energy is left."]


def test_a_line_that_only_a_reverse_leads_on_says_so(chromium: Browser) -> None:
    # The line ends on C1, before a blocked cell, and C2 has another exit.
    puzzle = PUZZLE | {"deck": ["LS", *["S"] * 24], "blocked": [[4, 2]]}
    with classic(chromium, puzzle) as board:
        after(board, "C2 C1").tap((2, 4))
        assert board.announcements == ["! From C1 the line cannot go on. A reverse lets it go on from C2."]
        board.press("r")
        board.tap((1, 1))
        assert board.moves[-1] == "place B2 reverse"


def test_without_a_card_the_line_cannot_go_on(chromium: Browser) -> None:
    with classic(chromium, PUZZLE | {"deck": ["S", "S"]}) as board:
        after(board, "C2 C1").tap((4, 2))
        assert board.announcements == ["! No card is left in the deck or on the discard pile."]
        assert board.outcome["solved"] is False


def test_the_order_of_the_pile_and_of_the_deck(chromium: Browser) -> None:
    with classic(chromium) as board:
        after(board, "d d d")

        def titles_in_strip() -> list[str]:
            cards = board.page.locator(".eol-deck li:visible")
            labels: list[str] = cards.evaluate_all("(items) => items.map((item) => item.title)")
            return labels

        assert titles_in_strip() == PUZZLE["deck"][4:]
        button(board, "Look through the discard pile, 3 cards").click()
        assert titles_in_strip() == ["L", "R", "S"]
        board.press("p")
        assert titles_in_strip() == PUZZLE["deck"][4:]
        assert button(board, "21 cards left in the deck").inner_text() == "21"


def test_a_tap_on_the_line_takes_up_cards_and_what_was_discarded_since(chromium: Browser) -> None:
    with classic(chromium) as board:
        after(board, "d C2 d D2 d E2").tap((1, 2))
        assert board.moves == ["discard", "place C2"]


def test_the_line_is_drawn_with_the_card_that_is_chosen(chromium: Browser) -> None:
    with classic(chromium) as board:
        board.press("1")
        board.drag([(2, 2), (1, 2)])
        assert board.moves == ["place C2"]


def test_what_is_reached_names_the_drawn_card(chromium: Browser) -> None:
    with classic(chromium) as board:
        after(board, "d C2")
        words = "() => played.view.reached(played.scene).map(played.words)"
        assert board.page.evaluate(words) == ["1 of 20 cells", "Drawn: L"]


def test_nothing_is_made_while_a_solution_is_shown(chromium: Browser) -> None:
    with classic(chromium, locked=True) as board:
        board.tap((1, 2))
        board.press("1", "d", "r", "Enter")
        board.page.locator(".eol-discard").click()
        assert board.moves == []
