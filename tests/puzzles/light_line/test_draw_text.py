"""Tests drawings in plain text."""

from __future__ import annotations

import random
from collections.abc import Iterator
from string import ascii_uppercase

import pytest

from puzzles.drawing.terminal import TextLook
from puzzles.light_line.cards import SOCKETS, Card, PlacedCard, ends_of, tube_between
from puzzles.light_line.drawing import faces
from puzzles.light_line.drawing.puzzle import TableView
from puzzles.light_line.drawing.routes import FACES, WIDE, routes
from puzzles.light_line.drawing.scene import tube_names
from puzzles.texts import ENGLISH
from tests.puzzles.light_line.sample_drawings import DECK, ODD, chain, walk
from tests.tiers import reach

# Which way a tube goes on, by its characters, for each way in which it comes: down and right.
TURNS = {"╭┏": {(-1, 0): (0, 1), (0, -1): (1, 0)}, "╮┓": {(-1, 0): (0, -1), (0, 1): (1, 0)},
         "╯┛": {(1, 0): (0, -1), (0, 1): (-1, 0)}, "╰┗": {(1, 0): (0, 1), (0, -1): (-1, 0)}}  # fmt: skip
INWARD = {"N": (1, 0), "S": (-1, 0), "W": (0, 1), "E": (0, -1)}


class DrawnCard:
    """A card in a drawing, read back from its characters; `width` is that of a tube's name."""

    def __init__(self, lines: list[str], corner: tuple[int, int], width: int = 1) -> None:
        self.lines, self.width = lines, width
        self.row, self.col = corner
        self.inner = WIDE + 2 * (width - 1)
        below = (line[self.col : self.col + 1] for line in lines[self.row + 1 :])
        high = next(i for i, char in enumerate(below) if char in "└├┬┼")
        self.face = next(face for face in FACES if face.high == high)

    def place(self, socket: str) -> tuple[int, int]:
        down, right = self.face.socket(socket)
        beside = {"W": 0, "E": 2 * (self.width - 1)}.get(socket[0], self.width - 1)
        return self.row + 1 + down, self.col + 1 + right + beside

    def name(self, socket: str) -> str:
        row, col = self.place(socket)
        col -= (self.width - 1) * (socket[0] == "E")
        return self.lines[row][col : col + self.width].strip(" ─━│┃╭╮╰╯┏┓┗┛")

    def names(self) -> dict[str, str]:
        return {socket: self.name(socket) for socket in SOCKETS}

    def other_end(self, socket: str) -> str:
        """Follows the tube that begins in a socket, as the eye does."""
        ends = {self.place(other): other for other in SOCKETS}
        (row, col), (down, right) = self.place(socket), INWARD[socket[0]]
        if socket[0] == "W":
            col += len(self.name(socket)) - 1
        while True:
            row, col = row + down, col + right
            if (row, col) in ends:
                return ends[row, col]
            char = self.lines[row][col]
            if char in "".join(TURNS):
                turn = next(ways for chars, ways in TURNS.items() if char in chars)
                down, right = turn[down, right]
            elif not char.isalnum():
                assert char in "─━│┃", (socket, char)


def assert_is_drawn(drawn: DrawnCard, card: Card, turned: bool = False) -> None:
    expected = dict.fromkeys(SOCKETS, "·")
    for name, tube in zip(tube_names(card), card.tubes, strict=True):
        expected |= dict.fromkeys(ends_of(tube, turned), name)
    assert drawn.names() == expected
    for tube in card.tubes:
        one, other = ends_of(tube, turned)
        assert (drawn.other_end(one), drawn.other_end(other)) == (other, one)


def random_cards(tubes: int, count: int) -> Iterator[Card]:
    for seed in range(count):
        sockets = random.Random(seed).sample(SOCKETS, 2 * tubes)
        colours = random.Random(seed).choices(("red", "blue", "black"), k=tubes)
        pairs = zip(colours, sockets[::2], sockets[1::2], strict=True)
        yield Card(str(seed), tuple(tube_between(*pair) for pair in pairs))


class TestTubes:
    @pytest.mark.further
    def test_they_can_be_traced_from_socket_to_socket(self) -> None:
        for card in (*DECK[:20], *ODD, *random_cards(5, 10), *random_cards(6, reach(test=2, long=200))):
            lines = TableView("deal", (card,)).text().splitlines()
            width = max(map(len, tube_names(card)), default=1)
            assert_is_drawn(DrawnCard(lines, (lines.index("Cards:") + 1, 0), width), card)

    def test_a_card_whose_tubes_cannot_be_drawn_has_its_letters(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(faces, "routes", lambda *_: None)
        lines = TableView("deal", DECK[:1]).text().splitlines()
        drawn = DrawnCard(lines, (lines.index("Cards:") + 1, 0))
        assert sorted(drawn.names().values()) == sorted([*tube_names(DECK[0]) * 2, *"····"])
        assert not set("╭╮╰╯") & set("".join(lines))

    def test_cards_of_the_deck_are_low(self) -> None:
        assert all(routes(FACES[0], tuple(tube.ends for tube in card.tubes)) for card in DECK[:10])


class TestTerminal:
    def test_a_layout_has_turned_cards_and_marks_the_line(self) -> None:
        table = chain()
        lines = table.text().splitlines()
        first = next(i for i, line in enumerate(lines) if "┌" in line)
        left = lines[first].index("┌")
        cards = {card.id: card for card in table.cards}
        assert_is_drawn(DrawnCard(lines, (first, left)), cards["a"])
        assert_is_drawn(DrawnCard(lines, (first, left + 12)), cards["b"], turned=True)
        assert "┬" in lines[first]
        assert lines[first].count("↻") == 1
        assert lines[first - 1].split() == ["A", "B"]
        assert lines[first + 4].startswith("1 ")
        assert "The line, red: a red -> b red -> c red" in lines

    def test_the_line_is_heavy_also_where_it_passes_from_card_to_card(self) -> None:
        lines = chain().text().splitlines()
        first = next(i for i, line in enumerate(lines) if "┌" in line)
        left = lines[first].index("┌")
        assert lines[first + 2][left + 12] == "━"
        assert lines[first + 8][left + 12 + 9] == "┃"
        light = TableView("the same", chain().cards, chain().layout).text()
        assert not set("━┃┏┓┗┛") & set(light)

    @pytest.mark.parametrize("width", [30, 40, 80, 130])
    def test_fits_a_terminal(self, width: int) -> None:
        look = TextLook(width=width)
        wide = TableView(
            "wide", DECK, tuple(PlacedCard(card.id, 0, i, False) for i, card in enumerate(DECK[:20]))
        )
        for table in (TableView("deal", DECK), walk(5, 12), TableView("odd", ODD), wide):
            assert max(map(len, table.text(look).splitlines())) <= width
        letters = ascii_uppercase[:20]
        labels = [line for line in wide.text(look).splitlines() if not line.strip(f" {letters}")]
        assert " ".join(labels).split() == [*letters]

    def test_every_card_of_a_deal_is_described_in_words(self) -> None:
        text = TableView("deal", DECK).text()
        for card in DECK:
            description = ", ".join(f"{tube.colour} {'-'.join(tube.ends)}" for tube in card.tubes)
            assert f"\n{card.id}: {description}\n" in text

    def test_the_signs_are_explained(self) -> None:
        text = " ".join(chain().text().split())
        for name in ("passes_over", "empty", "on_line", "card_turned"):
            assert ENGLISH.text(f"light_line.drawing.terminal.{name}") in text
