"""Every game, and so every kind. A new game is one line here, a new kind one in its game's `game.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from puzzles.end_of_line.game import GAME as END_OF_LINE
from puzzles.errors import BadInput, Problem, UnknownKind
from puzzles.game import Game
from puzzles.json_shapes import quote
from puzzles.kind import PuzzleKind
from puzzles.light_line.game import GAME as LIGHT_LINE
from puzzles.linja.game import GAME as LINJA

GAMES: tuple[Game, ...] = (END_OF_LINE, LIGHT_LINE, LINJA)
KINDS: tuple[PuzzleKind[Any, Any], ...] = tuple(kind for game in GAMES for kind in game.kinds)
KIND_IDS: tuple[str, ...] = tuple(kind.id for kind in KINDS)
_GAME_OF: Mapping[str, Game] = {kind.id: game for game in GAMES for kind in game.kinds}


def game_of(kind: str) -> Game:
    """The game that a kind belongs to; the kind must be a known one."""
    return _GAME_OF[kind]


def kind_named(name: str) -> PuzzleKind[Any, Any]:
    """The kind with this id, or UnknownKind."""
    for kind in KINDS:
        if kind.id == name:
            return kind
    problem = f"expected one of {', '.join(KIND_IDS)}, got {quote(name)}{suggestion(name)}"
    raise UnknownKind([Problem("/kind", problem)])


def suggestion(name: str) -> str:
    """The kinds that a misspelt name may mean, or that it names without their game."""
    # Only for a misspelt kind.
    from difflib import get_close_matches  # noqa: PLC0415
    from itertools import chain  # noqa: PLC0415

    from puzzles.texts import ENGLISH  # noqa: PLC0415

    game, _, kind = name[:100].lower().rpartition(".")
    close = get_close_matches(f"{game}.{kind}", KIND_IDS, n=1, cutoff=0.5) if game else []
    if not game:
        names = {
            kind_id: (*kind_id.split("."), ENGLISH.text(f"{kind_id}.name").lower()) for kind_id in KIND_IDS
        }
        best = get_close_matches(kind, chain(*names.values()), n=1, cutoff=0.6)
        close = [kind_id for kind_id, of_kind in names.items() if not set(of_kind).isdisjoint(best)]
    return f"; did you mean {' or '.join(close)}?" if close else ""


def kind_of(document: object) -> PuzzleKind[Any, Any]:
    """The kind that a puzzle document names."""
    if not isinstance(document, dict):
        raise BadInput(
            [Problem("", f"expected an object with a kind, or a line of text, got {quote(document)}")]
        )
    name = document.get("kind")
    if "kind" not in document:
        raise BadInput([Problem("/kind", "missing")])
    if not isinstance(name, str):
        raise BadInput([Problem("/kind", f"expected a string, got {quote(name)}")])
    return kind_named(name)
