"""Puzzles of all sorts for comparisons of the rules in JavaScript with those in Python.

Each comes with a plan, since random plays end early: moves that lead far.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from puzzles import packs
from puzzles.grades import GRADES
from puzzles.linja.board import EXTRA_MOVES, PLAYERS, START, Board, Options, opponent
from puzzles.linja.turns import turns
from tests.oracle import (
    STANDARD,
    end_of_line_classic_instances,
    light_line_instances,
    linja_instances,
)
from tests.oracle import Board as Torus
from tests.oracle import end_of_line_instances as end_of_line
from tests.oracle.light_line import COLOURS
from tests.samples import SAMPLES

Document = dict[str, Any]
Maker = Callable[[random.Random], "PlannedPuzzle"]

CARDS = tuple(STANDARD)
# Rows and columns of boards, the large ones seldom.
SIZES = ((3, 3), (3, 7), (7, 3), (3, 3), (4, 5), (5, 5), (3, 7), (6, 6), (3, 20), (20, 3), (10, 10), (20, 20))
SIZE_WEIGHTS = (12, 12, 12, 12, 12, 12, 12, 6, 3, 3, 3, 1)


@dataclass(frozen=True)
class PlannedPuzzle:
    """A puzzle, and fields of moves that a play may follow as long as they are legal."""

    document: Document
    plan: Sequence[Document] = ()


def random_puzzle(kind: str, rng: random.Random) -> PlannedPuzzle:
    """Returns a puzzle of the packs, a tiny one, or an odd one."""
    return rng.choice((_of_a_pack(kind), *_MAKERS[kind]))(rng)


def _of_a_pack(kind: str) -> Maker:
    def maker(rng: random.Random) -> PlannedPuzzle:
        grade = rng.choice(GRADES)
        entry = packs.entry(kind, grade, rng.randrange(packs.size(kind, grade)))
        moves = next(iter(SAMPLES[kind].plays(dict(entry.solution))))
        # A solution of END OF LINE solo does not say which cards go back.
        plan = [{name: value for name, value in move.items() if name != "reverse"} for move in moves]
        return PlannedPuzzle(dict(entry.record["puzzle"]), plan)

    return maker


def _unplanned(document: Callable[[random.Random], Document]) -> Maker:
    return lambda rng: PlannedPuzzle(document(rng))


def _odd_area(rng: random.Random) -> tuple[Document, list[end_of_line.Step]]:
    """An area of any size, its start anywhere, and a line over most of it; other cells may be blocked."""
    rows, cols = rng.choices(SIZES, SIZE_WEIGHTS)[0]
    start = [rng.choice((0, rows - 1, rng.randrange(rows))), rng.choice((0, cols - 1, rng.randrange(cols)))]
    area: Document = {"rows": rows, "cols": cols, "start": {"cell": start, "heading": rng.choice("NESW")}}
    torus = Torus(area)
    path = max((end_of_line.random_path(rng, torus, rows * cols) for _ in range(5)), key=len)
    others = sorted(torus.free.difference(cell for cell, _, _ in path))
    left_open = rng.choice((0.0, 0.0, 0.02, 0.3, 1.0))
    return area | {"blocked": [list(cell) for cell in others if rng.random() >= left_open]}, path


def _plan_along(path: list[end_of_line.Step]) -> list[Document]:
    return [{"cell": list(cell)} for cell, _, _ in path]


def _odd_cover(rng: random.Random) -> PlannedPuzzle:
    area, path = _odd_area(rng)
    cards = end_of_line.cards_for_path(rng, path, rng.choice((0.3, 0.8, 1.0)))
    cards += rng.choices(CARDS, k=rng.choice((0, 0, 1, 5)))
    steps = rng.sample(range(len(path)), min(len(path), rng.choice((0, 1, 3, len(path) // 2))))
    givens = [
        {"cell": list(path[i][0]), "card": cards[i]} | ({"heading": path[i][1]} if rng.random() < 0.5 else {})
        for i in steps
    ]
    # One card may be missing, or many.
    cards = cards[: rng.choice((len(cards), len(cards), len(cards), len(path) - 1, len(cards) // 2))]
    tray = {card: cards.count(card) for card in CARDS}
    return PlannedPuzzle(
        {"kind": "end_of_line.cover", **area, "tray": tray, "givens": givens}, _plan_along(path)
    )


def _odd_solo(rng: random.Random) -> PlannedPuzzle:
    area, path = _odd_area(rng)
    deck = end_of_line.slightly_shuffled(rng, end_of_line.cards_for_path(rng, path, rng.choice((0.3, 0.9))))
    deck += rng.choices(CARDS, k=rng.choice((0, 3, 10)))
    if rng.random() < 0.2:
        deck = deck[: rng.randrange(len(deck) + 1)]
    document = {"kind": "end_of_line.solo", **area, "deck": deck[:400], "energy": rng.choice((0, 1, 3, 9))}
    return PlannedPuzzle(document, _plan_along(path))


def _odd_classic(rng: random.Random) -> PlannedPuzzle:
    """A deck along a line, into which cards to discard are mixed; one or two of the line come too early."""
    area, path = _odd_area(rng)
    cards = end_of_line.cards_for_path(rng, path, rng.choice((0.3, 0.9)))
    laid = [*zip(cards, _plan_along(path), strict=True)]
    deck, plan = list[str](), list[Document]()
    while laid:
        if rng.random() < 0.15:
            deck.append(rng.choice(CARDS))
            plan.append({"do": "discard"})
        if len(laid) > 1 and rng.random() < 0.15:
            # The second card is drawn first, and waits on the pile.
            (first, to_first), (second, to_second), *laid = laid
            deck += [second, first]
            plan += [{"do": "discard"}, {"do": "place"} | to_first, {"do": "recover"} | to_second]
        else:
            (card, to_card), *laid = laid
            deck.append(card)
            plan.append({"do": "place"} | to_card)
    deck += rng.choices(CARDS, k=rng.choice((0, 3)))
    if rng.random() < 0.2:
        deck = deck[: rng.randrange(len(deck) + 1)]
    energy = rng.choice((0, 1, 3, 9))
    return PlannedPuzzle({"kind": "end_of_line.classic", **area, "deck": deck[:400], "energy": energy}, plan)


# What names of cards may look like; some are alike when they are cut short.
NAMES = (
    *("07", "7", "No. 2", "no.3", "stop", "", " ", " a", "a ", "a b", "\xa0", "?", "_", "\\", '"', "<b>"),
    *("Año", "ÄÖÜß", "é", "e\u0301", "\u212a", "x\ty", "\u200b", "卡", "🂡", "🂡" * 45),
    *("aaaaaaaaaaaa", "aaaaaaaaaaab", "aaaaaaa...", "n" * 60),
)


def _odd_cards(rng: random.Random, number: int) -> list[Document]:
    """Cards with up to six tubes of few colours, and odd names."""
    colours = tuple(rng.sample(COLOURS, rng.choice((1, 2, 3, 5))))
    names = rng.sample(NAMES, min(number, len(NAMES))) if rng.random() < 0.5 else []
    names += [f"{n:02}" for n in range(10, 10 + number - len(names))]
    tubes = rng.choice((0, 3, 6, 6))
    return [
        {"id": name, "tubes": light_line_instances.with_more(rng, [], colours, tubes or rng.randrange(7))}
        for name in names
    ]


def _odd_deal(kind: str) -> Maker:
    def maker(rng: random.Random) -> PlannedPuzzle:
        number = rng.choices((1, 2, 4, 6, 9, 25), (4, 8, 8, 8, 2, 0.1))[0]
        document: Document = {"kind": kind, "cards": _odd_cards(rng, number)}
        if kind == "light_line.head":
            document["length"] = rng.choice((1, 2, number, number, number + 1, 10**7))
        return PlannedPuzzle(document)

    return maker


def _odd_place(rng: random.Random) -> PlannedPuzzle:
    """A layout in several parts, which may lie far out."""
    *lying, new = _odd_cards(rng, rng.choices((2, 4, 8, 12), (8, 8, 4, 1))[0])
    cells = light_line_instances.random_cells(rng, len(lying))
    down, right = (rng.choice((0, 0, 9_999_999, -9_999_999, 10**12)) for _ in range(2))
    layout = [
        {"card": card, "row": row + down, "col": col + right, "turned": rng.random() < 0.5}
        for card, (row, col) in zip(lying, cells, strict=True)
    ]
    return PlannedPuzzle({"kind": "light_line.place", "layout": layout, "card": new})


def _linja_document(rng: random.Random, board: Board) -> Document:
    return {
        "kind": "linja.endgame",
        "A": list(board.A),
        "B": list(board.B),
        "to_move": rng.choice("AB"),
        "goal": rng.choice(("win", "draw", "margin")),
        "extra_move": rng.choice(("own", "any")),
        "negatives": rng.random() < 0.5,
    }


def _board_of_a_game(rng: random.Random) -> Document:
    """A position of a game of random turns."""
    board, player = START, rng.choice(PLAYERS)
    options = Options(rng.choice(EXTRA_MOVES))
    for _ in range(rng.randrange(30)):
        choices = [after for _, after in turns(board, player, options) if not after.ended]
        if not choices:
            break
        board, player = rng.choice(choices), opponent(player)
    return _linja_document(rng, board)


def _random_board(rng: random.Random) -> Document:
    """Pieces anywhere or in a few crowded rows; the game may be over, and a player may have to pass."""
    rows = {side: [0] * 8 for side in "AB"}
    crowded = rng.sample(range(1, 7), rng.choice((1, 2, 3)))
    wanted = {side: rng.choice((crowded, rng.sample(range(8), rng.choice((2, 5, 8))))) for side in "AB"}
    for side in rng.sample("AB" * 12, 24):
        open_rows = [row for row in wanted[side] if row in (0, 7) or rows["A"][row] + rows["B"][row] < 6]
        rows[side][rng.choice(open_rows or [0, 7, 7 if side == "A" else 0])] += 1
    return _linja_document(rng, Board(tuple(rows["A"]), tuple(rows["B"])))


def _stuck_board(rng: random.Random) -> Document:
    """Player A can make only the first move, or cannot use the extra move that is earned."""
    a, b = [0] * 8, [0] * 8
    if rng.random() < 0.5:
        # As many rows ahead as the second move goes, rows are full.
        steps = rng.randint(2, 5)
        first = rng.randint(0, 5 - steps)
        b[first + steps] = b[first + steps + 1] = 6
        a[first + 1] = steps
        a[first] = rng.randint(1, 6)
    else:
        # The last piece comes to the target row, from where no piece can go back.
        first = rng.randint(1, 4)
        a[first], b[first + 1], b[6] = 1, 6 - first, 6
        b[rng.choice((0, 5))] += 6 - b[first + 1]
    a[7] = 12 - sum(a)
    document = _linja_document(rng, Board(tuple(a), tuple(b))) | {"to_move": "A"}
    return linja_instances.twin(document) if rng.random() < 0.5 else document


_MAKERS: dict[str, tuple[Maker, ...]] = {
    "end_of_line.solo": (_odd_solo, _unplanned(lambda rng: end_of_line.solo_draft(rng, rng.randrange(4)))),
    "end_of_line.classic": (_odd_classic, _unplanned(end_of_line_classic_instances.instance)),
    "end_of_line.cover": (_odd_cover, _unplanned(end_of_line.cover_draft)),
    "light_line.place": (_odd_place, _unplanned(light_line_instances.place_instance)),
    "linja.endgame": tuple(map(_unplanned, (_board_of_a_game, _random_board, _stuck_board))),
} | {
    kind: (_odd_deal(kind), _unplanned(SAMPLES[kind].instance), _unplanned(SAMPLES[kind].instance))
    for kind in ("light_line.solo", "light_line.longest", "light_line.head")
}
