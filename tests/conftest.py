"""No test touches the data folder or the settings of who runs it."""

from __future__ import annotations

import os
import shutil
import tempfile

from api.settings import PREFIX
from solvers.data import VARIABLE


def pytest_configure() -> None:
    """Each process of pytest has a folder of its own, which the commands that it starts find, too."""
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        del os.environ[name]
    os.environ[VARIABLE] = tempfile.mkdtemp(prefix="lineworks-")


def pytest_unconfigure() -> None:
    shutil.rmtree(os.environ[VARIABLE], ignore_errors=True)
