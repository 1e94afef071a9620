"""Whole games of Linja, turn by turn, by the rules in Python."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from puzzles.linja.board import PLAYERS, START, Board, Options, Player, opponent
from puzzles.linja.play import TurnPlay, begin_turn

Document = dict[str, Any]
PLAY = TurnPlay()


@dataclass(frozen=True)
class GameVector:
    """A game: its rules, the numbers of the moves that are made, and what is known of its positions."""

    options: Options
    first: Player
    choices: Sequence[int]
    trace: list[Document]

    @property
    def request(self) -> Document:
        """What the rules in JavaScript need to play the same."""
        options = {"extra_move": self.options.extra_move, "negatives": self.options.negatives}
        return {"options": options, "first": self.first, "choices": self.choices}


def random_game(seed: int) -> GameVector:
    """A game of random moves, in which the last of those to choose from is made more often."""
    rng = random.Random(seed)
    options = Options(rng.choice(("own", "any")), rng.random() < 0.5)
    first = player = rng.choice(PLAYERS)
    position = begin_turn(START, player, options)
    choices, trace = list[int](), list[Document]()
    while True:
        moves = PLAY.moves(position)
        trace.append(
            _step(position.board, options) | {"moves": [PLAY.notation(position, move) for move in moves]}
        )
        if moves:
            choices.append(rng.choice((rng.randrange(len(moves)), len(moves) - 1)))
            position = PLAY.after(position, moves[choices[-1]])
        elif position.board.over:
            return GameVector(options, first, choices, trace)
        else:
            player = opponent(player)
            position = begin_turn(position.board, player, options)


def _step(board: Board, options: Options) -> Document:
    return {
        "A": list(board.A),
        "B": list(board.B),
        "ended": board.ended,
        "over": board.over,
        "margin": board.margin("A", options),
    }
