"""Which puzzles of the packs suit a book that is filled at random.

Those whose answers a person can explain, not only by trial and error, and whose drawings are not tiny on the
book's paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from api.book.captions import caption_of
from api.book.codes import code_of
from api.book.engines import Engines
from api.book.layout import Layout, layout_of
from api.book.options import BookOptions
from api.book.puzzle_pages import PuzzlePages, puzzle_to_fit
from api.book.selection import Suits
from puzzles.drawing.style import Look
from puzzles.game import Caption, SolvedPuzzle
from puzzles.kind import PuzzleKind
from puzzles.packs import PackEntry
from puzzles.registry import game_of, kind_named


def suits_book(options: BookOptions, engines: Engines, base_url: str | None = None) -> Suits:
    """Returns what decides whether puzzles suit a book of these options."""
    return partial(_suits, options, layout_of(options, base_url is not None, 100), base_url, engines)


def _suits(
    options: BookOptions,
    layout: Layout,
    base_url: str | None,
    engines: Engines,
    entries: Sequence[PackEntry],
) -> list[bool]:
    puzzles = [_read(entry) for entry in entries]
    explained = [
        caption.without_steps is not None and options.answers != "without" for *_, caption in puzzles
    ]
    # The engines look for steps while this process draws.
    engines.explain((kind.id, puzzle) for (kind, puzzle, _), it in zip(puzzles, explained, strict=True) if it)
    large = [
        _is_large(options, layout, base_url, entry, *puzzle)
        for entry, puzzle in zip(entries, puzzles, strict=True)
    ]
    return [
        is_large and (not is_explained or bool(engines.key_steps(kind.id, puzzle)))
        for (kind, puzzle, _), is_explained, is_large in zip(puzzles, explained, large, strict=True)
    ]


def _read(entry: PackEntry) -> tuple[PuzzleKind[Any, Any], Any, Caption]:
    kind = kind_named(entry.record["kind"])
    puzzle, solution = kind.parse(entry.record["puzzle"]), kind.parse_solution(entry.solution)
    return kind, puzzle, caption_of(kind.id, SolvedPuzzle(puzzle, solution, entry.score))


def _is_large(
    options: BookOptions,
    layout: Layout,
    base_url: str | None,
    entry: PackEntry,
    kind: PuzzleKind[Any, Any],
    puzzle: Any,
    caption: Caption,
) -> bool:
    least = game_of(kind.id).least_scale
    if not least:
        return True
    look = Look(options.language, options.ink, legend=False)
    code = code_of(kind, puzzle, entry.record["id"], has_page=True, base_url=base_url)
    to_fit = puzzle_to_fit(1, kind, puzzle, caption, look, layout.code_side(code.modules))
    return PuzzlePages(layout, least, per_page=None).is_large_alone(to_fit)
