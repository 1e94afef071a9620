"""Reads an END OF LINE puzzle for both yardsticks: the torus, its free cells and the defaults."""

from dataclasses import dataclass
from typing import Any

HEADINGS = "NESW"
DELTAS = ((-1, 0), (0, 1), (1, 0), (0, -1))
#: exits of every card, and what a turn is, as a difference of headings in quarter turns
EXITS = {"S": "S", "L": "L", "R": "R", "LS": "LS", "SR": "SR", "LR": "LR", "LSR": "LSR", "LSR0": "LSR"}
TURNS = {"S": 0, "R": 1, "L": 3}
INITIATIVE = {"S": 1, "L": 2, "R": 2, "LS": 3, "SR": 3, "LR": 4, "LSR": 5, "LSR0": 0}
STANDARD = {"S": 9, "L": 4, "R": 4, "LS": 2, "SR": 2, "LR": 2, "LSR": 1, "LSR0": 1}
#: every set of turns that a tray can run short of
TURN_SETS = ("L", "S", "R", "LS", "LR", "SR", "LSR")


@dataclass(frozen=True)
class Board:
    """Free cells are numbered 0 .. n-1; `step[c][d]` is the free cell next to `c` in heading `d`, if any."""

    cells: list[tuple[int, int]]
    index: dict[tuple[int, int], int]
    step: list[list[int | None]]
    first: int | None
    heading: int

    def in_one_piece(self) -> bool:
        """Whether the first cell is free and all free cells are connected."""
        reached, to_visit = {self.first}, [self.first]
        while to_visit:
            cell = to_visit.pop()
            for to in self.step[cell] if cell is not None else ():
                if to is not None and to not in reached:
                    reached.add(to)
                    to_visit.append(to)
        return None not in reached and len(reached) == len(self.cells)


def read_board(puzzle: dict[str, Any]) -> Board:
    rows, cols = int(puzzle.get("rows", 5)), int(puzzle.get("cols", 5))
    start = puzzle.get("start") or {"cell": [2, 2], "heading": "N"}
    row, col = (int(x) for x in start["cell"])
    heading = HEADINGS.index(start["heading"])
    occupied = {(int(r), int(c)) for r, c in puzzle.get("blocked") or ()} | {(row, col)}
    cells = [(r, c) for r in range(rows) for c in range(cols) if (r, c) not in occupied]
    index = {cell: number for number, cell in enumerate(cells)}
    step = [[index.get(((r + dr) % rows, (c + dc) % cols)) for dr, dc in DELTAS] for r, c in cells]
    dr, dc = DELTAS[heading]
    return Board(cells, index, step, index.get(((row + dr) % rows, (col + dc) % cols)), heading)


def energy_of(puzzle: dict[str, Any]) -> int:
    return int(puzzle.get("energy", 3))


def to_rounds(
    board: Board, starts: set[int], acts: dict[int, str], where: list[int], cards: list[str]
) -> dict[str, Any]:
    """Returns a solution document from round starts, energy, cells and cards by place in the line."""
    rounds: list[dict[str, Any]] = []
    for place, (cell, card) in enumerate(zip(where, cards, strict=True)):
        if place in starts:
            rounds.append({"energy": acts[place], "cards": []} if place in acts else {"cards": []})
        rounds[-1]["cards"].append({"card": card, "cell": list(board.cells[cell])})
    return {"rounds": rounds}


@dataclass(frozen=True)
class Tray:
    """What the tray still offers without the givens: cards in all, and by set of turns.

    By Hall's theorem the tray suffices for a line if and only if, for every set of turns, no more not-given
    cells (the last cell apart) turn that way than cards are left with such an exit, and no more cells are not
    given than cards are left.
    """

    payable: bool
    given: dict[int, str]
    entry: dict[int, int]
    caps: dict[str, int]


def read_tray(puzzle: dict[str, Any], board: Board) -> Tray:
    tray = puzzle.get("tray")
    remaining = {card: int(n) for card, n in (STANDARD if tray is None else tray).items()}
    given, entry = {}, {}
    for item in puzzle.get("givens") or ():
        cell = board.index[(int(item["cell"][0]), int(item["cell"][1]))]
        given[cell] = str(item["card"])
        remaining[given[cell]] = remaining.get(given[cell], 0) - 1
        if item.get("heading") is not None:
            entry[cell] = HEADINGS.index(item["heading"])
    payable = min(remaining.values(), default=0) >= 0 and len(board.cells) - len(given) <= sum(
        remaining.values()
    )
    caps = {turns: sum(n for c, n in remaining.items() if set(EXITS[c]) & set(turns)) for turns in TURN_SETS}
    return Tray(payable, given, entry, caps)
