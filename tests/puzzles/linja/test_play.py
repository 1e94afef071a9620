"""Tests the play of Linja against turns, the brute force and the kernel."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from puzzles.errors import BadInput
from puzzles.linja.board import EXTRA_MOVES, START, Board, ExtraMove, Options, Player, opponent
from puzzles.linja.endgame import KIND, EndgamePuzzle
from puzzles.linja.play import (
    InitialMove,
    NoExtraMove,
    Pass,
    SecondMove,
    TurnMove,
    TurnPosition,
    begin_turn,
)
from puzzles.linja.turns import PASS, Extra, Turn, turns
from puzzles.play import IllegalMove, Outcome
from puzzles.texts import ENGLISH
from solvers.linja.packed_sides import packed
from solvers.linja.turn_kernel import reach, turn_arrays
from tests.oracle import linja as oracle
from tests.oracle.linja_instances import instance
from tests.perft import perft
from tests.puzzles.linja.sample_drawings import walk

PLAY = KIND.play
LATE = Board((0, 0, 0, 0, 2, 1, 1, 8), (7, 1, 1, 1, 2, 0, 0, 0))
# The second move ends the game, and an extra move can step back over the other side.
STEPS_BACK = Board((0, 0, 0, 0, 1, 2, 0, 9), (7, 4, 0, 0, 1, 0, 0, 0))
BLOCKED = Board((6, 0, 0, 0, 0, 0, 0, 6), (0, 6, 0, 0, 0, 0, 0, 6))


def whole_turns(position: TurnPosition) -> list[tuple[Turn, Board]]:
    """Returns every turn composed of the play's moves, with the board after it."""
    if position.complete:
        return [] if position.turn is None else [(position.turn, position.board)]
    return [turn for move in PLAY.moves(position) for turn in whole_turns(PLAY.after(position, move))]


def boards(seed: str, number: int) -> list[tuple[Board, Player]]:
    """Returns boards of a random game, and late ones that games hardly reach."""
    rng = random.Random(seed)
    late_puzzles = [instance(rng, 150) for _ in range(number)]
    late_boards: list[tuple[Board, Player]] = [
        (Board(tuple(puzzle["A"]), tuple(puzzle["B"])), puzzle["to_move"]) for puzzle in late_puzzles
    ]
    game_boards = [(view.board, view.player) for view in walk(rng.getrandbits(30))]
    return [*late_boards, *game_boards, (STEPS_BACK, "A"), (BLOCKED, "A"), (BLOCKED, "B")]


class TestTurns:
    @pytest.mark.parametrize("extra_move", EXTRA_MOVES)
    def test_are_those_of_turns(self, extra_move: ExtraMove) -> None:
        options = Options(extra_move)
        for board, player in boards("play", 30):
            expected = Counter(turns(board, player, options))
            assert Counter(whole_turns(begin_turn(board, player, options))) == expected, (board, player)

    @pytest.mark.parametrize("extra_move", EXTRA_MOVES)
    def test_are_those_of_the_brute_force(self, extra_move: ExtraMove) -> None:
        for board, player in boards("play and oracle", 30):
            if board.ended:
                continue
            position = begin_turn(board, player, Options(extra_move))
            ours = Counter((*_plain(turn), after.A, after.B) for turn, after in whole_turns(position))
            theirs = oracle.turns(oracle.Position(board.A, board.B, player), extra_move)
            assert ours == Counter((*result.turn, result.A, result.B) for result in theirs), (board, player)

    @pytest.mark.parametrize("extra_move", EXTRA_MOVES)
    def test_lead_where_those_of_the_kernel_lead(self, extra_move: ExtraMove) -> None:
        after, turn = turn_arrays()
        for board, player in boards("play and kernel", 20):
            if board.ended:
                continue
            n = reach(*packed(board, player), extra_move == "any", after, turn)
            kernel = {tuple(map(int, row)) for row in after[:n]}
            results = (result for _, result in whole_turns(begin_turn(board, player, Options(extra_move))))
            ours = {(*packed(result, player), int(result.ended)) for result in results}
            assert ours == kernel, (board, player)


def _plain(turn: Turn) -> tuple[object, ...]:
    extra = turn.extra
    return turn.initial, turn.second, None if extra is None else (extra.owner, extra.start, extra.end)


class TestPerft:
    @pytest.mark.parametrize(
        ("board", "player", "counts"),
        [
            (START, "A", {"own": [7, 37, 59], "any": [7, 37, 124]}),
            (START, "B", {"own": [7, 37, 59], "any": [7, 37, 124]}),
            (LATE, "A", {"own": [3, 5, 12], "any": [3, 5, 28]}),
            (STEPS_BACK, "A", {"own": [2, 1, 4], "any": [2, 1, 8]}),
            (BLOCKED, "A", {"own": [1, 0, 0], "any": [1, 0, 0]}),
        ],
    )
    def test_of_moves(self, board: Board, player: Player, counts: dict[ExtraMove, list[int]]) -> None:
        for extra_move, expected in counts.items():
            position = begin_turn(board, player, Options(extra_move))
            assert [perft(PLAY, position, depth) for depth in (1, 2, 3)] == expected
            assert _moves_of_the_brute_force(board, player, extra_move) == expected

    @pytest.mark.parametrize(
        ("extra_move", "counts"),
        [("own", [(92, 68), (8_692, 5_307)]), ("any", [(157, 133), (20_096, 9_159)])],
    )
    def test_of_turns_from_the_start(self, extra_move: ExtraMove, counts: list[tuple[int, int]]) -> None:
        """Counts the sequences of turns, and the different boards at their ends."""
        player: Player = "A"
        layer = Counter({START: 1})
        for depth, count in enumerate(counts, 1):
            following: Counter[Board] = Counter()
            for board, ways in layer.items():
                for _, after in whole_turns(begin_turn(board, player, Options(extra_move))):
                    following[after] += ways
            layer, player = following, opponent(player)
            assert (layer.total(), len(layer)) == count == oracle.perft(oracle.START, depth, extra_move)


def _moves_of_the_brute_force(board: Board, player: Player, extra_move: ExtraMove) -> list[int]:
    """Counts the ways to begin a turn with one, two and three moves; declining the extra move is one."""
    all_turns = [
        result.turn for result in oracle.turns(oracle.Position(board.A, board.B, player), extra_move)
    ]
    extras = [turn for turn in all_turns if turn.extra is not None]
    seconds = {(turn.initial, turn.second) for turn in all_turns if turn.second is not None}
    declined = {(turn.initial, turn.second) for turn in extras}
    return [len({turn.initial for turn in all_turns}), len(seconds), len(extras) + len(declined)]


class TestRules:
    def test_a_second_move_that_can_be_made_must_be_made(self) -> None:
        position = PLAY.after(begin_turn(START, "A", Options()), InitialMove(0))
        assert PLAY.outcome(position) is None
        assert all(isinstance(move, SecondMove) for move in PLAY.moves(position))
        with pytest.raises(IllegalMove):
            PLAY.after(position, NoExtraMove())

    def test_a_second_move_that_no_piece_can_make_is_forfeited(self) -> None:
        # One piece is met; the pieces of A stand before a full row or have arrived.
        board = Board((0, 0, 0, 1, 0, 0, 0, 11), (4, 0, 0, 0, 1, 6, 1, 0))
        position = PLAY.after(begin_turn(board, "A", Options()), InitialMove(3))
        assert (position.complete, position.turn) == (True, Turn(3))

    def test_a_player_without_an_initial_move_passes(self) -> None:
        position = begin_turn(BLOCKED, "A", Options())
        assert PLAY.moves(position) == (Pass(),)
        passed = PLAY.after(position, Pass())
        assert (passed.complete, passed.turn, passed.board) == (True, PASS, BLOCKED)

    def test_a_game_that_is_over_has_no_turn(self) -> None:
        board = Board((0, 0, 0, 0, 0, 2, 0, 10), (6, 2, 2, 2, 0, 0, 0, 0))
        position = PLAY.begin(EndgamePuzzle(board, "A"))
        outcome = PLAY.outcome(position)
        assert outcome is not None
        assert outcome.reason is not None
        assert ENGLISH.render(outcome.reason) == "the game is over, so there is no turn to find"
        assert (PLAY.moves(position), PLAY.solution(position), PLAY.player(position)) == ((), None, None)

    def test_stepping_back_does_not_undo_the_end(self) -> None:
        ended_boards = [
            after for _, after in whole_turns(begin_turn(STEPS_BACK, "A", Options())) if after.ended
        ]
        assert ended_boards
        assert all(begin_turn(board, "B", Options()).complete for board in ended_boards)

    def test_player(self) -> None:
        assert PLAY.player(begin_turn(START, "B", Options())) == "B"


class TestMoves:
    MOVES: tuple[tuple[TurnMove, Any], ...] = (
        (InitialMove(0), {"initial": {"from": 0}}),
        (SecondMove(5), {"second": {"from": 5}}),
        (Extra("B", 4, 3), {"extra": {"piece": "B", "from": 4, "to": 3}}),
        (NoExtraMove(), {"extra": None}),
        (Pass(), {"pass": True}),
    )

    @pytest.mark.parametrize(("move", "document"), MOVES)
    def test_as_json(self, move: TurnMove, document: Any) -> None:
        assert PLAY.serialise_move(move) == document
        assert PLAY.parse_move(document) == move

    @pytest.mark.parametrize(
        ("document", "pointers"),
        [
            (3, [""]),
            ({}, [""]),
            ({"initial": {"from": 1}, "extra": None}, [""]),
            ({"initial": {}}, ["/initial/from"]),
            ({"second": {"from": "1"}}, ["/second/from"]),
            ({"extra": {"piece": "C", "from": 1, "to": 2}}, ["/extra/piece"]),
            ({"pass": False}, ["/pass"]),
            ({"stop": True}, ["/stop"]),
        ],
    )
    def test_bad_json(self, document: object, pointers: list[str]) -> None:
        with pytest.raises(BadInput) as refusal:
            PLAY.parse_move(document)
        assert [problem.pointer for problem in refusal.value.problems] == pointers

    def test_as_typed_and_in_words(self) -> None:
        position = begin_turn(STEPS_BACK, "A", Options("any"))
        renderings = []
        for move in (InitialMove(4), SecondMove(5), Extra("B", 4, 5)):
            renderings.append((PLAY.notation(position, move), ENGLISH.render(PLAY.describe(position, move))))
            position = PLAY.after(position, move)
        assert renderings == [
            ("4", "Initial move: A from row 4 to row 5, which held 2 pieces"),
            ("5", "Second move: A from row 5 to row 7, its target row, by an exact count"),
            ("B4>5", "Extra move: B from row 4 to row 5"),
        ]
        assert PLAY.outcome(position) == Outcome(solved=True)
