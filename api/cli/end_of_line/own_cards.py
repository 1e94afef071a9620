"""Puzzles of one's own END OF LINE cards, typed as options: a solo deck or the tray of a cover puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from api.cli.game_extensions import TypedPuzzle
from api.problem_documents import document_of
from puzzles.end_of_line import cover, solo
from puzzles.end_of_line.line_sections import BLOCKED, DECK, ENERGY, SIZE, START, TRAY
from puzzles.errors import BadInput
from puzzles.kind import PuzzleKind
from puzzles.line_form import Section
from puzzles.line_of_text import text_of

_SECTIONS: Mapping[str, Section] = {
    "deck": DECK,
    "tray": TRAY,
    "size": SIZE,
    "start": START,
    "blocked": BLOCKED,
    "energy": ENERGY,
}
_OPTIONS = {section: f"--{name}" for name, section in _SECTIONS.items()}
# The entries of these may be separated by blanks, by commas, or by both.
_LISTS = ("deck", "tray", "blocked")
_KINDS: Mapping[str, PuzzleKind[Any, Any]] = {"deck": solo.KIND, "tray": cover.KIND}


def line_of(texts: Mapping[str, str]) -> str:
    """Returns the line of text of the puzzle that the options describe; UsageError names a wrong one."""
    first, *others = [name for name in _KINDS if name in texts]
    if others:
        raise click.UsageError(f"--{first} and --{others[0]} cannot be used together.")
    kind = _KINDS[first]
    form = kind.line_form
    for name in texts:
        if _SECTIONS[name] not in form.sections:
            raise click.UsageError(f"--{name} cannot be used with --{first}.")
    tidy = {_SECTIONS[name]: _tidy(name, text) for name, text in texts.items()}
    sections = [tidy.get(section, "") for section in form.sections]
    try:
        puzzle = form.read(
            kind.id, sections, kind.parse, lambda _, section: _OPTIONS.get(section, section.name)
        )
    except BadInput as e:
        raise click.UsageError(document_of(e)["detail"]) from e
    return text_of(kind, puzzle)


def _tidy(name: str, text: str) -> str:
    if name in _LISTS:
        return ",".join(text.replace(",", " ").split())
    return "".join(text.split())


TYPED_PUZZLE = TypedPuzzle(
    deck='Without --deal, in place of FILE: your own END OF LINE deck in drawing order, as in "S L LS LSR0".',
    options=(
        click.option(
            "--tray",
            metavar="CARDS",
            help='In place of FILE: your own END OF LINE cards, in no order, as in "9S 4L 4R LSR".',
        ),
        click.option(
            "--blocked", metavar="CELLS", help="The blocked cells, as in A1,D4 (with --deck or --tray)."
        ),
        click.option("--size", metavar="ROWSxCOLS", help="The size of the board.  [default: 5x5]"),
        click.option("--start", metavar="CELL", help="The start card and its heading.  [default: C3N]"),
        click.option("--energy", metavar="N", help="The energy (with --deck).  [default: 3]"),
    ),
    names=("tray", "blocked", "size", "start", "energy"),
    beginnings=tuple(_KINDS),
    line=line_of,
)
