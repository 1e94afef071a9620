"""Which puzzles of the packs suit a book that is filled at random.

Those whose answers a person can explain, not only by trial and error, and whose drawings are not tiny on the
book's paper.
"""

from __future__ import annotations

from functools import partial

from api.book.captions import caption_of, key_steps
from api.book.codes import code_of
from api.book.layout import Layout, layout_of
from api.book.options import BookOptions
from api.book.puzzle_pages import PuzzlePages, puzzle_to_fit
from api.book.selection import Suits
from puzzles.drawing.style import Look
from puzzles.game import SolvedPuzzle
from puzzles.packs import PackEntry
from puzzles.registry import game_of, kind_named


def suits_book(options: BookOptions, base_url: str | None = None) -> Suits:
    """Returns what decides whether a puzzle suits a book of these options."""
    return partial(_suits, options, layout_of(options, base_url is not None, 100), base_url)


def _suits(options: BookOptions, layout: Layout, base_url: str | None, entry: PackEntry) -> bool:
    kind = kind_named(entry.record["kind"])
    puzzle, solution = kind.parse(entry.record["puzzle"]), kind.parse_solution(entry.solution)
    caption = caption_of(kind.id, SolvedPuzzle(puzzle, solution, entry.score))
    if caption.without_steps is not None and options.answers != "without" and not key_steps(kind.id, puzzle):
        return False
    least = game_of(kind.id).least_scale
    if not least:
        return True
    look = Look(options.language, options.ink, legend=False)
    code = code_of(kind, puzzle, entry.record["id"], has_page=True, base_url=base_url)
    to_fit = puzzle_to_fit(1, kind, puzzle, caption, look, layout.code_side(code.modules))
    return PuzzlePages(layout, least, per_page=None).is_large_alone(to_fit)
