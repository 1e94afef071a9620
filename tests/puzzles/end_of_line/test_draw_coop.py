"""Tests drawings of co-operative puzzles: every line is in its place and can be told from the others."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

from puzzles.drawing.style import Look
from puzzles.drawing.terminal import TextLook
from puzzles.end_of_line.board import CARDS, STANDARD
from puzzles.end_of_line.coop import KIND
from puzzles.end_of_line.coop_layouts import STANDARD_LAYOUTS
from puzzles.end_of_line.coop_puzzle import CoopPuzzle, CoopSolution
from puzzles.end_of_line.drawing.cut_outs import players_cut_outs_by_type
from puzzles.end_of_line.drawing.line_style import PLAYER_STYLES
from puzzles.end_of_line.drawing.signs import GREYS
from puzzles.end_of_line.drawing.text_signs import PLAYER_STYLES as TEXT_STYLES
from puzzles.registry import game_of
from puzzles.texts import BoardCell
from tests.oracle.end_of_line_spoiling import spoil_coop
from tests.puzzles.svg_inspection import colours, is_grey, outside

Document = dict[str, Any]
LOOKS = [
    Look(language, ink, legend, answer)
    for language in ("en", "de", "es")
    for ink in ("colour", "patterns")
    for legend, answer in ((True, False), (False, False), (False, True))
]
WIDE = TextLook(width=150)


@cache
def table(players: int) -> tuple[CoopPuzzle, CoopSolution]:
    """A standard game, and what random players did, in which each of them laid some cards."""
    layout, rng = STANDARD_LAYOUTS[players].shifted(3, 2), random.Random(players)
    deck = [card for card, count in STANDARD.items() for _ in range(count)]
    puzzle = KIND.parse(
        {
            "kind": KIND.id,
            "rows": layout.rows,
            "cols": layout.cols,
            "blocked": [list(cell) for cell in layout.enclosed],
            "players": [
                {
                    "start": {"cell": list(start.cell), "heading": start.heading},
                    "deck": rng.sample(deck, len(deck)),
                }
                for start in layout.starts
            ],
        }
    )
    while True:
        position = KIND.play.begin(puzzle)
        while moves := KIND.play.moves(position):
            position = KIND.play.after(position, rng.choice(moves))
        if len(position.rounds) > 3:
            return puzzle, KIND.play.solution(position)


@cache
def example() -> tuple[CoopPuzzle, CoopSolution]:
    document = game_of(KIND.id).examples[KIND.id]
    return KIND.parse(document["puzzle"]), KIND.parse_solution(document["solution"])


EVERY_TABLE = pytest.mark.parametrize("players", STANDARD_LAYOUTS)


class TestPicture:
    @pytest.mark.parametrize("look", LOOKS, ids=str)
    def test_every_look(self, look: Look) -> None:
        for puzzle, solution in (example(), table(3), table(8)):
            for drawn_solution in (None, solution):
                svg = KIND.draw(puzzle, drawn_solution, look).svg
                ElementTree.fromstring(svg)
                assert not outside(svg)
                assert not re.search(r"<text|<style|<use|<image|href|url\(|\sid=", svg)
                assert look.ink == "colour" or all(map(is_grey, colours(svg)))

    @EVERY_TABLE
    def test_every_card_is_in_its_place_and_described(self, players: int) -> None:
        puzzle, solution = table(players)
        drawing = KIND.draw(puzzle, solution)
        numbers = Counter[int]()
        for game_round in solution.rounds:
            for turn in game_round.turns:
                for placed in turn.cards:
                    numbers[turn.player] += 1
                    words = f"{numbers[turn.player]} {placed.card} on {BoardCell(*placed.cell)}"
                    assert words in drawing.description
                    row, col = placed.cell
                    assert f'data-cell="{row},{col}" data-card="{placed.card}"' in drawing.svg

    @EVERY_TABLE
    def test_every_line_has_its_colour_and_pattern(self, players: int) -> None:
        puzzle, solution = table(players)
        svg = KIND.draw(puzzle, solution).svg
        for i, style in enumerate(PLAYER_STYLES):
            assert (style.colour in colours(svg)) == (i < players)

    def test_no_two_lines_look_alike(self) -> None:
        assert len({style.colour for style in PLAYER_STYLES}) == len(PLAYER_STYLES) == 8
        bands = [style.band("M0 0L64 0", 64).replace(style.colour, "#000000") for style in PLAYER_STYLES]
        for one, other in combinations(bands, 2):
            assert one != other, "without colours a pattern is left"
        # What is white or dark in a pattern stays so without colours, and the core of the line becomes dark.
        assert not {style.colour for style in PLAYER_STYLES} & GREYS.keys()
        assert len(set(TEXT_STYLES)) == 8

    def test_the_order_of_turns_and_the_energy_of_each_are_told(self) -> None:
        puzzle, solution = table(3)
        told = KIND.draw(puzzle).description
        assert "Turns in round 1 in the order 1, 2, 3; " in told
        assert "Energy of each player: 3." in told
        first, second = (game_round.turns for game_round in solution.rounds[:2])
        told = KIND.draw(puzzle, solution).description
        assert re.search(r"Rounds, with the cards' numbers: 1: player 1: 1 \w+; player 2: 1 \w+; ", told)
        order = "; ".join(f"player {turn.player + 1}: .*" for turn in second)
        assert re.search(f"2: {order} / 3: ", told)
        assert len(first) == 3

    def test_the_score(self) -> None:
        puzzle, solution = example()
        drawing = KIND.draw(puzzle, solution)
        assert f"Score: {KIND.score(puzzle, solution)}." in drawing.description
        assert drawing.title.endswith(f"score {KIND.score(puzzle, solution)}")

    def test_wrong_solutions_can_be_drawn(self) -> None:
        marked = 0
        for seed in range(60):
            puzzle, solution = (example(), table(2), table(5))[seed % 3]
            document = KIND.serialise(puzzle), KIND.serialise_solution(solution)
            spoiled = KIND.parse_solution(spoil_coop(random.Random(seed), *document))
            svg = KIND.draw(puzzle, spoiled).svg
            ElementTree.fromstring(svg)
            assert KIND.draw_text(puzzle, spoiled)
            marked += 'data-layer="crosses"' in svg
        assert marked > 10

    def test_a_verdict_names_players_and_rounds(self) -> None:
        puzzle, solution = example()
        document = KIND.serialise_solution(solution)
        document["rounds"][1]["turns"].reverse()
        document["rounds"][2]["turns"][0]["cards"][0]["card"] = "LSR"
        drawing = KIND.draw(puzzle, KIND.parse_solution(document))
        verdict = drawing.description.replace("\N{NO-BREAK SPACE}", " ")
        assert "order turn of player 2 in round 2; " in verdict
        assert "hand card 4 of player 1" in verdict

    def test_a_player_who_is_not_in_the_puzzle_is_not_drawn(self) -> None:
        puzzle, _ = example()
        turn = {"player": 6, "cards": [{"card": "S", "cell": [0, 0]}]}
        solution = KIND.parse_solution({"rounds": [{"turns": [turn]}]})
        assert "1 S on A1" not in KIND.draw(puzzle, solution).svg
        assert "player 7" in KIND.draw_text(puzzle, solution)


class TestPaper:
    @EVERY_TABLE
    def test_each_player_has_a_sheet(self, players: int) -> None:
        puzzle, _ = table(players)
        svg = KIND.draw(puzzle, None, Look(legend=False)).svg
        assert svg.count('data-deck="0"') == svg.count('data-deck="24"') == players
        assert not outside(svg)

    @pytest.mark.parametrize("proportion", [0.5, 0.7, 1.0, 1.75])
    def test_sheets_stand_where_the_board_is_largest(self, proportion: float) -> None:
        for puzzle, _ in (example(), table(4), table(8)):
            drawing = KIND.draw(puzzle, None, Look(legend=False, proportion=proportion))
            assert drawing.width / drawing.height == pytest.approx(proportion, rel=2)
            assert not outside(drawing.svg)

    def test_a_player_without_cards(self) -> None:
        puzzle, _ = example()
        document = KIND.serialise(puzzle)
        for player in document["players"]:
            player["deck"] = []
        bare = KIND.parse(document)
        for look in LOOKS:
            assert not outside(KIND.draw(bare, None, look).svg)

    def test_cut_outs_show_whose_they_are(self) -> None:
        puzzle, _ = table(8)
        cut_outs = KIND.cut_outs(puzzle)
        assert len(cut_outs) == 8 * 26
        assert len({cut_out.drawing.svg for cut_out in cut_outs}) == 8 * 26
        titles = [cut_out.drawing.title for cut_out in cut_outs]
        assert sum("of player 8" in title for title in titles) == 26

    def test_cut_outs_by_type_serve_any_deck(self) -> None:
        puzzle, _ = table(2)
        cut_outs = list(players_cut_outs_by_type([player.deck for player in puzzle.players], Look()))
        assert len(cut_outs) == 2 * (1 + len(CARDS))
        assert sum(cut_out.count for cut_out in cut_outs) == 2 * 26


class TestTerminal:
    @EVERY_TABLE
    @pytest.mark.parametrize("width", [40, 80, 200])
    def test_fits(self, players: int, width: int) -> None:
        puzzle, solution = table(players)
        for drawn_solution in (None, solution):
            text = KIND.draw_text(puzzle, drawn_solution, TextLook(width=width))
            assert max(map(len, text.splitlines())) <= max(width, 45)
            coloured = KIND.draw_text(puzzle, drawn_solution, TextLook(width=width, colour=True))
            assert re.sub(r"\x1b\[[0-9;]+m", "", coloured) == text

    def test_every_card_shows_its_number_and_its_player(self) -> None:
        puzzle, solution = example()
        rows = KIND.draw_text(puzzle, solution, WIDE).splitlines()
        numbers = Counter[int]()
        for game_round in solution.rounds:
            for turn in game_round.turns:
                for placed in turn.cards:
                    numbers[turn.player] += 1
                    top, left = 3 + 4 * placed.cell[0], 7 + 8 * placed.cell[1]
                    assert rows[top][left] == str(numbers[turn.player])
                    assert rows[top + 2][left + 6] == str(turn.player + 1)

    def test_a_small_board_shows_players_too(self) -> None:
        puzzle, solution = table(8)
        text = KIND.draw_text(puzzle, solution, TextLook(width=80))
        rows = text[text.index("┌") :].splitlines()
        for number, player in enumerate(puzzle.players, 1):
            row, col = player.start.cell
            assert rows[1 + row][5 + 1 + 3 * col + 2] == str(number)
        assert "The line of player 8: " in text

    def test_a_position(self) -> None:
        puzzle, _ = example()
        position = KIND.play.begin(puzzle)
        text = KIND.play.draw_text(position, WIDE)
        assert "Round 1, turns in the order 1, 2. Player 1 has placed 0 of 1 cards" in text
        assert "Player 2: hand " in text
        position = KIND.play.after(position, KIND.play.moves(position)[0])
        assert "Player 2 has placed 0 of 1 cards" in KIND.play.draw_text(position, WIDE)
