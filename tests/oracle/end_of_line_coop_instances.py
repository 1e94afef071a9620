"""Random tiny `end_of_line.coop` puzzles on which the oracle answers quickly.

Purely random puzzles are nearly all impossible at once. So most areas are what random players covered, and
their decks are then changed a little or not at all.
"""

from __future__ import annotations

import random
from typing import Any

from tests.oracle import EXITS, HEADINGS, end_of_line_coop
from tests.oracle.end_of_line_coop import Placing
from tests.oracle.end_of_line_instances import random_cards, slightly_shuffled, starved_deck

SIZES = ((3, 3), (3, 4), (4, 3), (4, 4), (4, 4), (4, 4))


def instance(rng: random.Random) -> dict[str, Any]:
    """Returns a random co-operative puzzle; one in eight is an odd one."""
    odd = rng.random()
    if odd < 0.875:
        return played(rng)
    return anything(rng) if odd < 0.95 else rng.choice((closed_in, full))(rng)


def empty_board(rng: random.Random) -> dict[str, Any]:
    """A board with the start cards of some players, who have no cards yet."""
    rows, cols = rng.choice(SIZES)
    cells = [[row, col] for row in range(rows) for col in range(cols)]
    starts = rng.sample(cells, rng.choice((2, 2, 2, 2, 3, 3, 4)))
    players = [{"start": {"cell": cell, "heading": rng.choice(HEADINGS)}, "deck": []} for cell in starts]
    board = {"kind": "end_of_line.coop", "rows": rows, "cols": cols, "blocked": [], "players": players}
    return board | {"energy": rng.choice((0, 0, 1, 1, 1, 2))}


def with_decks(puzzle: dict[str, Any], decks: list[list[str]]) -> dict[str, Any]:
    players = [player | {"deck": deck} for player, deck in zip(puzzle["players"], decks, strict=True)]
    return puzzle | {"players": players}


def with_defaults_left_out(rng: random.Random, puzzle: dict[str, Any]) -> dict[str, Any]:
    defaults = {"blocked": [], "energy": 3}
    left_out = [name for name, value in defaults.items() if puzzle[name] == value and rng.random() < 0.5]
    return {name: value for name, value in puzzle.items() if name not in left_out}


def played(rng: random.Random) -> dict[str, Any]:
    """A puzzle of which random players covered most or all of the area, if possible with a reverse."""
    board = empty_board(rng)
    # Nobody may spend energy before the third round.
    before = 3 * len(board["players"])
    longest = (
        rng.choice((4, 6, 8)) if board["energy"] == 0 else before + rng.choice((1, 2, 4 - board["energy"]))
    )
    size = longest // len(board["players"]) + rng.choice((1, 1, 2))
    plays = []
    for _ in range(rng.choice((4, 40))):
        decks = [deck_for_play(rng, size, board["energy"]) for _ in board["players"]]
        plays.append((decks, random_play(rng, with_decks(board, decks), longest)))
        if any(placing.goes_back for _, placing in plays[-1][1]):
            break
    else:
        plays.sort(key=lambda one: len(one[1]))
    decks, play = plays[-1]
    blocked = not_covered(board, play)
    rng.shuffle(blocked)
    if blocked and rng.random() < 0.12:
        blocked.pop()
    placed = [[placing.card for owner, placing in play if owner == player] for player in range(len(decks))]
    decks = [changed_deck(rng, deck, cards) for deck, cards in zip(decks, placed, strict=True)]
    energy = max(0, board["energy"] - rng.choice((0, 0, 0, 0, 1)))
    puzzle = with_decks(board | {"blocked": blocked, "energy": energy}, decks)
    return with_defaults_left_out(rng, puzzle)


def not_covered(board: dict[str, Any], play: list[tuple[int, Placing]]) -> list[list[int]]:
    covered = {
        *(placing.cell for _, placing in play),
        *(tuple(player["start"]["cell"]) for player in board["players"]),
    }
    cells = [(row, col) for row in range(board["rows"]) for col in range(board["cols"])]
    return [list(cell) for cell in cells if cell not in covered]


def deck_for_play(rng: random.Random, size: int, energy: int) -> list[str]:
    """A deck; where energy can be spent, one with few cards of several exits, as there is much to try."""
    if energy or rng.random() < 0.4:
        return starved_deck(rng, size, rng.choice((1, 2)))
    return random_cards(rng, size)


def random_play(
    rng: random.Random, puzzle: dict[str, Any], longest: int, effect: str = "reverse"
) -> list[tuple[int, Placing]]:
    """Returns who placed which card in a play of random players who like to spend energy on an effect."""
    game = end_of_line_coop.Game(puzzle, prune=False)
    state = game.first()
    play: list[tuple[int, Placing]] = []
    while len(play) < longest and (moves := game.moves(state)):
        player, is_new_turn = state.to_play[0], not state.left
        if is_new_turn and rng.random() < 0.8:
            moves = [move for move in moves if move[0] == effect] or moves
        elif not is_new_turn:
            ends = [move for move in moves if isinstance(move[0], Placing) and move[0].goes_back]
            forks = [move for move in moves if len(move[1].lines[player].last) > 1]
            moves = rng.choice((ends, ends, forks, moves)) or moves
        move, state = rng.choice(moves)
        if isinstance(move, Placing):
            play.append((player, move))
    return play


def changed_deck(rng: random.Random, deck: list[str], placed: list[str]) -> list[str]:
    """The deck of a random play with less, or other, cards that were not placed, and sometimes shuffled."""
    left_out, to_place, kept = rng.choice((0, 0.4, 0.8, 1)), list(placed), list[str]()
    for card in deck:
        if card in to_place:
            to_place.remove(card)
            kept.append(card)
        elif rng.random() >= left_out:
            kept.append(rng.choice((card, "S", "L", "R")))
    kind = rng.random()
    if kind < 0.3:
        kept = slightly_shuffled(rng, kept)
    elif kind < 0.5 and kept:
        kept[rng.randrange(len(kept))] = rng.choice(("S", "L", "R"))
    elif kind < 0.54:
        kept = kept[:-1]
    return kept


def anything(rng: random.Random) -> dict[str, Any]:
    """A board with few free cells, and any decks; some players may have no cards."""
    board = empty_board(rng)
    starts = [player["start"]["cell"] for player in board["players"]]
    cells = [
        [row, col] for row in range(board["rows"]) for col in range(board["cols"]) if [row, col] not in starts
    ]
    number = rng.randint(0, min(5, len(cells)))
    free = rng.sample(cells, number)
    board["blocked"] = [cell for cell in cells if cell not in free]
    board["energy"] = rng.choice((0, 1, 3))
    decks = [random_cards(rng, rng.choice((0, 1, 2, 3, number))) for _ in starts]
    return with_defaults_left_out(rng, with_decks(board, decks))


def closed_in(rng: random.Random) -> dict[str, Any]:
    """Two start cards point to one cell, at each other or at a blocked cell."""
    board = empty_board(rng) | {"rows": 3, "cols": 3}
    kind = rng.randrange(3)
    first = {"cell": [0, 1], "heading": "S"}
    second = (
        {"cell": [1, 0], "heading": "E"},
        {"cell": [1, 1], "heading": "N"},
        {"cell": [2, 2], "heading": "N"},
    )
    board["players"] = [{"start": first}, {"start": second[kind]}]
    board["blocked"] = [[1, 1]] if kind == 2 else []
    covered = [[0, 1], second[kind]["cell"], *board["blocked"]]
    cells = [[row, col] for row in range(3) for col in range(3) if [row, col] not in covered]
    # Where one cell is free, the first player may cover it, and the area is full before it matters.
    board["blocked"] += rng.sample(cells, len(cells) - rng.choice((1, 1, 2, 3)))
    if kind == 0 and [1, 1] in board["blocked"] and rng.random() < 0.8:
        board["blocked"].remove([1, 1])
    return with_decks(board, [[rng.choice(list(EXITS)) for _ in range(3)] for _ in range(2)])


def full(rng: random.Random) -> dict[str, Any]:
    """A board without a free cell, which the empty solution solves."""
    board = empty_board(rng)
    starts = [player["start"]["cell"] for player in board["players"]]
    cells = [[row, col] for row in range(board["rows"]) for col in range(board["cols"])]
    board["blocked"] = [cell for cell in cells if cell not in starts]
    return with_decks(board, [random_cards(rng, rng.choice((0, 2, 6))) for _ in starts])
