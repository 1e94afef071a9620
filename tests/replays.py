"""The moves, as JSON, of the plays that end with a given solution.

A play may be over before the last of them: what the rules leave no choice in is no move.
"""

from __future__ import annotations

from typing import Any

Document = dict[str, Any]


def solo_moves(solution: Document) -> list[Document]:
    """END OF LINE solo: round by round what energy is spent on, and the cards."""
    moves: list[Document] = []
    for played in solution["rounds"]:
        moves += [{"energy": played["energy"]}] if played.get("energy") else []
        moves += played["cards"]
    return moves


def cover_moves(solution: Document) -> list[Document]:
    """END OF LINE cover: the cells of the line."""
    return [{"cell": placed["cell"]} for placed in solution["line"]]


def line_moves(solution: Document) -> list[Document]:
    """LIGHT-LINE!: the cards in an order in which each lies beside another, then the line."""
    return [*_laid_in_order(solution), *solution["line"], {"stop": True}]


def _laid_in_order(solution: Document) -> list[Document]:
    """The layout seen from the first card of the line, which lies at 0,0 and is not turned."""
    left = {laid["card"]: laid for laid in solution["layout"]}
    first = left.pop(solution["line"][0]["card"])
    sign = -1 if first["turned"] else 1
    reached, moves = [first], list[Document]()
    while reached:
        laid = reached.pop()
        row, col = sign * (laid["row"] - first["row"]), sign * (laid["col"] - first["col"])
        turned = laid["turned"] != first["turned"]
        moves.append({"card": laid["card"], "row": row, "col": col, "turned": turned})
        beside = [
            name
            for name, other in left.items()
            if abs(other["row"] - laid["row"]) + abs(other["col"] - laid["col"]) == 1
        ]
        reached += [left.pop(name) for name in beside]
    assert not left, "the layout is in one piece"
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
