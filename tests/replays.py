"""Turns solutions into the moves, as JSON, of a play that ends with them.

A play may be over before the last move, because a forced step is not a move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain, product
from typing import Any

from puzzles.kind import PuzzleKind
from puzzles.play import IllegalMove

Document = dict[str, Any]


def legal_play(kind: PuzzleKind[Any, Any], puzzle: Document, plays: Iterable[list[Document]]) -> list[Any]:
    """Returns the moves of the first play that is legal, as the kind's play has them."""
    for documents in plays:
        position, moves = kind.play.begin(kind.parse(puzzle)), list[Any]()
        with suppress(IllegalMove):
            for document in documents:
                outcome = kind.play.outcome(position)
                if outcome is not None and outcome.solved:
                    break
                moves.append(kind.play.parse_move(document))
                position = kind.play.after(position, moves[-1])
            return moves
    raise AssertionError("no play of the solution is legal")


def one_play(moves: Callable[[Document], list[Document]]) -> Callable[[Document], list[list[Document]]]:
    """For solutions that say everything about their play."""
    return lambda solution: [moves(solution)]


def solo_plays(solution: Document) -> Iterator[list[Document]]:
    """END OF LINE solo: for each round, the energy spent and the cards.

    The solution does not say which card of a round was reversed, if any."""
    rounds = []
    for game_round in solution["rounds"]:
        energy, cards = game_round.get("energy"), game_round["cards"]
        spending = [{"energy": energy}] if energy else []
        choices = [*range(len(cards)), None] if energy == "reverse" else [None]
        rounds.append(
            [
                [
                    *spending,
                    *(card | {"reverse": True} if k == choice else card for k, card in enumerate(cards)),
                ]
                for choice in choices
            ]
        )
    return (list(chain.from_iterable(play)) for play in product(*rounds))


def classic_moves(solution: Document) -> list[Document]:
    """END OF LINE classic: the actions."""
    return list(solution["actions"])


def cover_moves(solution: Document) -> list[Document]:
    """END OF LINE cover: the cells of the line."""
    return [{"cell": card["cell"]} for card in solution["line"]]


def line_moves(solution: Document) -> list[Document]:
    """LIGHT-LINE!: the cards, each placed beside an earlier one, then the line."""
    return [*_placing_moves(solution), *solution["line"], {"stop": True}]


def _placing_moves(solution: Document) -> list[Document]:
    """The moves that place the layout, seen from the first card of the line at 0,0 and unturned."""
    unplaced = {card["card"]: card for card in solution["layout"]}
    first = unplaced.pop(solution["line"][0]["card"])
    sign = -1 if first["turned"] else 1
    to_visit, moves = [first], list[Document]()
    while to_visit:
        card = to_visit.pop()
        row, col = sign * (card["row"] - first["row"]), sign * (card["col"] - first["col"])
        turned = card["turned"] != first["turned"]
        moves.append({"card": card["card"], "row": row, "col": col, "turned": turned})
        beside = [
            name
            for name, neighbour in unplaced.items()
            if abs(neighbour["row"] - card["row"]) + abs(neighbour["col"] - card["col"]) == 1
        ]
        to_visit += [unplaced.pop(name) for name in beside]
    assert not unplaced, "the layout is in one piece"
    return moves


def place_moves(solution: Document) -> list[Document]:
    """LIGHT-LINE! LINE: the one move is the solution."""
    return [solution]


def turn_moves(solution: Document) -> list[Document]:
    """Linja: initial, second and extra move, where the turn has them, or the pass."""
    turn = solution["turn"]
    if turn == "pass":
        return [{"pass": True}]
    moves = [{"initial": turn["initial"]}]
    if turn.get("second") is not None:
        moves += [{"second": turn["second"]}, {"extra": turn.get("extra")}]
    return moves
