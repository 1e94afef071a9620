"""Tests how the co-operative puzzle is played, rule by rule, and the rulebook's layouts."""

from __future__ import annotations

from typing import Any

import pytest

from puzzles.end_of_line.board import STANDARD
from puzzles.end_of_line.coop import KIND
from puzzles.end_of_line.coop_layouts import STANDARD_LAYOUTS
from puzzles.end_of_line.moves import Move, PlaceCard, SpendEnergy
from puzzles.end_of_line.play_coop import CoopPosition
from puzzles.play import IllegalMove
from puzzles.texts import ENGLISH
from tests.perft import endings, perft

Document = dict[str, Any]
PLAY = KIND.play


def _puzzle(players: dict[str, str], **fields: Any) -> Document:
    """Players by their start cards as in "A3 N", with their decks; by default a board of 4 by 4."""
    return {
        "kind": KIND.id,
        "rows": 4,
        "cols": 4,
        "players": [
            {"start": {"cell": _cell(start.split()[0]), "heading": start[-1]}, "deck": deck.split()}
            for start, deck in players.items()
        ],
        **fields,
    }


def _cell(name: str) -> list[int]:
    return [int(name[1:]) - 1, ord(name[0]) - ord("A")]


def _blocked_but(*free: str, size: int = 4) -> list[list[int]]:
    cells = [[row, col] for row in range(size) for col in range(size)]
    return [cell for cell in cells if cell not in map(_cell, free)]


def _played(document: Document, *moves: str) -> CoopPosition:
    """The position after moves as people type them."""
    position = PLAY.begin(KIND.parse(document))
    for typed in moves:
        position = PLAY.after(position, _move(position, typed))
    return position


def _move(position: CoopPosition, typed: str) -> Move:
    return next(move for move in PLAY.moves(position) if PLAY.notation(position, move) == typed)


def _reason(position: CoopPosition) -> str:
    outcome = PLAY.outcome(position)
    assert outcome is not None
    assert outcome.reason is not None
    return ENGLISH.render(outcome.reason)


# Two lines that run upwards side by side.
SIDE_BY_SIDE = _puzzle({"A4 N": "S S S S S S", "C4 N": "LS S S S S S"}, rows=9, cols=9)


class TestTurns:
    def test_round_1_places_one_card_each_and_later_rounds_two(self) -> None:
        position = _played(SIDE_BY_SIDE)
        assert PLAY.player(position) == "1"
        position = _played(SIDE_BY_SIDE, "S A3")
        assert PLAY.player(position) == "2"
        position = _played(SIDE_BY_SIDE, "S A3", "S C3", "S A2")
        assert (PLAY.player(position), len(position.rounds), position.cards_to_place()) == ("1", 2, 1)
        assert PLAY.player(_played(SIDE_BY_SIDE, "S A3", "S C3", "S A2", "S A1")) == "2"

    def test_the_lowest_initiative_goes_first(self) -> None:
        position = _played(SIDE_BY_SIDE, "S A3", "LS C3")
        assert (position.order, PLAY.player(position)) == ((0, 1), "1")
        swapped = SIDE_BY_SIDE | {"players": SIDE_BY_SIDE["players"][::-1]}
        position = _played(swapped, "LS C3", "S A3")
        assert (position.order, PLAY.player(position)) == ((1, 0), "2")

    def test_everybody_draws_before_the_first_turn(self) -> None:
        position = _played(SIDE_BY_SIDE)
        assert [len(state.hand) for state in position.players] == [5, 5]
        position = _played(SIDE_BY_SIDE, "S A3", "S C3")
        assert [len(state.hand) for state in position.players] == [5, 5]
        assert [state.deck for state in position.players] == [(), ()]

    def test_energy_from_the_third_round_on_once_a_turn(self) -> None:
        cards = ["S A3", "S C3", "S A2", "S A1"]
        assert not any(isinstance(move, SpendEnergy) for move in PLAY.moves(_played(SIDE_BY_SIDE, *cards)))
        cards += ["S C2", "S C1"]
        position = _played(SIDE_BY_SIDE, *cards)
        spendings = [move.effect for move in PLAY.moves(position) if isinstance(move, SpendEnergy)]
        assert spendings == ["speed_up", "brake", "reverse", "extra_gas"]
        position = _played(SIDE_BY_SIDE, *cards, "brake")
        assert position.players[0].energy == 2
        assert not any(isinstance(move, SpendEnergy) for move in PLAY.moves(position))
        position = _played(SIDE_BY_SIDE, *cards, "brake", "S A9")
        assert PLAY.player(position) == "2"
        assert len(PLAY.moves(position)) > 2, "the other player has energy too"

    def test_an_unused_reverse_ends_with_its_turn(self) -> None:
        cards = ["S A3", "S C3", "S A2", "S A1", "S C2", "S C1", "reverse", "S A9", "S A8"]
        position = _played(SIDE_BY_SIDE, *cards)
        assert not any(state.may_reverse for state in position.players)

    def test_a_reverse_goes_back_on_the_own_line(self) -> None:
        players = {"A4 N": "S S LS S S S", "C4 N": "LS S S S S S"}
        document = _puzzle(players, rows=9, cols=9)
        cards = ["S A3", "S C3", "LS A2", "S A1", "LS C2", "S C1", "reverse"]
        position = _played(document, *cards)
        moves = [PLAY.notation(position, move) for move in PLAY.moves(position)]
        assert moves == ["S A9", "S I2 reverse"]

    def test_illegal_moves(self) -> None:
        position = _played(SIDE_BY_SIDE)
        for move in (PlaceCard("S", (2, 2)), PlaceCard("LS", (2, 0)), SpendEnergy("brake")):
            with pytest.raises(IllegalMove):
                PLAY.after(position, move)


class TestEnd:
    def test_no_free_cell_is_solved_at_once(self) -> None:
        blocked = _blocked_but("A4", "C4")
        position = _played(_puzzle({"A4 N": "S", "C4 N": "LSR"}, blocked=blocked, energy=1))
        outcome = PLAY.outcome(position)
        assert outcome is not None
        assert (outcome.solved, outcome.score) == (True, 1 + 5 + 2)
        assert (PLAY.moves(position), PLAY.player(position)) == ((), None)
        assert KIND.serialise_solution(PLAY.solution(position)) == {"rounds": []}

    def test_a_full_area_ends_the_round_before_everybody_has_played(self) -> None:
        blocked = _blocked_but("A4", "A3", "C4")
        position = _played(_puzzle({"A4 N": "S", "C4 N": "S"}, blocked=blocked, energy=0), "S A3")
        outcome = PLAY.outcome(position)
        assert outcome is not None
        assert (outcome.solved, outcome.score, PLAY.player(position)) == (True, 1, None)
        assert len(PLAY.solution(position).rounds[0].turns) == 1

    def test_a_full_area_ends_in_the_middle_of_a_turn(self) -> None:
        blocked = _blocked_but("A4", "A3", "A2", "C4", "C3")
        cards = "S A3", "S C3", "S A2"
        position = _played(_puzzle({"A4 N": "S S S", "C4 N": "S"}, blocked=blocked), *cards)
        outcome = PLAY.outcome(position)
        assert outcome is not None
        assert outcome.solved

    def test_lost_without_an_exit(self) -> None:
        # Both start cards point to B4.
        position = _played(_puzzle({"A4 E": "S S S S", "C4 W": "S S S S"}), "S B4")
        assert _reason(position) == (
            "player 2: a card must be placed, and no exit of the card on C4 leads to a free cell"
        )

    def test_lost_without_a_card_although_the_other_could_go_on(self) -> None:
        document = _puzzle({"A4 N": "S", "C4 N": "LS S S S"}, rows=9, cols=9)
        position = _played(document, "S A3", "S C3")
        assert _reason(position) == "player 1: a card must be placed, and none is left in hand or deck"

    def test_lost_before_the_other_has_played(self) -> None:
        document = _puzzle({"A4 N": "S", "C4 N": "LS S S S"}, blocked=[[2, 0]])
        position = _played(document)
        assert _reason(position).startswith("player 1")

    def test_energy_may_be_spent_by_a_player_who_is_stuck(self) -> None:
        document = _puzzle({"A4 N": "S S S", "C4 N": "S S S S S"}, rows=9, cols=9)
        cards = ["S A3", "S C3", "S A2", "S A1", "S C2", "S C1"]
        position = _played(document, *cards)
        assert [PLAY.notation(position, move) for move in PLAY.moves(position)] == [
            "speed_up", "brake", "reverse", "extra_gas",
        ]  # fmt: skip
        assert _reason(_played(document, *cards, "extra_gas")).startswith("player 1")

    def test_the_solution_so_far(self) -> None:
        begun = PLAY.solution(_played(SIDE_BY_SIDE, "S A3"))
        assert KIND.serialise_solution(begun) == {
            "rounds": [{"turns": [{"player": 0, "cards": [{"card": "S", "cell": [2, 0]}]}]}]
        }
        assert PLAY.solution(_played(SIDE_BY_SIDE)).rounds == ()
        assert len(PLAY.solution(_played(SIDE_BY_SIDE, "S A3", "S C3")).rounds) == 1


def test_perft() -> None:
    """Counted by the brute force in tests/oracle/end_of_line_coop.py."""
    document = KIND.parse(_puzzle({"A3 N": "S LR R S S", "C3 N": "L S SR S"}, energy=1, blocked=[[3, 3]]))
    counts = [perft(PLAY, PLAY.begin(document), length) for length in range(1, 8)]
    assert counts == [3, 9, 25, 52, 153, 138, 611]


def test_plays_to_the_end() -> None:
    """Counted by the brute force, too."""
    players = {"A3 N": "S LS LR R L", "C3 W": "R S L R R"}
    puzzle = KIND.parse(_puzzle(players, rows=3, energy=0))
    counts = endings(PLAY, PLAY.begin(puzzle))
    assert (counts[True], counts[False]) == (16, 906)


class TestLayouts:
    @pytest.mark.parametrize("players", STANDARD_LAYOUTS)
    def test_every_layout_is_a_puzzle(self, players: int) -> None:
        deck = [card for card, count in STANDARD.items() for _ in range(count)]
        layout = STANDARD_LAYOUTS[players].shifted(5, 8)
        assert len(layout.starts) == players
        assert layout.shifted(-5, -8) == STANDARD_LAYOUTS[players]
        puzzle = KIND.parse(
            {
                "kind": KIND.id,
                "rows": layout.rows,
                "cols": layout.cols,
                "blocked": [list(cell) for cell in layout.enclosed],
                "players": [
                    {"start": {"cell": list(start.cell), "heading": start.heading}, "deck": deck}
                    for start in layout.starts
                ],
            }
        )
        cells = len(puzzle.free_cells)
        assert cells == layout.rows * layout.cols - players - len(layout.enclosed)
        # Everybody can place a first card.
        position = PLAY.begin(puzzle)
        for _ in range(players):
            position = PLAY.after(position, PLAY.moves(position)[0])
        assert len(position.free) == cells - players

    def test_only_the_layout_for_four_encloses_a_cell(self) -> None:
        for players, layout in STANDARD_LAYOUTS.items():
            starts = {start.cell for start in layout.starts}
            enclosed = tuple(
                (row, col)
                for row in range(layout.rows)
                for col in range(layout.cols)
                if {
                    ((row + 1) % layout.rows, col),
                    ((row - 1) % layout.rows, col),
                    (row, (col + 1) % layout.cols),
                    (row, (col - 1) % layout.cols),
                }
                <= starts
            )
            assert layout.enclosed == enclosed == (((1, 1),) if players == 4 else ())
