"""Which puzzles of the packs suit a book that is filled at random.

Those whose answers a person can explain, not only by trial and error, and whose drawings are not tiny on the
book's paper.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from api.book.captions import caption_of, key_steps
from api.book.fitting import Fitter, Room
from api.book.layout import ALONE, GAP, Layout, layout_of
from api.book.options import BookOptions
from api.book.selection import Suits
from puzzles.drawing.style import Look
from puzzles.game import SolvedPuzzle
from puzzles.packs import PackEntry
from puzzles.registry import game_of, kind_named


def suits_book(options: BookOptions, has_qr_codes: bool = False) -> Suits:
    """Returns what decides whether a puzzle suits a book of these options."""
    return partial(_suits, options, layout_of(options, has_qr_codes, 100))


def _suits(options: BookOptions, layout: Layout, entry: PackEntry) -> bool:
    kind = kind_named(entry.record["kind"])
    puzzle, solution = kind.parse(entry.record["puzzle"]), kind.parse_solution(entry.solution)
    caption = caption_of(kind.id, SolvedPuzzle(puzzle, solution, entry.score))
    least = game_of(kind.id).least_scale
    if caption.without_steps is not None and options.answers != "without" and not key_steps(kind.id, puzzle):
        return False
    # Frames take what is left of a page; only drawings of a least scale may be too large for it.
    if not least or caption.frame:
        return True
    look = Look(options.language, options.ink, legend=False, cell_names="people")
    task = look.translator.render(caption.task)
    height = layout.down(ALONE) - layout.head_height(ALONE, [task]) - layout.foot_height - 2 * GAP
    fit = Fitter(layout.sizes, least).fit(
        lambda letters, proportion: kind.draw(
            puzzle, None, replace(look, min_letters=letters, proportion=proportion)
        ),
        Room(layout.page_format.across, height),
    )
    return fit.scale >= least
