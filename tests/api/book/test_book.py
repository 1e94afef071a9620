"""The PDF, read back: what a reader, a printer and a screen reader find in it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from base64 import b64decode
from collections import Counter
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import segno
from PIL import Image
from pypdf import PdfReader

from api.book.book import make_book
from api.book.codes import PuzzleCode, code_of
from api.book.options import read_order
from api.book.selection import PuzzleSources
from generators.records import page_of
from puzzles import packs
from puzzles.errors import BadInput
from puzzles.line_of_text import text_of
from puzzles.registry import KINDS
from puzzles.texts import ENGLISH, LANGUAGES, translator_for
from tests.api.book.book_reader import (
    BASE,
    SMALL,
    book_of,
    flag,
    outline,
    page_by_puzzle,
    read_pdf,
    small,
    structure,
    texts,
)
from tests.api.program import ROOT
from tests.api.small_puzzles import COVER
from tests.readme_book_pages import FOLDER, PAGES

GAMES = ("END OF LINE", "LIGHT-LINE!", "Linja")
NUMBERS = list(range(1, 2 * len(KINDS) + 1))
MILLIMETRE = 72 / 25.4
PAPERS = {"a4": (210, 297), "a5": (148, 210), "letter": (215.9, 279.4), "6x9": (152.4, 228.6)}
OPTIONS: list[dict[str, Any]] = [
    {},
    {"paper": "a5"},
    {"paper": "letter", "per_page": 2},
    {"paper": "6x9"},
    {"large_print": True},
    {"ink": "patterns"},
    {"per_page": 1, "answers": "without"},
    {"language": "de"},
    {"language": "es", "paper": "6x9"},
    {"language": "es", "paper": "a5", "large_print": True},
    {"answers": "apart"},
]
WITH_ANSWERS = [options for options in OPTIONS if "answers" not in options]
every_option = pytest.mark.parametrize("options", OPTIONS, ids=str)
# One process makes the books, each of them once.
pytestmark = pytest.mark.xdist_group("book")

# Alone in a test process, and not of its folder or of its hashes.
PRINT = """
import sys
from tests.api.book.book_reader import small

sys.stdout.buffer.write(small().pdf)
"""


@pytest.mark.slow
@pytest.mark.parametrize("options", WITH_ANSWERS, ids=str)
def test_every_answer_is_on_the_page_that_is_named_and_leads_back(options: dict[str, Any]) -> None:
    reader = read_pdf(small(BASE, **options).pdf)
    page_texts, words = texts(reader), translator_for(options.get("language", "en"))
    puzzle_pages = page_by_puzzle(reader)
    assert list(puzzle_pages) == NUMBERS
    puzzles_by_page = Counter(puzzle_pages.values())
    for number, page in puzzle_pages.items():
        answer_pages = re.findall(words.text("frame.book.answer_on", page="([0-9]+)"), page_texts[page - 1])
        assert len(answer_pages) == puzzles_by_page[page]
        back = rf"(?<![0-9]){number} {words.text('frame.book.puzzle_on', page=str(page))}(?![0-9])"
        assert [
            answer_page
            for answer_page in set(answer_pages)
            if re.search(back, page_texts[int(answer_page) - 1])
        ]


def test_the_pages_of_answers_apart_are_named_in_both_files() -> None:
    book = small(BASE, answers="apart")
    asked_of, answered_of = read_pdf(book.pdf), read_pdf(book.answers)
    puzzle_texts, answers, words = texts(asked_of), texts(answered_of), translator_for("en")
    pages = page_by_puzzle(asked_of)
    assert list(pages) == NUMBERS
    for number, page in pages.items():
        answer_pages = re.findall(
            words.text("frame.book.answer_apart", page="([0-9]+)"), puzzle_texts[page - 1]
        )
        back = rf"(?<![0-9]){number} {words.text('frame.book.puzzle_apart', page=str(page))}(?![0-9])"
        assert [
            answer_page for answer_page in set(answer_pages) if re.search(back, answers[int(answer_page) - 1])
        ]
    assert not any("the best there is" in page for page in puzzle_texts[9:])
    assert answered_of.metadata is not None
    assert answered_of.metadata.title == "Lines to find: answers"


def test_a_book_without_answers_says_nothing_of_them() -> None:
    book = small(BASE, per_page=1, answers="without")
    assert book.answers is None
    assert not any(re.search("Answers|Answer: page", page) for page in texts(read_pdf(book.pdf)))
    assert page_by_puzzle(read_pdf(book.pdf)).keys() == set(NUMBERS)


def test_puzzles_are_in_rising_difficulty_and_have_their_stars_in_words() -> None:
    text = " ".join(texts(read_pdf(small().pdf)))
    for kind in KINDS:
        name = translator_for("en").text(f"{kind.id}.name")
        grades = re.findall(rf"\b{name} (?:[0-9]+ )?(easy|expert)", text)
        assert grades[:2] == ["easy", "expert"], kind.id


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_have_the_size_of_the_paper(paper: str) -> None:
    options = next(candidate for candidate in OPTIONS if candidate.get("paper", "a4") == paper)
    wide, high = PAPERS[paper]
    for page in read_pdf(small(BASE, **options).pdf).pages:
        assert float(page.mediabox.width) == pytest.approx(wide * MILLIMETRE, abs=0.1)
        assert float(page.mediabox.height) == pytest.approx(high * MILLIMETRE, abs=0.1)


@pytest.mark.slow
@every_option
def test_pages_are_numbered_and_none_is_empty(options: dict[str, Any]) -> None:
    reader = read_pdf(small(BASE, **options).pdf)
    for number, page in enumerate(texts(reader), 1):
        assert page.strip()
        assert number == 1 or re.search(rf"(^|[^0-9]){number}( |$)", page)


def test_the_title_page_and_the_imprint() -> None:
    book = small(title="A Gift", author="Ada")
    first, second, *_ = texts(read_pdf(book.pdf))
    assert "A Gift" in first
    assert "Ada" in first
    assert f"{len(NUMBERS)} puzzles, with answers" in first
    assert "Contents" in second
    assert "unofficial" in second
    assert "belong" in second
    assert "synthetic deck" in second
    assert "seed 3" in second


def test_the_imprint_is_at_the_end_where_contents_need_their_page() -> None:
    _, second, *_, last = texts(read_pdf(small(paper="a5", large_print=True).pdf))
    assert "Contents" in second
    assert "unofficial" not in second
    assert "unofficial" in last


@pytest.mark.slow
@every_option
def test_each_part_before_the_puzzles_has_its_page(options: dict[str, Any]) -> None:
    reader = read_pdf(small(BASE, **options).pdf)
    page_texts, words = texts(reader), translator_for(options.get("language", "en"))
    assert words.text("frame.book.contents") in page_texts[1]
    imprint = words.text("frame.book.imprint.unofficial", games=words.all_of(GAMES))
    assert imprint in page_texts[1] or imprint in page_texts[-1]
    entries = list(outline(reader))
    chapters = [page for depth, title, page in entries if depth == 0 and title in GAMES]
    firsts = [min(page for page in page_by_puzzle(reader).values() if page > chapter) for chapter in chapters]
    pages = [first - chapter for first, chapter in zip(firsts, chapters, strict=True)]
    # Rules, examples and tips of up to four kinds.
    maximum = 7 if "large_print" in options and "paper" in options else 5
    assert len(pages) == len(GAMES)
    assert all(1 <= n <= maximum for n in pages), pages


def test_metadata_and_bookmarks() -> None:
    reader = read_pdf(small(title="A Gift", author="Ada").pdf)
    meta, root = reader.metadata, reader.root_object
    assert meta is not None
    assert (meta.title, meta.author) == ("A Gift", "Ada")
    assert "LIGHT-LINE!" in str(meta["/Keywords"])
    assert str(root["/Lang"]) == "en"
    bookmarks = list(outline(reader))
    assert [title for depth, title, _ in bookmarks if depth == 0] == [
        *GAMES, "Answers", "Index", "Cards to cut out"
    ]  # fmt: skip
    # Each puzzle stands below its kind.
    kinds = [title for depth, title, _ in bookmarks if depth == 1]
    assert kinds[:7] == ["How to play", "Solo", "Classic", "Cover", "Co-op", "How to play", "SOLO-LINE"]
    depths = {title: depth for depth, title, _ in bookmarks}
    assert depths["1"] == depths["14"] == 2


@pytest.mark.slow
@every_option
def test_a_screen_reader_finds_its_way(options: dict[str, Any]) -> None:
    reader = read_pdf(small(BASE, **options).pdf)
    assert flag(reader, "/MarkInfo", "/Marked")
    assert flag(reader, "/ViewerPreferences", "/DisplayDocTitle")
    elements = list(structure(reader))
    figures = [element for element in elements if element.get("/S") == "/Figure"]
    assert len(figures) > 2 * len(NUMBERS)
    assert all(str(figure["/Alt"]).strip() for figure in figures)
    kinds = Counter(str(element.get("/S")) for element in elements)
    assert kinds["/H1"] >= 4
    assert kinds["/H3"] >= len(NUMBERS)


def fonts(reader: PdfReader) -> dict[str, bool]:
    """Every font of the file, and whether it is in it."""
    is_embedded_by_font: dict[str, bool] = {}
    for page in reader.pages:
        resources: Any = page["/Resources"]
        for font in resources.get("/Font", {}).values():
            descended = font.get_object()["/DescendantFonts"][0].get_object()
            descriptor = descended["/FontDescriptor"].get_object()
            is_embedded_by_font[str(descriptor["/FontName"])] = any(
                key.startswith("/FontFile") for key in descriptor
            )
    return is_embedded_by_font


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_fonts_are_embedded_and_free(language: str) -> None:
    options = next(candidate for candidate in OPTIONS if candidate.get("language", "en") == language)
    embedded = fonts(read_pdf(small(BASE, **options).pdf))
    assert embedded
    assert all(embedded.values())
    assert {name.split("+")[-1].split("-")[0] for name in embedded} == {"LibertinusSerif", "Roboto"}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_words_are_in_the_language_of_the_book(language: str) -> None:
    options = next(element for element in OPTIONS if element.get("language", "en") == language)
    reader = read_pdf(small(BASE, **options).pdf)
    text, words = " ".join(texts(reader)), translator_for(language)
    assert str(reader.root_object["/Lang"]) == language
    of_frame = (f"frame.book.{key}" for key in ("contents", "answers", "index", "play", "grades.expert"))
    for key in (*of_frame, "linja.endgame.rules.title"):
        assert words.text(key) in text
        for other_language in set(LANGUAGES) - {language}:
            strange = translator_for(other_language).text(key)
            if len(strange) > 6 and strange != words.text(key):
                assert strange not in text, strange
    alts = " ".join(str(element.get("/Alt", "")) for element in structure(reader))
    assert words.text("linja.drawing.heading.A").split(":")[0] in alts


def codes(reader: PdfReader) -> list[str]:
    alts = (str(element.get("/Alt", "")) for element in structure(reader))
    return [alt for alt in alts if alt.startswith("Code of")]


def test_without_a_base_address_codes_hold_lines_of_text() -> None:
    reader = read_pdf(small().pdf)
    assert codes(reader) == 2 * len(KINDS) * ["Code of the puzzle as a line of text"]
    assert not any("/p/" in page for page in texts(reader))


def test_the_code_of_a_puzzle_without_a_page_holds_its_line_of_text() -> None:
    (chosen, *_) = PuzzleSources().select(read_order(SMALL).selection)
    kind, puzzle = chosen.subject.kind, chosen.subject.puzzle
    line = text_of(kind, puzzle)
    assert code_of(kind, puzzle, chosen.id, False, None) == PuzzleCode(line)
    assert code_of(kind, puzzle, chosen.id, False, BASE) == PuzzleCode(f"{BASE}/play#{line}")
    page = BASE + page_of(chosen.id)
    assert code_of(kind, puzzle, chosen.id, True, BASE) == PuzzleCode(page, page)


def test_a_text_too_long_for_a_code_has_none() -> None:
    code = PuzzleCode("x" * 3000)
    assert (code.modules, code.picture(ENGLISH)) == (0, None)


def test_every_puzzle_has_the_code_and_the_address_of_its_page() -> None:
    reader = read_pdf(small(BASE).pdf)
    order = read_order(SMALL)
    addresses = {BASE + page_of(book_puzzle.id) for book_puzzle in PuzzleSources().select(order.selection)}
    assert {alt_text.removeprefix("Code of the page ") for alt_text in codes(reader)} == addresses
    links = {
        str(link.get_object()["/A"]["/URI"])
        for page in reader.pages
        for link in page.get("/Annots", [])
        if "/A" in link.get_object()
    }
    assert links == addresses
    squeezed = "".join(texts(reader)).replace(" ", "")
    assert all(address.removeprefix("https://") in squeezed for address in addresses)


def test_a_code_is_drawn_module_by_module() -> None:
    address = f"{BASE}/p/x9e5k5dh34vxbrgz"
    drawing = PuzzleCode(address, address).picture(ENGLISH)
    assert drawing is not None
    (encoded,) = re.findall(r'href="data:image/png;base64,([^"]*)"', drawing.svg)
    pixels = Image.open(BytesIO(b64decode(encoded))).convert("L")
    matrix = segno.make(address, micro=False, error="m", mask=3).matrix
    assert pixels.size == (drawing.width, drawing.height) == (len(matrix), len(matrix))
    assert [value == 0 for value in pixels.tobytes()] == [module == 1 for row in matrix for module in row]


@pytest.mark.process
def test_the_same_book_is_the_same_bytes_in_another_process(tmp_path: Path) -> None:
    digests = []
    for seed in ("1", "2"):
        folder = tmp_path / seed
        folder.mkdir()
        env = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "TZ": f"UTC+{seed}"}
        alone = [sys.executable, "-c", PRINT]
        ran = subprocess.run(alone, cwd=folder, env=env, capture_output=True, check=True)
        digests.append(ran.stdout)
        assert list(folder.iterdir()) == []
    assert digests[0] == digests[1] == small().pdf


def test_another_seed_is_another_book() -> None:
    assert small(seed=4).pdf != small().pdf


def test_cut_outs_hold_every_card_of_any_one_puzzle() -> None:
    reader = read_pdf(small(BASE, ink="patterns").pdf)
    (page,) = (page for depth, title, page in outline(reader) if (depth, title) == (0, "Cards to cut out"))
    assert "Cut along the dashed lines" in texts(reader)[page - 1]
    alts = Counter(str(element.get("/Alt", "")) for element in structure(reader))
    words = translator_for("en")
    puzzles = PuzzleSources().select(read_order(SMALL).selection)
    for chosen in puzzles:
        puzzle = chosen.subject.puzzle
        deck = Counter(getattr(puzzle, "deck", ()))
        for card, n in deck.items():
            assert alts[words.text("end_of_line.drawing.cut_card", card=card) + "."] >= n
        for card in getattr(puzzle, "cards", ()):
            assert any(f"ard {card.id}" in alt for alt in alts)


def test_the_size_of_cards_is_that_asked_for() -> None:
    assert len(read_pdf(small(card_size=100).pdf).pages) > len(read_pdf(small().pdf).pages)


def test_cards_that_do_not_fit_on_the_paper_are_refused() -> None:
    with pytest.raises(BadInput) as caught:
        small(card_size=120, paper="a5")
    assert [problem.pointer for problem in caught.value.problems] == ["/card_size"]


def test_so_many_puzzles_a_page_that_nobody_could_read_them_are_refused() -> None:
    with pytest.raises(BadInput) as caught:
        small(per_page=4, paper="a5")
    assert [problem.pointer for problem in caught.value.problems] == ["/per_page"]


@pytest.mark.parametrize("per_page", [1, 2, 4])
def test_no_page_has_more_puzzles_than_asked_for(per_page: int) -> None:
    order = read_order({"kinds": ["end_of_line.cover"], "seed": 1, "count": 9, "per_page": per_page})
    pages = page_by_puzzle(read_pdf(make_book(order, PuzzleSources().select(order.selection)).pdf))
    puzzles_by_page = Counter(pages.values())
    # Nine puzzles on pages of four: none is alone.
    assert sorted(puzzles_by_page.values()) == {1: [1] * 9, 2: [1, 2, 2, 2, 2], 4: [3, 3, 3]}[per_page]


def test_a_puzzle_that_nobody_graded_comes_last_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.book.proved_answers._graded", lambda _: (None, None))
    graded = packs.entry("end_of_line.cover", "expert", 0).record
    page_texts = texts(read_pdf(book_of(COVER, graded).pdf))
    assert re.search("By grade expert: 1; not graded: 2", " ".join(page_texts))


@pytest.mark.parametrize("text", ["日本", "\x07", "\ud800", "a 😀"])
def test_a_title_that_the_font_lacks_is_refused_by_name(text: str) -> None:
    for name in ("title", "author"):
        with pytest.raises(BadInput) as caught:
            book_of(COVER, **{name: text})
        assert [problem.pointer for problem in caught.value.problems] == [f"/{name}"]


def test_a_title_is_printed_verbatim() -> None:
    title = '#let x = $y$ *a* "Łódź" Ελλάδα <p1>'
    reader = read_pdf(book_of(COVER, title=title).pdf)
    assert title in texts(reader)[0]
    assert reader.metadata is not None
    assert reader.metadata.title == title


def test_cards_of_ones_own_are_not_called_synthetic() -> None:
    own = [{"id": "a", "tubes": [["red", "N0", "S0"]]}, {"id": "b", "tubes": [["red", "N0", "E1"]]}]
    text = " ".join(texts(read_pdf(book_of({"kind": "light_line.solo", "cards": own}).pdf)))
    assert "SOLO-LINE" in text
    assert "synthetic" not in text
    assert " ".join(texts(read_pdf(small().pdf))).count("synthetic") == 2


def test_progress_ends_with_all_of_it() -> None:
    steps: list[tuple[int, int]] = []
    order = read_order({**SMALL, "count": 3})
    make_book(order, PuzzleSources().select(order.selection), lambda done, total: steps.append((done, total)))
    assert steps == sorted(steps)
    assert len({total for _, total in steps}) == 1
    assert steps[-1][0] == steps[-1][1]
    assert len(steps) == 7


def test_the_readme_has_pages_to_show() -> None:
    for name in PAGES:
        size = (FOLDER / name).stat().st_size
        assert 10_000 < size < 150_000, f"python -m tests.readme_book_pages prints {name} anew"
