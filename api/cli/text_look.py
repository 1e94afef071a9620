"""How drawings look on standard output: as wide as the terminal, with colour where that is wanted."""

from __future__ import annotations

import os
import shutil
import sys

from puzzles.drawing.terminal import TextLook, can_be_encoded

# No drawing fits less.
_MIN_WIDTH = 20


def text_look(language: str = "en") -> TextLook:
    """The look for standard output as it is now: a terminal may change its width."""
    encoding = getattr(sys.stdout, "encoding", None)
    return TextLook(
        language,
        max(_MIN_WIDTH, shutil.get_terminal_size().columns),
        colour_is_wanted(),
        "unicode" if can_be_encoded(encoding) else "ascii",
    )


def colour_is_wanted() -> bool:
    """Whether to use colours. NO_COLOR forbids them, FORCE_COLOR and CLICOLOR_FORCE demand them."""
    if os.environ.get("NO_COLOR"):
        return False
    if any(os.environ.get(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    return is_terminal and os.environ.get("TERM") != "dumb"
