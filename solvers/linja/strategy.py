"""A strategy that forces a margin, and its checker, which depends on nothing but the rules of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from puzzles.linja.board import Board, Options, Player, opponent
from puzzles.linja.turns import results


@dataclass(frozen=True)
class Strategy:
    """A player's choice on each board on which they may have to move, after a turn of theirs."""

    start: Board
    choices: Mapping[Board, Board]


def replay(strategy: Strategy, player: Player, options: Options, m: int) -> str | None:
    """Returns what is wrong with the claim that the strategy forces a margin of at least m, whatever the
    opponent does; None when the claim holds."""
    todo, seen = [strategy.start], {strategy.start}
    while todo:
        board = todo.pop()
        defences = results(board, opponent(player), options)
        if not defences and board.margin(player, options) < m:
            return f"the game ends with less than {m}: {board}"
        for defence in defences:
            answer = defence
            answers = results(defence, player, options)
            if answers:
                if defence not in strategy.choices:
                    return f"no answer to {defence}"
                answer = strategy.choices[defence]
                if answer not in answers:
                    return f"no turn leads from {defence} to {answer}"
            if answer not in seen:
                seen.add(answer)
                todo.append(answer)
    return None
