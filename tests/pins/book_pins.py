"""Pins of books: their bytes, their pages to the pixel, and the selection of puzzles."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import typst
from PIL import Image
from pypdf import PdfReader

from tests.pins import access
from tests.pins.access import LANGUAGES
from tests.pins.pin import Pinned

_SHORT = (
    ("--seed", "3", "--count", "14", "--grade", "easy", "--grade", "expert"),
    ("--seed", "5", "--count", "7", "--grade", "medium", "--paper", "a5", "--ink", "patterns",
     "--language", "de", "--title", "Titel", "--author", "Autor", "--answers", "apart", "--cut-outs"),
)  # fmt: skip
_LONG = (
    *(("--seed", "9", "--count", "56", "--language", language) for language in LANGUAGES),
    ("--seed", "9", "--count", "28", "--large-print", "--paper", "letter", "--cut-outs", "--card-size", "50"),
    ("--seed", "9", "--count", "28", "--paper", "6x9", "--ink", "patterns", "--per-page", "1"),
    ("--seed", "9", "--count", "28", "--per-page", "4", "--answers", "without", "--language", "es"),
)
# Renders each page of the book as a page of the same size.
_PAGES = """#set page(width: auto, height: auto, margin: 0pt)
#for n in range(1, int(sys.inputs.pages) + 1) { page(image("book.pdf", page: n)) }
"""
_PIXELS_PER_INCH = 60


def _print_book(folder: Path, words: tuple[str, ...]) -> dict[str, bytes]:
    result = access.run("book", *words, "-o", folder / "book.pdf", "--force")
    assert result.exit_code == 0, result.output
    pdf_by_name = {path.name: path.read_bytes() for path in sorted(folder.glob("*.pdf"))}
    for name in pdf_by_name:
        (folder / name).unlink()
    return pdf_by_name


def pixels(folder: Path, pdf: bytes) -> list[str]:
    """Returns a digest of the pixels of each page."""
    pages = len(PdfReader(BytesIO(pdf)).pages)
    (folder / "book.pdf").write_bytes(pdf)
    main = folder / "main.typ"
    main.write_text(_PAGES)
    sys_inputs = {"pages": str(pages)}
    images_of_pages = typst.compile(
        main, format="png", ppi=_PIXELS_PER_INCH, ignore_system_fonts=True, sys_inputs=sys_inputs
    )
    (folder / "book.pdf").unlink()
    images = [
        Image.open(BytesIO(png)).convert("RGB")
        for png in (images_of_pages if isinstance(images_of_pages, list) else [images_of_pages])
    ]
    return [access.digest(f"{image.size}".encode() + image.tobytes())[:12] for image in images]


def _books(folder: Path, orders: tuple[tuple[str, ...], ...]) -> Iterator[tuple[str, bytes]]:
    for words in orders:
        for name, pdf in _print_book(folder, words).items():
            yield " ".join((*words, name)), pdf


def pages(folder: Path) -> Pinned:
    """The visible pages; these must never change."""
    return {name: pixels(folder, pdf) for name, pdf in _books(folder, _SHORT)}


def long_pages(folder: Path) -> Pinned:
    return {name: pixels(folder, pdf) for name, pdf in _books(folder, _LONG)}


def contents(folder: Path) -> Pinned:
    """Every byte of the files."""
    return {name: hashlib.sha256(pdf).hexdigest() for name, pdf in _books(folder, _SHORT)}


def selections(_: Path) -> Pinned:
    """The puzzles that a seed selects, in order."""
    orders = (
        {"seed": 1, "count": 14},
        {"seed": 2, "count": 7},
        {"seed": 2**63 - 1, "count": 9, "grades": ["hard"]},
        {"seed": 3, "count": 10, "kinds": ["linja.endgame", "light_line.place"]},
        {"seed": 3, "count": 5, "kinds": ["end_of_line.solo"], "grades": ["expert", "easy"]},
    )
    long = {"seed": 4, "count": 500}
    pinned: Pinned = {str(order): list(access.ids_of_book(order)) for order in orders}
    return pinned | {str(long): access.digest(" ".join(access.ids_of_book(long)))}
