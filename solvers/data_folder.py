"""Where Lineworks keeps what it has computed, so that no command computes it twice."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

VARIABLE = "LINEWORKS_DATA"


def data_folder() -> Path:
    """Returns the folder that LINEWORKS_DATA names, or else the user's data folder. It need not exist yet."""
    variable = os.environ.get(VARIABLE)
    if variable:
        return Path(variable)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "lineworks"
    shared = os.environ.get("XDG_DATA_HOME")
    return (Path(shared) if shared else Path.home() / ".local" / "share") / "lineworks"


def make_private(folder: Path) -> None:
    """Creates the data folder, or closes an existing one to other users; OSError if it cannot be created."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    # A folder of another user is theirs to close.
    with suppress(PermissionError):
        folder.chmod(0o700)
