"""Tests drawings: everything on the board is drawn in its place, and no solution makes drawing fail."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import unicodedata
from collections import Counter
from itertools import pairwise, product
from xml.etree import ElementTree

import pytest

from puzzles.drawing.letters import lettering
from puzzles.drawing.terminal import TextLook
from puzzles.end_of_line.board import CARDS, EXITS, HEADINGS, STANDARD, Area, Cell, PlacedCard, Start
from puzzles.end_of_line.drawing.board import MARGIN
from puzzles.end_of_line.drawing.puzzle import CoverView, SoloView
from puzzles.end_of_line.drawing.signs import SIDE
from puzzles.end_of_line.drawing.text_signs import JOINTS
from puzzles.end_of_line.drawing.trace import GivenCard, trace_of, wrap_letter
from puzzles.texts import BoardCell
from tests.puzzles.end_of_line.drawing_reader import (
    ARROWS,
    SHAPES,
    SVG,
    WIDE,
    Steps,
    Terminal,
    bare,
    border,
    cell_at,
    headings_of,
    layer,
    opposite,
    paths,
    points,
    random_area,
    unjudged,
    walk,
    walks,
)


class TestPicture:
    def test_is_xml_with_words_for_screen_readers(self) -> None:
        for area, steps in walks():
            root = ElementTree.fromstring(bare(area).draw(unjudged(steps)).svg)
            assert root.tag == f"{SVG}svg"
            assert root.get("role") == "img"
            assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
            assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
            desc = root[1].text or ""
            for i, (card, _) in enumerate(steps):
                assert f"{i + 1} {card.card} on {BoardCell(*card.cell)}" in desc

    def test_stands_alone(self) -> None:
        for area, steps in walks():
            svg = SoloView(area, tuple(STANDARD), 3).draw(unjudged(steps)).svg
            assert not re.search(r"<text|<style|<use|<image|href|url\(|\sid=|&(?!lt;|gt;|amp;|quot;|#)", svg)

    def test_coordinates_have_at_most_two_decimals(self) -> None:
        for area, steps in walks():
            markup = re.sub(
                r"<(title|desc)>.*?</\1>", "", bare(area).draw(unjudged(steps)).svg, flags=re.DOTALL
            )
            assert not re.search(r"\.\d{3}|\de-?\d|nan|inf|-0[^.\d]", markup)

    def test_band_goes_through_every_border_that_the_line_crosses(self) -> None:
        for area, steps in walks():
            d = paths(bare(area).draw(unjudged(steps)).svg, "line")[0]
            band, cell, headings = Counter(points(d)), area.start.cell, headings_of(area, steps)
            for (card, _), heading in zip(steps, headings, strict=True):
                # Twice: from the cells on both sides, or from a cell and from the band's end beyond the edge.
                assert band[border(cell, heading)] == 2
                assert band[border(card.cell, opposite(heading))] == 2
                cell = card.cell
            assert d.count("Q") == sum(a != b for a, b in pairwise(headings))

    def test_every_unused_exit_is_one_arrow_in_its_cell(self) -> None:
        for area, steps in walks():
            stub_paths = paths(bare(area).draw(unjudged(steps)).svg, "stubs")
            heads = [points(d)[1] for d in stub_paths[-1].split("Z") if d] if stub_paths else []
            expected = Counter(card.cell for card, _ in steps for _ in EXITS[card.card])
            expected.subtract(card.cell for card, _ in steps[:-1])
            assert Counter(map(cell_at, heads)) == +expected

    def test_every_card_has_its_order_number_in_its_corner(self) -> None:
        for area, steps in walks():
            strokes = [
                points(d)
                for path in paths(bare(area).draw(unjudged(steps)).svg, "numbers")
                for d in path.split("M")[1:]
            ]
            by_cell: dict[Cell, int] = Counter(cell_at(stroke[0]) for stroke in strokes)
            for i, (placed, _) in enumerate(steps):
                expected = lettering(str(i + 1), (0, 0), 9).count("M")
                assert by_cell.pop(placed.cell) == expected
            assert not by_cell
            for x, y in (point for stroke in strokes for point in stroke):
                assert (x - MARGIN) % SIDE < SIDE / 2
                assert (y - MARGIN) % SIDE < SIDE / 2

    def test_wraps_are_marked_on_both_sides_with_the_same_letter(self) -> None:
        crossings = 0
        for area, steps in walks():
            svg = bare(area).draw(unjudged(steps)).svg
            wraps = trace_of(area, unjudged(steps)).wraps
            crossings += len(wraps)
            right, low = MARGIN + area.cols * SIDE, MARGIN + area.rows * SIDE
            wrap_paths = paths(svg, "wraps")
            letters = [points(d)[0] for path in wrap_paths[1:] for d in path.split("M")[1:]]
            for wrap in wraps:
                shapes = [
                    Counter(
                        (round(x - at[0], 1), round(y - at[1], 1))
                        for x, y in letters
                        if abs(x - at[0]) < SIDE / 2 and abs(y - at[1]) < SIDE / 2
                        and not (MARGIN < x < right and MARGIN < y < low)
                    )
                    for at in (border(wrap.cell, wrap.heading), border(wrap.other, opposite(wrap.heading)))
                ]  # fmt: skip
                strokes = lettering(wrap.letter, (0, 0), 11).count("M")
                assert [shape.total() for shape in shapes] == [strokes, strokes]
            heads = [d for d in wrap_paths[0].split("Z") if d] if wrap_paths else []
            assert len(heads) == 2 * len(wraps)
        assert crossings > 50

    def test_deck_tiles_and_energy(self) -> None:
        area = Area(5, 5, Start((2, 2), "N"), ())
        smaller = SoloView(area, ("S", "LR", "LSR0"), 2).draw(None).svg
        larger = SoloView(area, ("S", "LR", "LSR0", "S"), 3).draw(None).svg
        assert larger.count('width="38"') - smaller.count('width="38"') == 1
        assert larger.count('fill="#ffd23f"') - smaller.count('fill="#ffd23f"') == 1

    def test_given_cards_are_framed_not_only_coloured(self) -> None:
        area = Area(4, 6, Start((0, 0), "E"), ())
        givens: tuple[GivenCard, ...] = (((1, 1), "LS", "N"), ((2, 3), "LSR0", None))
        plain, framed = bare(area), CoverView(area, STANDARD, givens)
        for steps in (None, walk(area, random.Random(1))):
            frames = (
                framed.draw(unjudged(steps)).svg.count('rx="4.5"'),
                plain.draw(unjudged(steps)).svg.count('rx="4.5"'),
            )
            assert frames == (2, 0)
        assert "LS on B2, entered heading N" in framed.draw(None).svg
        assert "LSR0 on D3, in any direction" in framed.draw(None).svg
        open_givens = layer(framed.draw(None).svg, "givens")
        assert open_givens is not None
        rings = [ring for ring in open_givens.iter(f"{SVG}circle") if ring.get("stroke-dasharray")]
        assert len(rings) == 1


class TestTerminal:
    def test_arrows_stand_on_every_border_that_the_line_crosses(self) -> None:
        for area, steps in walks():
            terminal = Terminal(bare(area).text(unjudged(steps), WIDE))
            cell = area.start.cell
            for (card, _), heading in zip(steps, headings_of(area, steps), strict=True):
                assert terminal.side(cell, heading) == ARROWS[heading]
                assert terminal.side(card.cell, opposite(heading)) == ARROWS[heading]
                cell = card.cell
            arrows = sum(line.count(arrow) for line in terminal.lines for arrow in ARROWS.values())
            # The start card's own arrow stands there even when its first step is blocked.
            assert arrows == max(1, len(steps)) + len(trace_of(area, unjudged(steps)).wraps)

    def test_every_card_has_its_order_number(self) -> None:
        for area, steps in walks():
            terminal = Terminal(bare(area).text(unjudged(steps), WIDE))
            for i, (card, _) in enumerate(steps):
                assert re.match(rf"{i + 1}(\D|$)", terminal.inside(card.cell)[0])

    def test_blocked_cells_are_filled(self) -> None:
        for area, steps in walks():
            terminal = Terminal(bare(area).text(unjudged(steps), WIDE))
            filled = {
                cell
                for cell in area.cells()
                if all(row.count("░") == terminal.wide - 1 for row in terminal.inside(cell))
            }
            assert filled == set(area.blocked)

    def test_wrap_letters_stand_outside_both_edges(self) -> None:
        for area, steps in walks():
            terminal = Terminal(bare(area).text(unjudged(steps), WIDE))
            above, below = terminal.lines[terminal.top - 1], terminal.lines[terminal.bottom + 1]
            right = terminal.left + area.cols * terminal.wide
            beside = terminal.lines[terminal.top : terminal.bottom]
            letters = Counter(re.findall("[a-z]+", above + " " + below))
            letters += Counter(re.findall("[a-z]+", " ".join(row[: terminal.left] + " " for row in beside)))
            letters += Counter(re.findall("[a-z]+", " ".join(row[right + 1 :] + " " for row in beside)))
            assert letters == {wrap.letter: 2 for wrap in trace_of(area, unjudged(steps)).wraps}

    def test_no_line_ends_in_blanks(self) -> None:
        for area, steps in walks():
            text = bare(area).text(unjudged(steps), WIDE)
            assert text == "\n".join(line.rstrip() for line in text.splitlines()) + "\n"

    def test_nothing_is_written_over_a_border(self) -> None:
        for area, steps in walks():
            terminal = Terminal(bare(area).text(unjudged(steps), WIDE))
            for row, k, col in product(range(area.rows), (1, 3), range(area.cols + 1)):
                assert terminal.at(terminal.top + 4 * row + k, terminal.left + terminal.wide * col) == "│"

    def test_no_number_is_written_over_the_line(self) -> None:
        long = 0
        for area, steps in walks():
            terminal = Terminal(bare(area).text(unjudged(steps), WIDE))
            for i, heading in enumerate(headings_of(area, steps)):
                if heading == "S":
                    assert terminal.inside(steps[i][0].cell)[0][(terminal.wide - 1) // 2] == "┃"
                    long += i > 98
        assert long

    def test_a_narrow_given_card_has_its_code_and_all_its_exits(self) -> None:
        area = Area(3, 20, Start((0, 0), "E"), ())
        givens: tuple[GivenCard, ...] = (((1, 1), "LSR0", "N"), ((2, 3), "LSR", None))
        terminal = Terminal(CoverView(area, STANDARD, givens).text(None, WIDE))
        assert terminal.inside((1, 1)) == ["LS↑R ", "←─╁─→", "0 ┃ *"]
        assert terminal.side((1, 1), "S") == "▲"
        assert terminal.inside((2, 3)) == ["LS┆R ", "┄┄↻┄┄", "  ┆ *"]

    def test_a_small_board_shows_the_line_of_a_large_one(self) -> None:
        narrow = 0
        for area, steps in walks():
            lines = bare(area).text(unjudged(steps), TextLook(width=80)).splitlines()
            if lines[2].startswith("     ┌─"):
                narrow += 1
                headings = [*headings_of(area, steps), None]
                for (card, _), entry, onward in zip(steps[:-1], headings[:-1], headings[1:], strict=False):
                    char = lines[3 + card.cell[0]][7 + 3 * card.cell[1]]
                    arms = {
                        heading
                        for heading, weight in zip("NESW", arms_by_name(unicodedata.name(char)), strict=True)
                        if weight
                    }
                    assert arms == {opposite(str(entry)), onward}
        assert narrow

    def test_joints_match_their_unicode_names(self) -> None:
        for index, arms in enumerate(product(range(3), repeat=4)):
            if any(arms):
                assert arms_by_name(unicodedata.name(JOINTS[index])) == arms

    def test_givens_tray_and_deck_in_words(self) -> None:
        area = Area(5, 5, Start((2, 2), "N"), ((0, 0),))
        givens: tuple[GivenCard, ...] = (((4, 4), "LS", "E"), ((0, 3), "LSR0", None))
        text = CoverView(area, STANDARD, givens).text(None)
        terminal = Terminal(text)
        assert terminal.inside((4, 4)) == ["LS ↑   ", "━━━┵──→", "      *"]
        assert terminal.side((4, 4), "W") == "►"
        assert terminal.inside((0, 3)) == ["LSR┆   ", "┄┄┄↻┄┄┄", "0  ┆  *"]
        tray = "Tray: 9 S, 4 L, 4 R, 2 LS (1 given), 2 SR, 2 LR, 1 LSR, 1 LSR0 (1 given)"
        assert tray in text
        solo = SoloView(area, ("S", "LS", "S", "LSR0"), 4).text(None)
        assert "Deck: 1 S · 2 LS · 3 S · 4 LSR0\nEnergy: 4\n" in solo


def arms_by_name(name: str) -> tuple[int, ...]:
    """The weights of the arms N E S W of a box character, from its name."""
    sides = {"UP": "N", "DOWN": "S", "LEFT": "W", "RIGHT": "E", "HORIZONTAL": "EW", "VERTICAL": "NS"}
    weights = {"LIGHT": 1, "HEAVY": 2}
    arms = dict.fromkeys("NESW", 0)
    shared = 0
    for part in name.removeprefix("BOX DRAWINGS ").split(" AND "):
        weights_named = [weights[word] for word in part.split() if word in weights]
        shared = weights_named[0] if weights_named else shared
        arms |= {side: shared for word in part.split() if word in sides for side in sides[word]}
    return tuple(arms.values())


class TestReverse:
    area = Area(5, 5, Start((2, 2), "N"), ())
    # The third card is a dead end: the fourth continues from the second.
    steps: Steps = (
        (PlacedCard("S", (1, 2)), False),
        (PlacedCard("LSR0", (0, 2)), False),
        (PlacedCard("S", (4, 2)), False),
        (PlacedCard("R", (0, 3)), True),
    )

    def test_dead_end_is_hollow_in_the_picture(self) -> None:
        svg = SoloView(self.area, ("S",), 3).draw(unjudged(self.steps)).svg
        hollow = points(paths(svg, "dead-ends")[0])
        assert border((0, 2), "N") in hollow
        assert border((4, 2), "S") in hollow
        solid = points(paths(svg, "line")[0])
        assert border((0, 2), "E") in solid
        assert solid.count(border((0, 2), "N")) == 1  # only the band's end beyond the edge
        assert "Dead ends that a reverse left: 3." in svg

    def test_dead_end_in_the_terminal(self) -> None:
        terminal = Terminal(SoloView(self.area, ("S",), 3).text(unjudged(self.steps)))
        assert "□" in terminal.inside((4, 2))[1]
        assert "║" in terminal.inside((4, 2))[2]
        assert "║" in terminal.inside((0, 2))[0]
        assert terminal.side((0, 2), "E") == "►"

    def test_without_the_reverse_there_is_no_dead_end(self) -> None:
        forward = tuple((card, False) for card, _ in self.steps)
        trace = trace_of(self.area, unjudged(forward))
        assert trace.cards[3].entry is None
        assert not any(card.dead for card in trace.cards)
        assert layer(SoloView(self.area, (), 0).draw(unjudged(forward)).svg, "dead-ends") is None


class TestIllegal:
    def test_a_card_that_is_continued_is_no_dead_end(self) -> None:
        """Two reverses in a row: the second continues from the card that the first one left."""
        area = Area(5, 5, Start((2, 2), "N"), ())
        cells = ((1, 2), (0, 2), (4, 2), (0, 3), (3, 2))
        backs = (False, False, False, True, True)
        steps = tuple((PlacedCard("LSR", cell), back) for cell, back in zip(cells, backs, strict=True))
        trace = trace_of(area, unjudged(steps))
        assert [card.dead for card in trace.cards] == [False, False, False, True, False]
        assert trace.cards[1].onward == ("N",)
        assert trace.cards[1].dead_ways == ("E",)

    @pytest.mark.slow
    @pytest.mark.parametrize("seed", range(60))
    def test_anything_can_be_drawn(self, seed: int) -> None:
        rng = random.Random(seed)
        area = random_area(rng, *SHAPES[seed % 5])
        cells = [(rng.randint(-2, area.rows), rng.randint(-2, area.cols)) for _ in range(20)]
        steps = [(PlacedCard(rng.choice(CARDS), rng.choice(cells)), rng.random() < 0.3) for _ in range(30)]
        legal = walk(area, rng)
        mixed = tuple(step for pair in zip(legal, steps, strict=False) for step in pair)
        free = area.free_cells()
        givens = tuple(
            (cell, rng.choice(CARDS), rng.choice((*HEADINGS, None)))
            for cell in rng.sample(free, min(4, len(free)))
        )
        drawings = (SoloView(area, ("S",) * 30, 0), CoverView(area, {"S": 1}, givens))
        for drawn_steps in (tuple(steps), mixed, mixed[::-1], ()):
            for drawing in drawings:
                ElementTree.fromstring(drawing.draw(unjudged(drawn_steps)).svg)
                Terminal(drawing.text(unjudged(drawn_steps), WIDE))
            trace = trace_of(area, unjudged(drawn_steps))
            assert len(trace.cards) + len(trace.off_board) == len(drawn_steps)


@pytest.mark.process
def test_the_same_drawing_gives_the_same_text() -> None:
    """In another process too, where strings hash differently."""
    code = (
        "from puzzles.end_of_line.board import *\n"
        "from puzzles.end_of_line.drawing.puzzle import CoverView\n"
        "from puzzles.end_of_line.drawing.solution import JudgedSolution\n"
        "area = Area(5, 5, Start((2, 2), 'N'), ((0, 0), (3, 1)))\n"
        "play = JudgedSolution((Round((PlacedCard('LSR', (1, 2)), PlacedCard('LR', (1, 3)))),))\n"
        "drawing = CoverView(area, STANDARD, (((4, 4), 'LS', 'E'), ((0, 3), 'LSR0', None)))\n"
        "import hashlib\n"
        "print(hashlib.sha256((drawing.draw(play).svg + drawing.text(play)).encode()).hexdigest())\n"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."}, check=True,
            capture_output=True, text=True,
        ).stdout
        for seed in ("1", "2", "3")
    }  # fmt: skip
    assert len(digests) == 1


def test_wrap_letters() -> None:
    letters = [wrap_letter(i) for i in range(26 * 27)]
    assert letters[0] == "a"
    assert letters[25:28] == ["z", "aa", "ab"]
    assert letters[-1] == "zz"
    assert len(set(letters)) == len(letters)


@pytest.mark.process
def test_import_is_light() -> None:
    code = "import puzzles.end_of_line.drawing.puzzle, sys; "
    code += "print({'numpy', 'ortools', 'flask'} & set(sys.modules))"
    result = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert result.stdout.strip() == "set()"
