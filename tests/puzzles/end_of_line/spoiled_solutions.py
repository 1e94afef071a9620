"""Legal solutions from the oracle, and ways to spoil them; a spoiled solution may happen to stay legal."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from tests.oracle import (
    TURNS,
    Board,
    Cell,
    as_cell,
    end_of_line_classic,
    end_of_line_classic_instances,
    end_of_line_cover,
    end_of_line_instances,
    end_of_line_solo,
    turned,
)
from tests.oracle.end_of_line_spoiling import spoil_classic

Document = dict[str, Any]
CARDS = end_of_line_instances.TYPES
EFFECTS = [None, *end_of_line_solo.ACTIONS]


@cache
def solved_solos() -> tuple[tuple[Document, Document], ...]:
    """Puzzles with a legal solution each, many of them with energy spent."""
    return tuple(_solos())


def _solos() -> Iterator[tuple[Document, Document]]:
    for seed in range(300):
        rng = random.Random(seed)
        puzzle = end_of_line_instances.solo_draft(rng, rng.choice((1, 1, 2, 3)))
        for _ in range(3):
            solution = end_of_line_solo.random_solution(puzzle, rng, 500)
            if solution is not None and (any("energy" in r for r in solution["rounds"]) or seed % 4 == 0):
                yield puzzle, solution
                break


@cache
def solved_classics() -> tuple[tuple[Document, Document], ...]:
    """Puzzles with a legal solution each, most of them with cards recovered or a reverse."""
    return tuple(_classics())


def _classics() -> Iterator[tuple[Document, Document]]:
    for seed in range(400):
        rng = random.Random(seed)
        puzzle = end_of_line_classic_instances.instance(rng)
        solution = end_of_line_classic.random_solution(puzzle, rng)
        if solution is not None and solution["actions"]:
            yield puzzle, solution


@cache
def solved_covers() -> tuple[tuple[Document, Document], ...]:
    """Puzzles with a line each, and cards from the tray handed out along it in some way."""
    return tuple(_covers())


def _covers() -> Iterator[tuple[Document, Document]]:
    for seed in range(250):
        rng = random.Random(seed)
        puzzle = end_of_line_instances.cover_draft(rng)
        for line in end_of_line_cover.lines(puzzle)[:2]:
            yield puzzle, {"line": line_with_cards(rng, puzzle, line)}


def line_with_cards(rng: random.Random, puzzle: Document, line: list[Cell]) -> list[Document]:
    """Returns the line with cards that the tray can provide."""
    givens = {as_cell(given["cell"]): given["card"] for given in puzzle.get("givens", [])}
    needs = [(turn, givens.get(cell)) for turn, cell in zip(turns_of(Board(puzzle), line), line, strict=True)]
    tray_left = end_of_line_cover.read_tray(puzzle)

    def cards_from(step: int) -> list[str] | None:
        if step == len(needs):
            return []
        for card in rng.sample(CARDS, len(CARDS)):
            if tray_left[card] and end_of_line_cover.fits(card, needs[step]):
                tray_left[card] -= 1
                later_cards = cards_from(step + 1)
                if later_cards is not None:
                    return [card, *later_cards]
                tray_left[card] += 1
        return None

    return [{"cell": list(cell), "card": card} for cell, card in zip(line, cards_from(0) or (), strict=True)]


def turns_of(board: Board, line: list[Cell]) -> list[str | None]:
    """The turn by which the line leaves each of its cells; None for the last."""
    heading = board.heading
    turns: list[str | None] = []
    for cell, following in pairwise(line):
        turn = next(t for t in TURNS if board.door(cell, turned(heading, t))[0] == following)
        heading = turned(heading, turn)
        turns.append(turn)
    return [*turns, *[None] * (len(line) > 0)]


@dataclass
class Case:
    """A puzzle and a solution, to be changed in place."""

    puzzle: Document
    solution: Document

    def groups(self) -> list[list[Document]]:
        """The lists of cards: those of the rounds, or the one line; or the list of actions."""
        if "rounds" not in self.solution:
            return list(self.solution.values())
        return [game_round["cards"] for game_round in self.solution["rounds"]]

    def random_card(self, rng: random.Random) -> Document:
        return rng.choice([card for group in self.groups() for card in group])


def swap_cells(rng: random.Random, case: Case) -> None:
    first, second = case.random_card(rng), case.random_card(rng)
    first["cell"], second["cell"] = second["cell"], first["cell"]


def swap_cards(rng: random.Random, case: Case) -> None:
    first, second = case.random_card(rng), case.random_card(rng)
    first["card"], second["card"] = second["card"], first["card"]


def change_card(rng: random.Random, case: Case) -> None:
    case.random_card(rng)["card"] = rng.choice(CARDS)


def repeat_cell(rng: random.Random, case: Case) -> None:
    first, second = case.random_card(rng), case.random_card(rng)
    first["cell"] = list(second["cell"])


def move_cell(rng: random.Random, case: Case) -> None:
    """Moves a card to a neighbouring cell, across the edge, onto the start or a blocked cell, or far away."""
    card = case.random_card(rng)
    row, col = card["cell"]
    board = Board(case.puzzle)
    near = [list(board.door((row, col), heading)[0]) for heading in "NESW" if (row, col) in board.free]
    far = [[row + board.rows, col], [row, col - board.cols], [-1, -1], [10**20, 3]]
    card["cell"] = rng.choice([*near, *near, *far, list(board.start), *map(list, sorted(board.blocked)[:2])])


def drop_card(rng: random.Random, case: Case) -> None:
    group = rng.choice([group for group in case.groups() if group])
    group.pop(rng.randrange(len(group)))


def add_card(rng: random.Random, case: Case) -> None:
    group = rng.choice(case.groups())
    board = Board(case.puzzle)
    card = {"card": rng.choice(CARDS), "cell": [rng.randrange(board.rows), rng.randrange(board.cols)]}
    group.insert(rng.choice((len(group), rng.randint(0, len(group)))), card)


def drop_end(rng: random.Random, case: Case) -> None:
    parts = case.solution["line"] if "line" in case.solution else case.solution["rounds"]
    del parts[rng.randrange(len(parts)) :]


def swap_rounds(rng: random.Random, case: Case) -> None:
    rounds = case.solution["rounds"]
    i, j = rng.randrange(len(rounds)), rng.randrange(len(rounds))
    rounds[i], rounds[j] = rounds[j], rounds[i]


def drop_round(rng: random.Random, case: Case) -> None:
    case.solution["rounds"].pop(rng.randrange(len(case.solution["rounds"])))


def add_round(rng: random.Random, case: Case) -> None:
    rounds = case.solution["rounds"]
    empty: Document = {"energy": rng.choice((None, *EFFECTS)), "cards": []}
    extra = rng.choice([empty, copy.deepcopy(rng.choice(rounds))])
    rounds.insert(rng.choice((len(rounds), rng.randint(0, len(rounds)))), extra)


def split_round(rng: random.Random, case: Case) -> None:
    rounds = case.solution["rounds"]
    at = rng.randrange(len(rounds))
    cards = rounds[at]["cards"]
    split_index = rng.randint(0, len(cards))
    rounds.insert(at + 1, {"cards": cards[split_index:]})
    del cards[split_index:]


def join_rounds(rng: random.Random, case: Case) -> None:
    rounds = case.solution["rounds"]
    if len(rounds) > 1:
        at = rng.randrange(len(rounds) - 1)
        rounds[at]["cards"] += rounds.pop(at + 1)["cards"]


def change_energy(rng: random.Random, case: Case) -> None:
    rng.choice(case.solution["rounds"])["energy"] = rng.choice(EFFECTS)


def change_actions(rng: random.Random, case: Case) -> None:
    case.solution = spoil_classic(rng, case.puzzle, case.solution)


def change_deck(rng: random.Random, case: Case) -> None:
    """Changes the deck or energy of the puzzle under the same solution."""
    deck = case.puzzle["deck"]
    at = rng.randrange(len(deck))
    deck.insert(rng.randint(0, len(deck) - 1), deck.pop(at))
    case.puzzle["energy"] = rng.choice((case.puzzle.get("energy", 3), 0, 1))


def change_tray(rng: random.Random, case: Case) -> None:
    card = rng.choice(case.solution["line"])["card"]
    tray = end_of_line_cover.read_tray(case.puzzle)
    case.puzzle["tray"] = {**tray, card: max(0, tray[card] - 1)}


def change_given(rng: random.Random, case: Case) -> None:
    line = case.solution["line"]
    given = {"cell": rng.choice(line)["cell"], "card": rng.choice(line)["card"]}
    if rng.random() < 0.5:
        given["heading"] = rng.choice("NESW")
    others = [g for g in case.puzzle.get("givens", []) if as_cell(g["cell"]) != as_cell(given["cell"])]
    if as_cell(given["cell"]) in Board(case.puzzle).free:
        case.puzzle["givens"] = [*others, given]


Change = Callable[[random.Random, Case], None]
CHANGES: tuple[Change, ...] = (
    swap_cells,
    swap_cards,
    change_card,
    repeat_cell,
    move_cell,
    drop_card,
    add_card,
    drop_end,
)
SOLO_CHANGES: tuple[Change, ...] = (
    *CHANGES, swap_rounds, drop_round, add_round, split_round, join_rounds,
    change_energy, change_energy, change_deck,
)  # fmt: skip
CLASSIC_CHANGES: tuple[Change, ...] = (change_actions, change_actions, change_actions, change_deck)
COVER_CHANGES: tuple[Change, ...] = (*CHANGES, change_tray, change_given)


def spoiled(
    pair: tuple[Document, Document], changes: tuple[Change, ...], seed: int
) -> tuple[Document, Document]:
    """Returns a puzzle and its solution with up to three random changes."""
    rng = random.Random(seed)
    case = Case(*copy.deepcopy(pair))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if any(case.groups()):
            rng.choice(changes)(rng, case)
    return case.puzzle, case.solution
