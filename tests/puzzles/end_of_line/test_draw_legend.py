"""The legend of a drawing explains the signs that are drawn, and no others."""

from __future__ import annotations

import random
import re

import pytest

from puzzles.drawing.letters import lettering
from puzzles.end_of_line.board import CARDS, STANDARD, Area, PlacedCard, Round, Start
from puzzles.end_of_line.drawing.board import Board
from puzzles.end_of_line.drawing.legend import SMALL, legend_block
from puzzles.end_of_line.drawing.puzzle import CoverView, SoloView
from puzzles.end_of_line.drawing.solution import JudgedSolution
from puzzles.end_of_line.drawing.text_signs import LEGEND
from puzzles.end_of_line.drawing.trace import GivenCard, trace_of
from puzzles.kind import Violation
from puzzles.texts import ENGLISH, Phrase
from tests.puzzles.end_of_line.drawing_reader import (
    SVG,
    Terminal,
    layer,
    random_area,
    same_shape,
    unjudged,
    walk,
)

AREA = Area(5, 5, Start((2, 2), "N"), ((0, 0),))
MEANINGS = (
    "start", "entry", "open exit", "LSR0", "given card", "direction open", "blocked",
    "goes on at the other a", "round begins", "dead end", "end of the line",
    "no exit leads here", "more cards here", "breaks a rule",
)  # fmt: skip


def explained_signs(drawing: CoverView | SoloView, play: JudgedSolution | None) -> set[str]:
    """Returns the signs that the legend of a picture explains, recognised by the shapes of their letters."""
    legend = layer(drawing.draw(play).svg, "legend")
    assert legend is not None
    path_texts = [element.attrib["d"] for element in legend.iter(f"{SVG}path")]
    lettering_by_text = {text: lettering(text, (0, 0), SMALL) for text in MEANINGS}
    return {
        text
        for text, d in lettering_by_text.items()
        if any(same_shape(d, path_data) for path_data in path_texts)
    }


def rounds(*cards: tuple[str | None, tuple[PlacedCard, ...]]) -> tuple[Round, ...]:
    return tuple(Round(placed, energy) for energy, placed in cards)


# From the start, then two cards up, a reverse, two cards on one cell, a blocked cell, the start cell.
MESS = rounds(
    (None, (PlacedCard("S", (1, 2)),)),
    (None, (PlacedCard("LSR0", (0, 2)), PlacedCard("S", (4, 2)))),
    ("reverse", (PlacedCard("S", (0, 1)),)),
    (None, (PlacedCard("S", (4, 4)), PlacedCard("S", (4, 4)))),
    (None, (PlacedCard("S", (0, 0)), PlacedCard("S", (2, 2)))),
)


class TestPicture:
    def test_a_bare_solo_deal(self) -> None:
        signs = explained_signs(SoloView(AREA, ("S", "LS"), 3), None)
        assert signs == {
            "start",
            "entry",
            "open exit",
            "blocked",
        }

    def test_a_bare_cover_puzzle(self) -> None:
        given: tuple[GivenCard, ...] = (((1, 1), "LS", None), ((3, 3), "S", "N"))
        signs = explained_signs(CoverView(Area(5, 5, Start((2, 2), "N"), ()), STANDARD, given), None)
        assert signs == {"start", "entry", "open exit", "LSR0", "given card", "direction open"}

    def test_nothing_but_the_start(self) -> None:
        assert explained_signs(SoloView(Area(3, 3, Start((1, 1), "S"), ()), (), 0), None) == {"start"}

    def test_the_end_of_a_line(self) -> None:
        signs = explained_signs(SoloView(AREA, (), 3), unjudged(((PlacedCard("S", (1, 2)), False),)))
        assert signs == {"start", "entry", "open exit", "blocked", "round begins", "end of the line"}

    def test_a_line_with_all_else_that_can_be(self) -> None:
        play = JudgedSolution(MESS, (Violation("exit", Phrase(""), {"round": 3, "card": 0}),))
        signs = explained_signs(SoloView(AREA, (), 3), play)
        assert signs == set(MEANINGS) - {"given card", "direction open", "end of the line"}

    @pytest.mark.parametrize("size", [3, 5, 20])
    def test_it_is_small(self, size: int) -> None:
        area = Area(size, size, Start((0, 0), "E"), ())
        board = Board(area, (), trace_of(area, unjudged(walk(area, random.Random(size)))))
        block = legend_block(board, CARDS, board.width())
        assert block.height < 0.3 * board.height()
        places = re.findall(r'<g transform="translate\(([\d.]+) ([\d.]+)\)"', block.markup)
        assert len(places) >= 4
        assert all(8 <= float(x) <= board.width() and float(y) < block.height for x, y in places)


class TestTerminal:
    def legend(self, area: Area, play: JudgedSolution | None) -> tuple[set[str], str]:
        """Returns the signs that the legend explains, and the board."""
        lines = SoloView(area, (), 3).text(play).splitlines()
        below = Terminal("\n".join(lines)).top + 4 * area.rows + 2
        words = " ".join(lines[below : lines.index("", below)])
        meanings = {
            sign: ENGLISH.text(f"end_of_line.drawing.terminal.{name}") for sign, name in LEGEND.items()
        }
        signs = {sign for sign, meaning in meanings.items() if f"{sign} {meaning}" in words}
        return signs, "\n".join(lines[:below])

    @pytest.mark.parametrize("seed", range(40))
    def test_every_sign_is_on_the_board(self, seed: int) -> None:
        rng = random.Random(seed)
        area = random_area(rng, 3, 4)
        cards = [
            (PlacedCard(rng.choice(CARDS), rng.choice(area.cells())), rng.random() < 0.3) for _ in range(6)
        ]
        signs, board = self.legend(area, unjudged((*walk(area, rng), *cards)))
        for sign in signs:
            assert (set("↑→↓←") if sign == "→" else {sign}) & set(board), sign

    def test_a_line_with_all_that_can_be(self) -> None:
        signs, _ = self.legend(
            AREA, JudgedSolution(MESS, (Violation("exit", Phrase(""), {"round": 3, "card": 0}),))
        )
        # "1" is the sign of a player, where there are several.
        assert signs == set(LEGEND) - {"*", "■", "►", "↻", "1"}

    def test_a_card_on_a_blocked_cell_hides_a_sign_or_not(self) -> None:
        assert self.legend(AREA, None)[0] == {"●", "░"}
        assert self.legend(AREA, JudgedSolution(rounds((None, (PlacedCard("S", (0, 0)),)))))[0] == {
            "●",
            "░",
            "?",
        }
        assert self.legend(AREA, JudgedSolution(rounds((None, (PlacedCard("S", (2, 2)),)))))[0] == {"●", "░"}

    def test_an_open_exit_that_the_line_of_another_card_hides(self) -> None:
        """Cards 2 and 3 lie on one cell; card 4 continues the lower one, and the last lies on the start."""
        cells = ((1, 2), (0, 2), (0, 2), (4, 2), (3, 2), (2, 2))
        backs = (False, False, True, True, False, False)
        steps = tuple((PlacedCard("S", cell), back) for cell, back in zip(cells, backs, strict=True))
        trace = trace_of(AREA, unjudged(steps))
        assert trace.cards[2].unused() == trace.cards[1].onward == ("N",)
        assert "→" not in self.legend(AREA, unjudged(steps))[0]
