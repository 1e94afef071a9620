"""What the tests of drawings draw."""

from __future__ import annotations

import random

from puzzles.linja.board import EXTRA_MOVES, LAST, PIECES, PLAYERS, START, Board, Options, Player, opponent
from puzzles.linja.drawing.puzzle import TurnView
from puzzles.linja.referee import violations
from puzzles.linja.turns import PASS, Turn, turns

OWN, ANY = Options(), Options("any", negatives=False)
CROWDED = Board((PIECES, *[0] * LAST), (PIECES, *[0] * LAST))
# Nobody but B can move, and B's extra move may take one of A's pieces back.
ARRIVED = Board((0, 0, 0, 0, 0, 0, 0, 12), (8, 0, 0, 0, 2, 1, 0, 1))
ENDGAME = Board((0, 1, 1, 1, 1, 2, 1, 5), (3, 2, 1, 1, 1, 1, 1, 2))
# The piece of the initial move is the only one that the second move can take.
TWICE = Board((3, 1, 0, 1, 1, 0, 0, 6), (2, 0, 2, 1, 0, 2, 3, 2))


def scene(board: Board, player: Player = "A", options: Options = OWN, turn: Turn | None = None) -> TurnView:
    """As puzzles.linja.endgame makes one."""
    broken = () if turn is None else violations(board, player, options, turn)
    return TurnView(board, player, options, turn, bool(broken), tuple(each.message for each in broken))


def walk(seed: int) -> list[TurnView]:
    """The turns of a game that is played at random, and the position at its end."""
    rng = random.Random(seed)
    options = Options(rng.choice(EXTRA_MOVES), rng.random() < 0.5)
    board, player, scenes = START, rng.choice(PLAYERS), list[TurnView]()
    while found := list(turns(board, player, options)):
        earned = [each for each in found if each[0].extra]
        turn, after = rng.choice(earned if earned and rng.random() < 0.5 else found)
        scenes.append(scene(board, player, options, turn))
        board, player = after, opponent(player)
    return [*scenes, scene(board, player, options)]


WALKS = [each for seed in range(4) for each in walk(seed)]
STILL = [scene(START), scene(START, "B", ANY), scene(CROWDED), scene(ARRIVED, "B"), scene(ARRIVED, turn=PASS)]
