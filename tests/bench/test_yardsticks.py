"""Checks that the two yardsticks agree with each other, and on tiny boards with a literal search."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.bench import sets, yardstick_clingo, yardstick_cpsat
from tests.bench.board import EXITS, HEADINGS, INITIATIVE, TURNS, Board, read_board

SECONDS = 60.0
CARDS = list(EXITS)
SIMPLE = [9, 5, 5, 2, 2, 2, 1, 1]


def some_area(rng: random.Random) -> dict[str, Any]:
    rows, cols = rng.choice([(3, 3), (3, 4), (4, 3)])
    cells = [[r, c] for r in range(rows) for c in range(cols)]
    start, *blocked = rng.sample(cells, 1 + rng.randint(0, 3))
    area = {"rows": rows, "cols": cols, "start": {"cell": start, "heading": rng.choice(HEADINGS)}}
    return area | ({"blocked": blocked} if blocked else {})


def tiny_solo(seed: int) -> dict[str, Any]:
    rng = random.Random(seed)
    area = some_area(rng)
    n = len(read_board(area).cells)
    weights = rng.choice([SIMPLE, [12, 3, 3, 0, 0, 0, 0, 0], [3, 9, 1, 1, 1, 0, 0, 0]])
    deck = rng.choices(CARDS, weights, k=n + rng.choice([0, 0, 1, 2, 3]) - (seed % 13 == 0))
    energy = rng.choice([None, 0, 1, 2, 9])
    return {"kind": "end_of_line.solo", "deck": deck} | area | ({} if energy is None else {"energy": energy})


def tiny_cover(seed: int) -> dict[str, Any]:
    rng = random.Random(seed)
    puzzle = {"kind": "end_of_line.cover"} | some_area(rng)
    cells = read_board(puzzle).cells
    if rng.random() < 0.8:
        size = len(cells) + rng.randint(0, 4)
        puzzle["tray"] = dict(
            Counter(rng.choices(CARDS, rng.choice([SIMPLE, [3, 3, 3, 2, 2, 2, 1, 1]]), k=size))
        )
    givens = []
    for cell in rng.sample(cells, rng.randint(0, 3)):
        card = rng.choice(sorted(puzzle.get("tray", {"S": 1, "LS": 1})))
        givens.append({"cell": list(cell), "card": card})
        if rng.random() < 0.4:
            givens[-1]["heading"] = rng.choice(HEADINGS)
    return puzzle | ({"givens": givens} if givens else {})


Line = tuple[tuple[int, int, str], ...]  # cell, heading, card


def steps(board: Board, line: Line, can_reverse: bool) -> Iterator[tuple[int, int, bool]]:
    """Yields the free cells on which the line can go on, with the heading, and whether a later card of the
    round can be reversed then."""
    used = {cell for cell, _, _ in line}
    if not line and board.first is not None:
        yield board.first, board.heading, can_reverse
    for back in (1, 2) if can_reverse else (1,):
        if back <= len(line):
            cell, heading_before, card = line[-back]
            for turn in EXITS[card]:
                heading = (heading_before + TURNS[turn]) % 4
                to = board.step[cell][heading]
                if to is not None and to not in used:
                    yield to, heading, can_reverse and back == 1


def replay(puzzle: dict[str, Any], solution: dict[str, Any]) -> int:
    """Returns the score of a solution; an assertion fails if it breaks a rule."""
    board = read_board(puzzle)
    deck, energy, hand = list(puzzle["deck"]), int(puzzle.get("energy", 3)), Counter[str]()
    used: set[int] = set()
    # Every way to read the reverses: the line so far, and whether a card may still continue the last but one.
    readings: set[tuple[Line, bool]] = {((), False)}

    def draw() -> None:
        hand[deck.pop(0)] += 1

    for number, game_round in enumerate(solution["rounds"], start=1):
        assert len(used) < len(board.cells)
        while deck and hand.total() < 5:
            draw()
        act, size = game_round.get("energy"), 1 if number == 1 else 2
        if act:
            assert number >= 3
            energy -= 1
            size += {"speed_up": 1, "brake": -1}.get(act, 0)
            if act == "extra_gas" and deck:
                draw()
        assert len(game_round["cards"]) == min(size, len(board.cells) - len(used))
        readings = {(line, act == "reverse") for line, _ in readings}
        for card_json in game_round["cards"]:
            cell, card = board.index[(card_json["cell"][0], card_json["cell"][1])], card_json["card"]
            assert cell not in used
            used.add(cell)
            hand[card] -= 1
            assert hand[card] >= 0
            readings = {
                ((*line, (to, heading, card)), can_reverse)
                for line, could_reverse in readings
                for to, heading, can_reverse in steps(board, line, could_reverse)
                if to == cell
            }
            assert readings
    assert len(used) == len(board.cells)
    assert energy >= 0
    return energy + sum(INITIATIVE[card] for card in [*deck, *hand.elements()])


def best_by_brute_force(puzzle: dict[str, Any]) -> int | None:
    """Returns the best score, by trying every play (`speed_up` too); None if there is none."""
    board, deck = read_board(puzzle), tuple(puzzle["deck"])
    n = len(board.cells)

    def rounds(line: Line, hand: str, draws: int, number: int, energy: int) -> int:
        if len(line) == n:
            return energy + sum(INITIATIVE[card] for card in [*hand.split(), *deck[draws:]])
        new = max(draws, min(len(deck), draws + 5 - len(hand.split())))
        hand = " ".join(sorted([*hand.split(), *deck[draws:new]]))
        size = 1 if number == 1 else 2
        best = turn(line, hand, new, number, energy, size)
        if number >= 3 and energy:
            more = " ".join(sorted([*hand.split(), *deck[new : new + 1]]))
            best = max(
                best,
                turn(line, hand, new, number, energy - 1, 3),
                turn(line, hand, new, number, energy - 1, 1),
                turn(line, hand, new, number, energy - 1, 2, True),
                turn(line, more, min(len(deck), new + 1), number, energy - 1, 2),
            )
        return best

    def turn(
        line: Line, hand: str, draws: int, number: int, energy: int, size: int, can_reverse: bool = False
    ) -> int:
        if not size or len(line) == n:
            return rounds(line, hand, draws, number + 1, energy)
        best, cards_held = -1, hand.split()
        for to, heading, can_still in steps(board, line, can_reverse):
            for card in sorted(set(cards_held)):
                cards_left = list(cards_held)
                cards_left.remove(card)
                after = (*line, (to, heading, card))
                held = " ".join(cards_left)
                best = max(best, turn(after, held, draws, number, energy, size - 1, can_still))
        return best

    score = rounds((), "", 0, 1, puzzle.get("energy", 3))
    return None if score < 0 else score


def lines_by_brute_force(puzzle: dict[str, Any]) -> int:
    """Counts the lines by walking every line and assigning cards of the tray by augmenting paths."""
    board = read_board(puzzle)
    tray = puzzle.get("tray", {"S": 9, "L": 4, "R": 4, "LS": 2, "SR": 2, "LR": 2, "LSR": 1, "LSR0": 1})
    given = {board.index[(g["cell"][0], g["cell"][1])]: g for g in puzzle.get("givens", ())}

    def payable(demands: list[str], fixed: list[str]) -> bool:
        remaining = Counter(tray)
        remaining.subtract(fixed)
        cards = list(remaining.elements())
        holder: dict[int, int] = {}

        def augment(cell: int, visited: set[int]) -> bool:
            for k, card in enumerate(cards):
                if k not in visited and demands[cell] in EXITS[card]:
                    visited.add(k)
                    if k not in holder or augment(holder[k], visited):
                        holder[k] = cell
                        return True
            return False

        return min(remaining.values(), default=0) >= 0 and all(augment(i, set()) for i in range(len(demands)))

    def walk(cell: int | None, heading: int, visited: list[int], demands: list[str], fixed: list[str]) -> int:
        if cell is None or cell in visited:
            return 0
        visited, item = [*visited, cell], given.get(cell)
        if item and item.get("heading") not in (None, HEADINGS[heading]):
            return 0
        fixed = [*fixed, item["card"]] if item else fixed
        if len(visited) == len(board.cells):
            return payable(demands if item else [*demands, ""], fixed)
        count = 0
        for x, quarter in TURNS.items():
            if not item or x in EXITS[item["card"]]:
                ahead = (heading + quarter) % 4
                count += walk(
                    board.step[cell][ahead], ahead, visited, demands if item else [*demands, x], fixed
                )
        return count

    return walk(board.first, board.heading, [], [], []) if board.cells else 1


@pytest.mark.parametrize("seed", range(40))
def test_solo(seed: int) -> None:
    puzzle = tiny_solo(seed)
    statuses = set()
    for yardstick in (yardstick_clingo, yardstick_cpsat):
        status, solution = yardstick.solo_any(puzzle, SECONDS)
        statuses.add(status)
        assert (solution is not None) == (status == "solved")
        if solution is not None:
            replay(puzzle, solution)
    assert len(statuses) == 1
    best = yardstick_clingo.solo_best(puzzle, SECONDS)
    assert best == yardstick_cpsat.solo_best(puzzle, SECONDS)
    assert best[0] in statuses
    assert best[2]
    if len(read_board(puzzle).cells) <= 8:
        assert best[1] == best_by_brute_force(puzzle)


def test_the_example_of_the_rules() -> None:
    """Only a reverse of the second card of a round leaves a second point."""
    deck = "S LSR0 S R L S L S S S R L LS R S S S R S S L"
    puzzle = {"blocked": [[0, 3], [1, 4], [4, 1]], "deck": deck.split(), "energy": 3}
    for yardstick in (yardstick_clingo, yardstick_cpsat):
        assert yardstick.solo_best(puzzle, SECONDS) == ("solved", 2, True)


@pytest.mark.parametrize("seed", range(60))
def test_cover(seed: int) -> None:
    puzzle = tiny_cover(seed)
    for cap in (1, 2, 100_000):
        counts = yardstick_clingo.cover_count(puzzle, cap, SECONDS)
        assert counts == yardstick_cpsat.cover_count(puzzle, cap, SECONDS)
        assert counts[1] == (counts[0] < cap)
    assert counts[0] == lines_by_brute_force(puzzle)


def test_all_coverings_of_the_empty_torus() -> None:
    assert yardstick_clingo.cover_count({"tray": {"LSR": 24}}, 100_000, SECONDS) == (59_114, True)


def test_nothing_to_cover() -> None:
    blocked = [[r, c] for r in range(3) for c in range(3) if (r, c) != (1, 1)]
    puzzle = {
        "rows": 3,
        "cols": 3,
        "start": {"cell": [1, 1], "heading": "N"},
        "blocked": blocked,
        "deck": ["LS"],
    }
    for yardstick in (yardstick_clingo, yardstick_cpsat):
        assert yardstick.solo_any(puzzle, SECONDS) == ("solved", {"rounds": []})
        assert yardstick.solo_best(puzzle, SECONDS) == ("solved", 6, True)


def test_nothing_to_choose() -> None:
    """Both cards are placed before energy can be spent."""
    blocked = [[0, 1], [0, 2], [1, 1], [1, 2], [2, 1], [2, 2]]
    area = {"rows": 3, "cols": 3, "start": {"cell": [2, 0], "heading": "N"}, "blocked": blocked}
    for yardstick in (yardstick_clingo, yardstick_cpsat):
        assert yardstick.solo_best({**area, "deck": ["S", "S"]}, SECONDS) == ("solved", 3, True)


def test_out_of_time() -> None:
    puzzle = sets.solo_best_set()[-1][1]
    for yardstick in (yardstick_clingo, yardstick_cpsat):
        assert not yardstick.solo_best(puzzle, 0.0)[2]
        assert yardstick.cover_count({"rows": 7, "cols": 7, "tray": {"LSR": 48}}, 1_000_000, 0.0)[1] is False


def test_sets() -> None:
    assert Counter(label for label, _ in sets.solo_set()) == dict.fromkeys(
        ("empty", "blocked", "starved", "exact", "impossible"), 12
    )
    assert Counter(label for label, _ in sets.cover_set()) == dict.fromkeys(sets.COVER_CLASSES, 20)
    assert len(sets.solo_best_set()) == 200
    for label, puzzle in sets.cover_set():
        expected = {"unique": (1, True), "ambiguous": (2, False), "impossible": (0, True)}[label]
        assert yardstick_cpsat.cover_count(puzzle, 2, SECONDS) == expected
