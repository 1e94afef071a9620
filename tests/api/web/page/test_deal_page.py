"""Tests the deal desk in a browser: what people lay out, and what a running service tells them of it."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from puzzles.light_line.deck import read_deck, shipped_text, write_deck
from tests.api.running_service import RunningService, run_service

pytestmark = [pytest.mark.process, pytest.mark.slow]

PHONE = {"width": 360, "height": 640}
WIDE = {"width": 1440, "height": 900}
# Long, because a machine may be busy.
PATIENCE = 30_000
DECK = "S,L,S,LS,R,S,S,S,L,SR,LS,R,LSR0,S,S,R,R,S,L,LSR,S,L,LR,LR,SR"
SOLO = f"end_of_line.solo:5x5:C3N:-:3:{DECK}"
CLASSIC = f"end_of_line.classic:5x5:C3N:-:3:{DECK}"
ONLY_STRAIGHT = "end_of_line.solo:5x5:C3N:-:3:25S"
COOP = "end_of_line.coop:4x4:D4:1:A2N=LS,S,R,R,LSR0,S,S:C2N=R,R,S,SR,S,S,R"
# A position in which A is to move and all is clear.
ENDGAME = "linja.endgame:00000057/75000000:A:margin:own:yes"
NEARLY_OVER = "linja.endgame:10000029/92000001:A:margin:own:yes"
DIGITS = {"S": "1", "L": "2", "R": "3", "LS": "4", "SR": "5", "LR": "6", "LSR": "7", "LSR0": "8"}

NO_DECK = "This file holds no deck"

# Notes the signals by which the page can hang up.
NOTE_SIGNALS = """() => {
    const { fetch } = window;
    window.signals = [];
    window.fetch = (address, options) => {
        window.signals.push(options.signal);
        return fetch(address, options);
    };
}"""

OpenDesk = Callable[..., Page]


@pytest.fixture(scope="module")
def service() -> Iterator[RunningService]:
    with tempfile.TemporaryDirectory() as folder, run_service(Path(folder)) as running:
        running.wait_until_ready()
        yield running


@pytest.fixture
def open_desk(chromium: Browser, service: RunningService) -> Iterator[OpenDesk]:
    """Opens the desk with a profile of its own, in which no script may fail."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def make(line: str = "", kind: str | None = None, viewport: Any = WIDE, language: str = "en") -> Page:
        context = chromium.new_context(viewport=viewport, locale=language, accept_downloads=True)
        context.set_default_timeout(PATIENCE)
        context.on("weberror", lambda error: errors.append(str(error.error)))
        contexts.append(context)
        page = context.new_page()
        page.goto(f"{service.url}/deal{'#' if line else ''}{line}")
        page.wait_for_selector(".deal-desk")
        if kind is not None:
            page.get_by_label("What you have in front of you").select_option(kind)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not errors


def word(page: Page, text: str) -> None:
    """Waits for the first word of the answer."""
    expect(page.locator(".answer .word")).to_have_text(text, timeout=PATIENCE)


def findings(page: Page, text: str) -> None:
    """Waits for what else is known."""
    expect(page.locator(".answer .findings")).to_contain_text(text, timeout=PATIENCE)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def tile(page: Page, card: str) -> None:
    page.get_by_role("button", name=re.compile(rf"^{card} \(")).first.click()


def cell(page: Page, name: str) -> None:
    """Taps a cell of the board on which the area is laid out."""
    board = page.locator(".panel:nth-child(2)")
    board.get_by_role("gridcell", name=re.compile(rf"^{name}:")).click(force=True)


class TestSolo:
    def test_25_taps_each_with_an_undo(self, open_desk: OpenDesk) -> None:
        page = open_desk(viewport=PHONE)
        word(page, "Deal 24 more cards.")
        for card in DECK.split(","):
            tile(page, card)
        word(page, "Can be done.")
        findings(page, "Best score: 8.")
        expect(page.locator(".eol-deal-card")).to_have_count(25)
        for _ in range(25):
            press(page, "Undo")
        word(page, "Deal 24 more cards.")
        expect(page.locator(".eol-deal-card")).to_have_count(0)
        for _ in range(25):
            press(page, "Redo")
        word(page, "Can be done.")

    def test_everything_is_in_sight_on_a_phone(self, open_desk: OpenDesk) -> None:
        page = open_desk(viewport=PHONE)
        for card in DECK.split(",")[:24]:
            tile(page, card)
        for part in (
            page.locator(".eol-deal-strip"),
            page.locator(".eol-tiles").first,
            page.locator(".deal-bar"),
        ):
            box = part.bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= PHONE["height"]
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]

    def test_the_box_says_what_is_left(self, open_desk: OpenDesk) -> None:
        page = open_desk()
        tile(page, "LSR")
        expect(page.locator(".eol-deal-count").first).to_have_text("1 dealt, 24 left")
        tile(page, "LSR")
        expect(page.locator(".refusal")).to_have_text("No LSR is left in the box.")
        press(page, "Deal the rest at random")
        expect(page.locator(".eol-deal-card")).to_have_count(25)
        assert page.locator(".answer .word").inner_text() != "Deal 24 more cards."

    def test_a_slip_is_put_right(self, open_desk: OpenDesk) -> None:
        page = open_desk()
        for card in ("S", "L", "R"):
            tile(page, card)
        press(page, "Card 2 of the deck: L")
        tile(page, "LR")
        expect(page.get_by_role("button", name="Card 2 of the deck: LR")).to_be_visible()
        press(page, "Card 1 of the deck: S")
        press(page, "Card 3 of the deck: R")
        expect(page.get_by_role("button", name="Card 3 of the deck: S")).to_be_visible()
        press(page, "Card 2 of the deck: LR")
        press(page, "Take it away")
        expect(page.locator(".eol-deal-card")).to_have_count(2)

    def test_keys_alone(self, open_desk: OpenDesk) -> None:
        page = open_desk()
        for card in DECK.split(","):
            page.keyboard.press(DIGITS[card])
        word(page, "Can be done.")
        page.keyboard.press("Backspace")
        page.keyboard.press("u")
        page.keyboard.press("u")
        expect(page.locator(".eol-deal-card")).to_have_count(24)
        page.keyboard.press("y")
        expect(page.locator(".eol-deal-card")).to_have_count(25)

    def test_why_it_cannot_be_done(self, open_desk: OpenDesk) -> None:
        page = open_desk(ONLY_STRAIGHT)
        word(page, "Cannot be done.")
        findings(page, "Too few turns")

    def test_the_board(self, open_desk: OpenDesk) -> None:
        page = open_desk(SOLO)
        word(page, "Can be done.")
        cell(page, "A1")
        expect(page.get_by_role("gridcell", name="A1: blocked").first).to_be_attached()
        press(page, "Move the start")
        cell(page, "B2")
        cell(page, "B2")
        expect(page.get_by_role("gridcell", name="B2: start card, heading east").first).to_be_attached()
        press(page, "One point of energy less")
        expect(page).to_have_url(re.compile("5x5:B2E:A1:2:S,L"), timeout=PATIENCE)
        press(page, "One row less")
        expect(page).to_have_url(re.compile("4x5:B2E:A1:2:S,L"), timeout=PATIENCE)

    def test_after_every_step_of_a_play(self, open_desk: OpenDesk) -> None:
        page = open_desk(f"{SOLO}~S+C2")
        word(page, "Still possible.")
        findings(page, "Best score from here:")
        press(page, "Nudge")
        expect(page.locator(".nudge")).to_contain_text("next steps lead on", timeout=PATIENCE)
        press(page, "Undo")
        expect(page).to_have_url(re.compile(r"SR$"), timeout=PATIENCE)
        word(page, "Can be done.")
        press(page, "Redo")
        word(page, "Still possible.")
        findings(page, "The best score is still possible: 8.")
        press(page, "Back")
        word(page, "Can be done.")

    def test_a_game_as_it_stands(self, open_desk: OpenDesk) -> None:
        page = open_desk()
        line = page.locator(".eol-deal-line")
        for card, name in (("S", "C2"), ("L", "C1")):
            line.get_by_role("button", name=re.compile(rf"^Lay {card} \(")).click()
            expect(line.get_by_role("gridcell", name=f"{name}: card")).to_be_attached()
        line.get_by_role("button", name=re.compile(r"^Lay LSR \(")).click()
        for card in ("R", "S", "S", "R"):
            tile(page, card)
        expect(page.locator(".eol-deal-card.laid")).to_have_count(3)
        expect(page.locator(".eol-deal-card.hand")).to_have_count(4)
        word(page, "Deal 17 more cards.")
        press(page, "Deal the rest at random")
        expect(page.locator(".answer .word")).to_have_text(
            re.compile("^(Still possible|Not possible from here)"), timeout=PATIENCE
        )
        expect(page).to_have_url(re.compile(r"~S\+C2;L\+C1;LSR"), timeout=PATIENCE)

    def test_a_solution_opens_in_the_play_view(self, open_desk: OpenDesk) -> None:
        page = open_desk(SOLO)
        findings(page, "Best score: 8.")
        press(page, "Show a solution")
        page.wait_for_url(re.compile(r"/play#end_of_line\.solo:.*~.*;.*"), timeout=PATIENCE)


class TestClassic:
    def test_a_game_as_it_stands(self, open_desk: OpenDesk) -> None:
        page = open_desk(kind="end_of_line.classic")
        line = page.locator(".eol-deal-line")

        def draw(card: str) -> None:
            line.get_by_role("button", name=re.compile(rf"^{card} \(")).click()

        def lay(name: str) -> None:
            line.get_by_role("gridcell", name=f"{name}: the next card can lie here").click(force=True)

        word(page, "Deal 24 more cards.")
        lay("C2")
        expect(page.locator(".refusal")).to_have_text("Tap which card is drawn.")
        draw("LSR")
        press(page, "Discard the drawn card")
        draw("S")
        lay("C2")
        press(page, "Discard pile, 1 card: LSR (left, straight on, right), initiative 5")
        lay("C1")
        draw("L")
        press(page, "Reverse")
        expect(page.locator(".refusal")).to_have_text(
            "The card on C2, the last but one, leads to no free cell."
        )
        lay("B1")
        press(page, "Discard the drawn card")
        expect(page.locator(".refusal")).to_have_text("Tap which card is drawn.")
        draw("S")
        press(page, "Discard the drawn card")
        expect(page.locator(".eol-deal-card.laid")).to_have_count(3)
        expect(page.locator(".eol-deal-card.pile")).to_have_count(1)
        word(page, "Deal 20 more cards.")
        press(page, "Reverse")
        lay("D1")
        word(page, "Deal 20 more cards.")

    def test_after_every_step_of_a_play(self, open_desk: OpenDesk) -> None:
        page = open_desk(f"{CLASSIC}~place+C2;discard", viewport=PHONE)
        word(page, "Still possible.")
        findings(page, "Best score from here:")
        press(page, "Discard the drawn card")
        expect(page).to_have_url(re.compile(r"~place\+C2;discard;discard$"), timeout=PATIENCE)
        press(page, "Back")
        word(page, "Can be done.")
        findings(page, "Best score:")


class TestCover:
    def test_tray_and_givens(self, open_desk: OpenDesk) -> None:
        page = open_desk(kind="end_of_line.cover")
        word(page, "Can be done.")
        findings(page, "More than one solution.")
        press(page, "None")
        word(page, "The tray needs 24 more cards.")
        press(page, "Undo")
        press(page, "One LSR less")
        tile(page, "S")
        press(page, "Lay given cards")
        page.get_by_role("button", name=re.compile(r"^Give L \(")).click()
        cell(page, "A1")
        cell(page, "A1")
        expect(page.get_by_role("gridcell", name="A1: given L, entered heading N")).to_be_attached()
        expect(page).to_have_url(re.compile("10S,4L,4R,2LS,2SR,2LR,1LSR0:A1=L/N$"), timeout=PATIENCE)

    def test_the_line_goes_on(self, open_desk: OpenDesk) -> None:
        page = open_desk("end_of_line.cover:4x4:B2N:-:8S,4L,3R~B1")
        expect(page.locator(".answer .word")).to_have_text(
            re.compile("^(Still possible|Not possible from here)"), timeout=PATIENCE
        )


class TestCoop:
    def test_decks_for_everybody(self, open_desk: OpenDesk) -> None:
        page = open_desk(kind="end_of_line.coop", viewport=PHONE)
        word(page, "Deal 47 more cards.")
        press(page, "Deal the rest at random")
        word(page, "Deal 22 more cards.")
        page.get_by_role("button", name="Player 2, 0 cards dealt").first.click()
        expect(page.locator(".eol-deal-card")).to_have_count(0)
        tile(page, "LSR0")
        press(page, "Deal the rest at random")
        expect(page.locator(".eol-deal-card")).to_have_count(25)
        expect(page.get_by_role("button", name="Card 1 of the deck: LSR0")).to_be_visible()
        expect(page.locator(".answer .word")).not_to_have_text(re.compile("^Deal"), timeout=PATIENCE)
        press(page, "Undo")
        press(page, "Undo")
        word(page, "Deal 22 more cards.")

    def test_the_board(self, open_desk: OpenDesk) -> None:
        page = open_desk(COOP)
        cell(page, "C2")
        expect(page.get_by_role("button", name="Player 2, 7 cards dealt").first).to_have_attribute(
            "aria-pressed", "true"
        )
        cell(page, "C2")
        expect(
            page.get_by_role("gridcell", name="C2: player 2, start card, heading east").first
        ).to_be_attached()
        press(page, "Move the start")
        cell(page, "D1")
        press(page, "One point of energy less")
        expect(page).to_have_url(re.compile(r"4x4:D4:0:A2N=.*:D1E="), timeout=PATIENCE)
        # A start card that lay beyond the edge comes back.
        press(page, "One column less")
        expect(page).to_have_url(re.compile(r"4x3:-:0:A2N=.*:C1E="), timeout=PATIENCE)

    def test_the_rulebooks_boards(self, open_desk: OpenDesk) -> None:
        page = open_desk(kind="end_of_line.coop")
        for _ in range(2):
            press(page, "One player more, on the rulebook's board")
        word(page, "Deal 76 more cards.")
        expect(page.get_by_role("gridcell", name=re.compile("player 4, start card")).first).to_be_attached()

    def test_after_every_step_of_a_play(self, open_desk: OpenDesk) -> None:
        page = open_desk(f"{COOP}~S+A1")
        word(page, "Still possible.")
        expect(page.get_by_role("button", name=re.compile("^Player 2, whose turn it is"))).to_be_visible()
        press(page, "Undo")
        word(page, "Can be done.")


class TestLightLine:
    def test_cards_are_chosen(self, open_desk: OpenDesk) -> None:
        page = open_desk(kind="light_line.longest")
        word(page, "Choose your cards.")
        for number in ("01", "02", "03"):
            page.locator(".light-pool").get_by_role("button", name=f"Card {number}:").click()
        word(page, "Can be done.")
        findings(page, "Best score:")
        page.locator(".light-pool").get_by_role("button", name="Card 02:").click()
        expect(page.locator(".light-chosen").first.get_by_role("button")).to_have_count(2)
        press(page, "Draw one")
        expect(page.locator(".light-chosen").first.get_by_role("button")).to_have_count(3)

    def test_how_many_are_laid(self, open_desk: OpenDesk) -> None:
        page = open_desk(kind="light_line.head")
        for _ in range(2):
            press(page, "Draw one")
        word(page, "Cannot be done.")
        press(page, "One card less to lay")
        press(page, "One card less to lay")
        word(page, "Can be done.")

    def test_a_deck_of_ones_own(self, open_desk: OpenDesk, tmp_path: Path) -> None:
        page = open_desk(kind="light_line.solo")
        for socket in ("top left", "bottom left", "upper left side", "upper right side"):
            page.get_by_role("button", name=re.compile(f"^{socket}: ")).click()
        press(page, "Keep, next card")
        # The cable is pulled out at one end, and put in elsewhere.
        for socket in ("top left", "bottom left", "bottom left", "bottom right"):
            page.get_by_role("button", name=re.compile(f"^{socket}: ")).click()
        press(page, "Keep, next card")
        with page.expect_download() as download:
            press(page, "Save as a file")
        file = tmp_path / "deck.json"
        download.value.save_as(file)
        deck = read_deck(json.loads(file.read_text()))
        assert [card.card.id for card in deck.cards] == ["01", "02"]
        assert [tube.ends for tube in deck.cards[0].card.tubes] == [("N0", "S0"), ("E0", "W0")]
        assert [tube.ends for tube in deck.cards[1].card.tubes] == [("N0", "S2")]
        page.reload()
        page.get_by_label("Deck", exact=True).select_option("My deck")
        expect(page.locator(".light-pool button")).to_have_count(2)

    @pytest.mark.parametrize(
        ("content", "answer"),
        [
            (b"x" * (1 << 19), "This file is too large for a deck."),
            (b"[", "This file is not JSON."),
            (b"{}", NO_DECK),
            (b'{"name": "x", "cards": [], "more": 1}', NO_DECK),
            (b'{"name": "x", "cards": [{"id": "1", "tubes": [["red", "N0", "N0"]]}]}', NO_DECK),
            (b'{"name": "x", "cards": [{"id": "1", "tubes": [], "back": 6}]}', NO_DECK),
        ],
    )  # fmt: skip
    def test_bad_files(self, open_desk: OpenDesk, tmp_path: Path, content: bytes, answer: str) -> None:
        page = open_desk(kind="light_line.solo")
        file = tmp_path / "deck.json"
        file.write_bytes(content)
        page.set_input_files("input[type=file]", file)
        expect(page.locator(".refusal")).to_contain_text(answer, timeout=PATIENCE)

    def test_names_are_never_markup(self, open_desk: OpenDesk, tmp_path: Path) -> None:
        page = open_desk(kind="light_line.solo")
        deck = write_deck(read_deck(json.loads(shipped_text()))) | {"name": "<img src=x onerror=alert(1)>"}
        deck["cards"][0]["id"] = "<b>1</b>"
        file = tmp_path / "deck.json"
        file.write_text(json.dumps(deck))
        page.set_input_files("input[type=file]", file)
        picker = page.get_by_label("Own deck", exact=True)
        expect(picker).to_have_value("<img src=x onerror=alert(1)>", timeout=PATIENCE)
        assert page.locator("img[src=x], .deal-desk b").count() == 0

    def test_the_card_to_lay(self, open_desk: OpenDesk) -> None:
        page = open_desk(kind="light_line.place")
        for number in ("01", "02"):
            page.locator(".light-pool").get_by_role("button", name=f"Card {number}:").click()
        press(page, "To lay")
        page.locator(".light-pool").get_by_role("button", name="Card 05:").click()
        word(page, "Lay 1 more card on the table.")
        page.locator(".light-free").first.click()
        expect(page.locator(".answer .word")).to_have_text(
            re.compile(r"^(Can be done|Cannot be done)\.$"), timeout=PATIENCE
        )
        expect(page).to_have_url(re.compile(r"light_line\.place:01=.*,02=.*:05="), timeout=PATIENCE)


class TestLinja:
    def test_a_position_is_set_up(self, open_desk: OpenDesk) -> None:
        page = open_desk(NEARLY_OVER)
        word(page, "Can be done.")
        findings(page, "The player to move")
        side = page.get_by_role("gridcell", name="row 0: 1 piece of A")
        side.click()
        word(page, "Place 1 more piece of A.")
        page.get_by_role("gridcell", name="row 1: 0 pieces of A").click()
        word(page, "Can be done.")
        press(page, "B is to move")
        press(page, "Win")
        expect(page).to_have_url(re.compile(r"01000029/92000001:B:win:own:yes$"), timeout=PATIENCE)


class TestLinks:
    def test_a_fresh_profile_and_a_reload(self, open_desk: OpenDesk) -> None:
        page = open_desk(f"{SOLO}~S+C2;L+C1")
        expect(page.get_by_role("button", name="Back")).to_be_visible()
        expect(page).to_have_url(re.compile(r"~S\+C2;L\+C1$"))
        page.reload()
        expect(page.get_by_role("button", name="Back")).to_be_visible()

    def test_the_same_address_can_be_played(self, open_desk: OpenDesk, service: RunningService) -> None:
        page = open_desk(SOLO)
        word(page, "Can be done.")
        press(page, "Open as a puzzle")
        page.wait_for_url(f"{service.url}/play#{SOLO}")

    @pytest.mark.parametrize(
        ("line", "notice"),
        [
            ("nonsense", "The address holds no deal that can be laid out here."),
            ("end_of_line.solo:99x5", "The address holds no deal that can be laid out here."),
            ("%3Cimg%20src=x%3E", "The address holds no deal that can be laid out here."),
            (f"{SOLO}~LSR+A1", "The moves in the address are not legal: this is the start."),
        ],
    )
    def test_bad_ones(self, open_desk: OpenDesk, line: str, notice: str) -> None:
        page = open_desk(line)
        expect(page.locator(".notice")).to_have_text(notice)

    def test_what_was_laid_out_is_still_there(self, open_desk: OpenDesk) -> None:
        page = open_desk()
        for card in ("S", "L"):
            tile(page, card)
        page.reload()
        expect(page.locator(".eol-deal-card")).to_have_count(2)
        press(page, "Undo")
        expect(page.locator(".eol-deal-card")).to_have_count(1)

    @pytest.mark.parametrize(
        "stored", ['{"states": [1]}', '{"states": [{"deck": "x"}]}', "[", '{"states": []}']
    )
    def test_a_broken_store(self, open_desk: OpenDesk, stored: str) -> None:
        page = open_desk()
        page.evaluate("(text) => localStorage.setItem('lineworks.deal.end_of_line.solo', text)", stored)
        page.reload()
        word(page, "Deal 24 more cards.")


class TestQuestions:
    def test_stale_ones_are_cancelled(self, open_desk: OpenDesk) -> None:
        page = open_desk(SOLO)
        findings(page, "Best score: 8.")
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        page.route("**/v1/solve", hold)
        page.evaluate(NOTE_SIGNALS)
        cell(page, "A1")
        word(page, "Looking …")
        assert page.evaluate("signals.map((signal) => signal.aborted)") == [False]
        press(page, "Undo")
        word(page, "Can be done.")
        assert page.evaluate("signals[0].aborted")
        assert len(held) == 1

    def test_nobody_answers(self, open_desk: OpenDesk) -> None:
        page = open_desk(SOLO)
        word(page, "Can be done.")
        page.route("**/v1/*", lambda route: route.abort())
        cell(page, "A1")
        word(page, "The service cannot be reached. What you have laid out is kept.")
        page.unroute("**/v1/*")
        press(page, "Try again")
        word(page, "Can be done.")

    def test_the_time_was_too_short(self, open_desk: OpenDesk) -> None:
        page = open_desk(SOLO)
        word(page, "Can be done.")
        unknown = {"status": "unknown", "solution": None, "score": None, "bound": None, "proven": False}
        page.route("**/v1/solve", lambda route: route.fulfill(json=unknown | {"reason": "time"}))
        cell(page, "A1")
        word(page, "Not known yet: the time was too short.")
        press(page, "Search longer")
        word(page, "Can be done.")
        findings(page, "Best score:")


@pytest.mark.parametrize("language", ["de", "es"])
def test_other_languages(open_desk: OpenDesk, language: str) -> None:
    page = open_desk(SOLO, language=language)
    word(page, {"de": "Geht auf.", "es": "Tiene solución."}[language])
    kinds = page.locator("#deal-kind option")
    for kind in kinds.evaluate_all("(options) => options.map((option) => option.value)"):
        page.locator("#deal-kind").select_option(kind)
        expect(page.locator(".panel").first).to_be_visible()
        expect(page.locator(".answer .word")).not_to_be_empty()
