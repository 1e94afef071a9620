"""Tests lines of text: both ways for every kind, forgiving to read, and never a crash."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles import packs
from puzzles.errors import BadInput
from puzzles.kind import PuzzleKind
from puzzles.line_of_text import MAX_LENGTH, PATTERN, is_line, read_line, text_of
from puzzles.registry import KIND_IDS, KINDS, kind_named
from tests.oracle.answers import stored_answers
from tests.puzzles.largest import PUZZLES as LARGEST
from tests.tiers import examples, takes_turn

README = (Path(__file__).parents[2] / "puzzles" / "README.md").read_text()
EXAMPLES = dict(re.findall(r"^\| `(\S+\.\S+)` \|.*\| `(\S+)` \|$", README, re.MULTILINE))
# The characters of lines. A fragment of a URL may hold all of them, and more: ~ can stand behind a line.
ALLOWED = re.compile(r"(?:[\w.,=:/-]|%[0-9A-F]{2})+", re.ASCII)
SEEDS = st.integers(0, 10**6)
NUMBERS = st.integers(-(10**400) + 1, 10**400 - 1)
NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=199)
STRANGE = (*"SLRNEWt:,=-/.%x0123456789AZaz é\0\ud800", "%C3", "%ff", "9" * 500, "S," * 900)
EVERY_KIND = pytest.mark.parametrize("kind", KINDS, ids=[kind.id for kind in KINDS])
Kind = PuzzleKind[Any, Any]


@cache
def samples(kind_id: str) -> list[Any]:
    """Returns small puzzles, drawn beforehand: to draw them takes longer than all else here."""
    return [kind_named(kind_id).parse(answer.puzzle) for answer in stored_answers(kind_id)]


def sample(kind: Kind, seed: int) -> Any:
    puzzles = samples(kind.id)
    return puzzles[seed % len(puzzles)]


def problems(line: str) -> list[str]:
    with pytest.raises(BadInput) as caught:
        read_line(line)
    assert all(problem.pointer == "" for problem in caught.value.problems)
    return [problem.detail for problem in caught.value.problems]


def test_the_table_has_an_example_of_every_kind_in_the_form_in_which_it_is_written() -> None:
    assert list(EXAMPLES) == [kind.id for kind in KINDS]
    for name, line in EXAMPLES.items():
        kind, puzzle = read_line(line)
        assert (kind.id, text_of(kind, puzzle)) == (name, line)


@EVERY_KIND
@examples(500)
@given(seed=SEEDS)
def test_a_written_line_is_read_back(kind: Kind, seed: int) -> None:
    puzzle = sample(kind, seed)
    line = text_of(kind, puzzle)
    assert read_line(line) == (kind, puzzle)
    assert ALLOWED.fullmatch(line)
    assert is_line(line) and re.match(PATTERN, line)


@EVERY_KIND
def test_the_puzzles_of_the_packs_are_read_again(kind: Kind) -> None:
    for grade in packs.grades_by_kind()[kind.id]:
        for n in range(packs.size(kind.id, grade)):
            if takes_turn(n, 10):
                puzzle = kind.parse(packs.entry(kind.id, grade, n).record["puzzle"])
                assert read_line(text_of(kind, puzzle)) == (kind, puzzle)


@EVERY_KIND
def test_the_largest_puzzle_has_a_line_no_longer_than_its_json(kind: Kind) -> None:
    puzzle = kind.parse({"kind": kind.id, **LARGEST[kind.id]})
    line = text_of(kind, puzzle)
    assert read_line(line) == (kind, puzzle)
    assert len(line) <= kind.max_puzzle_bytes()


@EVERY_KIND
@examples(500)
@given(seed=SEEDS)
def test_case_and_spaces_do_not_matter(kind: Kind, seed: int) -> None:
    # The ids of the cards in samples are the same in capitals and small letters, or written with an escape.
    rng, puzzle = random.Random(seed), sample(kind, seed)
    line = text_of(kind, puzzle)
    ids = [match.span() for match in re.finditer(r"(?<=[:,])[^:,=]+(?==)", line)]
    changed = "".join(
        char if any(start <= i < end for start, end in ids) else rng.choice([char.upper(), char.lower()])
        for i, char in enumerate(line)
    )
    places = sorted(rng.randrange(line.index(":"), len(line)) for _ in range(5))
    for place in reversed(places):
        changed = changed[:place] + rng.choice(" \t\n") + changed[place:]
    assert read_line(f" {changed} ") == (kind, puzzle)


@EVERY_KIND
@examples(50)
@given(seed=SEEDS)
def test_sections_at_the_end_may_be_left_out_for_their_defaults(kind: Kind, seed: int) -> None:
    document = kind.serialise(sample(kind, seed))
    texts = kind.line_form.write(document)
    sections = kind.line_form.sections_of(len(texts))
    while texts and sections[len(texts) - 1].optional:
        for field in sections[len(texts) - 1].fields:
            del document[field]
        texts.pop()
        expected = (kind, kind.parse(document))
        assert read_line(":".join([kind.id, *texts])) == expected
        assert read_line(":".join([kind.id, *texts, *[""] * (len(sections) - len(texts))])) == expected
    if texts:
        number = len(texts)
        (problem,) = problems(":".join([kind.id, *texts[:-1], ""]))
        assert problem == f"section {number}, {sections[number - 1].name}: missing"


@EVERY_KIND
def test_a_section_is_optional_exactly_where_its_fields_have_defaults(kind: Kind) -> None:
    schema = kind.puzzle_schema()
    form = kind.line_form
    sections = form.sections_of(len(form.sections) + (form.repeated is not None))
    fields = [field for section in sections for field in section.fields]
    assert sorted(["kind", *fields]) == sorted(schema["properties"])
    for section in sections:
        assert section.optional is not any(field in schema["required"] for field in section.fields)


@EVERY_KIND
@examples(2000)
@given(seed=SEEDS)
def test_a_mutated_line_is_read_or_refused(kind: Kind, seed: int) -> None:
    rng = random.Random(seed)
    line = text_of(kind, sample(kind, seed))
    for _ in range(rng.randint(1, 3)):
        start = rng.randrange(len(line) + 1)
        end = min(len(line), start + rng.choice([0, 0, 1, 1, 5]))
        part = rng.choice(["", line[start:end] * 2, *STRANGE])
        line = line[:start] + part + line[end:]
    try:
        read_kind, puzzle = read_line(line)
    except BadInput as e:
        assert e.problems and all(problem.pointer == "" for problem in e.problems)
    else:
        assert read_line(text_of(read_kind, puzzle)) == (read_kind, puzzle)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("end_of_line.solo", ["section 5, the deck: missing"]),
        ("end_of_line.solo::::x:S", ['section 4, the energy: expected a number, got "x"']),
        (
            "end_of_line.solo::::12:S",
            ['section 4, the energy, "12": expected an integer from 0 to 9, got 12'],
        ),
        (
            "end_of_line.solo:2x5:::S,X:Y",
            [
                'section 4, the energy: expected a number, got "S,X"',
                'section 5, the deck: entry 1: expected a card (S, L, R, LS, SR, LR, LSR, LSR0), got "Y"',
            ],
        ),
        (
            "end_of_line.solo:2x5::::S",
            ['section 1, the size, "2x5": rows: expected an integer from 3 to 20, got 2'],
        ),
        (
            "end_of_line.solo:::A1,C3,a1::S",
            [
                'section 3, the blocked cells, entry 3, "a1": cell [0, 0] is listed twice',
                'section 3, the blocked cells, entry 2, "C3": the start card stands on this cell',
            ],
        ),
        (
            "end_of_line.cover::::300S,101L",
            ["section 4, the tray: expected at most 400 cards in all, got 401"],
        ),
        (
            "end_of_line.coop:4x4:A2:1:A2N=S,L:C2N=-:A2E=3S:B9N=S",
            [
                'section 7, player 4, "B9N=S": start: expected a cell of the 4x4 board',
                'section 2, the blocked cells, entry 1, "A2": the start card of player 1 stands on this cell',
                'section 6, player 3, "A2E=3S": start: the start card of player 1 stands on this cell '
                "already",
            ],
        ),
        (
            "end_of_line.coop:4x4:-:1:A2N=S,X:C2:D2=S",
            [
                'section 4, player 1: entry 2: expected a card (S, L, R, LS, SR, LR, LSR, LSR0), got "X"',
                'section 5, player 2: expected a start card and a deck such as A2N=S,L,LS, got "C2"',
                'section 6, player 3: expected a cell and a heading such as C3N, got "D2"',
            ],
        ),
        ("end_of_line.coop:4x4:::A2N=S", ["the players: expected at least 2 entries, got 1"]),
        ("end_of_line.coop:4x4", ["the players: expected at least 2 entries, got 0"]),
        ("end_of_line.coop:4x4:-:1::C2N=S", ["section 4, player 1: missing"]),
        ("end_of_line.coop::-:1:A2N=S:C2N=S", ["section 1, the size: missing"]),
        (
            "linja.endgame:61111111/01111116:A",
            ['section 1, the rows of A and B, "61111111/01111116": A: expected 12 pieces in all, got 13'],
        ),
        (
            "light_line.solo:7=rN0S0.bN0S1",
            ['section 1, the cards, entry 1, "7=rN0S0.bN0S1": socket N0 has a tube already'],
        ),
        (
            "light_line.solo:%ff=-",
            [
                "section 1, the cards: entry 1: expected a card's id of letters, digits, _ and -, all else "
                'percent-encoded as UTF-8, got "%ff"'
            ],
        ),
        (
            "end_of_line.solo::::::",
            [
                "expected at most 5 sections (the size, the start card, the blocked cells, the energy, "
                "the deck), got 6"
            ],
        ),
        (
            "x" * (MAX_LENGTH + 1),
            ["expected a line of at most 262144 characters, got 262145"],
        ),
    ],
)
def test_problems_name_the_section(line: str, expected: list[str]) -> None:
    assert problems(line) == expected


@pytest.mark.parametrize("line", ["", "end_of_line.chess:5x5", "chess", ":", "5x5:C3N"])
def test_an_unknown_kind_is_refused_with_those_there_are(line: str) -> None:
    (problem,) = problems(line)
    assert f"begins with one of {', '.join(KIND_IDS)}, got" in problem


def test_a_number_repeats_a_card_and_counts_add_up() -> None:
    assert read_line("end_of_line.solo:::::3S,LSR0")[1].deck == ("S", "S", "S", "LSR0")
    assert read_line("end_of_line.classic:::::3S,LSR0")[1].deck == ("S", "S", "S", "LSR0")
    assert read_line("end_of_line.cover::::S,2S,lsr,0L")[1].tray == (3, 0, 0, 0, 0, 0, 1, 0)


@pytest.mark.parametrize(("row", "col", "cell"), [
    (0, 25, "Z1"), (9, 26, "AA10"), (0, 701, "ZZ1"), (0, 702, "AAA1"), (-1, -1, "-A0"), (-2, -27, "-AA-1"),
])  # fmt: skip
def test_any_row_and_column_of_a_layout_has_a_cell(row: int, col: int, cell: str) -> None:
    kind = kind_named("light_line.place")
    card = {"id": "1", "tubes": []}
    layout = [{"card": card, "row": row, "col": col, "turned": True}]
    puzzle = kind.parse({"kind": kind.id, "layout": layout, "card": {"id": "2", "tubes": []}})
    line = text_of(kind, puzzle)
    assert line == f"light_line.place:1=-/{cell}t:2=-"
    assert read_line(line.lower()) == (kind, puzzle)


@examples(200)
@given(NUMBERS, NUMBERS, NAMES)
def test_numbers_and_ids_have_no_limits_of_their_own(row: int, col: int, name: str) -> None:
    kind = kind_named("light_line.place")
    layout = [{"card": {"id": name, "tubes": []}, "row": row, "col": col, "turned": False}]
    puzzle = kind.parse({"kind": kind.id, "layout": layout, "card": {"id": f"{name}+", "tubes": []}})
    line = text_of(kind, puzzle)
    assert ALLOWED.fullmatch(line)
    assert read_line(line) == (kind, puzzle)
