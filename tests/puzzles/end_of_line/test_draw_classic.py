"""Tests drawings of the classic solitaire: its actions, its discard pile, and what is wrong in a solution."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any
from xml.etree import ElementTree

import pytest

from puzzles.drawing.style import Look
from puzzles.drawing.terminal import TextLook
from puzzles.end_of_line import classic
from puzzles.end_of_line.classic_puzzle import ClassicSolution
from puzzles.end_of_line.game import GAME
from puzzles.game import SolvedPuzzle
from puzzles.texts import ENGLISH, LANGUAGES
from tests.puzzles.end_of_line.drawing_reader import Terminal, cell_at, layer, paths, points
from tests.puzzles.end_of_line.spoiled_solutions import CLASSIC_CHANGES, solved_classics, spoiled

KIND = classic.KIND
EXAMPLE = GAME.examples[KIND.id]
PUZZLE, SOLUTION = KIND.parse(EXAMPLE["puzzle"]), KIND.parse_solution(EXAMPLE["solution"])


def _words(svg: str) -> tuple[str, str]:
    """Returns the title and the description for screen readers."""
    root = ElementTree.fromstring(svg)
    return root[0].text or "", root[1].text or ""


def test_the_actions_are_listed_with_the_numbers_of_the_cards() -> None:
    actions = [
        *("1 SR", "2 R", "discard SR", "discard LS", "3 S", "4 LSR0", "5 S", "recover: 6 LS", "discard LSR"),
        *("7 S", "discard S", "discard S", "reverse: 8 L", "recover: 9 S", "recover: 10 S"),
    ]
    numbered = "; ".join(f"{number}: {words}" for number, words in enumerate(actions, 1))
    drawing = KIND.draw(PUZZLE, SOLUTION)
    assert f"Actions, with the cards' numbers: {numbered}." in drawing.description
    text = re.sub(r" +", " ", KIND.draw_text(PUZZLE, SOLUTION).replace("\n", " "))
    expected = " ".join(f"{number}. {words}" for number, words in enumerate(actions, 1))
    assert f"Actions, each card with its number: {expected} Deck:" in text


def test_score_energy_and_dead_end() -> None:
    text, (title, description) = KIND.draw_text(PUZZLE, SOLUTION), _words(KIND.draw(PUZZLE, SOLUTION).svg)
    assert text.endswith("\nEnergy left: 1 of 2\nScore: 9 (8 for cards not placed, 1 for energy left)\n")
    assert title == "END OF LINE classic solitaire, 4 x 4, with a line of 10 cards, score 9"
    assert "Dead ends that a reverse left: 7." in description


def test_no_card_begins_a_round() -> None:
    assert layer(KIND.draw(PUZZLE, SOLUTION).svg, "rounds") is None


def test_a_puzzle_alone_has_no_actions() -> None:
    text, description = KIND.draw_text(PUZZLE), KIND.draw(PUZZLE).description
    assert text.endswith("\nEnergy: 2\n")
    assert "ction" not in text + description


def test_no_actions_at_all() -> None:
    text = KIND.draw_text(PUZZLE, ClassicSolution(()))
    assert "\nActions: none\n" in text
    assert "Not valid: covered\n" in text


def test_a_page_to_play_on_with_a_pencil_has_a_box_for_each_card_of_the_pile() -> None:
    """The boxes of the deck's numbers are to be ticked; those of the pile are to be written in."""
    longer = KIND.parse({**EXAMPLE["puzzle"], "deck": [*PUZZLE.deck, "S"]})
    boxes = [
        KIND.draw(puzzle, look=Look(legend=False)).svg.count('rx="2" fill="#ffffff"')
        for puzzle in (PUZZLE, longer)
    ]
    assert boxes[1] - boxes[0] == 2


def _crossed_in_text(text: str) -> set[tuple[int, int]]:
    terminal, area = Terminal(text), PUZZLE.area
    return {cell for cell in area.cells() if terminal.inside(cell)[0].endswith("x")}


def _crossed_in_svg(svg: str) -> set[tuple[int, int]]:
    crosses = paths(svg, "crosses")
    return {cell_at(point) for point in points(crosses[1])} if crosses else set()


class TestWrong:
    def _drawn(self, *changes: tuple[int, dict[str, Any]]) -> tuple[str, str]:
        actions = list(EXAMPLE["solution"]["actions"])
        for index, action in changes:
            actions[index : index + 1] = [action]
        solution = KIND.parse_solution({"actions": actions})
        return KIND.draw_text(PUZZLE, solution), KIND.draw(PUZZLE, solution).svg

    def test_violations_name_actions_and_mark_cards(self) -> None:
        text, svg = self._drawn((4, {"do": "place", "cell": [3, 0]}), (14, {"do": "recover", "cell": [1, 0]}))
        assert "Not valid: exit action 5; occupied action 13; covered\n" in text
        assert _crossed_in_text(text) == _crossed_in_svg(svg) == {(3, 0)}

    def test_a_discard_from_an_empty_deck_marks_no_card(self) -> None:
        puzzle = KIND.parse({**EXAMPLE["puzzle"], "deck": ["SR"]})
        solution = KIND.parse_solution({"actions": [EXAMPLE["solution"]["actions"][0], {"do": "discard"}]})
        text, svg = KIND.draw_text(puzzle, solution), KIND.draw(puzzle, solution).svg
        assert "discard ?" in text
        assert "Not valid: draw action 2; covered\n" in text
        assert _crossed_in_text(text) == _crossed_in_svg(svg) == set()

    def test_a_card_that_is_not_there_is_listed_without_a_name(self) -> None:
        puzzle = KIND.parse({**EXAMPLE["puzzle"], "deck": []})
        solution = KIND.parse_solution({"actions": EXAMPLE["solution"]["actions"][:1]})
        text, svg = KIND.draw_text(puzzle, solution), KIND.draw(puzzle, solution).svg
        assert "1. 1 ?" in text
        assert _crossed_in_text(text) == _crossed_in_svg(svg) == {(1, 2)}

    @pytest.mark.parametrize("seed", range(0, 400, 7))
    def test_the_marks_agree_with_verify(self, seed: int) -> None:
        pairs = solved_classics()
        document, solution_json = spoiled(pairs[seed % len(pairs)], CLASSIC_CHANGES, seed)
        puzzle, solution = KIND.parse(document), KIND.parse_solution(solution_json)
        steps = [int(v.at["step"]) for v in KIND.verify(puzzle, solution) if v.at]
        cells = {solution.actions[step].cell for step in steps} - {None}
        on_board = {cell for cell in cells if cell is not None and puzzle.area.has(cell)}
        drawings = KIND.draw_text(puzzle, solution), KIND.draw(puzzle, solution).svg
        terminal = Terminal(drawings[0])
        crossed = {cell for cell in puzzle.area.cells() if terminal.inside(cell)[0].endswith("x")}
        assert crossed == _crossed_in_svg(drawings[1]) == on_board

    def test_hundreds_of_actions_are_cut_short_nowhere(self) -> None:
        solution = KIND.parse_solution({"actions": [{"do": "discard"}] * 800})
        text = KIND.draw_text(PUZZLE, solution)
        assert "800. discard" in re.sub(" +", " ", text)


def test_a_reverse_is_drawn_from_the_last_card_but_one_even_where_the_last_leads_there_too() -> None:
    """C2 is next to B2, and round the edge next to A2."""
    start = {"cell": [2, 1], "heading": "N"}
    document = {"kind": KIND.id, "rows": 3, "cols": 3, "start": start, "deck": ["LSR", "S", "S"]}
    cells = [{"do": "place", "cell": cell} for cell in ([1, 1], [1, 0], [1, 2])]
    puzzle = KIND.parse(document)
    drawn = [
        KIND.draw(puzzle, KIND.parse_solution({"actions": [*cells[:2], cells[2] | reverse]})).description
        for reverse in ({}, {"reverse": True})
    ]
    assert ["Dead ends" in description for description in drawn] == [False, True]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_position_shows_deck_pile_and_energy(language: str) -> None:
    position = KIND.play.begin(PUZZLE)
    for action in SOLUTION.actions[:9]:
        position = KIND.play.after(position, action)
    text = KIND.play.draw_text(position, TextLook(language=language))
    *_, deck, pile, energy = text.strip().splitlines()
    assert deck.endswith(": S, S, S, L")
    assert pile.endswith(": LSR, SR"), "the top card first"
    assert re.search(r"2 \w+ 2$", energy)
    terminal = Terminal(text)
    cells = Counter(cell for cell in PUZZLE.area.cells() if re.match(r"\d", terminal.inside(cell)[0]))
    assert set(cells) == {action.cell for action in SOLUTION.actions[:9]} - {None}


def test_the_caption_says_what_the_line_does_not_show() -> None:
    caption = GAME.captions[KIND.id](SolvedPuzzle(PUZZLE, SOLUTION, 9))
    assert [ENGLISH.render(line) for line in caption.answer] == [
        "Score 9, the best there is.",
        "Discarded, by their numbers in the deck: 3, 4, 8, 10, 11.",
        "Placed from the discard pile, by their numbers on the line: 6, 9, 10.",
        "Placed by a reverse, by their numbers on the line: 8.",
    ]
    plain = KIND.parse_solution({"actions": EXAMPLE["solution"]["actions"][:2]})
    assert len(GAME.captions[KIND.id](SolvedPuzzle(PUZZLE, plain, 9)).answer) == 1


def test_random_spoiled_solutions_can_be_drawn_small() -> None:
    rng = random.Random(1)
    for seed in range(20):
        document, solution_json = spoiled(rng.choice(solved_classics()), CLASSIC_CHANGES, seed)
        puzzle, solution = KIND.parse(document), KIND.parse_solution(solution_json)
        assert KIND.draw(puzzle, solution, Look(answer=True)).svg
        assert KIND.draw_text(puzzle, solution, TextLook(width=40))
