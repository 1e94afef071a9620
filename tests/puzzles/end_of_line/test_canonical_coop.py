"""Checks that exactly the twins of a co-operative puzzle share its id, by brute force over their JSON."""

from __future__ import annotations

import copy
import random
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from puzzles.end_of_line.coop import KIND
from puzzles.ids import puzzle_id
from tests.oracle import EXITS, HEADINGS
from tests.oracle.end_of_line_coop_instances import empty_board
from tests.puzzles.end_of_line.json_symmetries import Document
from tests.puzzles.end_of_line.test_canonical import key, orbit
from tests.tiers import examples

often = examples(120)
seeds = st.integers(0, 2**32)


def random_puzzle(rng: random.Random) -> Document:
    puzzle = empty_board(rng)
    starts = [player["start"]["cell"] for player in puzzle["players"]]
    free = [[r, c] for r in range(puzzle["rows"]) for c in range(puzzle["cols"]) if [r, c] not in starts]
    puzzle["blocked"] = rng.sample(free, rng.choice((0, 0, 1, 2)))
    for player in puzzle["players"]:
        player["deck"] = rng.choices(tuple(EXITS), k=rng.randint(0, 3))
    return puzzle


def id_of(document: Document) -> str:
    return puzzle_id(KIND, KIND.parse(document))


def one_changed(rng: random.Random, document: Document) -> Document:
    """Returns the puzzle with one thing changed; it may happen to be a twin."""
    changed = copy.deepcopy(document)
    players = changed["players"]
    player = rng.choice(players)
    change = rng.randrange(5)
    if change == 0:
        player["start"]["heading"] = rng.choice(HEADINGS)
    elif change == 1:
        player["deck"] = rng.choice([player["deck"][::-1], [*player["deck"], rng.choice(tuple(EXITS))]])
    elif change == 2:
        rng.shuffle(players)
    elif change == 3:
        changed["energy"] = rng.randint(0, 9)
    else:
        changed["blocked"] = changed["blocked"][1:]
    return changed


@often
@given(seeds)
def test_twins_share_the_id_however_they_are_written(seed: int) -> None:
    rng = random.Random(seed)
    puzzle = random_puzzle(rng)
    twins = list(orbit(puzzle).values())
    for twin in (rng.choice(twins) for _ in range(6)):
        rng.shuffle(twin["blocked"])
        assert id_of(twin) == id_of(puzzle), (twin, puzzle)


@often
@given(seeds)
def test_only_twins_share_the_id(seed: int) -> None:
    rng = random.Random(seed)
    puzzle = random_puzzle(rng)
    twins = orbit(puzzle)
    for _ in range(8):
        changed = one_changed(rng, rng.choice(list(twins.values())))
        assert (id_of(changed) == id_of(puzzle)) == (key(changed) in twins), (changed, puzzle)


@often
@given(seeds)
def test_the_canonical_puzzle_is_a_twin_and_canonical_itself(seed: int) -> None:
    document = random_puzzle(random.Random(seed))
    canonical = KIND.twin(KIND.parse(document)).puzzle
    assert KIND.twin(canonical).puzzle == canonical
    assert key(KIND.serialise(canonical)) in orbit(document)
    assert KIND.parse(KIND.serialise(canonical)) == canonical


def test_the_order_of_the_players_matters() -> None:
    players = [
        {"start": {"cell": [0, 0], "heading": "N"}, "deck": ["S"]},
        {"start": {"cell": [0, 2], "heading": "N"}, "deck": ["L", "S"]},
        {"start": {"cell": [2, 1], "heading": "E"}, "deck": ["R"]},
    ]
    board = {"kind": "end_of_line.coop", "rows": 5, "cols": 6}
    assert len({id_of(board | {"players": list(order)}) for order in permutations(players)}) == 6


def test_defaults_may_be_left_out() -> None:
    players = [{"start": {"cell": [0, col], "heading": "N"}, "deck": []} for col in (0, 2)]
    plain = {"kind": "end_of_line.coop", "rows": 4, "cols": 4, "players": players}
    assert id_of(plain) == id_of(plain | {"blocked": [], "energy": 3})
