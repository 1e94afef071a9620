"""Every call that workers answer: those of the catalogue, and books, which only jobs print."""

from __future__ import annotations

from api.book.call import BOOK
from api.calls.call import Call
from api.calls.catalogue import CALLS

KNOWN_CALLS: tuple[Call, ...] = (*CALLS, BOOK)


class UnknownCall(ValueError):
    """The call is unknown here; another version may have it."""


def call_named(name: str) -> Call:
    for call in KNOWN_CALLS:
        if call.name == name:
            return call
    raise UnknownCall(f"there is no call {name!r}")
