"""Checks that the catalogues match in every language, and that the code uses exactly their keys."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from puzzles.drawing.letters import has_glyph
from puzzles.errors import BadInput
from puzzles.texts import (
    ENGLISH,
    FOLDER,
    LANGUAGES,
    BoardCell,
    catalogue,
    column_name,
    phrase,
    row_name,
    translator_for,
)
from puzzles.titles import dated_title, day_name, puzzle_title

ROOT = Path(__file__).parent.parent.parent
FOLDERS = ("puzzles", "solvers", "generators", "api")
CODE = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
TEXT_FUNCTIONS = {"text", "phrase", "Phrase"}
# They print texts of the catalogue of pages, whose name they add to the key: PageTexts, and the templates.
PAGE_TEXTS = "texts"
TEMPLATES = list((ROOT / "api").rglob("*.html"))
SCRIPTS = [path for path in (ROOT / "api").rglob("*.js") if "node_modules" not in path.parts]


@cache
def sources() -> tuple[ast.Module, ...]:
    return tuple(ast.parse(path.read_text(encoding="utf-8")) for path in CODE)


def patterns(node: ast.AST) -> Iterator[str]:
    """Yields the strings in an expression as regular expressions; computed parts match anything."""
    if isinstance(node, ast.JoinedStr):
        yield "".join(
            re.escape(part.value) if isinstance(part, ast.Constant) and isinstance(part.value, str) else ".+"
            for part in node.values
        )
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            yield re.escape(node.value)
    else:
        for child in ast.iter_child_nodes(node):
            yield from patterns(child)


def requested_keys() -> Iterator[str]:
    """Yields the patterns of the keys that the code requests."""
    for tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in TEXT_FUNCTIONS and not isinstance(node.args[0], ast.Call):
                    yield from patterns(node.args[0])
                elif name == PAGE_TEXTS:
                    yield from (f"page\\.{pattern}" for pattern in patterns(node.args[0]))
    for path in TEMPLATES:
        for key in re.findall(rf'\b{PAGE_TEXTS}\("([^"]+)"', path.read_text(encoding="utf-8")):
            yield re.escape(f"page.{key}")


def script_texts() -> Iterator[str]:
    """Yields the strings in the scripts of pages as regular expressions; computed parts match anything."""
    for path in SCRIPTS:
        for _, literal in re.findall(r"""(["`])((?:(?!\1).)*)\1""", path.read_text(encoding="utf-8")):
            yield ".+".join(map(re.escape, re.split(r"\$\{[^}]*\}", literal)))


def page_keys_in_scripts() -> set[str]:
    """Returns the keys of the pages' catalogue whose ends stand in scripts, which add the section to them."""
    texts = set(script_texts())
    # What is computed is the end of a name, not all of it.
    computed = [re.compile(text) for text in texts if re.search(r"[a-z]_\.\+$", text)]
    keys = set()
    for key in catalogue("en"):
        ends = ends_of(key)
        if key.startswith("page.") and (
            any(re.escape(end) in texts for end in ends)
            or any(pattern.fullmatch(end) for pattern in computed for end in ends)
        ):
            keys.add(key)
    return keys


def ends_of(key: str) -> list[str]:
    """Returns what scripts may call a key: its last parts, without the form of a plural."""
    parts = re.sub(r"\.(one|other)$", "", key).split(".")
    return [".".join(parts[i:]) for i in range(1, len(parts))]


def matching_keys(pattern: str) -> set[str]:
    """Returns the keys that match a pattern, with both forms of a plural."""
    return {key for key in catalogue("en") if re.fullmatch(rf"({pattern})(\.one|\.other)?", key)}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_there_are_three_languages() -> None:
    assert {"de", "en", "es"} <= set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
class TestCatalogues:
    def test_the_same_files(self, language: str) -> None:
        files = {path.name for path in (FOLDER / language).iterdir()}
        assert files == {path.name for path in (FOLDER / "en").iterdir()}

    def test_the_same_keys_in_the_same_order(self, language: str) -> None:
        assert list(catalogue(language)) == list(catalogue("en"))

    def test_the_same_placeholders(self, language: str) -> None:
        for key, text in catalogue(language).items():
            # The singular need not show its number.
            free = {"n"} if key.endswith(".one") else set()
            assert placeholders(text) - free == placeholders(catalogue("en")[key]) - free, key

    def test_nothing_is_empty(self, language: str) -> None:
        for key, text in catalogue(language).items():
            assert isinstance(text, str), key
            assert text.strip() == text != "", key

    def test_a_plural_has_both_forms(self, language: str) -> None:
        for key in catalogue(language):
            stem, _, form = key.rpartition(".")
            if form in ("one", "other"):
                assert {f"{stem}.one", f"{stem}.other"} <= set(catalogue(language)), key

    def test_there_are_glyphs_for_every_drawn_text(self, language: str) -> None:
        for key, text in catalogue(language).items():
            # The tasks of some kinds stand in their drawings.
            if ".drawing." in key or ".task" in key or key.endswith(".full_name"):
                letters = "".join(literal for literal, *_ in Formatter().parse(text))
                assert all(map(has_glyph, letters + letters.upper())), key


def test_every_requested_key_exists() -> None:
    missing = [pattern for pattern in requested_keys() if not matching_keys(pattern)]
    assert not missing


def test_every_key_is_used() -> None:
    texts = {pattern for tree in sources() for pattern in patterns(tree)}
    texts |= {*script_texts(), *requested_keys()}
    stems = {path.stem for path in (FOLDER / "en").iterdir()}
    # The name of a game or of a kind may be computed.
    keys = {pattern for pattern in texts if re.match(rf"({'|'.join(stems)}|\.\+)\\?\.\w", pattern)}
    used_keys = {key for pattern in keys for key in matching_keys(pattern)} | page_keys_in_scripts()
    assert set(catalogue("en")) == used_keys


def test_every_text_of_a_script_exists() -> None:
    ends = {end for key in catalogue("en") for end in [*ends_of(key), re.sub(r"\.(one|other)$", "", key)]}
    requested = {
        key
        for path in SCRIPTS
        for key in re.findall(r'\b#?text\(\s*"([^"]+)"', path.read_text(encoding="utf-8"))
    }
    assert not requested - ends


class TestTranslator:
    def test_a_text_with_its_parts(self) -> None:
        move = phrase("end_of_line.steps.move", start=BoardCell(0, 1), end=BoardCell(1, 1))
        phrase_with_parts = phrase("end_of_line.steps.only_out", moves=(move, move))
        assert ENGLISH.render(phrase_with_parts) == "the only ways out: B1 to B2, B1 to B2"
        assert (
            translator_for("de").render(phrase_with_parts) == "nur so geht es hinaus: B1 nach B2, B1 nach B2"
        )

    def test_the_number_chooses_the_form(self) -> None:
        key = "light_line.head.task"
        assert "exactly 1 of the cards," in ENGLISH.text(key, n=1)
        assert "exactly 5 of the cards " in ENGLISH.text(key, n=5)
        assert "genau 2 der Karten " in translator_for("de").text(key, n=2)

    def test_braces_in_a_value_are_no_placeholders(self) -> None:
        assert ENGLISH.text("light_line.drawing.new", card="{card}") == "New: {card}"

    def test_cells_have_names_for_people(self) -> None:
        translator = translator_for("es")
        assert [translator.render(BoardCell(*cell)) for cell in ((0, 0), (3, 2), (19, 19))] == [
            "A1",
            "C4",
            "T20",
        ]
        assert [row_name(3), column_name(2)] == ["4", "C"]

    @pytest.mark.parametrize(
        ("cell", "name"),
        [
            ((-1, 0), "[-1, 0]"),
            ((0, -1), "[0, -1]"),
            ((0, 26), "AA1"),
            ((2, 701), "ZZ3"),
            ((0, 702), "[0, 702]"),
            ((10**30, 0), "[1e30, 0]"),
            ((-(10**30), 10**30), "[-1e30, 1e30]"),
        ],
    )
    def test_where_rows_and_columns_have_no_names_there_are_numbers(
        self, cell: tuple[int, int], name: str
    ) -> None:
        assert translator_for("en").render(BoardCell(*cell)) == name

    def test_a_missing_key_is_a_programming_error(self) -> None:
        with pytest.raises(KeyError):
            ENGLISH.text("frame.nothing")

    def test_an_unknown_language(self) -> None:
        with pytest.raises(BadInput, match="one of de, en, es, got 'xx'"):
            translator_for("xx")


@pytest.mark.parametrize(
    ("language", "this_year", "other_year"),
    [
        ("en", "19 November", "1 March 2025"),
        ("es", "19 de noviembre", "1 de marzo de 2025"),
        ("de", "19. November", "1. März 2025"),
    ],
)
def test_days(language: str, this_year: str, other_year: str) -> None:
    translator, today = translator_for(language), date(2026, 1, 2)
    assert translator.render(day_name(date(2026, 11, 19), today)) == this_year
    assert translator.render(day_name(date(2025, 3, 1), today)) == other_year
    months = {translator.render(day_name(date(2026, month, 1), today)) for month in range(1, 13)}
    assert len(months) == 12


def test_titles() -> None:
    title = puzzle_title("end_of_line.cover", "hard")
    dated = dated_title(title, date(2026, 11, 19), date(2026, 11, 20))
    assert ENGLISH.render(dated) == "END OF LINE Cover, hard, 19 November"
    assert translator_for("de").render(title) == "END OF LINE Ausfüllen, schwer"
    assert ENGLISH.render(puzzle_title("linja.endgame", None)) == "Linja endgame"
