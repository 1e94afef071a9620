"""The two models of endgames against each other, against a plain search, and against values known before."""

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

from puzzles.linja.board import EXTRA_MOVES, MOST_INSIDE, PIECES, PLAYERS, ROWS, START, Board, Options, Player
from puzzles.linja.board import opponent as other
from puzzles.linja.turns import results
from solvers.backends import proof_check
from solvers.errors import WrongAnswer
from solvers.linja import position_graph as graphs
from solvers.linja.cpsat import cpsat_values
from solvers.linja.position_graph import graph
from solvers.linja.sat import Refutation, forced, sat_values
from solvers.linja.strategy import Strategy, replay
from solvers.protocol import ENDLESS, Limits, Stop

Values = Callable[[Sequence[Board], Player, Options, Limits], Sequence[int] | Stop]
Endgame = tuple[Board, Player, Options]
MODELS: tuple[Values, ...] = (cpsat_values, sat_values)
CASES = [json.loads(line) for line in Path(__file__).with_name("cases.jsonl").read_text().splitlines()]
ALL_OPTIONS = [Options(extra, negatives) for extra in EXTRA_MOVES for negatives in (True, False)]
# The cases with the greatest choice.
WIDEST = sorted(CASES, key=lambda case: -len(case["moves"]))[:8]


def placed(rng: random.Random) -> Board:
    """Most pieces have arrived, or nearly; the others stand anywhere."""
    weights = [*(rng.random() for _ in range(ROWS - 1)), rng.choice((8, 16, 30))]
    while True:
        sides = [rng.choices(range(ROWS), weights, k=PIECES) for _ in PLAYERS]
        a, b = (tuple(side.count(row) for row in range(ROWS)) for side in sides)
        board = Board(a, b[::-1])
        if all(board.inside(row) <= MOST_INSIDE for row in range(1, ROWS - 1)):
            return board


def played(rng: random.Random, player: Player, options: Options) -> tuple[Board, Player]:
    """One of the last positions of a game played at random, and who is to move."""
    passed: list[tuple[Board, Player]] = []
    board = START
    while ways := list(results(board, player, options)):
        passed.append((board, player))
        board, player = rng.choice(ways), other(player)
    return passed[-rng.randint(1, min(5, len(passed)))]


def endgames(seed: int, most: int) -> Iterator[Endgame]:
    """Of each kind one of so many positions at most."""
    rng = random.Random(seed)
    for options, player, from_play in product(ALL_OPTIONS, PLAYERS, (False, True)):
        while True:
            board, mover = played(rng, player, options) if from_play else (placed(rng), player)
            if small(board, mover, options, most):
                break
        yield board, mover, options


def small(board: Board, player: Player, options: Options, most: int) -> bool:
    """Whether so many positions at most can be reached."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(graphs, "MOST_POSITIONS", most)
        return graph(list(results(board, player, options)), player, options, ENDLESS) != "size"


def searched(player: Player, options: Options) -> Callable[[Board], int]:
    """What the player can force from a board after a turn of his, by plain search."""

    @cache
    def value(board: Board, mover: Player) -> int:
        """For who is to move."""
        values = [-value(after, other(mover)) for after in results(board, mover, options)]
        return max(values, default=board.margin(mover, options))

    return lambda board: -value(board, other(player))


def agree(endgame: Endgame) -> None:
    board, player, options = endgame
    boards = list(results(board, player, options))
    value = searched(player, options)
    values = [value(after) for after in boards]
    for model in MODELS:
        assert model(boards, player, options, Limits()) == values, (model, endgame)
    for after, known in zip(boards[:3], values, strict=False):
        for m in (known - 1, known, known + 1):
            shown = forced([after], player, options, m, Limits())
            if m <= known:
                assert isinstance(shown, Strategy)
                assert shown.start == after
                assert replay(shown, player, options, m) is None
            else:
                assert isinstance(shown, Refutation)
                assert proof_check.fault(shown.clauses, shown.proof) is None


@pytest.mark.parametrize("seed", range(12))
def test_agreement(seed: int) -> None:
    for endgame in endgames(seed, 1_000):
        agree(endgame)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 140))
def test_agreement_on_many(seed: int) -> None:
    for endgame in endgames(seed, 5_000):
        agree(endgame)


def read(case: dict[str, Any]) -> Endgame:
    options = Options(case["extra_move"], case["negatives"])
    return Board(tuple(case["A"]), tuple(case["B"])), case["to_move"], options


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("n", range(len(CASES)))
def test_known_values(model: Values, n: int) -> None:
    """As found by the oracle of the tests, which was written from the rules alone."""
    case = CASES[n]
    board, player, options = read(case)
    boards = list(results(board, player, options))
    values = model(boards, player, options, Limits())
    assert not isinstance(values, str)
    found = {(b.A, b.B, b.over): value for b, value in zip(boards, values, strict=True)}
    assert found == {(tuple(a), tuple(b), over): value for a, b, over, value in case["moves"]}
    assert max(values, default=board.margin(player, options)) == case["value"]


def solved(case: dict[str, Any]) -> tuple[Endgame, int, Strategy]:
    """A case with its value, and a strategy that forces it."""
    board, player, options = read(case)
    m = case["value"]
    # A game that is over forces what it stands at.
    boards = list(results(board, player, options)) or [board]
    shown = forced(boards, player, options, m, Limits())
    assert isinstance(shown, Strategy)
    assert replay(shown, player, options, m) is None
    return (board, player, options), m, shown


def test_spoilt_strategies_are_refused() -> None:
    tried = 0
    for case in CASES:
        (_, player, options), m, shown = solved(case)
        value = searched(player, options)
        for board, chosen in list(shown.choices.items())[:30]:
            rest = {b: c for b, c in shown.choices.items() if b != board}
            ways = results(board, player, options)
            # No answer; boards that no turn leads to; a turn that gives something away.
            spoilt: list[tuple[dict[Board, Board], str]] = [(rest, "no answer to")]
            for wrong in {START, board, replace(chosen, ended=not chosen.ended)} - set(ways):
                spoilt.append(({**rest, board: wrong}, "no turn leads from"))
            for worse in ways:
                if value(worse) < m:
                    spoilt.append(({**rest, board: worse}, ""))
            for choices, words in spoilt:
                told = replay(replace(shown, choices=choices), player, options, m)
                assert told is not None
                assert words in told
            tried += len(spoilt)
    assert tried > 1_000


def test_a_strategy_shows_no_more_than_it_forces() -> None:
    for case in CASES:
        (board, player, options), m, shown = solved(case)
        value = searched(player, options)
        assert replay(shown, player, options, m + 1) is not None
        for after in results(board, player, options):
            told = replay(replace(shown, start=after), player, options, m)
            assert told is not None or value(after) >= m


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    ("limits", "stop"),
    [(Limits(seconds=0), "time"), (Limits(cancelled=lambda: True), "cancelled"), (Limits(), "size")],
)
def test_limits(model: Values, limits: Limits, stop: Stop) -> None:
    boards = list(results(START, "A", Options()))
    assert model(boards, "A", Options(), limits) == stop
    assert forced(boards, "A", Options(), 0, limits) == stop


def _spent(left: list[int]) -> bool:
    """Takes one; whether there was none."""
    return not left or left.pop() < 0


@pytest.mark.parametrize("case", WIDEST)
def test_stopped_at_any_moment(case: dict[str, Any]) -> None:
    """Cancelled at the n-th look: the answer is the reason, or right."""
    board, player, options = read(case)
    boards = list(results(board, player, options))
    for model in MODELS:
        values = model(boards, player, options, Limits())
        for looks in range(25):
            left = list(range(looks))
            limits = Limits(cancelled=partial(_spent, left))
            assert model(boards, player, options, limits) in ("cancelled", values)


def test_a_budget_ends_the_work() -> None:
    board, player, options = read(WIDEST[0])
    boards = list(results(board, player, options))
    assert sat_values(boards, player, options, Limits(work=0)) == "time"
    assert cpsat_values(boards, player, options, Limits(work=0)) in ("time", WIDEST[0]["value"])


@pytest.mark.parametrize("model", MODELS)
def test_no_boards(model: Values) -> None:
    assert list(model([], "A", Options(), Limits())) == []
    assert isinstance(forced([], "A", Options(), -100, Limits()), Refutation)


def test_size_is_counted_in_positions() -> None:
    board, player, options = read(WIDEST[0])
    found = graph(list(results(board, player, options)), player, options, ENDLESS)
    assert not isinstance(found, str)
    assert small(board, player, options, len(found.positions))
    assert not small(board, player, options, len(found.positions) - 1)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("solvers.linja.sat.replay", lambda *_: "spoilt"),
        ("solvers.backends.proof_check.fault", lambda *_: "spoilt"),
        ("solvers.linja.sat._decided", lambda *_: Refutation([[]], [])),
        ("solvers.linja.sat._Thresholds.values", lambda _: [99]),
    ],
)
def test_a_fault_is_no_answer(monkeypatch: pytest.MonkeyPatch, name: str, fault: Callable[..., Any]) -> None:
    board, player, options = read(WIDEST[0])
    monkeypatch.setattr(name, fault)
    with pytest.raises(WrongAnswer):
        sat_values(list(results(board, player, options)), player, options, Limits())
