"""What holds for the house as a whole: only a game's own folders and the registries name it or its kinds."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from puzzles.registry import GAMES
from puzzles.texts import FOLDER, LANGUAGES, catalogue, translator_for

HOUSE = Path(__file__).parent.parent
API = HOUSE / "api"
LAYERS = ("puzzles", "solvers", "generators", "api")
# Where games are named, one line each.
REGISTRIES = ("puzzles/registry.py", "api/cli/registry.py", "api/cli/commands.py")


class Named(NamedTuple):
    line: int
    name: str


@cache
def names() -> re.Pattern[str]:
    """Ids of games, with or without underscores, of kinds, and the names of games in every language."""
    words = {game.id for game in GAMES} | {game.id.replace("_", "") for game in GAMES}
    words |= {game.name(translator_for(language)).rstrip("!") for game in GAMES for language in LANGUAGES}
    return re.compile("|".join(sorted(map(re.escape, words), key=len, reverse=True)), re.IGNORECASE)


def shared_modules() -> list[Path]:
    """Every module that is neither in a folder of a game nor a registry."""
    games = {game.id for game in GAMES}
    return [
        path
        for layer in LAYERS
        for path in sorted((HOUSE / layer).rglob("*.py"))
        if not games & set(path.parts) and str(path.relative_to(HOUSE)) not in REGISTRIES
    ]


def docstrings(tree: ast.AST) -> set[ast.AST]:
    bodies = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return {
        node.body[0].value
        for node in ast.walk(tree)
        if isinstance(node, bodies) and node.body and isinstance(node.body[0], ast.Expr)
    }


def words_of(node: ast.AST) -> Iterator[str]:
    """What a node of a syntax tree says in words: a text, an identifier or the module of an import."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for field in ("id", "attr", "name", "asname", "arg", "module"):
        word = getattr(node, field, None)
        if isinstance(word, str):
            yield word


def named_in(source: str) -> list[Named]:
    """The names of games and kinds in a module, docstrings and comments apart."""
    tree = ast.parse(source)
    skipped = docstrings(tree)
    return [
        Named(getattr(node, "lineno", 0), found[0])
        for node in ast.walk(tree)
        if node not in skipped
        for word in words_of(node)
        for found in names().finditer(word)
    ]


def test_only_its_own_folders_and_the_registries_name_a_game() -> None:
    found = [
        f"{path.relative_to(HOUSE)}:{line}: {name}"
        for path in shared_modules()
        for line, name in named_in(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


def test_no_shared_text_or_template_names_a_game() -> None:
    shared = [FOLDER / language / "frame.toml" for language in LANGUAGES]
    shared += [
        path for ending in ("html", "typ", "css", "js") for path in (HOUSE / "api").rglob(f"*.{ending}")
    ]
    found = [
        f"{path.relative_to(HOUSE)}:{number}: {name[0]}"
        for path in shared
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for name in names().finditer(line)
    ]
    assert not found, "\n".join(found)


def test_no_shared_module_works_out_a_game_from_the_id_of_a_kind() -> None:
    found = [str(path.relative_to(HOUSE)) for path in shared_modules() if 'split(".")' in path.read_text()]
    assert not found, "puzzles.registry.game_of knows the game of a kind"


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("import puzzles.linja.board", "linja"),
        ("from puzzles.light_line import head", "light_line"),
        ("KIND = 'end_of_line.cover'", "end_of_line"),
        ("text = f'a puzzle of {n} LIGHT-LINE! cards'", "LIGHT-LINE"),
        ("def linja_turns(): ...", "linja"),
        ("class EndOfLine: ...", "EndOfLine"),
        ("of.linja()", "linja"),
        ("f(linja=1)", "linja"),
    ],
)
def test_a_name_is_found(source: str, name: str) -> None:
    assert named_in(f"\n{source}") == [Named(2, name)]


def test_docstrings_and_comments_may_name_a_game() -> None:
    assert named_in('"""As in Linja."""\n\ndef f():\n    "As in Linja."\n    # As in Linja.\n') == []


def test_every_catalogue_is_a_games_or_the_frames() -> None:
    assert {key.split(".")[0] for key in catalogue("en")} == {"frame"} | {game.id for game in GAMES}
