"""Random tiny END OF LINE puzzles on which the oracle answers quickly.

Purely random puzzles are nearly all trivially impossible. So most areas are cut around the path of a random
walk, and most decks and trays are chosen for that path and then changed a little.
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
        # All defaults: a 5x5 area, which must be mostly blocked to be tiny.
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
    # The longest of some walks is best, because the cells that it misses get blocked.
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


def cards_for_path(rng: random.Random, path: list[Step], single_exit_chance: float) -> list[str]:
    """Returns a card for every cell of the path; with `single_exit_chance` one with only the exit needed."""
    cards: list[str] = []
    for _, _, turn in path:
        fitting = [card for card in TYPES if turn is None or turn in EXITS[card]]
        cards.append(turn if turn is not None and rng.random() < single_exit_chance else rng.choice(fitting))
    return cards


def random_cards(rng: random.Random, number: int) -> list[str]:
    """Returns cards of any type, as in the standard deck, or with one exit only."""
    pool = rng.choice((list(TYPES), STANDARD_DECK, ["S", "S", "L", "R"]))
    return [rng.choice(pool) for _ in range(number)]


def free_cells(area: dict[str, Any]) -> int:
    return len(Board(area).free)


def slightly_shuffled(rng: random.Random, cards: list[str]) -> list[str]:
    """Moves cards a few places, by about as much as a hand can compensate."""
    spread = rng.choice((0, 2, 5, 8, 30))
    order = sorted(range(len(cards)), key=lambda index: index + rng.random() * spread)
    return [cards[index] for index in order]


def cells_of_random_play(
    rng: random.Random, area: dict[str, Any], deck: list[str], longest: int
) -> list[Cell]:
    """Returns the cells covered by a random player who likes to reverse, so energy can cover them."""
    game = end_of_line_solo.Game({**area, "blocked": [], "deck": deck, "energy": 3}, prune=False)
    state = game.first()
    covered: list[Cell] = []
    while state.free and len(covered) < longest:
        moves = game.moves(state)
        if not moves:
            break
        # The second card of a round goes back to the card that was the last at its start.
        can_go_back = bool(state.previous) or len(state.last) > 1
        if not state.left and can_go_back and rng.random() < 0.8:
            moves = [move for move in moves if move[0] == "reverse"] or moves
        move, state = rng.choice(moves)
        if isinstance(move, end_of_line_solo.Placing):
            covered.append(move.cell)
    return covered


def solo_draft(rng: random.Random, energy: int) -> dict[str, Any]:
    # More energy and more cells both mean more work, so more of the one allows less of the other.
    longest = rng.choice((7, 9, 11, 13, 15 - energy))
    area, path = random_area(rng, longest)
    cells = free_cells(area)
    kind = rng.random()
    if kind < 0.04:
        deck = random_cards(rng, rng.randint(0, max(0, cells - 1)))  # short, or empty
    elif kind < 0.2:
        deck = random_cards(rng, cells + rng.choice((0, 0, 1, 3, 6)))
    elif kind < 0.7:
        deck = cards_for_path(rng, path, rng.choice((0.7, 1.0, 1.0)))
        deck += random_cards(rng, max(0, cells - len(deck)))
        for card in random_cards(rng, rng.choice((0, 0, 0, 1, 2, 4))):
            deck.insert(rng.randint(0, len(deck)), card)
        deck = slightly_shuffled(rng, deck)
    else:
        deck = random_cards(rng, longest + 3)
        covered = cells_of_random_play(rng, area, deck, longest)
        board = Board({**area, "blocked": []})
        area["blocked"] = [list(cell) for cell in sorted(board.free - set(covered))]
        # This may remove cards that are needed, which makes some puzzles impossible.
        deck = deck[: max(len(covered), len(deck) - rng.choice((0, 2, 5, 20)))]
    puzzle: dict[str, Any] = {"kind": "end_of_line.solo", **area, "deck": deck}
    if energy != 3 or rng.random() < 0.5:
        puzzle["energy"] = energy
    return puzzle


def solo_instance(rng: random.Random) -> dict[str, Any]:
    """Returns a random solo puzzle; every other one has enough cards but no solution without energy."""
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


def late_reverse_instance(rng: random.Random) -> dict[str, Any]:
    """Returns a tiny solo puzzle with a solution in which the second card of a round goes back.

    The area is what a random player covered in this way, and in most deals nobody can cover it without going
    back. Cards of several exits are few. So going back with first cards only is worse, or not enough, in most
    of these deals.
    """
    while True:
        rows, cols = rng.choice(((3, 3), (3, 4), (4, 3), (4, 4)))
        start = {"cell": [rng.randrange(rows), rng.randrange(cols)], "heading": rng.choice(HEADINGS)}
        area: dict[str, Any] = {"kind": "end_of_line.solo", "rows": rows, "cols": cols, "start": start}
        energy = rng.choice((1, 1, 2, 3))
        game = end_of_line_solo.Game({**area, "deck": [], "energy": energy}, prune=False)
        longest = min(rng.choice((6, 7, 8, 9, 10)), len(game.board.free))
        for _ in range(10):
            game.deck = starved_deck(rng, longest + 3, energy)
            placings, has_late_reverse = late_reverses(rng, game, longest)
            cells = frozenset(placing.cell for placing in placings)
            needs_reverse = not game.coverable(cells, (game.board.first,), (), 0)
            if not has_late_reverse or not (needs_reverse or rng.random() < 0.1):
                continue
            blocked = game.board.free - cells
            deck = without_some_spares(rng, game.deck, [placing.card for placing in placings])
            area["blocked"] = [list(cell) for cell in sorted(blocked)]
            return {**area, "deck": deck, "energy": energy}


def starved_deck(rng: random.Random, size: int, cards_of_several_exits: int) -> list[str]:
    deck = [rng.choice("SSLR") for _ in range(size)]
    for _ in range(cards_of_several_exits):
        deck[rng.randrange(size)] = rng.choice([card for card in TYPES if len(EXITS[card]) > 1])
    return deck


def late_reverses(
    rng: random.Random, game: end_of_line_solo.Game, longest: int
) -> tuple[list[end_of_line_solo.Placing], bool]:
    """Plays at random, but with reverses of second cards where there can be some.

    Returns the cards placed, and whether a second card went back.
    """
    state = game.first()
    placings: list[end_of_line_solo.Placing] = []
    has_late_reverse = False
    while len(placings) < longest:
        moves = game.moves(state)
        if not state.left:
            action = "reverse" if len(state.last) > 1 else None
            moves = [move for move in moves if move[0] == action] or moves
        elif state.left == 1:
            # Cards of several exits come last in a round, so that the next one can go back to them.
            late = [(move, after) for move, after in moves if goes_back(move)]
            moves = late or [(move, after) for move, after in moves if len(after.last) > 1] or moves
        else:
            moves = [(move, after) for move, after in moves if not goes_back(move)]
        if not moves:
            break
        move, state = rng.choice(moves)
        if isinstance(move, end_of_line_solo.Placing):
            placings.append(move)
            has_late_reverse |= move.goes_back
    return placings, has_late_reverse


def goes_back(move: end_of_line_solo.Move) -> bool:
    return isinstance(move, end_of_line_solo.Placing) and move.goes_back


def without_some_spares(rng: random.Random, deck: list[str], placed_cards: list[str]) -> list[str]:
    """Leaves out some cards that were not placed, or all of them: the others only come sooner then."""
    left_out = rng.choice((0.3, 0.7, 1.0))
    to_place = list(placed_cards)
    kept: list[str] = []
    for card in deck:
        if card in to_place:
            to_place.remove(card)
            kept.append(card)
        elif rng.random() >= left_out:
            kept.append(card)
    return kept


def cover_instance(rng: random.Random) -> dict[str, Any]:
    """Returns a random cover puzzle; those with no line, one line and more lines are equally likely."""
    target = rng.randrange(3)
    for _ in range(20):
        draft = cover_draft(rng)
        if min(end_of_line_cover.count(draft), 2) == target:
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
        cards = cards_for_path(rng, path, rng.choice((0.5, 0.9, 1.0)))
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
    """Returns up to four givens, most of them from the path, with or without the heading of entry."""
    free = Board(area).free
    steps = [step for step in path if step[0] in free]
    givens: list[dict[str, Any]] = []
    for cell, heading, turn in rng.sample(steps, min(len(steps), rng.choice((0, 1, 2, 3, 4)))):
        card = cards_for_path(rng, [(cell, heading, turn)], 0.7)[0]
        if rng.random() < 0.06:
            card, heading = rng.choice(TYPES), rng.choice(HEADINGS)
        given: dict[str, Any] = {"cell": list(cell), "card": card}
        if rng.random() < 0.5:
            given["heading"] = heading
        givens.append(given)
    return givens
