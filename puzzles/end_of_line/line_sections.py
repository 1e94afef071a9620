"""The sections of END OF LINE puzzles as lines of text; see puzzles.line_form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import chain, repeat
from typing import Any

from puzzles.end_of_line.board import CARDS, HEADINGS, MAX_CARDS
from puzzles.errors import BadInput, Problem
from puzzles.line_form import (
    CELL,
    CELL_PATTERN,
    NUMBER,
    LineForm,
    Notation,
    Section,
    cell_in,
    cell_text,
    joined_entries,
    list_of,
    matching,
    section,
)

# The longest codes first: a pattern takes the first that fits.
_CARD = "|".join(sorted(CARDS, key=len, reverse=True))
_HEADING = "|".join(HEADINGS)
_CARD_WORDS = f"a card ({', '.join(CARDS)})"

_SIZE = matching("([0-9]{1,3})x([0-9]{1,3})", "rows x columns such as 5x5", re.Match.groups, str)
_START = matching(
    f"{CELL_PATTERN}(?P<heading>{_HEADING})",
    "a cell and a heading such as C3N",
    lambda match: {"cell": cell_in(match), "heading": match["heading"].upper()},
    lambda start: f"{cell_text(start['cell'])}{start['heading']}",
)
_GIVEN = matching(
    f"{CELL_PATTERN}=(?P<card>{_CARD})(?:/(?P<heading>{_HEADING}))?",
    "a given card such as A2=LS or A2=LS/N",
    lambda match: (
        {"cell": cell_in(match), "card": match["card"].upper()}
        | ({"heading": match["heading"].upper()} if match["heading"] else {})
    ),
    lambda given: (
        f"{cell_text(given['cell'])}={given['card']}" + (f"/{given['heading']}" if "heading" in given else "")
    ),
)
# A card with the number of its copies in front, which may be left out.
_COPIES = matching(
    f"(?P<number>[0-9]{{0,3}})(?P<card>{_CARD})",
    _CARD_WORDS,
    lambda match: (match["card"].upper(), int(match["number"] or 1)),
    lambda copies: f"{copies[1]}{copies[0]}",
)


def _copies_notation(
    read: Callable[[Iterable[tuple[str, int]]], Any], write: Callable[[Any], str]
) -> Notation:
    """The notation of cards that are given with the number of their copies."""

    def read_copies(text: str) -> Any:
        copies = list_of(_COPIES).read(text)
        total = sum(number for _, number in copies)
        if total > MAX_CARDS:
            raise BadInput([Problem("", f"expected at most {MAX_CARDS} cards in all, got {total}")])
        return read(copies)

    return Notation(read_copies, write)


def _count_by_card(copies: Iterable[tuple[str, int]]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for card, number in copies:
        counts[card] = counts.get(card, 0) + number
    return counts


def _read_size(text: str) -> dict[str, Any]:
    rows, cols = map(int, _SIZE.read(text))
    return {"rows": rows, "cols": cols}


def _write_size(document: Mapping[str, Any]) -> str:
    return f"{document['rows']}x{document['cols']}"


SIZE = Section("the size", ("rows", "cols"), _read_size, _write_size, optional=True)
START = section("the start card", "start", _START, optional=True)
BLOCKED = section("the blocked cells", "blocked", list_of(CELL), optional=True)
ENERGY = section("the energy", "energy", NUMBER, optional=True)
DECK = section(
    "the deck",
    "deck",
    _copies_notation(
        lambda copies: list(chain.from_iterable(repeat(card, n) for card, n in copies)), joined_entries
    ),
)
TRAY = section(
    "the tray",
    "tray",
    _copies_notation(_count_by_card, lambda tray: joined_entries(map(_COPIES.write, tray.items()))),
    optional=True,
)
GIVENS = section("the given cards", "givens", list_of(_GIVEN), optional=True)

SOLO = CLASSIC = LineForm((SIZE, START, BLOCKED, ENERGY, DECK))
COVER = LineForm((SIZE, START, BLOCKED, TRAY, GIVENS))
