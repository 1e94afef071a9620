"""Samples for the tests of drawings."""

from __future__ import annotations

import random

from puzzles.linja.board import EXTRA_MOVES, LAST, PIECES, PLAYERS, START, Board, Options, Player, opponent
from puzzles.linja.drawing.puzzle import TurnView
from puzzles.linja.referee import violations
from puzzles.linja.turns import PASS, Turn, turns

OWN, ANY = Options(), Options("any", negatives=False)
CROWDED = Board((PIECES, *[0] * LAST), (PIECES, *[0] * LAST))
# Only B can move, and B's extra move may take one of A's pieces back.
ARRIVED = Board((0, 0, 0, 0, 0, 0, 0, 12), (8, 0, 0, 0, 2, 1, 0, 1))
ENDGAME = Board((0, 1, 1, 1, 1, 2, 1, 5), (3, 2, 1, 1, 1, 1, 1, 2))
# The piece of the initial move is the only one that the second move can take.
TWICE = Board((3, 1, 0, 1, 1, 0, 0, 6), (2, 0, 2, 1, 0, 2, 3, 2))


def scene(board: Board, player: Player = "A", options: Options = OWN, turn: Turn | None = None) -> TurnView:
    """Returns a view like those that puzzles.linja.endgame makes."""
    broken_rules = () if turn is None else violations(board, player, options, turn)
    return TurnView(
        board,
        player,
        options,
        turn,
        bool(broken_rules),
        tuple(violation.message for violation in broken_rules),
    )


def walk(seed: int) -> list[TurnView]:
    """Returns the turns of a random game, and the position at its end."""
    rng = random.Random(seed)
    options = Options(rng.choice(EXTRA_MOVES), rng.random() < 0.5)
    board, player, scenes = START, rng.choice(PLAYERS), list[TurnView]()
    while legal_turns := list(turns(board, player, options)):
        with_extra = [turn_and_board for turn_and_board in legal_turns if turn_and_board[0].extra]
        turn, after = rng.choice(with_extra if with_extra and rng.random() < 0.5 else legal_turns)
        scenes.append(scene(board, player, options, turn))
        board, player = after, opponent(player)
    return [*scenes, scene(board, player, options)]


WALKS = [view for seed in range(4) for view in walk(seed)]
STILL = [scene(START), scene(START, "B", ANY), scene(CROWDED), scene(ARRIVED, "B"), scene(ARRIVED, turn=PASS)]
