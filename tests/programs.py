"""Programs that some tests need: where one is missing, the test is skipped, but in CI it fails."""

from __future__ import annotations

import os
import shutil
from typing import NoReturn

import pytest


def path_of(program: str) -> str:
    """Returns the path of an installed program."""
    path = shutil.which(program)
    if path is None:
        skip_unless_ci(f"{program} is not installed")
    return path


def skip_unless_ci(reason: str) -> NoReturn:
    """Ends a test that cannot run here."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
