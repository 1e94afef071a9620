"""The line of text of a puzzle: one line of ASCII without spaces, for addresses, QR codes and commands.

It is the id of the kind and the sections of its line form (puzzles/line_form.py), joined by colons:
`linja.endgame:61111110/01111116:A:margin:own:yes`. The table of all kinds is in puzzles/README.md.
"""

from __future__ import annotations

import re
from typing import Any

from puzzles.errors import BadInput, Problem, UnknownKind
from puzzles.json_shapes import quote
from puzzles.kind import PuzzleKind
from puzzles.registry import GAMES, KIND_IDS, kind_named, suggestion

# No puzzle has a longer line: 60 LIGHT-LINE! cards whose ids are 200 characters, all of them encoded.
MAX_LENGTH = 2**18
_BETWEEN = ":"
# The beginning of a line, whether or not there is such a kind.
_BEGINNING = re.compile(rf"\s*(?:{'|'.join(game.id for game in GAMES)})\.\w+\s*:", re.IGNORECASE)
# A pattern for JSON Schema, which knows no flag for small letters and capitals.
PATTERN = rf"^\s*({'|'.join(name.replace('.', '[.]') for name in KIND_IDS)})\s*:"


def text_of(kind: PuzzleKind[Any, Any], puzzle: Any) -> str:
    """Returns the line of text of a puzzle of this kind."""
    return _BETWEEN.join([kind.id, *kind.line_form.write(kind.serialise(puzzle))])


def is_line(text: str) -> bool:
    """Whether a text is meant as a line of text: it begins with a game, a kind and a colon."""
    return _BEGINNING.match(text) is not None


def read_line(text: str) -> tuple[PuzzleKind[Any, Any], Any]:
    """Reads a line of text: the kind and the puzzle; BadInput where it says none."""
    if len(text) > MAX_LENGTH:
        raise BadInput([Problem("", f"expected a line of at most {MAX_LENGTH} characters, got {len(text)}")])
    name, *texts = "".join(text.split()).split(_BETWEEN)
    if name.lower() not in KIND_IDS:
        expected = f"expected a line of text that begins with one of {', '.join(KIND_IDS)}"
        raise UnknownKind([Problem("", f"{expected}, got {quote(name)}{suggestion(name)}")])
    kind = kind_named(name.lower())
    return kind, kind.line_form.read(kind.id, texts, kind.parse)
