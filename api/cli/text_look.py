"""How drawings look on standard output: as wide as the terminal, with colour where that is wanted."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from puzzles.drawing.terminal import PLAIN_TEXT, Charset, TextLook, can_be_encoded

# No drawing fits less.
_MIN_WIDTH = 20


def text_look(language: str = "en") -> TextLook:
    """The look for standard output as it is now: a terminal may change its width."""
    encoding = getattr(sys.stdout, "encoding", None)
    charset: Charset = "unicode" if can_be_encoded(encoding) else "ascii"
    return TextLook(language, max(_MIN_WIDTH, _width()), colour_is_wanted(), charset)


def look_for(output: str | None) -> TextLook:
    """The look for a file, or for standard output where there is none."""
    return text_look() if output is None else PLAIN_TEXT


def _width() -> int:
    """The width that COLUMNS asks for, else that of the terminal; that of most where there is none."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isascii() and columns.isdigit() and int(columns):
        return int(columns)
    if _is_terminal():
        with suppress(OSError):
            return os.get_terminal_size(sys.stdout.fileno()).columns or PLAIN_TEXT.width
    return PLAIN_TEXT.width


def colour_is_wanted() -> bool:
    """Whether to use colours. NO_COLOR forbids them, FORCE_COLOR and CLICOLOR_FORCE demand them."""
    if os.environ.get("NO_COLOR"):
        return False
    if any(os.environ.get(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    return _is_terminal() and os.environ.get("TERM") != "dumb"


def _is_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()
