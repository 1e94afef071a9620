"""Tests drawings of solutions: the rounds, the energy left, the violations and the legend."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from puzzles.drawing.letters import lettering, lettering_width, outlined, wrapped
from puzzles.end_of_line import cover, solo
from puzzles.end_of_line.board import CARDS, STANDARD, Area, Cell, PlacedCard, Round, Start
from puzzles.end_of_line.cover import CoverPuzzle, CoverSolution, Given, tray_of
from puzzles.end_of_line.drawing.board import MARGIN
from puzzles.end_of_line.drawing.legend import rounds_block
from puzzles.end_of_line.drawing.signs import SIDE
from puzzles.end_of_line.drawing.solution import JudgedSolution, columns
from puzzles.end_of_line.solo import EFFECTS, SoloPuzzle, SoloSolution
from puzzles.kind import Violation
from puzzles.texts import Phrase
from tests.puzzles.end_of_line.drawing_reader import (
    SVG,
    Terminal,
    bare,
    cell_at,
    layer,
    paths,
    points,
    random_area,
    same_shape,
    unjudged,
    walk,
)

AREA = Area(5, 5, Start((2, 2), "N"), ((0, 0),))
DECK = ("S", "LS", "R", "S", "S", "L", "LR", "S", "R")


def solution_of(*rounds: tuple[str | None, str]) -> SoloSolution:
    """Rounds from texts such as "S12 LS02"."""
    return SoloSolution(
        tuple(
            Round(
                tuple(PlacedCard(text[:-2], (int(text[-2]), int(text[-1]))) for text in cards.split()), energy
            )
            for energy, cards in rounds
        )
    )


def text_and_svg(solution: SoloSolution, energy: int = 3) -> tuple[str, str]:
    puzzle = SoloPuzzle(AREA, DECK, energy)
    return solo.KIND.draw_text(puzzle, solution), solo.KIND.draw(puzzle, solution).svg


def title_and_description(svg: str) -> tuple[str, str]:
    """Returns the title and the description for screen readers."""
    root = ElementTree.fromstring(svg)
    return root[0].text or "", root[1].text or ""


def has_lettering(svg: str, text: str, height: float, middle: float) -> bool:
    """Whether the drawing has this lettering, centred on `middle`."""
    expected = lettering(text, (middle, 0), height, 0.5)
    paths = re.findall(r' d="([^"]*)"', svg)
    return any(
        same_shape(d, expected) and abs(points(d)[0][0] - points(expected)[0][0]) < 0.02 for d in paths
    )


def crossed_in_text(area: Area, text: str) -> set[Cell]:
    terminal = Terminal(text)
    return {cell for cell in area.cells() if terminal.inside(cell)[0].endswith("x")}


def crossed_in_svg(svg: str) -> set[Cell]:
    crosses = paths(svg, "crosses")
    return {cell_at(point) for point in points(crosses[1])} if crosses else set()


class TestRounds:
    # A column is blocked: five cards cover the rest, with two points in four rounds.
    puzzle = SoloPuzzle(
        Area(3, 3, Start((2, 1), "N"), ((0, 0), (1, 0), (2, 0))), ("S", "R", "R", "S", "R", "LSR"), 3
    )
    solution = solution_of((None, "S11"), (None, "R01 R02"), ("brake", "S12"), ("extra_gas", "R22"))

    def drawings(self) -> tuple[str, str]:
        assert solo.KIND.verify(self.puzzle, self.solution) == ()
        return solo.KIND.draw_text(self.puzzle, self.solution), solo.KIND.draw(self.puzzle, self.solution).svg

    def test_the_rounds_are_listed(self) -> None:
        text, svg = self.drawings()
        rounds = "  1. 1 S              2. 2 R, 3 R         3. brake: 4 S       4. extra gas: 5 R\n"
        assert f"\nRounds, each card with its number:\n{rounds}" in text
        words = "1: 1 S; 2: 2 R, 3 R; 3: brake: 4 S; 4: extra gas: 5 R."
        assert f"Rounds, with the cards' numbers: {words}" in title_and_description(svg)[1]

    def test_every_round_is_marked_on_its_first_card(self) -> None:
        _, svg = self.drawings()
        plates = layer(svg, "rounds")
        assert plates is not None
        corners = [(float(p.attrib["x"]), float(p.attrib["y"])) for p in plates.iter(f"{SVG}rect")]
        assert [cell_at(corner) for corner in corners] == [(1, 1), (0, 1), (1, 2), (2, 2)]

    def test_energy_left_and_score(self) -> None:
        text, svg = self.drawings()
        words = "6 (5 for cards not placed, 1 for energy left)"
        assert text.endswith(f"\nEnergy left: 1 of 3\nScore: {words}\n")
        assert "Energy: 3" not in text
        title, desc = title_and_description(svg)
        assert title.endswith(", score 6")
        assert f"Energy left: 1 of 3. Score: {words}." in desc
        assert svg.count('fill="#ffd23f"') == 1
        assert svg.count('stroke-dasharray="2.5 2.5"') == 2
        assert has_lettering(svg, "SCORE 6", 11, (3 * SIDE + 2 * MARGIN) / 2)

    def test_a_puzzle_alone_has_no_rounds_and_all_its_energy(self) -> None:
        text, svg = solo.KIND.draw_text(self.puzzle), solo.KIND.draw(self.puzzle).svg
        assert text.endswith("\nEnergy: 3\n")
        assert "Round" not in text + title_and_description(svg)[1]
        assert "core" not in text + title_and_description(svg)[1]
        assert svg.count('fill="#ffd23f"') == 3

    def test_cover_has_no_rounds(self) -> None:
        area = Area(5, 5, Start((2, 2), "N"), ())
        svg = bare(area).draw(unjudged(walk(area, random.Random(1)))).svg
        assert layer(svg, "rounds") is None

    def test_no_more_energy_than_there_is(self) -> None:
        solution = solution_of((None, "S12"), ("brake", "LS02"), ("reverse", "R42"), ("brake", "S41"))
        text, svg = text_and_svg(solution, 2)
        assert "Energy left: 0 of 2\n" in text
        assert "Energy left: 0 of 2." in title_and_description(svg)[1]
        assert "Score" not in text + title_and_description(svg)[1]

    @pytest.mark.parametrize("width", [276.0, 404.0, 909.0])
    def test_any_round_fits_below_any_board(self, width: float) -> None:
        for seed in range(20):
            rng = random.Random(seed)
            sizes = (*rng.choices(range(5), k=150), 90)
            cards = [tuple(PlacedCard(card, (0, 0)) for card in rng.choices(CARDS, k=size)) for size in sizes]
            rounds = tuple(Round(placed_cards, rng.choice(EFFECTS)) for placed_cards in cards)
            block = rounds_block(JudgedSolution(rounds).round_words(), width)
            all_points = [p for d in re.findall(r' d="([^"]*)"', block.markup) for p in points(d)]
            assert all(0 <= x <= width and 0 <= y <= block.height for x, y in all_points)


def test_every_plate_stands_clear_of_its_round() -> None:
    block = rounds_block(JudgedSolution((Round((PlacedCard("S", (0, 0)),)),) * 120).round_words(), 404)
    items = re.findall(
        r'<rect x="([^"]*)".*?width="([^"]*)".*?<path.*?<path d="([^"]*)"', outlined(block.markup)
    )
    assert len(items) == 120
    for left, width, words in items:
        assert min(x for x, _ in points(words)) > float(left) + float(width) + 3


def test_columns_do_not_overlap() -> None:
    for seed in range(50):
        rng = random.Random(seed)
        widths = [rng.choice((10.0, 12.0, 30.0, 100.0)) for _ in range(30)]
        places = columns(widths, 5, 100)
        assert places == sorted(places)
        ends = dict[int, float]()
        for (row, x), width in zip(places, widths, strict=True):
            assert x + width <= 100
            assert x == 0 or x >= ends[row] + 5
            ends[row] = x + width


def test_words_are_wrapped_between_words() -> None:
    text = "one two three four five"
    lines = wrapped(text, 8, 60)
    assert " ".join(lines) == text
    assert len(lines) > 1
    assert all(lettering_width(line, 8) <= 60 for line in lines)


class TestWrong:
    def test_every_rule_is_marked_on_its_card(self) -> None:
        """Also those that have nothing to do with the line: hand, round_size, energy."""
        solution = solution_of(
            (None, "S12"), ("brake", "LS02 LSR42"), (None, "S32 S22 S31"), ("brake", "L30")
        )
        text, svg = text_and_svg(solution)
        wrong = {(0, 2), (4, 2), (2, 2), (3, 1)}
        assert crossed_in_text(AREA, text) == crossed_in_svg(svg) == wrong
        assert "hand 3" in text
        assert "energy round 2" in text
        assert title_and_description(svg)[0].endswith(", not valid")
        assert "energy round 2" in title_and_description(svg)[1]

    def test_a_card_after_the_end_is_marked(self) -> None:
        puzzle, solution = TestRounds.puzzle, TestRounds.solution
        more = SoloSolution((*solution.rounds, Round((PlacedCard("LSR", (1, 1)),))))
        text, svg = solo.KIND.draw_text(puzzle, more), solo.KIND.draw(puzzle, more).svg
        assert crossed_in_text(puzzle.area, text) == crossed_in_svg(svg) == {(1, 1)}
        assert "Not valid: after end 6\n" in text

    @pytest.mark.parametrize("seed", range(30))
    def test_the_marks_agree_with_verify(self, seed: int) -> None:
        for text, svg, area, cells in wrong_solutions(random.Random(seed)):
            assert crossed_in_text(area, text) == crossed_in_svg(svg) == cells

    def test_of_two_cards_on_a_cell_the_last_is_drawn(self) -> None:
        solution = solution_of((None, "S12"), (None, "LS02 LSR01"), (None, "L01 S33"))
        text, svg = text_and_svg(solution)
        cell = Terminal(text).inside((0, 1))
        assert (cell[0], cell[2][:2]) == ("4    +x", "L ")
        assert "Several cards on a cell, the last is shown: B1 3, 4\n" in text
        assert "+ more cards lie here" in text
        numbers = [p for d in paths(svg, "numbers") for p in points(d) if cell_at(p) == (0, 1)]
        corner = MARGIN + SIDE + 6.5, MARGIN + 7.5
        assert [x for p in numbers for x in p] == pytest.approx(
            [x for p in points(lettering("4+", corner, 9)) for x in p], abs=0.02
        )
        assert "B1 3, 4." in title_and_description(svg)[1]

    def test_a_card_on_the_start_does_not_hide_it(self) -> None:
        text, svg = text_and_svg(solution_of((None, "S12"), (None, "LS22 S33")))
        assert Terminal(text).inside((2, 2)) == ["2  ┃  x", "   ●   ", "LS     "]
        assert "● start" in text
        assert "On the start cell: 2 LS\n" in text
        assert "On the start cell: 2 LS." in title_and_description(svg)[1]
        marks = layer(svg, "marks")
        assert marks is not None
        assert [ring.get("r") for ring in marks.iter(f"{SVG}circle")] == ["19", "15.5", "12"]

    def test_cards_off_the_board_are_listed(self) -> None:
        solution = SoloSolution(
            (Round((PlacedCard("LSR", (-1, 12)),)), *solution_of((None, "S12 S99")).rounds)
        )
        for words in text_and_svg(solution):
            assert "Off the board: 1 LSR on [-1, 12], 3 S on J10" in words

    def test_a_blocked_cell_below_a_card_is_still_visible(self) -> None:
        text, svg = text_and_svg(solution_of((None, "S00")))
        assert "░" in Terminal(text).inside((0, 0))[1]
        assert "░ blocked" in text
        numbers = layer(svg, "numbers")
        assert numbers is not None
        assert [path.get("fill") for path in numbers.iter(f"{SVG}path")] == ["#ffffff", "#1c2733"]


def wrong_solutions(rng: random.Random) -> Iterator[tuple[str, str, Area, set[Cell]]]:
    """Yields drawings of wrong solutions, with the cells of the cards that verify reports."""
    area = random_area(rng, 4, 5)
    line = [placed for placed, _ in walk(area, rng)]
    line += [PlacedCard(rng.choice(CARDS), rng.choice(area.cells())) for _ in range(4)]
    for _ in range(3):
        line[rng.randrange(len(line))] = PlacedCard(
            rng.choice(CARDS), (rng.randint(-1, 4), rng.randint(0, 5))
        )
    rounds, remaining = [Round(tuple(line[:1]))], line[1:]
    while remaining:
        size = rng.randint(1, 3)
        rounds.append(Round(tuple(remaining[:size]), rng.choice((*EFFECTS, None, None))))
        remaining = remaining[size:]
    puzzle, solution = SoloPuzzle(area, tuple(rng.choices(CARDS, k=20)), 2), SoloSolution(tuple(rounds))
    violations = solo.KIND.verify(puzzle, solution)
    cards = [rounds[int(v.at["round"])].cards[int(v.at.get("card", 0))] for v in violations if v.at]
    yield (solo.KIND.draw_text(puzzle, solution), solo.KIND.draw(puzzle, solution).svg, area,
           {card.cell for card in cards if area.has(card.cell)})  # fmt: skip
    given = Given(rng.choice(area.free_cells()), rng.choice(CARDS))
    cover_puzzle, cover_solution = CoverPuzzle(area, tray_of(STANDARD), (given,)), CoverSolution(tuple(line))
    steps = [int(v.at["step"]) for v in cover.KIND.verify(cover_puzzle, cover_solution) if v.at]
    yield (cover.KIND.draw_text(cover_puzzle, cover_solution),
           cover.KIND.draw(cover_puzzle, cover_solution).svg, area,
           {line[step].cell for step in steps if area.has(line[step].cell)})  # fmt: skip


def test_a_violation_in_a_round_without_cards_marks_no_card() -> None:
    play = JudgedSolution(
        (Round(()),), (Violation("energy", Phrase(""), {"round": 0}), Violation("covered", Phrase(""), {}))
    )
    assert play.wrong_cards() == frozenset()
    assert (play.verdict() or "").replace("\xa0", " ") == "Not valid: energy round 1; covered"


@pytest.mark.slow
def test_a_solution_of_thousands_of_cards_is_cut_short() -> None:
    """Its file is small, and so must its drawing be."""
    cards = tuple(PlacedCard("S", (k % 2, 9 * (k % 3))) for k in range(5000))
    for rounds in ((Round(cards),), tuple(Round((card,)) for card in cards)):
        text, svg = text_and_svg(SoloSolution(rounds))
        assert len(text) < 60_000
        assert len(svg) < 6_000_000
        assert "more" in text
    assert "401. and so on, up to round 5000\n" in text
