"""Tests the turns of Linja against an independent implementation, written from the rules alone."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from puzzles.linja.board import (
    EXTRA_MOVES,
    LAST,
    ROWS,
    START,
    USUAL,
    Board,
    ExtraMove,
    Options,
    Player,
    opponent,
)
from puzzles.linja.referee import violations
from puzzles.linja.turns import PASS, Extra, Turn, apply, results, turns
from tests.oracle import linja as oracle
from tests.oracle.linja_instances import instance
from tests.puzzles.linja.sample_drawings import walk

TurnResult = tuple[object, tuple[int, ...], tuple[int, ...], bool]


def perft(options: Options, depth: int) -> tuple[int, int]:
    """Counts the sequences of `depth` turns from the start, and the different boards at their ends."""
    player: Player = "A"
    layer = Counter({START: 1})
    for _ in range(depth):
        following: Counter[Board] = Counter()
        for board, ways in layer.items():
            for _, after in turns(board, player, options):
                following[after] += ways
        layer, player = following, opponent(player)
    return layer.total(), len(layer)


@pytest.mark.parametrize(
    ("extra_move", "counts"),
    [
        ("own", [(1, 1), (92, 68), (8_692, 5_307), (412_332, 83_217)]),
        ("any", [(1, 1), (157, 133), (20_096, 9_159), (1_404_370, 159_497)]),
    ],
)
def test_perft(extra_move: ExtraMove, counts: list[tuple[int, int]]) -> None:
    assert [perft(Options(extra_move), depth) for depth in range(4)] == counts


@pytest.mark.long
@pytest.mark.parametrize(
    ("extra_move", "counts"), [("own", (19_445_175, 860_217)), ("any", (89_842_901, 1_415_018))]
)
def test_deeper_perft(extra_move: ExtraMove, counts: tuple[int, int]) -> None:
    assert perft(Options(extra_move), 4) == counts
    assert oracle.perft(oracle.START, 4, extra_move) == counts


def test_the_other_implementation_counts_the_same() -> None:
    for extra_move in EXTRA_MOVES:
        for depth in range(3):
            assert perft(Options(extra_move), depth) == oracle.perft(oracle.START, depth, extra_move)


def _ours(board: Board, player: Player, options: Options) -> Counter[TurnResult]:
    legal_turns = turns(board, player, options)
    return Counter((_plain(turn), after.A, after.B, after.over) for turn, after in legal_turns)


def _theirs(board: Board, player: Player, options: Options) -> Counter[TurnResult]:
    position = oracle.Position(board.A, board.B, player)
    results = oracle.turns(position, options.extra_move)
    return Counter((tuple(result.turn), result.A, result.B, result.over) for result in results)


def _plain(turn: Turn) -> tuple[object, ...]:
    extra = turn.extra
    return turn.initial, turn.second, None if extra is None else (extra.owner, extra.start, extra.end)


def _boards(seed: str, n: int) -> list[tuple[Board, Player]]:
    """Returns boards from random games, and late ones that do not occur there."""
    rng = random.Random(seed)
    late_puzzles = [instance(rng, 150) for _ in range(n)]
    late_boards: list[tuple[Board, Player]] = [
        (Board(tuple(d["A"]), tuple(d["B"])), d["to_move"]) for d in late_puzzles
    ]
    views = [view for game in range(n // 30) for view in walk(rng.getrandbits(30) + game)]
    return late_boards + [(view.board, view.player) for view in views if not view.board.ended]


@pytest.mark.parametrize("extra_move", EXTRA_MOVES)
def test_same_turns_as_the_other_implementation(extra_move: ExtraMove) -> None:
    for board, player in _boards("turns", 150):
        options = Options(extra_move)
        assert _ours(board, player, options) == _theirs(board, player, options), (board, player)
        assert board.over == oracle.is_over(board.A, board.B)
        assert board.margin(player, options) == oracle.margin(board.A, board.B, player, True)


def test_results_are_the_boards_that_turns_lead_to() -> None:
    for board, player in _boards("results", 60):
        for extra_move in EXTRA_MOVES:
            options = Options(extra_move)
            turn_by_board = results(board, player, options)
            assert set(turn_by_board) == {after for _, after in turns(board, player, options)}
            for after, turn in turn_by_board.items():
                assert apply(board, player, options, turn) == after


def test_every_turn_but_a_pass_makes_progress() -> None:
    for board, player in _boards("progress", 60):
        for turn, after in turns(board, player, Options("any")):
            assert 1 <= after.progress - board.progress <= 7 or (turn == PASS and after == board)


@pytest.mark.parametrize("extra_move", EXTRA_MOVES)
def test_the_referee_accepts_exactly_the_legal_turns(extra_move: ExtraMove) -> None:
    rng = random.Random(f"referee {extra_move}")
    options = Options(extra_move)
    rules: set[str] = set()
    for board, player in _boards("referee", 60):
        legal = {turn for turn, _ in turns(board, player, options)}
        for turn in [*legal, *(_any_turn(rng) for _ in range(60)), *map(_change_one_row(rng), legal)]:
            broken = violations(board, player, options, turn)
            assert (broken == ()) == (turn in legal), (board, player, turn, broken)
            rules |= {violation.rule for violation in broken}
    assert rules == {"over", "range", "no_piece", "full", "distance", "second", "extra", "pass"}


def _any_turn(rng: random.Random) -> Turn:
    if rng.random() < 0.05:
        return PASS
    second = rng.choice([None, *range(-1, ROWS + 1)])
    start = rng.randrange(-1, ROWS + 1)
    extra = Extra(rng.choice(("A", "B")), start, start + rng.choice((-2, -1, 0, 1)))
    return Turn(rng.randrange(-1, ROWS + 1), second, rng.choice((None, extra)))


class _change_one_row:  # noqa: N801  # it is called like a function
    """Changes one row of a legal turn."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def __call__(self, turn: Turn) -> Turn:
        row = self.rng.randrange(ROWS)
        change = self.rng.randrange(3)
        if change == 0 or turn.initial is None:
            return Turn(row, turn.second, turn.extra)
        if change == 1:
            return Turn(turn.initial, row, turn.extra)
        return Turn(turn.initial, turn.second, Extra(self.rng.choice(("A", "B")), row, abs(row - 1)))


def test_a_game_that_was_over_within_a_turn_stays_over() -> None:
    board = Board((0, 0, 0, 0, 0, 2, 0, 10), (6, 2, 2, 2, 0, 0, 0, 0))
    assert board.passed
    assert list(turns(board, "A", USUAL)) == []
    before = Board((0, 0, 0, 0, 1, 2, 0, 9), (7, 4, 0, 0, 1, 0, 0, 0))
    ended_boards = [after for _, after in turns(before, "A", USUAL) if after.ended]
    assert ended_boards
    assert all(not after.passed and after.over for after in ended_boards)


def test_a_player_without_an_initial_move_passes() -> None:
    board = Board((0, 0, 0, 0, 0, 0, 0, 12), (5, 6, 1, 0, 0, 0, 0, 0))
    assert board.over, "all of A's are past all of B's"
    blocked = Board((6, 0, 0, 0, 0, 0, 0, 6), (0, 6, 0, 0, 0, 0, 0, 6))
    assert [turn for turn, _ in turns(blocked, "A", USUAL)] == [PASS]
    assert violations(blocked, "A", USUAL, PASS) == ()
    assert [v.rule for v in violations(blocked, "A", USUAL, Turn(0))] == ["full"]
    assert [v.rule for v in violations(START, "A", USUAL, PASS)] == ["pass"]
    assert violations(blocked, "A", USUAL, Turn(LAST))[0].rule == "range"
