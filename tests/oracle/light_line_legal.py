"""Is a solution of a LIGHT-LINE! puzzle legal? Judged by the sheet and the readings of `light_line`.

They follow the line that they are given, from socket to socket, and search nothing.
"""

from __future__ import annotations

from typing import Any

Cell = tuple[int, int]
# A socket of a cell of the grid, as it is named there, whichever way the card lies.
Place = tuple[Cell, str]

HALF_TURN = {
    "N0": "S2", "N1": "S1", "N2": "S0", "S0": "N2", "S1": "N1", "S2": "N0",
    "E0": "W2", "E1": "W1", "E2": "W0", "W0": "E2", "W1": "E1", "W2": "E0",
}  # fmt: skip
ACROSS = {"N": (-1, 0, "S"), "E": (0, 1, "W"), "S": (1, 0, "N"), "W": (0, -1, "E")}


def met(cell: Cell, socket: str) -> Place:
    """The socket that the one here meets."""
    down, right, side = ACROSS[socket[0]]
    return (cell[0] + down, cell[1] + right), side + socket[1]


def sockets(tube: list[str], turned: bool) -> tuple[str, str]:
    """The two sockets of a tube on the grid."""
    one, other = tube[1], tube[2]
    return (HALF_TURN[one], HALF_TURN[other]) if turned else (one, other)


def lie_well(document: dict[str, Any], solution: dict[str, Any]) -> bool:
    """Only cards of the puzzle, none twice, no two on one cell."""
    names = [placed["card"] for placed in solution["layout"]]
    cells = [(placed["row"], placed["col"]) for placed in solution["layout"]]
    known = {card["id"] for card in document["cards"]}
    return set(names) <= known and len(set(names)) == len(names) and len(set(cells)) == len(cells)


def line_holds(document: dict[str, Any], solution: dict[str, Any], wild: bool) -> bool:
    """Is what is given as the line one, of different sections on the cards laid?"""
    line = [(step["card"], int(step["tube"])) for step in solution["line"]]
    tubes = {card["id"]: card["tubes"] for card in document["cards"]}
    laid = {placed["card"]: placed for placed in solution["layout"]}
    if not line or len(set(line)) != len(line):
        return False
    if any(card not in laid or not 0 <= tube < len(tubes[card]) for card, tube in line):
        return False
    colours = {tubes[card][tube][0] for card, tube in line}
    if len(colours - {"black"} if wild else colours) > 1:
        return False
    # Where the line may stand after each section. The first may be left by either socket.
    stands: set[Place] | None = None
    for card, tube in line:
        placed = laid[card]
        cell = int(placed["row"]), int(placed["col"])
        one, other = sockets(tubes[card][tube], placed["turned"])
        ways = [(one, other), (other, one)]
        stands = {met(cell, out) for into, out in ways if stands is None or (cell, into) in stands}
    return bool(stands)


def legal_solo(document: dict[str, Any], solution: dict[str, Any]) -> bool:
    every = {card["id"] for card in document["cards"]}
    return (
        lie_well(document, solution)
        and {placed["card"] for placed in solution["layout"]} == every
        and line_holds(document, solution, wild=True)
        and {step["card"] for step in solution["line"]} == every
    )


def legal_longest(document: dict[str, Any], solution: dict[str, Any]) -> bool:
    return lie_well(document, solution) and line_holds(document, solution, wild=False)


def score_longest(solution: dict[str, Any]) -> int:
    return len({step["card"] for step in solution["line"]})


def legal_head(document: dict[str, Any], solution: dict[str, Any]) -> bool:
    laid = sorted(placed["card"] for placed in solution["layout"])
    return (
        lie_well(document, solution)
        and line_holds(document, solution, wild=False)
        and len(laid) == document["length"]
        and sorted(step["card"] for step in solution["line"]) == laid
    )


def legal_place(document: dict[str, Any], solution: dict[str, Any]) -> bool:
    """A line grows as soon as a new section is joined to an old one; the card then is beside that one's."""
    cell = int(solution["row"]), int(solution["col"])
    old: dict[Place, str] = {}
    for placed in document["layout"]:
        there = int(placed["row"]), int(placed["col"])
        if there == cell:
            return False
        for tube in placed["card"]["tubes"]:
            old.update(((there, socket), tube[0]) for socket in sockets(tube, placed["turned"]))
    return any(
        old.get(met(cell, socket)) == tube[0]
        for tube in document["card"]["tubes"]
        for socket in sockets(tube, solution["turned"])
    )
