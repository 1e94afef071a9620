"""Makes a book: every answer is proved, everything is drawn, and then it is printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Any

from api.book.data import Answers, Chapters, Frame, Printed, cut_outs_of, index_of
from api.book.drawings import Files, picture
from api.book.layout import GAP, GUTTER, layout_of
from api.book.options import BookOptions, Order
from api.book.printing import pages_of, print_pdf
from api.book.proving import Proved, Unproved, prove
from api.book.rules import example_of
from api.book.selection import Chosen, Drawn
from api.book.telling import tell
from generators.base import GRADES
from puzzles.errors import Problem
from puzzles.look import Look
from puzzles.registry import KINDS

# How much of the work printing is, told as so many puzzles in a hundred.
_PRINTING = 40


@dataclass(frozen=True)
class Book:
    """The files, `answers` where they are apart."""

    pdf: bytes
    answers: bytes | None = None


def make_book(
    order: Order,
    puzzles: Sequence[Chosen],
    progress: Callable[[int, int], None] = lambda done, total: None,
    base_url: str | None = None,
) -> Book:
    """Unproved where the answer of a puzzle cannot be printed: no book is made then."""
    options = order.options
