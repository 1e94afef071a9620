"""Checks that exactly the twins of a puzzle share its id, by brute force over the symmetries of raw JSON."""

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
from tests.puzzles.end_of_line.json_symmetries import Cell, Document, generators, with_defaults
from tests.tiers import examples

SIZES = ((3, 3), (3, 4), (4, 3), (4, 4), (3, 5), (5, 5))
TYPES = tuple(EXITS)
often = examples(120)


def key(document: Document) -> str:
    """Returns one text for all documents of the same puzzle, whatever the order of unordered fields."""
    full = with_defaults(document)
    full["blocked"].sort()
    if "tray" in full:
        full["tray"] = {card: n for card, n in full["tray"].items() if n}
        full["givens"].sort(key=lambda given: given["cell"])
    return json.dumps(full, sort_keys=True)


def orbit(document: Document) -> dict[str, Document]:
    """Returns every twin by its key."""
    twins = {key(document): document}
    to_visit = [document]
    while to_visit:
        for twin in generators(to_visit.pop()):
            if key(twin) not in twins:
                twins[key(twin)] = twin
                to_visit.append(twin)
    return twins


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
    if kind != "cover":
        return puzzle | {"deck": rng.choices(TYPES, k=rng.randint(0, 6)), "energy": rng.randint(0, 3)}
    puzzle["tray"] = {card: rng.randint(0, 2) for card in rng.sample(TYPES, rng.randint(0, 8))}
    puzzle["givens"] = [a_given(rng, cells.pop()) for _ in range(rng.choice((0, 1, 2)))]
    return puzzle


def a_given(rng: random.Random, cell: Cell) -> Document:
    heading = {"heading": rng.choice(HEADINGS)} if rng.random() < 0.6 else {}
    return {"cell": cell, "card": rng.choice(TYPES), **heading}


def rewritten(rng: random.Random, document: Document) -> Document:
    """Returns the same puzzle written differently."""
    full = with_defaults(document)
    rng.shuffle(full["blocked"])
    if "tray" in full:
        rng.shuffle(full["givens"])
        full["tray"] = {card: 0 for card in TYPES if rng.random() < 0.3} | full["tray"]
        full["tray"] = {card: n for card, n in full["tray"].items() if n or rng.random() < 0.5}
    defaults = with_defaults({"kind": full["kind"]})
    for name, default in defaults.items():
        if name != "kind" and full[name] == default and rng.random() < 0.5:
            del full[name]
    names = list(full)
    rng.shuffle(names)
    return {name: full[name] for name in names}


def one_changed(rng: random.Random, document: Document) -> Document:
    """Returns the puzzle with one thing changed; it may happen to be a twin."""
    full = with_defaults(document)
    field = rng.choice([name for name in full if name not in ("kind", "rows", "cols")])
    free = [[r, c] for r in range(full["rows"]) for c in range(full["cols"])]
    used_cells = [
        full["start"]["cell"],
        *full["blocked"],
        *(given["cell"] for given in full.get("givens", [])),
    ]
    cell = rng.choice([candidate for candidate in free if candidate not in used_cells])
    if field == "start":
        full["start"] |= rng.choice([{"cell": cell}, {"heading": rng.choice(HEADINGS)}])
    elif field == "blocked":
        full["blocked"] = rng.choice(
            [full["blocked"][1:], [*full["blocked"], cell], [cell, *full["blocked"][1:]]]
        )
    elif field == "deck":
        card = rng.choice(TYPES)
        full["deck"] = rng.choice([full["deck"][::-1], [*full["deck"], card], [card, *full["deck"][1:]]])
    elif field == "energy":
        full["energy"] = rng.randint(0, 9)
    elif field == "tray":
        full["tray"][rng.choice(TYPES)] = rng.randint(0, 3)
    else:
        full["givens"] = [*full["givens"][rng.randint(0, 1) :], a_given(rng, cell)]
    return full


@pytest.mark.parametrize("kind", ["solo", "classic", "cover"])
@often
@given(seed=st.integers(0, 2**32))
def test_twins_share_the_id_however_they_are_written(kind: str, seed: int) -> None:
    rng = random.Random(seed)
    puzzle = random_puzzle(rng, kind)
    twins = list(orbit(puzzle).values())
    for twin in [rewritten(rng, puzzle), *(rewritten(rng, rng.choice(twins)) for _ in range(6))]:
        assert id_of(twin) == id_of(puzzle), (twin, puzzle)


@pytest.mark.parametrize("kind", ["solo", "classic", "cover"])
@often
@given(seed=st.integers(0, 2**32))
def test_only_twins_share_the_id(kind: str, seed: int) -> None:
    rng = random.Random(seed)
    puzzle = random_puzzle(rng, kind)
    twins = orbit(puzzle)
    for _ in range(8):
        changed = one_changed(rng, rng.choice(list(twins.values())))
        assert (id_of(changed) == id_of(puzzle)) == (key(changed) in twins), (changed, puzzle)


@pytest.mark.parametrize("kind", ["solo", "classic", "cover"])
@often
@given(seed=st.integers(0, 2**32))
def test_the_canonical_puzzle_is_a_twin_and_canonical_itself(kind: str, seed: int) -> None:
    rng = random.Random(seed)
    document = random_puzzle(rng, kind)
    puzzle_kind = kind_of(document)
    canonical = puzzle_kind.twin(puzzle_kind.parse(document)).puzzle
    assert puzzle_kind.twin(canonical).puzzle == canonical
    serialised = puzzle_kind.serialise(canonical)
    assert key(serialised) in orbit(document)
    assert puzzle_kind.parse(serialised) == canonical


def tiny_solos(rows: int, cols: int) -> list[Document]:
    """All puzzles of a kind of a few decks, with up to two blocked cells and any of two start cells."""
    cells = [[r, c] for r in range(rows) for c in range(cols)]
    return [
        {"kind": "end_of_line.solo", "rows": rows, "cols": cols, "start": {"cell": cell, "heading": heading},
         "blocked": list(blocked), "deck": deck}
        for cell in ([0, 0], [1, 2])
        for heading in ("N", "E")
        for number in (0, 1, 2)
        for blocked in combinations([free for free in cells if free != cell], number)
        for deck in (["S"], ["L"], ["L", "R"], ["R", "L"])
    ]  # fmt: skip


@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (3, 4)])
def test_ids_group_tiny_puzzles_into_orbits(rows: int, cols: int) -> None:
    puzzles = tiny_solos(rows, cols)
    orbit_key: dict[str, str] = {}
    for puzzle in puzzles:
        if key(puzzle) not in orbit_key:
            orbit_key |= dict.fromkeys(orbit(puzzle), key(puzzle))
    groups: dict[str, set[str]] = defaultdict(set)
    for puzzle in puzzles:
        groups[id_of(puzzle)].add(orbit_key[key(puzzle)])
    assert all(len(group) == 1 for group in groups.values())
    assert len(groups) == len({orbit_key[key(puzzle)] for puzzle in puzzles})


SOLO: Document = {"kind": "end_of_line.solo", "blocked": [[0, 0], [3, 1]], "deck": ["L", "S", "LSR0", "SR"]}
COVER: Document = {
    "kind": "end_of_line.cover", "blocked": [[0, 0], [3, 1]], "tray": {"S": 20, "L": 2, "LS": 1},
    "givens": [{"cell": [1, 1], "card": "L", "heading": "W"}, {"cell": [4, 4], "card": "LS"}],
}  # fmt: skip


def test_equivalent_documents_have_one_id() -> None:
    start = {"cell": [2, 2], "heading": "N"}
    with_area: Document = {"rows": 5, "cols": 5.0, "start": start}
    equivalent_fields: list[Document] = [with_area, {"blocked": [[3, 1], [0, 0]]}]
    for fields in [*equivalent_fields, {"energy": 3}, {**with_area, "energy": 3.0}]:
        assert id_of(SOLO | fields) == id_of(SOLO)
    tray = {"S": 20, "L": 2, "LS": 1, "R": 0, "LSR": 0}
    for fields in [*equivalent_fields, {"givens": COVER["givens"][::-1]}, {"tray": tray}]:
        assert id_of(COVER | fields) == id_of(COVER)
    plain: Document = {"kind": "end_of_line.cover"}
    assert id_of(plain | {"tray": STANDARD, "givens": [], "blocked": []}) == id_of(plain)
    plain = {"kind": "end_of_line.solo", "deck": []}
    assert id_of(plain | {"blocked": [], "energy": 3}) == id_of(plain)


def test_different_puzzles_have_different_ids() -> None:
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
    ids = [id_of(SOLO | fields) for fields in solos] + [id_of(COVER | fields) for fields in covers]
    assert len(set(ids)) == len(ids)


def test_the_same_cards_are_another_puzzle_in_another_kind() -> None:
    assert id_of(SOLO | {"kind": "end_of_line.classic"}) != id_of(SOLO)


def test_a_board_of_another_shape_is_another_puzzle() -> None:
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


def test_ids_are_short_and_stable() -> None:
    """Records, banks and URLs contain ids, so they must never change."""
    assert all(set(id_of(puzzle)) <= set("0123456789abcdefghjkmnpqrstvwxyz") for puzzle in (SOLO, COVER))
    assert (id_of(SOLO), id_of(COVER)) == ("njbs42fqaqt7fzy0", "9gp19nnwv401ck6v")
