"""The computer as an opponent of a person, at five strengths.

Its choice depends on nothing but the position, the options, the strength and the seed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from puzzles.linja.board import Board, Options, Player, Rows, opponent
from puzzles.linja.turns import Turn, apply
from solvers.linja.engine import ValuedTurn

PERFECT = 5
# A turn that gives away this many points is chosen half as often as the best one. There are dozens of turns
# at a time, most of them bad, so even the strict values here allow a mistake now and then.
_HALVED_BY = {1: 24.0, 2: 1.5, 3: 0.6, 4: 0.25}


@dataclass(frozen=True)
class Estimate:
    """A turn, where it leads to, and how many points it looks worth to the player who makes it."""

    turn: Turn
    A: Rows
    B: Rows
    points: float


# Returns every different position that a turn of the player can lead to, with its value.
ValuedTurnsOf = Callable[[Board, Player], Sequence[ValuedTurn]]


def choose(
    board: Board, player: Player, options: Options, strength: int, seed: int, moves: ValuedTurnsOf
) -> Turn:
    """Chooses a turn for the player to move, in a game that is not over."""
    rng = _random(board, player, options, strength, seed)
    # Sorted, because sources of values may list equal moves in different orders.
    candidates = sorted(moves(board, player), key=lambda move: (-move.value, move.A, move.B))
    best = candidates[0].value
    if strength < PERFECT:
        weights = [2.0 ** ((move.value - best) / _HALVED_BY[strength]) for move in candidates]
        return rng.choices(candidates, weights)[0].turn
    best_turns = [move.turn for move in candidates if move.value == best]
    rng.shuffle(best_turns)
    return max(
        best_turns, key=lambda turn: _share_of_mistakes(apply(board, player, options, turn), player, moves)
    )


def choose_by_estimates(
    board: Board, player: Player, options: Options, strength: int, seed: int, estimates: Sequence[Estimate]
) -> Turn:
    """Chooses as `choose` does, where values are not known: among turns that look equally good any."""
    rng = _random(board, player, options, strength, seed)
    candidates = sorted(estimates, key=lambda estimate: (-estimate.points, estimate.A, estimate.B))
    best = candidates[0].points
    if strength < PERFECT:
        weights = [2.0 ** ((estimate.points - best) / _HALVED_BY[strength]) for estimate in candidates]
        return rng.choices(candidates, weights)[0].turn
    return rng.choice([estimate for estimate in candidates if estimate.points == best]).turn


def _random(board: Board, player: Player, options: Options, strength: int, seed: int) -> Random:
    return Random(f"{board.A} {board.B} {player} {_seed_text(options)} {strength} {seed}")


def _seed_text(options: Options) -> str:
    """Returns the options as text for the seed. The computer's choices stay the same only as long as this
    does."""
    return f"Options(extra_move={options.extra_move!r}, negatives={options.negatives!r})"


def _share_of_mistakes(board: Board, player: Player, moves: ValuedTurnsOf) -> float:
    """Returns the share of the opponent's replies that are mistakes."""
    replies = [] if board.over else moves(board, opponent(player))
    return sum(reply.value < replies[0].value for reply in replies) / len(replies) if replies else 0.0
