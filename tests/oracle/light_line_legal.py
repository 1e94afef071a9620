"""Judges solutions of LIGHT-LINE! puzzles by the rules and the readings of `light_line`.

The functions follow the given line from socket to socket and do not search.
"""

from __future__ import annotations

from typing import Any

Cell = tuple[int, int]
# A cell and the name of a socket on the grid, whether or not the card there is turned.
Place = tuple[Cell, str]

HALF_TURN = {
    "N0": "S2", "N1": "S1", "N2": "S0", "S0": "N2", "S1": "N1", "S2": "N0",
    "E0": "W2", "E1": "W1", "E2": "W0", "W0": "E2", "W1": "E1", "W2": "E0",
}  # fmt: skip
ACROSS = {"N": (-1, 0, "S"), "E": (0, 1, "W"), "S": (1, 0, "N"), "W": (0, -1, "E")}


def meeting_socket(cell: Cell, socket: str) -> Place:
    """Returns the socket that this one meets."""
    down, right, side = ACROSS[socket[0]]
    return (cell[0] + down, cell[1] + right), side + socket[1]


def sockets(tube: list[str], turned: bool) -> tuple[str, str]:
    """The two sockets of a tube on the grid."""
    start, end = tube[1], tube[2]
    return (HALF_TURN[start], HALF_TURN[end]) if turned else (start, end)


def layout_is_valid(document: dict[str, Any], solution: dict[str, Any]) -> bool:
    """Whether the layout has only cards of the puzzle, none twice, and no two on one cell."""
    names = [placed["card"] for placed in solution["layout"]]
    cells = [(placed["row"], placed["col"]) for placed in solution["layout"]]
    card_ids = {card["id"] for card in document["cards"]}
    return set(names) <= card_ids and len(set(names)) == len(names) and len(set(cells)) == len(cells)


def line_is_valid(document: dict[str, Any], solution: dict[str, Any], wild: bool) -> bool:
    """Whether the line is a legal one of different sections on the placed cards."""
    line = [(step["card"], int(step["tube"])) for step in solution["line"]]
    tubes = {card["id"]: card["tubes"] for card in document["cards"]}
    placed_by_card = {placed["card"]: placed for placed in solution["layout"]}
    if not line or len(set(line)) != len(line):
        return False
    if any(card not in placed_by_card or not 0 <= tube < len(tubes[card]) for card, tube in line):
        return False
    colours = {tubes[card][tube][0] for card, tube in line}
    if len(colours - {"black"} if wild else colours) > 1:
        return False
    # Where the line may stand after each section. The first may be left by either socket.
    stands: set[Place] | None = None
    for card, tube in line:
        placed = placed_by_card[card]
        cell = int(placed["row"]), int(placed["col"])
        start, end = sockets(tubes[card][tube], placed["turned"])
        ways = [(start, end), (end, start)]
        stands = {meeting_socket(cell, out) for into, out in ways if stands is None or (cell, into) in stands}
    return bool(stands)


def legal_solo(document: dict[str, Any], solution: dict[str, Any]) -> bool:
    every = {card["id"] for card in document["cards"]}
    return (
        layout_is_valid(document, solution)
        and {placed["card"] for placed in solution["layout"]} == every
        and line_is_valid(document, solution, wild=True)
        and {step["card"] for step in solution["line"]} == every
    )


def legal_longest(document: dict[str, Any], solution: dict[str, Any]) -> bool:
    return layout_is_valid(document, solution) and line_is_valid(document, solution, wild=False)


def score_longest(solution: dict[str, Any]) -> int:
    return len({step["card"] for step in solution["line"]})


def legal_head(document: dict[str, Any], solution: dict[str, Any]) -> bool:
    card_ids = sorted(placed["card"] for placed in solution["layout"])
    return (
        layout_is_valid(document, solution)
        and line_is_valid(document, solution, wild=False)
        and len(card_ids) == document["length"]
        and sorted(step["card"] for step in solution["line"]) == card_ids
    )


def legal_place(document: dict[str, Any], solution: dict[str, Any]) -> bool:
    """A line grows if a new section joins an old one; the new card then is beside the old one."""
    cell = int(solution["row"]), int(solution["col"])
    old: dict[Place, str] = {}
    for placed in document["layout"]:
        there = int(placed["row"]), int(placed["col"])
        if there == cell:
            return False
        for tube in placed["card"]["tubes"]:
            old.update(((there, socket), tube[0]) for socket in sockets(tube, placed["turned"]))
    return any(
        old.get(meeting_socket(cell, socket)) == tube[0]
        for tube in document["card"]["tubes"]
        for socket in sockets(tube, solution["turned"])
    )
