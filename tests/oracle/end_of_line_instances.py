"""Random tiny END OF LINE puzzles on which the oracle answers quickly.

Wholly random puzzles are nearly all impossible, for dull reasons. So most areas are cut around the path of
a random walk, and most decks and trays are bought for that path and then spoilt a little.
"""

from __future__ import annotations

import random
from typing import Any

from tests.oracle import (
    EXITS,
    HEADINGS,
    STANDARD,
    TURNS,
    Board,
    Cell,
    end_of_line_cover,
    end_of_line_solo,
    turned,
)

TYPES = tuple(EXITS)
STANDARD_DECK = [card for card, copies in STANDARD.items() for _ in range(copies)]
SIZES = ((3, 3), (3, 4), (4, 3), (4, 4), (4, 4), (3, 5), (5, 3))
# A step of a path: the cell, the heading of entry, and the turn by which the path goes on.
Step = tuple[Cell, str, str | None]


def random_path(rng: random.Random, board: Board, length: int) -> list[Step]:
    """A walk from the start card of at most `length` cells; shorter where it runs into itself."""
    path: list[Step] = []
    free = set(board.free)
    cell, heading = board.first
    while cell in free and len(path) < length:
        free.remove(cell)
        turns = list(TURNS)
        rng.shuffle(turns)
        path.append((cell, heading, None))
        for turn in turns:
            target, towards = board.door(cell, turned(heading, turn))
            if target in free and len(path) < length:
                path[-1] = (cell, heading, turn)
                cell, heading = target, towards
                break
    return path


def random_area(rng: random.Random, longest: int) -> tuple[dict[str, Any], list[Step]]:
    """The area of a puzzle of at most `longest` free cells, and a path over some or all of them."""
    if rng.random() < 0.06:
        # Everything by default: a 5x5 area, which must be mostly blocked to be tiny.
        area: dict[str, Any] = {}
    else:
        rows, cols = rng.choice(SIZES)
        cell = [rng.randrange(rows), rng.randrange(cols)]
        area = {"rows": rows, "cols": cols}
        if rng.random() < 0.9:
            area["start"] = {"cell": cell, "heading": rng.choice(HEADINGS)}
        for side in ("rows", "cols"):
            if area[side] == 5 and rng.random() < 0.5:
                del area[side]
    board = Board(area)
    cells = sorted(board.free)
    length = min(longest, len(cells))
    if rng.random() < 0.3:
        length = rng.randint(0, length)
    # Of some walks the longest is the most use, for the cells that are missed get blocked.
    path = max((random_path(rng, board, length) for _ in range(8)), key=len)
    on_path = {cell for cell, _, _ in path}
    if rng.random() < 0.9:
        blocked = [cell for cell in cells if cell not in on_path]
        if blocked and len(path) < longest and rng.random() < 0.12:
            blocked.remove(rng.choice(blocked))
    else:
        blocked = rng.sample(cells, rng.randint(max(0, len(cells) - longest), len(cells)))
    rng.shuffle(blocked)
    if blocked or rng.random() < 0.5:
        area["blocked"] = [list(cell) for cell in blocked]
    return area, path


def bought(rng: random.Random, path: list[Step], starved: float) -> list[str]:
    """A card for every cell of the path; with chance `starved` one of the one exit that is needed."""
    cards: list[str] = []
    for _, _, turn in path:
        fitting = [card for card in TYPES if turn is None or turn in EXITS[card]]
        cards.append(turn if turn is not None and rng.random() < starved else rng.choice(fitting))
    return cards


def random_cards(rng: random.Random, number: int) -> list[str]:
    """Cards in one of three tempers: of any type, as in the standard deck, or of one exit only."""
    pool = rng.choice((list(TYPES), STANDARD_DECK, ["S", "S", "L", "R"]))
    return [rng.choice(pool) for _ in range(number)]


def free_cells(area: dict[str, Any]) -> int:
    return len(Board(area).free)


def shuffled_a_little(rng: random.Random, cards: list[str]) -> list[str]:
    """Cards moved a few places from where they were, as far as a hand can or cannot make up for."""
    spread = rng.choice((0, 2, 5, 8, 30))
    order = sorted(range(len(cards)), key=lambda index: index + rng.random() * spread)
    return [cards[index] for index in order]


def played(rng: random.Random, area: dict[str, Any], deck: list[str], longest: int) -> list[Cell]:
    """The cells that a careless player covers who likes to reverse; so they can be covered with energy."""
    game = end_of_line_solo.Game({**area, "blocked": [], "deck": deck, "energy": 3}, prune=False)
    state = game.first()
    covered: list[Cell] = []
    while state.free and len(covered) < longest:
        moves = game.moves(state)
        if not moves:
            break
        if not state.left and state.previous and rng.random() < 0.8:
            moves = [move for move in moves if move[0] == "reverse"]
        move, state = rng.choice(moves)
        if isinstance(move, tuple):
            covered.append(move[1])
    return covered


def solo_draft(rng: random.Random, energy: int) -> dict[str, Any]:
    # More energy and more cells both mean more work: the one is paid for with the other.
    longest = rng.choice((7, 9, 11, 13, 15 - energy))
    area, path = random_area(rng, longest)
    cells = free_cells(area)
    kind = rng.random()
    if kind < 0.04:
        deck = random_cards(rng, rng.randint(0, max(0, cells - 1)))  # short, or empty
    elif kind < 0.2:
        deck = random_cards(rng, cells + rng.choice((0, 0, 1, 3, 6)))
    elif kind < 0.7:
        deck = bought(rng, path, rng.choice((0.7, 1.0, 1.0)))
        deck += random_cards(rng, max(0, cells - len(deck)))
        for card in random_cards(rng, rng.choice((0, 0, 0, 1, 2, 4))):
            deck.insert(rng.randint(0, len(deck)), card)
        deck = shuffled_a_little(rng, deck)
    else:
        deck = random_cards(rng, longest + 3)
        covered = played(rng, area, deck, longest)
        board = Board({**area, "blocked": []})
        area["blocked"] = [list(cell) for cell in sorted(board.free - set(covered))]
        # Cards of the deck's end may be needed, so this makes some impossible.
        deck = deck[: max(len(covered), len(deck) - rng.choice((0, 2, 5, 20)))]
    puzzle: dict[str, Any] = {"kind": "end_of_line.solo", **area, "deck": deck}
    if energy != 3 or rng.random() < 0.5:
        puzzle["energy"] = energy
    return puzzle


def solo_instance(rng: random.Random) -> dict[str, Any]:
    """A random solo puzzle; every other one has cards enough and yet no solution without energy."""
    if rng.random() < 0.5:
        return solo_draft(rng, rng.choice((0, 1, 2, 3)))
    energy = rng.choice((0, 1, 2, 3))
    for _ in range(20):
        draft = solo_draft(rng, energy)
        board = Board(draft)
        if (
            board.first[0] in board.free
            and len(draft["deck"]) >= len(board.free)
            and end_of_line_solo.count(draft) == 0
        ):
            break
    return draft


def cover_instance(rng: random.Random) -> dict[str, Any]:
    """A random cover puzzle; one with no line, with one line and with more come up equally often."""
    wanted = rng.randrange(3)
    for _ in range(20):
        draft = cover_draft(rng)
        if min(end_of_line_cover.count(draft), 2) == wanted:
            break
    return draft


def cover_draft(rng: random.Random) -> dict[str, Any]:
    area, path = random_area(rng, rng.choice((7, 11, 13, 15)))
    cells = free_cells(area)
    puzzle: dict[str, Any] = {"kind": "end_of_line.cover", **area}
    kind = rng.random()
    if kind < 0.1:
        cards = random_cards(rng, cells + rng.choice((-1, 0, 2)) if cells else 0)  # scarce, or by chance
    else:
        cards = bought(rng, path, rng.choice((0.5, 0.9, 1.0)))
        cards += random_cards(rng, max(0, cells - len(cards)))
        cards += random_cards(rng, rng.choice((0, 0, 0, 1, 4)))
        if cards and rng.random() < 0.1:
            cards.remove(rng.choice(cards))
    if kind < 0.95:
        tray = {card: cards.count(card) for card in TYPES}
        # A count of 0 and an absent one are the same.
        puzzle["tray"] = {card: copies for card, copies in tray.items() if copies or rng.random() < 0.5}
    givens = random_givens(rng, area, path)
    if givens or rng.random() < 0.5:
        puzzle["givens"] = givens
    return puzzle


def random_givens(rng: random.Random, area: dict[str, Any], path: list[Step]) -> list[dict[str, Any]]:
    """Up to four givens, most of them such as the path has, with the heading of entry or without."""
    free = Board(area).free
    steps = [step for step in path if step[0] in free]
    givens: list[dict[str, Any]] = []
    for cell, heading, turn in rng.sample(steps, min(len(steps), rng.choice((0, 1, 2, 3, 4)))):
        card = bought(rng, [(cell, heading, turn)], 0.7)[0]
        if rng.random() < 0.06:
            card, heading = rng.choice(TYPES), rng.choice(HEADINGS)
        given: dict[str, Any] = {"cell": list(cell), "card": card}
        if rng.random() < 0.5:
            given["heading"] = heading
        givens.append(given)
    return givens
