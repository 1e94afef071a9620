"""The printer: typst, which is handed everything in memory, so that nothing is left anywhere.

Its wheel brings the fonts: Libertinus Serif is set here, under the SIL Open Font License, and embedded in the
file in the parts that are used. No font of the system is looked at, and no date is written, so that the same
book is the same bytes everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from api.book.drawings import Files

_TEMPLATES = Path(__file__).with_name("typst")
_MAIN = "book.typ"
# Tagged, titled, with a text for every drawing, or typst refuses: PDF/UA, for screen readers.
_STANDARDS = ["ua-1"]


def print_pdf(data: Mapping[str, Any], drawings: Files) -> bytes:
    import typst  # noqa: PLC0415  # a library of 60 MB: only for those who print

    # typst's types leave out inputs by name, of which its description tells.
    pdf: bytes = typst.compile(  # type: ignore[call-overload]
        _templates(),
        format="pdf",
        ignore_system_fonts=True,
        pdf_standards=_STANDARDS,
        sys_inputs=_told(data, drawings),
    )
    return pdf


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
