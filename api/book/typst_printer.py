"""The printer: typst, which is handed everything in memory, so that nothing is left anywhere.

Its wheel brings the fonts: Libertinus Serif is set here, under the SIL Open Font License, and embedded in the
file in the parts that are used. No font of the system is looked at, and no date is written, so that the same
book is the same bytes everywhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from api.book.pictures import Files

_TEMPLATES = Path(__file__).with_name("typst")
_MAIN = "book.typ"
# Tagged, titled, with a text for every drawing, or typst refuses: PDF/UA, for screen readers.
_STANDARDS = ["ua-1"]

# A text in the font of the templates, and what typst says of one that it cannot print.
_TRIAL = {
    "main.typ": b"""#set document(title: "-", date: none)
#set text(font: "Libertinus Serif")
#sys.inputs.text"""
}
_LACKING = re.compile(r"the text `(.*?)` could not be displayed")


def print_pdf(data: Mapping[str, Any], drawings: Files) -> bytes:
    return _packed(_compiled(_templates(), _told(data, drawings)))


def _compiled(templates: dict[str, bytes], inputs: dict[str, str]) -> bytes:
    import typst  # noqa: PLC0415  # a library of 60 MB: only for those who print

    # typst's types leave out templates by name, of which its description tells.
    pdf: bytes = typst.compile(  # type: ignore[call-overload]
        templates, format="pdf", ignore_system_fonts=True, pdf_standards=_STANDARDS, sys_inputs=inputs
    )
    return pdf


def _packed(pdf: bytes) -> bytes:
    """The same file in less room: typst writes what is told of drawings with four signs for a letter."""
    import pikepdf  # noqa: PLC0415  # as above

    packed = BytesIO()
    with pikepdf.open(BytesIO(pdf)) as document:
        document.save(packed, object_stream_mode=pikepdf.ObjectStreamMode.generate, deterministic_id=True)
    return packed.getvalue()


def lacking(text: str) -> str | None:
    """A character of the text that cannot be printed, as one that the font lacks; None where all can be."""
    import typst  # noqa: PLC0415  # as above

    try:
        text.encode()
        _compiled(_TRIAL, {"text": text})
    except UnicodeEncodeError as e:
        return ascii(text[e.start])
    except typst.TypstError as e:
        found = _LACKING.search(str(e))
        if found is None:
            raise
        return found[1]
    return None


def pages_of(data: Mapping[str, Any], drawings: Files) -> dict[int, int]:
    """The page of every puzzle or answer, by its number, as it would be printed."""
    import typst  # noqa: PLC0415  # as above

    found = typst.query(  # type: ignore[type-var]  # as above
        _templates(),
        "<pages>",
        field="value",
        one=True,
        ignore_system_fonts=True,
        sys_inputs=_told(data, drawings),
    )
    return {int(number): page for number, page in json.loads(found).items()}


def _told(data: Mapping[str, Any], drawings: Files) -> dict[str, str]:
    # Not as files: typst would parse all of them as if they were templates.
    return {"data": json.dumps(data, ensure_ascii=False), **drawings.named}


@cache
def _templates() -> dict[str, bytes]:
    found = {path.name: path.read_bytes() for path in sorted(_TEMPLATES.glob("*.typ"))}
    return {"main.typ": found.pop(_MAIN), **found}
