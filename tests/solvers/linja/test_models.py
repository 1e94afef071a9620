"""Tests the two models of endgames against each other, a plain search and known values."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from puzzles.linja.board import (
    EXTRA_MOVES,
    MAX_INSIDE,
    PIECES,
    PLAYERS,
    ROWS,
    START,
    Board,
    Options,
    Player,
    opponent,
)
from puzzles.linja.turns import results
from solvers.backends import proof_check
from solvers.errors import WrongAnswer
from solvers.linja import position_graph as graphs
from solvers.linja.cpsat import cpsat_values
from solvers.linja.position_graph import graph
from solvers.linja.sat import NoStrategyProof, forced, sat_values
from solvers.linja.strategy import Strategy, replay
from solvers.protocol import ENDLESS, Limits, Stop

Values = Callable[[Sequence[Board], Player, Options, Limits], Sequence[int] | Stop]
Endgame = tuple[Board, Player, Options]
MODELS: tuple[Values, ...] = (cpsat_values, sat_values)
CASES = [json.loads(line) for line in Path(__file__).with_name("cases.jsonl").read_text().splitlines()]
ALL_OPTIONS = [Options(extra, negatives) for extra in EXTRA_MOVES for negatives in (True, False)]
# The cases with the greatest choice.
WIDEST = sorted(CASES, key=lambda case: -len(case["moves"]))[:8]


def random_board(rng: random.Random) -> Board:
    """Returns a board on which most pieces have nearly arrived and the others stand anywhere."""
    weights = [*(rng.random() for _ in range(ROWS - 1)), rng.choice((8, 16, 30))]
    while True:
        sides = [rng.choices(range(ROWS), weights, k=PIECES) for _ in PLAYERS]
        a, b = (tuple(side.count(row) for row in range(ROWS)) for side in sides)
        board = Board(a, b[::-1])
        if all(board.count_in(row) <= MAX_INSIDE for row in range(1, ROWS - 1)):
            return board


def late_position(rng: random.Random, player: Player, options: Options) -> tuple[Board, Player]:
    """Returns one of the last positions of a random game, and the player to move."""
    positions: list[tuple[Board, Player]] = []
    board = START
    while next_boards := list(results(board, player, options)):
        positions.append((board, player))
        board, player = rng.choice(next_boards), opponent(player)
    return positions[-rng.randint(1, min(5, len(positions)))]


def endgames(seed: int, maximum: int) -> Iterator[Endgame]:
    """Yields one small endgame for each combination of options, player and origin."""
    rng = random.Random(seed)
    for options, player, from_play in product(ALL_OPTIONS, PLAYERS, (False, True)):
        while True:
            board, mover = late_position(rng, player, options) if from_play else (random_board(rng), player)
            if small(board, mover, options, maximum):
                break
        yield board, mover, options


def small(board: Board, player: Player, options: Options, maximum: int) -> bool:
    """Whether at most `maximum` positions can be reached."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(graphs, "MAX_POSITIONS", maximum)
        return graph(list(results(board, player, options)), player, options, ENDLESS) != "size"


def searched_value(player: Player, options: Options) -> Callable[[Board], int]:
    """Returns a function for the margin that the player can force after a turn of theirs, by plain search."""

    @cache
    def value(board: Board, mover: Player) -> int:
        """The value for the player to move."""
        values = [-value(after, opponent(mover)) for after in results(board, mover, options)]
        return max(values, default=board.margin(mover, options))

    return lambda board: -value(board, opponent(player))


def agree(endgame: Endgame) -> None:
    board, player, options = endgame
    boards = list(results(board, player, options))
    value = searched_value(player, options)
    values = [value(after) for after in boards]
    for model in MODELS:
        assert model(boards, player, options, Limits()) == values, (model, endgame)
    for after, expected in zip(boards[:3], values, strict=False):
        for threshold in (expected - 1, expected, expected + 1):
            proof = forced([after], player, options, threshold, Limits())
            if threshold <= expected:
                assert isinstance(proof, Strategy)
                assert proof.start == after
                assert replay(proof, player, options, threshold) is None
            else:
                assert isinstance(proof, NoStrategyProof)
                assert proof_check.fault(proof.clauses, proof.proof) is None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_agreement(seed: int) -> None:
    for endgame in endgames(seed, 1_000):
        agree(endgame)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 140))
def test_agreement_on_many(seed: int) -> None:
    for endgame in endgames(seed, 5_000):
        agree(endgame)


def endgame_of(case: dict[str, Any]) -> Endgame:
    options = Options(case["extra_move"], case["negatives"])
    return Board(tuple(case["A"]), tuple(case["B"])), case["to_move"], options


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("n", range(len(CASES)))
def test_known_values(model: Values, n: int) -> None:
    """The values come from the oracle of the tests, which was written from the rules alone."""
    case = CASES[n]
    board, player, options = endgame_of(case)
    boards = list(results(board, player, options))
    values = model(boards, player, options, Limits())
    assert not isinstance(values, str)
    value_by_result = {(b.A, b.B, b.over): value for b, value in zip(boards, values, strict=True)}
    assert value_by_result == {(tuple(a), tuple(b), over): value for a, b, over, value in case["moves"]}
    assert max(values, default=board.margin(player, options)) == case["value"]


def case_with_strategy(case: dict[str, Any]) -> tuple[Endgame, int, Strategy]:
    """Returns the endgame of a case, its value, and a strategy that forces the value."""
    board, player, options = endgame_of(case)
    threshold = case["value"]
    # A game that is over forces its own margin.
    boards = list(results(board, player, options)) or [board]
    strategy = forced(boards, player, options, threshold, Limits())
    assert isinstance(strategy, Strategy)
    assert replay(strategy, player, options, threshold) is None
    return (board, player, options), threshold, strategy


def test_spoiled_strategies_are_rejected() -> None:
    tries = 0
    for case in CASES:
        (_, player, options), threshold, strategy = case_with_strategy(case)
        value = searched_value(player, options)
        for board, choice in list(strategy.choices.items())[:30]:
            others = {b: c for b, c in strategy.choices.items() if b != board}
            legal_boards = results(board, player, options)
            # A missing answer; boards that no turn leads to; turns that lose value.
            spoiled: list[tuple[dict[Board, Board], str]] = [(others, "no answer to")]
            for illegal in {START, board, replace(choice, ended=not choice.ended)} - set(legal_boards):
                spoiled.append(({**others, board: illegal}, "no turn leads from"))
            for worse in legal_boards:
                if value(worse) < threshold:
                    spoiled.append(({**others, board: worse}, ""))
            for choices, words in spoiled:
                fault = replay(replace(strategy, choices=choices), player, options, threshold)
                assert fault is not None
                assert words in fault
            tries += len(spoiled)
    assert tries > 1_000


def test_a_strategy_proves_no_more_than_it_forces() -> None:
    for case in CASES:
        (board, player, options), threshold, strategy = case_with_strategy(case)
        value = searched_value(player, options)
        assert replay(strategy, player, options, threshold + 1) is not None
        for after in results(board, player, options):
            fault = replay(replace(strategy, start=after), player, options, threshold)
            assert fault is not None or value(after) >= threshold


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    ("limits", "stop"),
    [(Limits(seconds=0), "time"), (Limits(cancelled=lambda: True), "cancelled"), (Limits(), "size")],
)
def test_limits(model: Values, limits: Limits, stop: Stop) -> None:
    boards = list(results(START, "A", Options()))
    assert model(boards, "A", Options(), limits) == stop
    assert forced(boards, "A", Options(), 0, limits) == stop


def _is_used_up(items: list[int]) -> bool:
    """Takes one item; whether none was left."""
    return not items or items.pop() < 0


@pytest.mark.slow
@pytest.mark.parametrize("case", WIDEST)
def test_stopped_at_any_moment(case: dict[str, Any]) -> None:
    """Cancelled at the n-th check, a model returns the reason or the right values."""
    board, player, options = endgame_of(case)
    boards = list(results(board, player, options))
    for model in MODELS:
        values = model(boards, player, options, Limits())
        for checks in range(25):
            items = list(range(checks))
            limits = Limits(cancelled=partial(_is_used_up, items))
            assert model(boards, player, options, limits) in ("cancelled", values)


def test_a_budget_ends_the_work() -> None:
    board, player, options = endgame_of(WIDEST[0])
    boards = list(results(board, player, options))
    assert sat_values(boards, player, options, Limits(work=0)) == "time"
    assert cpsat_values(boards, player, options, Limits(work=0)) in ("time", WIDEST[0]["value"])


@pytest.mark.parametrize("model", MODELS)
def test_no_boards(model: Values) -> None:
    assert list(model([], "A", Options(), Limits())) == []
    assert isinstance(forced([], "A", Options(), -100, Limits()), NoStrategyProof)


def test_size_is_counted_in_positions() -> None:
    board, player, options = endgame_of(WIDEST[0])
    position_graph = graph(list(results(board, player, options)), player, options, ENDLESS)
    assert not isinstance(position_graph, str)
    assert small(board, player, options, len(position_graph.positions))
    assert not small(board, player, options, len(position_graph.positions) - 1)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("solvers.linja.sat.replay", lambda *_: "spoilt"),
        ("solvers.backends.proof_check.fault", lambda *_: "spoilt"),
        ("solvers.linja.sat._evidence", lambda *_: NoStrategyProof([[]], [])),
        ("solvers.linja.sat._Thresholds.values", lambda _: [99]),
    ],
)
def test_a_fault_is_no_answer(monkeypatch: pytest.MonkeyPatch, name: str, fault: Callable[..., Any]) -> None:
    board, player, options = endgame_of(WIDEST[0])
    monkeypatch.setattr(name, fault)
    with pytest.raises(WrongAnswer):
        sat_values(list(results(board, player, options)), player, options, Limits())
