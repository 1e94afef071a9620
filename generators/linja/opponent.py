"""The computer as an opponent of a person in a whole game, with the table of all positions or without it."""

from __future__ import annotations

from collections.abc import Sequence

from generators.linja.players import Lookahead
from puzzles.linja.board import Board, Player
from puzzles.linja.endgame import EndgamePuzzle, EndgameTurn
from puzzles.linja.turns import results
from solvers.linja.endgame import VALUES
from solvers.linja.engine import ValuedTurn
from solvers.linja.opponent import PERFECT, Estimate, choose, choose_by_estimates
from solvers.linja.table_engine import knows
from solvers.protocol import Limits

# How many turns after its own the computer looks at where it does not know values, by strength.
_AHEAD = {1: 0, 2: 1, 3: 1, 4: 2, PERFECT: 3}
# The late layers of the table are made in the first calls that need them, a part in each.
_PREPARING = Limits(seconds=2)


class EndgameOpponent:
    """See generators.protocol.Opponent.

    It knows the values of late positions, and those of the others where the table goes down that far. Where
    it does not know them, it looks a few turns ahead."""

    def choose(self, puzzle: EndgamePuzzle, strength: int, seed: int) -> EndgameTurn | None:
        board, player, options = puzzle.board, puzzle.to_move, puzzle.options
        if board.over:
            return None
        if not knows(options, board.progress, _PREPARING):
            estimates = _estimates(puzzle, strength)
            return EndgameTurn(choose_by_estimates(board, player, options, strength, seed, estimates))

        def moves(board: Board, player: Player) -> Sequence[ValuedTurn]:
            valued = VALUES.moves("table", EndgamePuzzle(board, player, options=options), Limits())
            if isinstance(valued, str):
                raise RuntimeError(f"the table has this position, but its values are not known: {valued}")
            return valued

        return EndgameTurn(choose(board, player, options, strength, seed, moves))


def _estimates(puzzle: EndgamePuzzle, strength: int) -> list[Estimate]:
    """Returns how good each turn looks, as points."""
    turns = results(puzzle.board, puzzle.to_move, puzzle.options)
    looks = Lookahead(puzzle.options).estimates(puzzle.board, puzzle.to_move, _AHEAD[strength])
    return [Estimate(turn, board.A, board.B, looks[board]) for board, turn in turns.items()]
