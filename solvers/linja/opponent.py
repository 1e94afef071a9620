"""A player of five strengths, for a person to play against.

The position that it goes for depends on nothing but the one that it finds, the strength and the seed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from puzzles.linja.board import Board, Options, Player, opponent
from puzzles.linja.turns import Turn, apply
from solvers.linja.engine import Move

PERFECT = 5
# A turn that gives away so many points is chosen half as often as the best one. There are some dozens of
# turns at a time, most of them bad: what looks strict here still errs now and then.
_HALVED_BY = {1: 24.0, 2: 1.5, 3: 0.6, 4: 0.25}

# Every different position that a turn of the player can lead to, with its value.
Moves = Callable[[Board, Player], Sequence[Move]]


def choose(board: Board, player: Player, options: Options, strength: int, seed: int, moves: Moves) -> Turn:
    """A turn for a player who is to move in a game that is not over."""
    rng = Random(f"{board.A} {board.B} {player} {_seed_text(options)} {strength} {seed}")
    # In an order of its own: whoever tells the values may list equal ones in another one.
    found = sorted(moves(board, player), key=lambda move: (-move.value, move.A, move.B))
    best = found[0].value
    if strength < PERFECT:
        weights = [2.0 ** ((move.value - best) / _HALVED_BY[strength]) for move in found]
        return rng.choices(found, weights)[0].turn
    kept = [move.turn for move in found if move.value == best]
    rng.shuffle(kept)
    return max(kept, key=lambda turn: _share_of_mistakes(apply(board, player, options, turn), player, moves))


def _seed_text(options: Options) -> str:
    """The options as text, for the seed: as long as it stays the same, so does what the computer chooses."""
    return f"Options(extra_move={options.extra_move!r}, negatives={options.negatives!r})"


def _share_of_mistakes(board: Board, player: Player, moves: Moves) -> float:
    """How many of the opponent's replies are mistakes, of all of them."""
    replies = [] if board.over else moves(board, opponent(player))
    return sum(reply.value < replies[0].value for reply in replies) / len(replies) if replies else 0.0
