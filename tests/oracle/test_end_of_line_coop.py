"""Tests the brute force of END OF LINE co-op: examples worked out by hand, its methods against each other.

Rounds are written `0: S@2,0 / 1: reverse S@2,2 L@2,3`: the turns, each with the player, the energy, and cards
with their cells.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import islice
from typing import Any

import pytest

from tests.oracle import end_of_line_coop as oracle
from tests.oracle.end_of_line_continuations import cut_off
from tests.oracle.end_of_line_coop_instances import instance
from tests.oracle.end_of_line_coop_legal import legal_score, order_by_keys
from tests.oracle.end_of_line_solo import ACTIONS
from tests.oracle.end_of_line_spoiling import spoil_coop
from tests.tiers import parts

Document = dict[str, Any]


def coop(area: str, *players: str, energy: int = 0) -> Document:
    """Returns a puzzle; `area` shows the free cells and the start cards as dots, a player is written as in
    "4 1 N: S L LR"."""
    lines = area.split("/")
    return {
        "kind": "end_of_line.coop",
        "rows": len(lines),
        "cols": len(lines[0]),
        "blocked": [[r, c] for r, line in enumerate(lines) for c, sign in enumerate(line) if sign == "#"],
        "energy": energy,
        "players": [_player(*text.split(":")) for text in players],
    }


def _player(start: str, deck: str) -> Document:
    row, col, heading = start.split()
    return {"start": {"cell": [int(row), int(col)], "heading": heading}, "deck": deck.split()}


def lanes(*lengths: int) -> str:
    """An area of straight lanes to the north in the columns 0, 2, ..., with the start cards below them."""
    rows = max(lengths) + 2
    columns = ["#" * (rows - 1 - length) + "." * (length + 1) for length in lengths]
    return "/".join("#".join(column[row] for column in columns) + "#" for row in range(rows))


def in_lanes(lengths: tuple[int, ...], *decks: str, energy: int = 0) -> Document:
    bottom = max(lengths) + 1
    players = (f"{bottom} {2 * k} N: {deck}" for k, deck in enumerate(decks))
    return coop(lanes(*lengths), *players, energy=energy)


def solution(*rounds: str) -> Document:
    return {"rounds": [{"turns": [_turn(text) for text in one.split("/") if text]} for one in rounds]}


def _turn(text: str) -> Document:
    player, _, words = text.partition(":")
    energy = [word for word in words.split() if word in ACTIONS]
    cards = [word.split("@") for word in words.split() if word not in ACTIONS]
    placed = [{"card": card, "cell": [int(n) for n in cell.split(",")]} for card, cell in cards]
    return {"player": int(player), **({"energy": energy[0]} if energy else {}), "cards": placed}


@pytest.mark.parametrize(
    ("placed", "order"),
    [
        # Initiatives in order of placing: the last one counts first, the lowest goes first.
        ([[1, 3], [5, 1], [2, 2]], [1, 2, 0]),
        ([[5, 0], [0, 1]], [0, 1]),
        # Ties go by the cards before.
        ([[4, 1], [3, 1], [5, 0]], [2, 1, 0]),
        ([[2, 4, 1], [1, 4, 1], [0, 5, 1]], [1, 0, 2]),
        # All alike, and nothing left to compare: the order of round 1.
        ([[1], [1], [1]], [0, 1, 2]),
        ([[3, 1], [3, 1], [2]], [0, 1, 2]),
        # One of those who still tie has no card left: all of these go in the order of round 1, ...
        ([[2, 1], [0, 1], [1]], [0, 1, 2]),
        ([[1], [2, 1], [0, 1]], [0, 1, 2]),
        # ... but not those who are ahead or behind already.
        ([[2, 1], [0, 1], [1], [0]], [3, 0, 1, 2]),
        ([[5], [5, 4, 1], [5, 3, 1], [4, 1]], [2, 1, 3, 0]),
        # Two by two these would run in a circle: 0 before 1, 1 before 2, 2 before 0.
        ([[2, 1], [1], [1, 1]], [0, 1, 2]),
        # Here the first is told apart before the shorter line runs out.
        ([[1, 3, 2], [0, 2, 2], [2, 2]], [1, 2, 0]),
        ([[1, 3, 2], [2, 2], [0, 2, 2]], [1, 2, 0]),
    ],
)
def test_turn_order(placed: list[list[int]], order: list[int]) -> None:
    backwards = [initiatives[::-1] for initiatives in placed]
    assert oracle.turn_order(tuple(range(len(placed))), backwards) == order
    assert order_by_keys(placed) == order


def test_turn_order_is_stated_twice_alike() -> None:
    rng = random.Random(0)
    shorter = 0
    for _ in range(5_000):
        placed = [
            [rng.choice((0, 1, 1, 2)) for _ in range(rng.randint(1, 4))] for _ in range(rng.randint(2, 6))
        ]
        backwards = [initiatives[::-1] for initiatives in placed]
        order = oracle.turn_order(tuple(range(len(placed))), backwards)
        assert order == order_by_keys(placed), placed
        shorter += order != sorted(range(len(placed)), key=lambda p: (backwards[p], p))
    assert shorter > 100


# In round 3 player 0 has both branches of a fork to cover, and player 1 is at the end of a lane.
FORK_AREA = "######/...#.#/#.##.#/#.##.#/#.##.#"
FORK = coop(FORK_AREA, "4 1 N: S S LR S S", "4 4 N: S S LSR", energy=1)
TO_THE_FORK = ("0: S@3,1 / 1: S@3,4", "0: S@2,1 LR@1,1 / 1: S@2,4 LSR@1,4")
# In round 3 player 0 needs the last card of the deck, which only extra gas brings to a hand of five L.
GAS = in_lanes((5, 3), "S S S L L L L L S", "S S LSR", energy=1)
BEFORE_GAS = ("0: S@5,0 / 1: S@5,2", "0: S@4,0 S@3,0 / 1: S@4,2 LSR@3,2")


@pytest.mark.parametrize(
    ("puzzle", "best", "count"),
    [
        (in_lanes((3, 3), "S S S", "S S S"), 0, 1),
        (in_lanes((3, 3), "LS S S", "S S S"), 0, 3),
        (in_lanes((3, 3), "S S S L", "S S S", energy=2), 5 + 1, None),
        (in_lanes((3, 3), "S S", "S S S"), None, 0),
        # Round 2 ends in the middle of the second turn if the longer lane goes first.
        (in_lanes((2, 3), "S S", "LSR0 S S"), 0, 1),
        (in_lanes((2, 3), "S S", "S S S"), None, 0),
        (in_lanes((3, 2), "S S S", "S S"), 0, 1),
        # Round 2 ends with the first turn: the other player needs no card, and no cell.
        (in_lanes((3, 1), "S S S", "S"), 0, 1),
        (in_lanes((3, 1), "S S S", "LSR0"), None, 0),
        (in_lanes((3, 1), "S S S", "LSR0 S"), 0, 1),
        # Round 1 ends with the first turn.
        (in_lanes((1, 0), "S", ""), 0, 1),
        (in_lanes((0, 1), "", "S"), None, 0),
        # A player without a card loses it for all, although another one could go on.
        (in_lanes((4, 2), "S S S S", "LSR"), None, 0),
        (in_lanes((2, 2), "S S S", "S"), None, 0),
        # A dead end by a reverse; player 0 goes first in round 3 only if the last card of player 1 is an LSR.
        (FORK, 1, 0),
        (FORK | {"energy": 0}, None, 0),
        (FORK | {"energy": 3}, 5, 0),
        (coop(FORK_AREA, "4 1 N: S S LR S S", "4 4 N: S S S", energy=1), None, 0),
        # Extra gas is needed; four L are left over.
        (GAS, 8 + 1, 0),
        (GAS | {"energy": 0}, None, 0),
        # A third card in round 3, before the player at the end of a lane has a turn.
        (in_lanes((6, 3), "S S S S S S", "S S LSR", energy=1), 1, 0),
        (in_lanes((6, 3), "S S S S S S", "S S LSR"), None, 0),
        # A single card in round 3, as the other line has two to go.
        (in_lanes((4, 5), "S S S S", "S S S S S", energy=1), 1, 0),
        (in_lanes((5, 4), "S S S S S", "S S S S", energy=1), 2, 1),
        # Two start cards point to one cell, or at a blocked cell, or at each other.
        (coop("###/.../###", "1 0 E: S", "1 2 W: S"), 1, 1),
        (coop("#.#/.../###", "1 0 E: S L", "1 2 W: S"), None, 0),
        (coop("###/.../###", "1 0 W: S", "1 1 W: S"), 1, 1),
        (coop("###/.../###", "1 0 S: S", "1 1 E: S"), None, 0),
        (coop("###/.../###", "1 0 E: S", "1 1 E: S"), None, 0),
        # No free cell.
        (coop("###/..#/###", "1 0 E: S", "1 1 E: ", energy=2), 1 + 4, 1),
    ],
)
def test_best_scores_and_counts(puzzle: Document, best: int | None, count: int | None) -> None:
    assert oracle.best(puzzle) == oracle.best(puzzle, prune=False) == best
    if count is not None:
        assert oracle.count(puzzle) == oracle.count(puzzle, prune=False) == count


def test_three_in_lanes() -> None:
    """The lanes are done in round 2, and whoever has one cell left must go last then."""
    assert oracle.best(in_lanes((3, 3, 2), "S S S", "S S S", "S S")) == 0
    assert oracle.best(in_lanes((2, 3, 3), "S S", "S S S", "S S S")) is None
    assert oracle.best(in_lanes((2, 3, 3), "SR S", "S S S", "S S S")) == 0
    assert oracle.count(in_lanes((2, 3, 3), "SR S", "S S S", "S S LS")) == 2


@pytest.mark.parametrize(
    ("puzzle", "rounds", "score"),
    [
        (FORK, (*TO_THE_FORK, "0: reverse S@1,0 S@1,2"), 1),
        (FORK, (*TO_THE_FORK, "0: reverse S@1,2 S@1,0"), 1),
        (FORK, (*TO_THE_FORK, "0: S@1,2 S@1,0"), None),
        (FORK, (*TO_THE_FORK, "0: brake S@1,2"), None),
        (FORK, TO_THE_FORK, None),
        (FORK | {"energy": 0}, (*TO_THE_FORK, "0: reverse S@1,0 S@1,2"), None),
        # Nobody has a turn once the area is full.
        (FORK, (*TO_THE_FORK, "0: reverse S@1,0 S@1,2 / 1:"), None),
        (FORK, (*TO_THE_FORK, "0: reverse S@1,0 S@1,2", ""), None),
        (FORK, (*TO_THE_FORK, "1: / 0: reverse S@1,0 S@1,2"), None),
        # The order of the turns, and a player left out.
        (FORK, ("1: S@3,4 / 0: S@3,1", TO_THE_FORK[1], "0: reverse S@1,0 S@1,2"), None),
        (FORK, (TO_THE_FORK[0], "1: S@2,4 LSR@1,4 / 0: S@2,1 LR@1,1", "0: reverse S@1,0 S@1,2"), None),
        (FORK, (TO_THE_FORK[0], "0: S@2,1 LR@1,1", "0: reverse S@1,0 S@1,2"), None),
        # Energy is spent from round 3 on.
        (
            in_lanes((3, 3), "S S S", "S S S", energy=2),
            ("0: S@3,0/1: S@3,2", "0: S@2,0 S@1,0/1: S@2,2 S@1,2"),
            4,
        ),
        (
            in_lanes((3, 3), "S S S", "S S S", energy=2),
            ("0: S@3,0/1: S@3,2", "0: S@2,0 S@1,0/1: extra_gas S@2,2 S@1,2"),
            None,
        ),
        (GAS, (*BEFORE_GAS, "0: extra_gas S@2,0 L@1,0"), 9),
        (GAS, (*BEFORE_GAS, "0: S@2,0 L@1,0"), None),
        (GAS, (*BEFORE_GAS, "0: reverse S@2,0 L@1,0"), None),
        # With an empty deck extra gas is allowed and wasted, and so is a reverse of which no use is made.
        (
            in_lanes((5, 3), "S S S S S", "S S LSR", energy=1),
            (*BEFORE_GAS, "0: extra_gas S@2,0 S@1,0"),
            1,
        ),
        (in_lanes((5, 3), "S S S S S", "S S LSR", energy=1), (*BEFORE_GAS, "0: reverse S@2,0 S@1,0"), 1),
        (in_lanes((5, 3), "S S S S S", "S S LSR", energy=1), (*BEFORE_GAS, "0: S@2,0 S@1,0"), 2),
        (
            in_lanes((6, 3), "S S S S S S", "S S LSR", energy=1),
            ("0: S@6,0 / 1: S@6,2", "0: S@5,0 S@4,0 / 1: S@5,2 LSR@4,2", "0: speed_up S@3,0 S@2,0 S@1,0"),
            1,
        ),
        # A third card is placed only while there is a free cell.
        (
            in_lanes((5, 3), "S S S S S", "S S LSR", energy=1),
            (*BEFORE_GAS, "0: speed_up S@2,0 S@1,0"),
            1,
        ),
        (
            in_lanes((4, 5), "S S S S", "S S S S S", energy=1),
            (
                "0: S@5,0 / 1: S@5,2",
                "0: S@4,0 S@3,0 / 1: S@4,2 S@3,2",
                "0: brake S@2,0 / 1: S@2,2 S@1,2",
            ),
            1,
        ),
        (coop("###/..#/###", "1 0 E: S", "1 1 E: ", energy=2), (), 5),
        (coop("###/..#/###", "1 0 E: S", "1 1 E: ", energy=2), ("",), None),
        # The start card of player 1 points to where player 0 ends.
        (coop("###/.../###", "1 0 E: S", "1 2 W: S"), ("0: S@1,1",), 1),
        (coop("###/.../###", "1 0 E: S", "1 2 W: S"), ("1: S@1,1",), None),
    ],
)
def test_legal_scores(puzzle: Document, rounds: tuple[str, ...], score: int | None) -> None:
    assert legal_score(puzzle, solution(*rounds)) == score
    # A whole solution is what continues it, and the only one.
    if score is not None:
        assert oracle.best(puzzle, solution(*rounds)) == score


# Round 3 begins with two lines that have a fork each: 0 may take a branch of it, and then go back.
TWO_FORKS = coop(
    "########/...#...#/#.###.##/#.###.##/#.###.##",
    "4 1 N: S S LR S S",
    "4 5 N: S S LR S S",
    energy=1,
)
AT_THE_FORKS = ("0: S@3,1 / 1: S@3,5", "0: S@2,1 LR@1,1 / 1: S@2,5 LR@1,5")


def test_each_player_has_energy_of_their_own() -> None:
    third = "0: reverse S@1,0 S@1,2 / 1: reverse S@1,6 S@1,4"
    assert legal_score(TWO_FORKS, solution(*AT_THE_FORKS, third)) == 0
    assert oracle.best(TWO_FORKS) == 0
    assert oracle.best(TWO_FORKS | {"energy": 0}) is None


# Player 0 in round 3: on along the lane, and back to the west of the card before the last.
LATE = coop(
    "######/#.##.#/#.##.#/..##.#/#.##.#/#.##.#/#.##.#",
    "6 1 N: S S LS S S S",
    "6 4 N: S S S S S",
    energy=1,
)


def test_a_reverse_may_be_of_any_card_of_the_turn() -> None:
    """Before round 3 the LS is the last card, and after a first card of round 3 it is the last but one."""
    begun = ("0: S@5,1 / 1: S@5,4", "0: S@4,1 LS@3,1 / 1: S@4,4 S@3,4")
    # The LS has initiative 3 and the S of player 1 initiative 1.
    second_reversed = "1: S@2,4 S@1,4 / 0: reverse S@2,1 S@3,0"
    assert oracle.best(LATE, solution(*begun, second_reversed)) is None  # (1,1) is behind a dead end
    without_the_end = LATE | {"blocked": [*LATE["blocked"], [1, 1]]}
    assert legal_score(without_the_end, solution(*begun, second_reversed)) == 1 + 1
    first_reversed = "1: S@2,4 S@1,4 / 0: reverse S@3,0 S@2,1"
    assert legal_score(without_the_end, solution(*begun, first_reversed)) == 1 + 1
    assert oracle.best(without_the_end, solution(*begun, "1: S@2,4 S@1,4 / 0: S@2,1")) is None


@pytest.mark.parametrize(
    ("rounds", "best"),
    [
        ((), 1),
        (("",), 1),
        (("0:",), 1),
        (("1:",), 1),
        (("0: S@3,1",), 1),
        (("1: S@3,4",), None),
        ((TO_THE_FORK[0],), 1),
        ((TO_THE_FORK[0], "0: S@2,1"), 1),
        ((TO_THE_FORK[0], "0: S@2,1 LR@1,1"), 1),
        ((TO_THE_FORK[0], "0: S@2,1 LR@1,1 / 1: S@2,4"), 1),
        ((TO_THE_FORK[0], "0: S@2,1 LR@1,1 / 1: LSR@2,4"), None),
        ((TO_THE_FORK[0], "0: S@2,1 / 1: S@2,4"), None),
        ((TO_THE_FORK[0], "0: S@2,1 S@1,1"), None),
        ((TO_THE_FORK[0], "", "0: reverse"), None),
        (TO_THE_FORK, 1),
        ((*TO_THE_FORK, ""), 1),
        ((*TO_THE_FORK, "0: reverse"), 1),
        ((*TO_THE_FORK, "0: reverse S@1,0"), 1),
        ((*TO_THE_FORK, "0: extra_gas"), None),
        ((*TO_THE_FORK, "0: S@1,0"), None),
        ((*TO_THE_FORK, "1: reverse"), None),
        ((TO_THE_FORK[0], "0: extra_gas"), None),
        ((*TO_THE_FORK, "0: reverse S@1,0 S@1,2", "0:"), 1),
        ((*TO_THE_FORK, "0: reverse S@1,0 S@1,2", "0: S@1,3"), None),
        ((*TO_THE_FORK, "0: reverse S@1,0 S@1,2", "", ""), None),
    ],
)
def test_continuations(rounds: tuple[str, ...], best: int | None) -> None:
    """The last turn may lack cards; one in which nothing is done says nothing yet."""
    assert oracle.best(FORK, solution(*rounds)) == best


def test_continuations_are_counted_without_energy() -> None:
    puzzle = in_lanes((3, 3), "LS S S", "S S S", energy=1)
    assert oracle.count(puzzle) == oracle.count(puzzle, solution("0:")) == 3
    assert oracle.count(puzzle, solution("0: S@3,0")) == 2
    assert oracle.count(puzzle, solution("0: S@3,0 / 1: S@3,2", "0: S@2,0")) == 1
    assert oracle.count(puzzle, solution("0: LS@3,0 / 1: S@3,2", "0: S@2,0")) == 0
    assert oracle.count(puzzle, solution("0: LS@3,0 / 1: S@3,2", "1: S@2,2")) == 1
    assert oracle.count(FORK, solution(*TO_THE_FORK, "0: reverse")) == 0


def test_sequences_and_endings() -> None:
    """In the lanes every move is forced but for the card."""
    puzzle = in_lanes((3, 3), "LS S S", "S S S")
    assert tuple(oracle.sequences(puzzle, n) for n in range(8)) == (1, 2, 2, 3, 3, 3, 3, 0)
    assert oracle.endings(puzzle) == (3, 0)
    # Player 0 has one cell left in round 2, and is lost for the other card of the turn.
    puzzle = in_lanes((2, 3), "S S", "S S S")
    assert tuple(oracle.sequences(puzzle, n) for n in range(5)) == (1, 1, 1, 1, 0)
    assert oracle.endings(puzzle) == (0, 1)
    # Either branch of the fork may be the one that is covered by the reverse.
    assert oracle.endings(FORK)[0] == 2


MOST_SOLUTIONS = 2_000


@pytest.mark.slow
@pytest.mark.further
@pytest.mark.parametrize("chunk", parts(20))
def test_legal_solutions_are_those_that_can_be_played(chunk: int) -> None:
    for seed in range(chunk * 8, (chunk + 1) * 8):
        rng = random.Random(f"plays {seed}")
        puzzle = instance(rng)
        if len(oracle.Game(puzzle).free) > 9:
            continue
        documents = list(islice(oracle.solutions(puzzle), MOST_SOLUTIONS))
        if len(documents) == MOST_SOLUTIONS:
            continue
        played = {_key(document): document for document in documents}
        scores = [legal_score(puzzle, document) for document in played.values()]
        assert None not in scores, puzzle
        assert max((s for s in scores if s is not None), default=None) == oracle.best(puzzle), puzzle
        unspent = [document for document in played.values() if "energy" not in json.dumps(document)]
        assert len(unspent) == oracle.count(puzzle), puzzle
        for document in rng.sample(documents, min(8, len(documents))):
            spoiled = spoil_coop(rng, puzzle, document)
            is_legal = legal_score(puzzle, spoiled) is not None
            assert is_legal == (_key(spoiled) in played), (puzzle, spoiled)
            begun = cut_off(rng, spoiled)
            continued = [legal_score(puzzle, other) for other in played.values() if begins_with(other, begun)]
            best = max((s for s in continued if s is not None), default=None)
            assert oracle.best(puzzle, begun) == best, (puzzle, begun)
            count = sum(begins_with(other, begun) for other in unspent)
            assert oracle.count(puzzle, begun) == count, (puzzle, begun)


def _turns(document: Document) -> list[list[tuple[int, str | None, list[Any]]]]:
    return [
        [(turn["player"], turn.get("energy"), turn["cards"]) for turn in game_round["turns"]]
        for game_round in document["rounds"]
    ]


def _key(document: Document) -> str:
    return json.dumps(_turns(document), sort_keys=True)


def begins_with(document: Document, begun: Document) -> bool:
    """Whether a solution begins with a partial one, compared turn by turn."""
    whole, wanted = _turns(document), _turns(begun)
    if wanted and wanted[-1] and wanted[-1][-1][1:] == (None, []):
        wanted[-1].pop()
    if wanted and not wanted[-1]:
        wanted.pop()
    if not wanted:
        return True
    *complete, last = wanted
    if (
        len(whole) < len(wanted)
        or whole[: len(complete)] != complete
        or len(whole[len(complete)]) < len(last)
    ):
        return False
    *before, (player, energy, cards) = last
    turns = whole[len(complete)]
    same = turns[len(before)][:2] == (player, energy) and turns[: len(before)] == before
    return same and turns[len(before)][2][: len(cards)] == cards


@pytest.mark.slow
def test_instances_are_of_all_sorts() -> None:
    bests: Counter[int | None] = Counter()
    gains: Counter[str] = Counter()
    players: Counter[int] = Counter()
    for seed in range(100):
        puzzle = instance(random.Random(seed))
        players[len(puzzle["players"])] += 1
        best = oracle.best(puzzle)
        bests[best] += 1
        if best is not None and puzzle.get("energy", 3):
            without = oracle.best(puzzle | {"energy": 0})
            gains["needed" if without is None else "not needed"] += 1
    assert 15 < bests[None] < 50, bests
    assert len(bests) > 8, bests
    assert gains["needed"] > 3, gains
    assert min(players[number] for number in (2, 3, 4)) > 5, players
