"""Checks that shared code does not depend on a game: only its own folders and the registries name it."""

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

ROOT = Path(__file__).parent.parent
API = ROOT / "api"
LAYERS = ("puzzles", "solvers", "generators", "api")
# Modules that list the games.
REGISTRIES = ("puzzles/registry.py", "api/cli/registry.py", "api/cli/commands.py")


class Mention(NamedTuple):
    line: int
    name: str


@cache
def name_pattern() -> re.Pattern[str]:
    """Matches the ids of games, with or without underscores, and their names in every language."""
    words = {game.id for game in GAMES} | {game.id.replace("_", "") for game in GAMES}
    words |= {game.name(translator_for(language)).rstrip("!") for game in GAMES for language in LANGUAGES}
    return re.compile("|".join(sorted(map(re.escape, words), key=len, reverse=True)), re.IGNORECASE)


def shared_modules() -> list[Path]:
    """Returns every module that is neither in the folder of a game nor a registry."""
    games = {game.id for game in GAMES}
    return [
        path
        for layer in LAYERS
        for path in sorted((ROOT / layer).rglob("*.py"))
        if not games & set(path.parts) and str(path.relative_to(ROOT)) not in REGISTRIES
    ]


def docstrings(tree: ast.AST) -> set[ast.AST]:
    bodies = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return {
        node.body[0].value
        for node in ast.walk(tree)
        if isinstance(node, bodies) and node.body and isinstance(node.body[0], ast.Expr)
    }


def words_of(node: ast.AST) -> Iterator[str]:
    """Yields the words of a syntax tree node: a string, an identifier or the module of an import."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for field in ("id", "attr", "name", "asname", "arg", "module"):
        word = getattr(node, field, None)
        if isinstance(word, str):
            yield word


def mentions_in(source: str) -> list[Mention]:
    """Returns the names of games and kinds in a module, without those in docstrings and comments."""
    tree = ast.parse(source)
    ignored = docstrings(tree)
    return [
        Mention(getattr(node, "lineno", 0), match[0])
        for node in ast.walk(tree)
        if node not in ignored
        for word in words_of(node)
        for match in name_pattern().finditer(word)
    ]


def test_only_its_own_folders_and_the_registries_name_a_game() -> None:
    mentions = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in shared_modules()
        for line, name in mentions_in(path.read_text(encoding="utf-8"))
    ]
    assert not mentions, "\n".join(mentions)


def test_no_shared_text_or_template_names_a_game() -> None:
    shared = [FOLDER / language / f"{name}.toml" for language in LANGUAGES for name in ("frame", "page")]
    games = {game.id for game in GAMES}
    shared += [
        path
        for ending in ("html", "typ", "css", "js")
        for path in (ROOT / "api").rglob(f"*.{ending}")
        if not games & set(path.parts)
    ]
    mentions = [
        f"{path.relative_to(ROOT)}:{number}: {name[0]}"
        for path in shared
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for name in name_pattern().finditer(line)
    ]
    assert not mentions, "\n".join(mentions)


def test_no_shared_module_derives_a_game_from_the_id_of_a_kind() -> None:
    offenders = [str(path.relative_to(ROOT)) for path in shared_modules() if 'split(".")' in path.read_text()]
    assert not offenders, "puzzles.registry.game_of knows the game of a kind"


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
    assert mentions_in(f"\n{source}") == [Mention(2, name)]


def test_docstrings_and_comments_may_name_a_game() -> None:
    assert mentions_in('"""As in Linja."""\n\ndef f():\n    "As in Linja."\n    # As in Linja.\n') == []


def test_every_catalogue_belongs_to_a_game_or_to_all() -> None:
    assert {key.split(".")[0] for key in catalogue("en")} == {"frame", "page"} | {game.id for game in GAMES}
