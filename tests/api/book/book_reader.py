"""Makes books for tests, and reads PDF files back as a PDF reader does."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import numba  # noqa: F401  # with it loaded, no process judges the answers of a book
from pypdf import PdfReader
from pypdf.generic import DictionaryObject, IndirectObject

from api.book.book import Book, make_book
from api.book.options import read_order
from api.book.selection import ChosenPuzzle, PuzzleSources
from puzzles.registry import KINDS

# Two puzzles of each kind.
SMALL: Mapping[str, Any] = {"count": 2 * len(KINDS), "seed": 3, "grades": ["easy", "expert"]}
BASE = "https://lineworks.example"


@cache
def _small(options: tuple[tuple[str, Any], ...], base_url: str | None) -> Book:
    order = read_order({**SMALL, **dict(options)})
    return make_book(order, PuzzleSources().select(order.selection), base_url=base_url)


def small(base_url: str | None = None, **options: Any) -> Book:
    """Returns a book of two puzzles of each kind, cached by its options."""
    return _small(tuple(sorted(options.items())), base_url)


def select_puzzles(document: object) -> tuple[ChosenPuzzle, ...]:
    return PuzzleSources().select(read_order(document).selection)


def book_of(*puzzles: object, **options: Any) -> Book:
    order = read_order({"puzzles": list(puzzles), **options})
    return make_book(order, PuzzleSources().select(order.selection))


@cache
def read_pdf(pdf: bytes | None) -> PdfReader:
    """Returns a strict reader of a PDF file."""
    assert pdf is not None
    return PdfReader(io.BytesIO(pdf), strict=True)


def flag(reader: PdfReader, name: str, key: str) -> bool:
    """Returns a flag in the catalogue's dictionary of that name."""
    dictionary: Any = reader.root_object[name]
    return bool(dictionary[key])


@cache
def texts(reader: PdfReader) -> list[str]:
    """Returns the text of each page, with single spaces."""
    return [re.sub(r"\s+", " ", page.extract_text()) for page in reader.pages]


def outline(reader: PdfReader) -> Iterator[tuple[int, str, int]]:
    """Yields depth, title and page, counted from 1, of every bookmark."""

    def walk(entries: list[Any], depth: int) -> Iterator[tuple[int, str, int]]:
        for entry in entries:
            if isinstance(entry, list):
                yield from walk(entry, depth + 1)
            else:
                yield depth, str(entry.title), (reader.get_destination_page_number(entry) or 0) + 1

    return walk(reader.outline, 0)


def structure(reader: PdfReader) -> Iterator[DictionaryObject]:
    """Yields every element of the structure that screen readers follow."""
    to_visit: list[Any] = [reader.trailer["/Root"]["/StructTreeRoot"]]  # type: ignore[index]  # as it must be
    while to_visit:
        element = to_visit.pop()
        if isinstance(element, IndirectObject):
            element = element.get_object()
        if isinstance(element, list):
            to_visit += element
        elif isinstance(element, DictionaryObject):
            yield element
            if "/K" in element:
                to_visit.append(element["/K"])


def page_by_puzzle(reader: PdfReader) -> dict[int, int]:
    """Returns the page of every puzzle, from the bookmarks."""
    return {int(title): page for _, title, page in outline(reader) if title.isdigit()}
