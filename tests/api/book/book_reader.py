"""Books for tests, and PDF files read back as a reader program reads them."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from pypdf import PdfReader
from pypdf.generic import DictionaryObject, IndirectObject

from api.book.book import Book, make_book
from api.book.options import read_order
from api.book.selection import ChosenPuzzle, Shelves
from puzzles.registry import KINDS

# Two puzzles of each kind.
SMALL: Mapping[str, Any] = {"count": 2 * len(KINDS), "seed": 3, "grades": ["easy", "expert"]}
BASE = "https://lineworks.example"


@cache
def _small(options: tuple[tuple[str, Any], ...], base_url: str | None) -> Book:
    order = read_order({**SMALL, **dict(options)})
    return make_book(order, Shelves().take(order.selection), base_url=base_url)


def small(base_url: str | None = None, **options: Any) -> Book:
    """A book of two puzzles of each kind; the same one is printed once."""
    return _small(tuple(sorted(options.items())), base_url)


def chosen(document: object) -> tuple[ChosenPuzzle, ...]:
    return Shelves().take(read_order(document).selection)


def book_of(*puzzles: object, **options: Any) -> Book:
    order = read_order({"puzzles": list(puzzles), **options})
    return make_book(order, Shelves().take(order.selection))


@cache
def read(pdf: bytes | None) -> PdfReader:
    assert pdf is not None
    return PdfReader(io.BytesIO(pdf), strict=True)


def flag(reader: PdfReader, name: str, key: str) -> bool:
    """Whether the catalogue's dictionary of that name says so."""
    dictionary: Any = reader.root_object[name]
    return bool(dictionary[key])


@cache
def texts(reader: PdfReader) -> list[str]:
    """The words of each page, with single spaces."""
    return [re.sub(r"\s+", " ", page.extract_text()) for page in reader.pages]


def outline(reader: PdfReader) -> Iterator[tuple[int, str, int]]:
    """Depth, title and page, counted from 1, of every bookmark."""

    def walk(entries: list[Any], depth: int) -> Iterator[tuple[int, str, int]]:
        for entry in entries:
            if isinstance(entry, list):
                yield from walk(entry, depth + 1)
            else:
                yield depth, str(entry.title), (reader.get_destination_page_number(entry) or 0) + 1

    return walk(reader.outline, 0)


def structure(reader: PdfReader) -> Iterator[DictionaryObject]:
    """Every element of the structure that screen readers follow."""
    waiting: list[Any] = [reader.trailer["/Root"]["/StructTreeRoot"]]  # type: ignore[index]  # as it must be
    while waiting:
        element = waiting.pop()
        if isinstance(element, IndirectObject):
            element = element.get_object()
        if isinstance(element, list):
            waiting += element
        elif isinstance(element, DictionaryObject):
            yield element
            if "/K" in element:
                waiting.append(element["/K"])


def numbered(reader: PdfReader) -> dict[int, int]:
    """The page of every puzzle, by the bookmarks."""
    return {int(title): page for _, title, page in outline(reader) if title.isdigit()}
