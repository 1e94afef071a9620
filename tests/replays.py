"""Turns solutions into the moves, as JSON, of a play that ends with them.

A play may be over before the last move, because a forced step is not a move.
"""

from __future__ import annotations

from typing import Any

Document = dict[str, Any]


def solo_moves(solution: Document) -> list[Document]:
    """END OF LINE solo: for each round, the energy spent and the cards."""
    moves: list[Document] = []
    for game_round in solution["rounds"]:
        moves += [{"energy": game_round["energy"]}] if game_round.get("energy") else []
        moves += game_round["cards"]
    return moves


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
