"""The benchmark's instances of END OF LINE, from fixed seeds, as plain JSON.

Sets that take long to build are stored beside this file, one {"label", "puzzle"} a line: `solo_set.jsonl`,
whose classes are decided by a solver, and `cover_set.jsonl`. `python -m tests.bench.sets` writes both again.
"""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.bench.board import DELTAS, EXITS, HEADINGS, STANDARD, TURNS, Board, read_board

HERE = Path(__file__).parent
Puzzle = dict[str, Any]
Labelled = list[tuple[str, Puzzle]]

SINGLE = [card for card, exits in EXITS.items() if len(exits) == 1]
COVER_SIZES = [size for size in ((5, 5), (5, 6), (6, 6), (6, 7), (7, 7)) for _ in range(4)]
COVER_CLASSES = ("unique", "ambiguous", "impossible")


def load(name: str) -> Labelled:
    with (HERE / name).open(encoding="utf-8") as lines:
        return [(item["label"], item["puzzle"]) for item in map(json.loads, lines)]


def save(name: str, items: Labelled) -> None:
    text = "".join(json.dumps({"label": label, "puzzle": puzzle}) + "\n" for label, puzzle in items)
    (HERE / name).write_text(text, encoding="utf-8")


def area(rng: random.Random, kind: str, rows: int, cols: int, n_blocked: int) -> Puzzle:
    """Returns an area with start (2,2) N and random blocked cells."""
    others = [[row, col] for row in range(rows) for col in range(cols) if (row, col) != (2, 2)]
    start, blocked = {"cell": [2, 2], "heading": "N"}, sorted(rng.sample(others, n_blocked))
    return {"kind": kind, "rows": rows, "cols": cols, "start": start, "blocked": blocked}


def solo_puzzle(rng: random.Random, deck: list[str], n_blocked: int, energy: int = 3) -> Puzzle:
    return area(rng, "end_of_line.solo", 5, 5, n_blocked) | {"deck": deck, "energy": energy}


def shuffled_standard(rng: random.Random) -> list[str]:
    deck = [card for card, n in STANDARD.items() for _ in range(n)]
    rng.shuffle(deck)
    return deck


def starved_deck(rng: random.Random, size: int, straight: float) -> list[str]:
    """Returns a deck with at most two cards of two exits, a share of S and about as many L as R."""
    deck = rng.choices(["LS", "SR", "LR"], k=rng.randint(0, 2))
    deck += ["S"] * round((size - len(deck)) * straight)
    left_turns = (size - len(deck)) // 2 + rng.randint(-1, 1)
    deck += ["L"] * left_turns
    deck += ["R"] * (size - len(deck))
    rng.shuffle(deck)
    return deck


def starved_deal(rng: random.Random) -> Puzzle:
    n = rng.randint(0, 3)
    return solo_puzzle(rng, starved_deck(rng, 24 - n + rng.randint(0, 2), rng.uniform(0.5, 0.75)), n)


def exact_deal(rng: random.Random) -> Puzzle:
    n = rng.randint(0, 4)
    return solo_puzzle(rng, shuffled_standard(rng)[: 24 - n], n)


def doubtful_deal(rng: random.Random) -> Puzzle:
    """Returns an often impossible deal with enough cards: few turns, late turns, or an awkward area."""
    n = rng.randint(0, 3)
    reason = rng.randrange(3)
    if reason == 0:
        deck = starved_deck(rng, 24 - n + rng.randint(0, 1), rng.uniform(0.65, 0.85))
        return solo_puzzle(rng, deck, n, energy=rng.choice([1, 3]))
    if reason == 1:
        turn = rng.choice("LSR")
        deck = sorted(shuffled_standard(rng), key=lambda card: turn in EXITS[card] and rng.random() < 0.9)
        return solo_puzzle(rng, deck[: 24 - n], n, energy=rng.choice([0, 1, 3]))
    return solo_puzzle(rng, shuffled_standard(rng), rng.randint(3, 6))


def build_solo_set() -> Labelled:
    from tests.bench import yardstick_clingo  # noqa: PLC0415  # loading the set needs no solver

    makers: dict[str, Callable[[random.Random], Puzzle]] = {
        "empty": lambda rng: solo_puzzle(rng, shuffled_standard(rng), 0),
        "blocked": lambda rng: solo_puzzle(rng, shuffled_standard(rng), rng.randint(2, 4)),
        "starved": starved_deal,
        "exact": exact_deal,
        "impossible": doubtful_deal,
    }
    items: Labelled = []
    for number, (label, make) in enumerate(makers.items()):
        wanted_status = "impossible" if label == "impossible" else "solved"
        accepted, seed = 0, 1000 * (number + 1)
        while accepted < 12:
            puzzle = make(random.Random(seed))
            seed += 1
            if (
                read_board(puzzle).in_one_piece()
                and yardstick_clingo.solo_any(puzzle, 30)[0] == wanted_status
            ):
                items.append((label, puzzle))
                accepted += 1
    return items


def solo_set() -> Labelled:
    """Returns five classes of a dozen 5x5 deals; all but `impossible` can be solved."""
    return load("solo_set.jsonl")


def solo_best_set() -> Labelled:
    """200 random deals of the standard deck, unsorted: 40 each with 0 to 4 blocked cells."""
    items: Labelled = []
    for n_blocked in range(5):
        for number in range(40):
            rng = random.Random(7000 + 100 * n_blocked + number)
            items.append((f"{n_blocked} blocked", solo_puzzle(rng, shuffled_standard(rng), n_blocked)))
    return items


def random_line(rng: random.Random, board: Board, patience: int = 5000) -> list[int] | None:
    """Returns the headings of a line through every free cell, by a walk that prefers cells with few exits."""
    free = set(range(len(board.cells)))
    budget = patience

    def walk(cell: int, heading: int) -> Iterator[int]:
        ways = [(d, to) for d, to in enumerate(board.step[cell]) if to in free and d != (heading + 2) % 4]
        rng.shuffle(ways)
        ways.sort(key=lambda way: sum(to in free for to in board.step[way[1] or 0]))
        return iter([d for d, _ in ways])

    if board.first is None:
        return None
    free.remove(board.first)
    line, cells, trail = [board.heading], [board.first], [walk(board.first, board.heading)]
    while free and trail and budget:
        budget -= 1
        heading = next(trail[-1], None)
        if heading is None:
            trail.pop()
            line.pop()
            free.add(cells.pop())
            continue
        to = board.step[cells[-1]][heading]
        assert to is not None
        free.remove(to)
        line.append(heading)
        cells.append(to)
        trail.append(walk(to, heading))
    return None if free else line


def full_cover(rng: random.Random, rows: int, cols: int, spare: int) -> Puzzle | None:
    """Returns a random line with a card for every cell, all of them given."""
    puzzle = area(rng, "end_of_line.cover", rows, cols, rng.randint(0, 3))
    line = random_line(rng, read_board(puzzle))
    if line is None:
        return None
    names, weights = list(STANDARD), list(STANDARD.values())
    cards, givens, (row, col) = [], [], (2, 2)
    for heading, onward in zip(line, [*line[1:], None], strict=True):
        turn = next((t for t, q in TURNS.items() if onward is not None and (heading + q) % 4 == onward), "")
        fitting = [n if turn in EXITS[card] else 0 for card, n in zip(names, weights, strict=True)]
        cards.append(rng.choices(names, fitting)[0])
        row, col = (row + DELTAS[heading][0]) % rows, (col + DELTAS[heading][1]) % cols
        givens.append({"cell": [row, col], "card": cards[-1], "heading": HEADINGS[heading]})
    cards += rng.choices(names, weights, k=spare)
    return puzzle | {"tray": {card: cards.count(card) for card in names if card in cards}, "givens": givens}


def changed_puzzle(rng: random.Random, puzzle: Puzzle) -> Puzzle:
    """Changes the heading or card of one given, or replaces one card of the tray by a poorer one."""
    new: Puzzle = json.loads(json.dumps(puzzle))
    given = rng.choice(new["givens"])
    card = rng.choice(sorted(new["tray"]))
    how = rng.randrange(3)
    if how == 0 and "heading" in given:
        given["heading"] = rng.choice(HEADINGS)
    elif how == 1:
        given["card"] = card
    else:
        new["tray"][card] -= 1
        poorer = rng.choice(SINGLE)
        new["tray"][poorer] = new["tray"].get(poorer, 0) + 1
    return new


def cover_of(label: str, rng: random.Random, rows: int, cols: int, spare: int) -> Puzzle | None:
    from tests.bench.board import read_tray  # noqa: PLC0415
    from tests.bench.yardstick_clingo import cover_count  # noqa: PLC0415  # as above

    puzzle = full_cover(rng, rows, cols, spare)
    if puzzle is None or cover_count(puzzle, 2, 5) != (1, True):
        return None
    for given in rng.sample(puzzle["givens"], len(puzzle["givens"])):
        without = [g for g in puzzle["givens"] if g is not given]
        bare = [*without, {"cell": given["cell"], "card": given["card"]}]
        for givens in (without, bare):
            if cover_count(puzzle | {"givens": givens}, 2, 5) == (1, True):
                puzzle["givens"] = givens
                break
    if label == "ambiguous":
        puzzle["givens"] = rng.sample(puzzle["givens"], max(0, len(puzzle["givens"]) - rng.randint(1, 3)))
        return puzzle if cover_count(puzzle, 2, 30)[0] == 2 else None
    if label == "impossible":
        for _ in range(200):
            new = changed_puzzle(rng, puzzle)
            if read_tray(new, read_board(new)).payable and cover_count(new, 1, 30) == (0, True):
                return new
        return None
    return puzzle


def build_cover_set() -> Labelled:
    items: Labelled = []
    for number, label in enumerate(COVER_CLASSES):
        for place, (rows, cols) in enumerate(COVER_SIZES):
            seed, puzzle = 100_000 * (number + 1) + 1000 * place, None
            while puzzle is None:
                puzzle = cover_of(label, random.Random(seed), rows, cols, spare=3 * (place % 2))
                seed += 1
            items.append((label, puzzle))
    return items


def cover_set() -> Labelled:
    """Three classes of twenty puzzles, 5x5 to 7x7, half of them with a tray that has just enough cards."""
    return load("cover_set.jsonl")


def starved_cover_set() -> Labelled:
    """Returns the hardest boards known, whose numbers of lines are not known beforehand.

    They are 6x6 and 7x7 without givens; their trays have just enough cards and hardly any of two exits.
    """
    items: Labelled = []
    for seed in range(40):
        rng = random.Random(f"starved {seed}")
        side = rng.choice((6, 7))
        puzzle = area(rng, "end_of_line.cover", side, side, rng.randint(0, side))
        cells = side * side - 1 - len(puzzle["blocked"])
        straight, double = round(cells * rng.uniform(0.3, 0.8)), rng.randint(0, 2)
        left_turns = (cells - straight - double) // 2
        cards = ["S"] * straight + ["L"] * left_turns + ["R"] * (cells - straight - double - left_turns)
        cards += rng.choices(["LS", "SR", "LR"], k=double)
        tray = {card: cards.count(card) for card in STANDARD if card in cards}
        items.append(("starved", puzzle | {"tray": tray, "givens": []}))
    return items


if __name__ == "__main__":
    save("solo_set.jsonl", build_solo_set())
    save("cover_set.jsonl", build_cover_set())
