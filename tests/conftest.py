"""No test touches the data folder or the settings of who runs it, or depends on how it was started."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile

import pytest

from api.service.settings import PREFIX
from solvers.data_folder import VARIABLE

LONGEST = ("test_the_examples_run", "test_the_service_does_what_its_document_says")


def pytest_configure() -> None:
    """Each process of pytest has a folder of its own, which the commands that it starts find, too."""
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        del os.environ[name]
    os.environ[VARIABLE] = tempfile.mkdtemp(prefix="lineworks-")
    # What a shell starts in the background ignores Ctrl-C, and so would the commands under test.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first: last, one process would be busy with it while the others have ended."""
    items.sort(
        key=lambda item: item.originalname not in LONGEST if isinstance(item, pytest.Function) else True
    )


def pytest_unconfigure() -> None:
    shutil.rmtree(os.environ[VARIABLE], ignore_errors=True)
