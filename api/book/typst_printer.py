"""The printer: typst, which gets everything in memory, so that no files are left behind.

Its wheel contains the fonts. The text is set in Libertinus Serif, under the SIL Open Font License, and the
used parts of the font are embedded in the file. Fonts of the system are ignored and no date is written, so
that the same book has the same bytes everywhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from api.book.pictures import PrinterFiles
from puzzles.drawing.font import FOLDER

_TEMPLATES = Path(__file__).with_name("typst")
_MAIN = "book.typ"
# PDF/UA, for screen readers: typst then requires tags, a title and a text for every drawing.
_STANDARDS = ["ua-1"]

# A document of a text in the font of the templates, and the error of typst for a text it cannot print.
_TRIAL = {
    "main.typ": b"""#set document(title: "-", date: none)
#set text(font: "Libertinus Serif")
#sys.inputs.text"""
}
_MISSING = re.compile(r"the text `(.*?)` could not be displayed")


def print_pdfs(documents: Iterable[Mapping[str, Any]], drawings: PrinterFiles) -> list[bytes]:
    """Prints documents, and forgets their drawings."""
    pdfs = [_compile(_templates(), _inputs(data, drawings)) for data in documents]
    # To compress takes memory, too.
    drawings.by_name.clear()
    return list(map(_compress, pdfs))


def _compile(templates: dict[str, bytes], inputs: dict[str, str]) -> bytes:
    import typst  # noqa: PLC0415  # a library of 60 MB, needed only to print

    # typst's types do not include templates by name, which its documentation describes.
    pdf: bytes = typst.compile(  # type: ignore[call-overload]
        templates,
        format="pdf",
        ignore_system_fonts=True,
        font_paths=[FOLDER],
        pdf_standards=_STANDARDS,
        sys_inputs=inputs,
    )
    return pdf


def _compress(pdf: bytes) -> bytes:
    """Compresses a file: typst writes the texts of drawings with four characters for a letter."""
    import pikepdf  # noqa: PLC0415  # as above

    compressed = BytesIO()
    with pikepdf.open(BytesIO(pdf)) as document:
        document.save(compressed, object_stream_mode=pikepdf.ObjectStreamMode.generate, deterministic_id=True)
    return compressed.getvalue()


def missing_character(text: str) -> str | None:
    """Returns a character of the text that cannot be printed, as the font lacks it; None where all can be."""
    import typst  # noqa: PLC0415  # as above

    try:
        text.encode()
        _compile(_TRIAL, {"text": text})
    except UnicodeEncodeError as e:
        return ascii(text[e.start])
    except typst.TypstError as e:
        match = _MISSING.search(str(e))
        if match is None:
            raise
        return match[1]
    return None


def pages_of(data: Mapping[str, Any], drawings: PrinterFiles) -> dict[int, int]:
    """Returns the page of every puzzle or answer, by its number, as it would be printed."""
    import typst  # noqa: PLC0415  # as above

    pages = typst.query(  # type: ignore[misc]  # as above
        _templates(),
        "<pages>",
        field="value",
        one=True,
        ignore_system_fonts=True,
        font_paths=[FOLDER],
        sys_inputs=_inputs(data, drawings),
    )
    return {int(number): page for number, page in json.loads(pages).items()}


def _inputs(data: Mapping[str, Any], drawings: PrinterFiles) -> dict[str, str]:
    # Not as files: typst would parse all of them as if they were templates.
    return {"data": json.dumps(data, ensure_ascii=False), **drawings.by_name}


@cache
def _templates() -> dict[str, bytes]:
    templates = {path.name: path.read_bytes() for path in sorted(_TEMPLATES.glob("*.typ"))}
    return {"main.typ": templates.pop(_MAIN), **templates}
