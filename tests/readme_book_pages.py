"""The pictures of book pages in the README. `python -m tests.readme_book_pages` renders them again."""

from __future__ import annotations

import tempfile
from pathlib import Path

import typst

from api.book.book import make_book
from api.book.options import read_order
from api.book.selection import PuzzleSources

FOLDER = Path(__file__).parent.parent / "api" / "book" / "pictures"
BASE = "https://lineworks.example"
ORDER = {"seed": 7, "count": 56, "answers": "with"}
# The number of the page in each picture: rules, puzzles to draw on, and answers with steps.
PAGES = {"rules.png": 3, "puzzles.png": 17, "answers.png": 42}
# The grey margin around the page in points, and the resolution in dots per inch.
MARGIN, DPI = 8, 46
SOURCE = """#set page(width: auto, height: auto, margin: {margin}pt, fill: luma(80%))
#block(fill: white, image("book.pdf", page: {page}))"""


def main() -> None:
    order = read_order(ORDER)
    pdf = make_book(order, PuzzleSources().select(order.selection), base_url=BASE).pdf
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "book.pdf").write_bytes(pdf)
        for name, page in PAGES.items():
            source = Path(folder, "page.typ")
            source.write_text(SOURCE.format(margin=MARGIN, page=page))
            typst.compile(str(source), output=str(FOLDER / name), format="png", ppi=DPI)


if __name__ == "__main__":
    main()
