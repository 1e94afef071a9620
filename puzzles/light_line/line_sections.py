"""The sections of LIGHT-LINE! puzzles as lines of text; see puzzles.line_form.

A card is its id and its tubes, each a colour and two sockets: `07=rN0E1.bW2E2`. On the table it has its cell
and, if it is turned, a t behind it: `07=rN0E1.bW2E2/C3t`.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote_to_bytes

from puzzles.light_line.cards import BLACK, COLOURS, SOCKETS
from puzzles.line_form import (
    CELL_PATTERN,
    NUMBER,
    LineForm,
    Notation,
    bad_text,
    cell_in,
    cell_text,
    list_of,
    matching,
    section,
)

# A colour is written as its first letter, but black as k, since b is blue.
_LETTERS = {colour: "k" if colour == BLACK else colour[0] for colour in COLOURS}
_COLOURS = {letter: colour for colour, letter in _LETTERS.items()}
_SOCKET = "|".join(SOCKETS)
_BETWEEN_TUBES, _NO_TUBES = ".", "-"
_PLAIN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
_ID = re.compile(r"(?:[\w-]|%[0-9a-f]{2})*", re.ASCII | re.IGNORECASE)

_TUBE = matching(
    f"(?P<colour>[{''.join(_COLOURS)}])(?P<one>{_SOCKET})(?P<other>{_SOCKET})",
    f"a tube such as rN0E1, a colour ({', '.join(f'{letter} {c}' for c, letter in _LETTERS.items())}) "
    "and two sockets",
    lambda match: [_COLOURS[match["colour"].lower()], match["one"].upper(), match["other"].upper()],
    lambda tube: f"{_LETTERS[tube[0]]}{tube[1]}{tube[2]}",
)


def _percent_encode(name: str) -> str:
    return "".join(chr(byte) if byte in _PLAIN else f"%{byte:02X}" for byte in name.encode())


def _percent_decode(text: str) -> str:
    expected = "a card's id of letters, digits, _ and -, all else percent-encoded"
    if not _ID.fullmatch(text):
        raise bad_text(expected, text)
    try:
        return unquote_to_bytes(text).decode()
    except UnicodeDecodeError as e:
        raise bad_text(f"{expected} as UTF-8", text) from e


def _read_card(text: str) -> dict[str, Any]:
    name, equals, tubes = text.partition("=")
    if not (equals and tubes):
        raise bad_text("a card such as 07=rN0E1.bW2E2, or 07=- without tubes", text)
    parts = [] if tubes == _NO_TUBES else tubes.split(_BETWEEN_TUBES)
    return {"id": _percent_decode(name), "tubes": [_TUBE.read(part) for part in parts]}


def _write_card(card: dict[str, Any]) -> str:
    tubes = _BETWEEN_TUBES.join(map(_TUBE.write, card["tubes"])) or _NO_TUBES
    return f"{_percent_encode(card['id'])}={tubes}"


_PLACE = matching(
    f"{CELL_PATTERN}(?P<turned>t?)",
    "the cell of a card such as C3, or C3t if it is turned",
    lambda match: (*cell_in(match), bool(match["turned"])),
    lambda place: f"{cell_text(place[:2])}{'t' if place[2] else ''}",
)


def _read_placed(text: str) -> dict[str, Any]:
    card, slash, place = text.rpartition("/")
    if not slash:
        raise bad_text("a card with its cell such as 07=rN0E1.bW2E2/C3", text)
    row, col, turned = _PLACE.read(place)
    return {"card": _read_card(card), "row": row, "col": col, "turned": turned}


def _write_placed(placed: dict[str, Any]) -> str:
    place = (placed["row"], placed["col"], placed["turned"])
    return f"{_write_card(placed['card'])}/{_PLACE.write(place)}"


_CARD = Notation(_read_card, _write_card)
_CARDS = section("the cards", "cards", list_of(_CARD))

DEAL = LineForm((_CARDS,))
HEAD = LineForm((_CARDS, section("the length", "length", NUMBER)))
PLACE = LineForm(
    (
        section("the layout", "layout", list_of(Notation(_read_placed, _write_placed))),
        section("the card to lay", "card", _CARD),
    )
)
