"""One id for all twins of a puzzle, and for none else, by a brute force over the symmetries of raw JSON."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.ids import puzzle_id
from puzzles.registry import kind_of
from tests.oracle import EXITS, HEADINGS, STANDARD, TURNS, turned
from tests.puzzles.end_of_line.json_symmetries import Cell, Document, filled, generators
from tests.tiers import examples

SIZES = ((3, 3), (3, 4), (4, 3), (4, 4), (3, 5), (5, 5))
TYPES = tuple(EXITS)
often = examples(120)


def key(document: Document) -> str:
    """The same text for documents that say the same puzzle, whatever the order of what has none."""
    full = filled(document)
    full["blocked"].sort()
    if "tray" in full:
        full["tray"] = {card: n for card, n in full["tray"].items() if n}
        full["givens"].sort(key=lambda each: each["cell"])
    return json.dumps(full, sort_keys=True)


def orbit(document: Document) -> dict[str, Document]:
    """Every twin, by its key."""
    found = {key(document): document}
    waiting = [document]
    while waiting:
        for twin in generators(waiting.pop()):
            if key(twin) not in found:
                found[key(twin)] = twin
                waiting.append(twin)
    return found


def id_of(document: Document) -> str:
    kind = kind_of(document)
    return puzzle_id(kind, kind.parse(document))


def random_puzzle(rng: random.Random, kind: str) -> Document:
    rows, cols = rng.choice(SIZES)
    cells = [[r, c] for r in range(rows) for c in range(cols)]
    rng.shuffle(cells)
    start = {"cell": cells.pop(), "heading": rng.choice(HEADINGS)}
    blocked = [cells.pop() for _ in range(rng.choice((0, 1, 2, 3)))]
    puzzle: Document = {
        "kind": f"end_of_line.{kind}",
        "rows": rows,
        "cols": cols,
        "start": start,
        "blocked": blocked,
    }
    if kind == "solo":
        return puzzle | {"deck": rng.choices(TYPES, k=rng.randint(0, 6)), "energy": rng.randint(0, 3)}
    puzzle["tray"] = {card: rng.randint(0, 2) for card in rng.sample(TYPES, rng.randint(0, 8))}
    puzzle["givens"] = [a_given(rng, cells.pop()) for _ in range(rng.choice((0, 1, 2)))]
    return puzzle


def a_given(rng: random.Random, cell: Cell) -> Document:
    heading = {"heading": rng.choice(HEADINGS)} if rng.random() < 0.6 else {}
    return {"cell": cell, "card": rng.choice(TYPES), **heading}


def rewritten(rng: random.Random, document: Document) -> Document:
    """The same puzzle in other words."""
    full = filled(document)
    rng.shuffle(full["blocked"])
    if "tray" in full:
        rng.shuffle(full["givens"])
        full["tray"] = {card: 0 for card in TYPES if rng.random() < 0.3} | full["tray"]
        full["tray"] = {card: n for card, n in full["tray"].items() if n or rng.random() < 0.5}
    defaults = filled({"kind": full["kind"]})
    for name, default in defaults.items():
        if name != "kind" and full[name] == default and rng.random() < 0.5:
            del full[name]
    names = list(full)
    rng.shuffle(names)
    return {name: full[name] for name in names}


def one_changed(rng: random.Random, document: Document) -> Document:
    """The puzzle with one thing changed; by chance a twin all the same."""
    full = filled(document)
    what = rng.choice([name for name in full if name not in ("kind", "rows", "cols")])
    free = [[r, c] for r in range(full["rows"]) for c in range(full["cols"])]
    held = [full["start"]["cell"], *full["blocked"], *(each["cell"] for each in full.get("givens", []))]
    cell = rng.choice([each for each in free if each not in held])
    if what == "start":
        full["start"] |= rng.choice([{"cell": cell}, {"heading": rng.choice(HEADINGS)}])
    elif what == "blocked":
        full["blocked"] = rng.choice(
            [full["blocked"][1:], [*full["blocked"], cell], [cell, *full["blocked"][1:]]]
        )
    elif what == "deck":
        other = rng.choice(TYPES)
        full["deck"] = rng.choice([full["deck"][::-1], [*full["deck"], other], [other, *full["deck"][1:]]])
    elif what == "energy":
        full["energy"] = rng.randint(0, 9)
    elif what == "tray":
        full["tray"][rng.choice(TYPES)] = rng.randint(0, 3)
    else:
        full["givens"] = [*full["givens"][rng.randint(0, 1) :], a_given(rng, cell)]
    return full


@pytest.mark.parametrize("kind", ["solo", "cover"])
@often
@given(seed=st.integers(0, 2**32))
def test_twins_share_the_id_however_they_are_written(kind: str, seed: int) -> None:
    rng = random.Random(seed)
    puzzle = random_puzzle(rng, kind)
    twins = list(orbit(puzzle).values())
    for twin in [rewritten(rng, puzzle), *(rewritten(rng, rng.choice(twins)) for _ in range(6))]:
        assert id_of(twin) == id_of(puzzle), (twin, puzzle)


@pytest.mark.parametrize("kind", ["solo", "cover"])
@often
@given(seed=st.integers(0, 2**32))
def test_others_share_it_only_when_they_are_twins(kind: str, seed: int) -> None:
    rng = random.Random(seed)
    puzzle = random_puzzle(rng, kind)
    twins = orbit(puzzle)
    for _ in range(8):
        other = one_changed(rng, rng.choice(list(twins.values())))
        assert (id_of(other) == id_of(puzzle)) == (key(other) in twins), (other, puzzle)


@pytest.mark.parametrize("kind", ["solo", "cover"])
@often
@given(seed=st.integers(0, 2**32))
def test_the_canonical_puzzle_is_one_of_the_twins_and_its_own(kind: str, seed: int) -> None:
    rng = random.Random(seed)
    document = random_puzzle(rng, kind)
    it = kind_of(document)
    canonical = it.twin(it.parse(document)).puzzle
    assert it.twin(canonical).puzzle == canonical
    written = it.serialise(canonical)
    assert key(written) in orbit(document)
    assert it.parse(written) == canonical


def tiny_solos(rows: int, cols: int) -> list[Document]:
    """All puzzles of a kind of a few decks, with up to two blocked cells and any of two start cells."""
    cells = [[r, c] for r in range(rows) for c in range(cols)]
    return [
        {"kind": "end_of_line.solo", "rows": rows, "cols": cols, "start": {"cell": cell, "heading": heading},
         "blocked": list(blocked), "deck": deck}
        for cell in ([0, 0], [1, 2])
        for heading in ("N", "E")
        for number in (0, 1, 2)
        for blocked in combinations([each for each in cells if each != cell], number)
        for deck in (["S"], ["L"], ["L", "R"], ["R", "L"])
    ]  # fmt: skip


@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (3, 4)])
def test_ids_part_all_tiny_puzzles_as_their_twins_do(rows: int, cols: int) -> None:
    puzzles = tiny_solos(rows, cols)
    wanted: dict[str, str] = {}
    for puzzle in puzzles:
        if key(puzzle) not in wanted:
            wanted |= dict.fromkeys(orbit(puzzle), key(puzzle))
    groups: dict[str, set[str]] = defaultdict(set)
    for puzzle in puzzles:
        groups[id_of(puzzle)].add(wanted[key(puzzle)])
    assert all(len(group) == 1 for group in groups.values())
    assert len(groups) == len({wanted[key(puzzle)] for puzzle in puzzles})


SOLO: Document = {"kind": "end_of_line.solo", "blocked": [[0, 0], [3, 1]], "deck": ["L", "S", "LSR0", "SR"]}
COVER: Document = {
    "kind": "end_of_line.cover", "blocked": [[0, 0], [3, 1]], "tray": {"S": 20, "L": 2, "LS": 1},
    "givens": [{"cell": [1, 1], "card": "L", "heading": "W"}, {"cell": [4, 4], "card": "LS"}],
}  # fmt: skip


def test_what_makes_no_difference() -> None:
    start = {"cell": [2, 2], "heading": "N"}
    written: Document = {"rows": 5, "cols": 5.0, "start": start}
    sames: list[Document] = [written, {"blocked": [[3, 1], [0, 0]]}]
    for same in [*sames, {"energy": 3}, {**written, "energy": 3.0}]:
        assert id_of(SOLO | same) == id_of(SOLO)
    tray = {"S": 20, "L": 2, "LS": 1, "R": 0, "LSR": 0}
    for same in [*sames, {"givens": COVER["givens"][::-1]}, {"tray": tray}]:
        assert id_of(COVER | same) == id_of(COVER)
    plain: Document = {"kind": "end_of_line.cover"}
    assert id_of(plain | {"tray": STANDARD, "givens": [], "blocked": []}) == id_of(plain)
    plain = {"kind": "end_of_line.solo", "deck": []}
    assert id_of(plain | {"blocked": [], "energy": 3}) == id_of(plain)


def test_what_does() -> None:
    solos: list[Document] = [
        {}, {"deck": ["S", "L", "LSR0", "SR"]}, {"deck": ["R", "S", "LSR0", "LS"]},
        {"deck": ["L", "S", "LSR0"]}, {"deck": ["L", "S", "LSR", "SR"]}, {"rows": 6}, {"cols": 6},
        {"energy": 2}, {"blocked": [[0, 0]]}, {"blocked": [[0, 0], [3, 2]]},
    ]  # fmt: skip
    side, corner = {"cell": [1, 1], "card": "L"}, {"cell": [4, 4], "card": "LS"}
    covers: list[Document] = [
        {}, {"tray": {}}, {"tray": {"S": 20, "R": 2, "LS": 1}}, {"tray": {"S": 20, "L": 2, "SR": 1}},
        {"givens": []}, {"givens": [side, corner]}, {"givens": [{**side, "heading": "E"}, corner]},
        {"givens": [{**side, "heading": "W"}, {**corner, "heading": "W"}]},
        {"givens": [{**side, "card": "LS", "heading": "W"}, {**corner, "card": "L"}]},
    ]  # fmt: skip
    ids = [id_of(SOLO | other) for other in solos] + [id_of(COVER | other) for other in covers]
    assert len(set(ids)) == len(ids)


def test_a_board_of_other_shape_is_another_puzzle() -> None:
    """Quarter turns are for square boards only: 3x4 and 4x3 are not twins."""
    tall = {"kind": "end_of_line.solo", "rows": 4, "cols": 3, "deck": ["S"]}
    assert id_of(tall) != id_of({**tall, "rows": 3, "cols": 4})


def test_every_heading_and_turn_by_hand() -> None:
    """A given to the right of the start card, entered from it, in all eight attitudes of a square board."""
    ids = set()
    for heading in HEADINGS:
        for turn in TURNS:
            across = turned(heading, turn)
            down, right = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}[across]
            start = {"cell": [2, 2], "heading": heading}
            side = {"cell": [2 + down, 2 + right], "card": turn, "heading": across}
            if turn != "S":
                tray = {turn: 7, "S": 1}
                ids.add(id_of({"kind": "end_of_line.cover", "start": start, "givens": [side], "tray": tray}))
    assert len(ids) == 1


def test_ids_are_short_plain_and_stay_as_they_are() -> None:
    """Records, banks and addresses hold them, so a change here breaks what others keep."""
    assert all(set(id_of(each)) <= set("0123456789abcdefghjkmnpqrstvwxyz") for each in (SOLO, COVER))
    assert (id_of(SOLO), id_of(COVER)) == ("njbs42fqaqt7fzy0", "9gp19nnwv401ck6v")
