"""Tests drawings on the terminal."""

from __future__ import annotations

import pytest

from puzzles.light_line.cards import SOCKETS, Card, PlacedCard
from puzzles.light_line.drawing.puzzle import TableView
from puzzles.light_line.drawing.scene import tube_names
from tests.puzzles.light_line.sample_drawings import DECK, ODD, chain, walk


def read_card(lines: list[str], at: tuple[int, int], field: int) -> dict[str, str]:
    """Returns what a card on the terminal shows at its sockets, given its top left corner."""
    row, col = at
    inner = 3 * field + 2
    text_by_socket = {}
    for socket in SOCKETS:
        side, position = socket[0], int(socket[1])
        if side in "NS":
            line, start = row + (1 if side == "N" else 5), col + 2 + position * field
        else:
            line, start = row + 2 + position, col + 1 if side == "W" else col + 1 + inner - field
        text_by_socket[socket] = lines[line][start : start + field].strip()
    return text_by_socket


class TestTerminal:
    @pytest.mark.parametrize(("cards", "field"), [(DECK[:5], 3), (ODD, 4)])
    def test_every_card_has_its_letters_at_its_sockets(self, cards: tuple[Card, ...], field: int) -> None:
        lines = TableView("deal", cards).text().splitlines()
        first = lines.index("Cards:") + 1
        for i, card in enumerate(cards):
            expected = dict.fromkeys(SOCKETS, "·")
            for name, tube in zip(tube_names(card), card.tubes, strict=True):
                expected.update(dict.fromkeys(tube.ends, name))
            assert read_card(lines, (first, i * (3 * field + 5)), field) == expected

    def test_a_layout_has_turned_letters_and_marks_the_line(self) -> None:
        lines = chain().text().splitlines()
        first = next(i for i, line in enumerate(lines) if "┌" in line)
        left = lines[first].index("┌")
        assert read_card(lines, (first, left), 3) == {
            **dict.fromkeys(SOCKETS, "·"), "N0": "[R]", "E0": "[R]", "W1": "B", "E1": "B"
        }  # fmt: skip
        turned = read_card(lines, (first, left + 12), 3)
        assert turned == {**dict.fromkeys(SOCKETS, "·"), "W0": "[R]", "S2": "[R]", "E2": "G", "S1": "G"}
        assert "┬" in lines[first]
        assert sum(line.count("↻") for line in lines) == 2
        assert "row 4" in lines[first + 3]
        assert "col 7" in lines[first - 1]
        assert "The line, red: a red -> b red -> c red" in lines

    def test_fits_a_terminal(self) -> None:
        for table in (TableView("deal", DECK), walk(5, 12), TableView("odd", ODD)):
            assert max(map(len, table.text().splitlines())) <= 80
        wide = TableView(
            "wide", DECK, tuple(PlacedCard(card.id, 0, i, False) for i, card in enumerate(DECK[:20]))
        )
        assert max(map(len, wide.text().splitlines())) <= 80
        assert all(f"col {i}" in wide.text() for i in range(20))

    def test_every_card_of_a_deal_is_described_in_words(self) -> None:
        text = TableView("deal", DECK).text()
        for card in DECK:
            description = ", ".join(f"{tube.colour} {'-'.join(tube.ends)}" for tube in card.tubes)
            assert f"\n{card.id}: {description}\n" in text
