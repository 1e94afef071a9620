"""The option --line: the END OF LINE line so far, as people write it.

`C2 S, C1 LS` is a card S on cell C2 and then a card LS on C1: the column's letter and the row's number. In a
solo puzzle the rounds follow from the order, and a word says what a round's energy is spent on:
`C2 S, C1 LS, B1 R, brake, A1 S`. In a cover puzzle a cell may stand without a card, where it is open which
one lies there: `C2, C1 LS, B1`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click

from api.calls.puzzle_documents import Subject
from api.cli.game_extensions import ProgressOption
from puzzles.end_of_line import cover, solo
from puzzles.end_of_line.board import CARDS
from puzzles.end_of_line.solo import EFFECTS, round_size

Json = dict[str, Any]
_CELL = re.compile(r"([A-Z])([0-9]{1,3})")
_EXPECTED = "a cell and a card, such as C2 LS"
_WORDS = f"{_EXPECTED}, or one of {', '.join(EFFECTS)}"
_EXPECTED_OF_COVER = "a cell, or a cell and a card, such as C2 or C2 LS"


def solo_rounds(text: str) -> Json:
    """Reads a line as rounds of a solo puzzle; UsageError where it is none."""
    rounds: list[Json] = []
    for entry in _entries(text):
        last = rounds[-1] if rounds else None
        is_complete = last is None or len(last["cards"]) >= round_size(len(rounds), last["energy"])
        effect = entry.casefold().replace(" ", "_")
        if effect in EFFECTS:
            if not is_complete:
                raise _refused(entry, f"energy at the beginning of a round; round {len(rounds)} has begun")
            rounds.append({"energy": effect, "cards": []})
            continue
        if is_complete:
            rounds.append({"energy": None, "cards": []})
        rounds[-1]["cards"].append(_read_cell_and_card(entry, _WORDS))
    return {"rounds": rounds}


def cover_line(text: str) -> Json:
    """Reads a line of a cover puzzle; UsageError where it is none."""
    return {
        "line": [_read_cell_and_card(entry, _EXPECTED_OF_COVER, fewest_cards=0) for entry in _entries(text)]
    }


def _entries(text: str) -> Sequence[str]:
    entries = [" ".join(entry.split()) for entry in text.split(",")]
    return [entry for entry in entries if entry]


def _read_cell_and_card(entry: str, expected: str, fewest_cards: int = 1) -> Json:
    """Reads a cell and a card, in either order; the card may be left out where `fewest_cards` is 0."""
    words = entry.upper().split()
    cells = [match for word in words if (match := _CELL.fullmatch(word))]
    cards = [word for word in words if word in CARDS]
    if len(cells) != 1 or not fewest_cards <= len(cards) <= 1 or len(words) != len(cells) + len(cards):
        raise _refused(entry, expected)
    letter, number = cells[0].groups()
    card = {"card": cards[0]} if cards else {}
    return card | {"cell": [int(number) - 1, ord(letter) - ord("A")]}


def _refused(entry: str, expected: str) -> click.UsageError:
    return click.UsageError(f"--line: expected {expected}; got {entry!r}.")


_READERS: Mapping[str, Callable[[str], Json]] = {solo.KIND.id: solo_rounds, cover.KIND.id: cover_line}


def _read(subject: Subject, text: str) -> Json:
    reader = _READERS.get(subject.kind.id)
    if reader is None:
        raise click.UsageError(f"--line applies to {' and '.join(_READERS)} only, not to {subject.kind.id}.")
    return reader(text)


PROGRESS_OPTIONS = (
    ProgressOption(
        name="line",
        option=click.option(
            "--line",
            metavar="TEXT",
            help=f"The line so far, of {' or '.join(_READERS)}: cells and cards in order, "
            "and what energy is spent on, such as 'C2 S, C1 LS, B1 R, brake, A1 S'. "
            "In a cover puzzle the cards may be left out.",
        ),
        read=_read,
    ),
)
