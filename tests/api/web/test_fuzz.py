"""Schemathesis against a whole service and its OpenAPI document, with every check that it has."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.api.running_service import run_service

pytestmark = pytest.mark.process

CONFIG = Path(__file__).parent / "schemathesis.toml"


def _fuzz(folder: Path, cases: int, phases: str) -> None:
    program = str(Path(sys.executable).parent / "schemathesis")
    # One worker: in two threads at once Python 3.11 may fail to parse code (cpython issue 106905).
    arguments = ["--checks", "all", "--max-examples", str(cases), "--continue-on-failure", "--workers", "1"]
    arguments += ["--phases", phases]
    # DELETE cancels a job, which can still be read: that it was cancelled, or what came of it before.
    arguments += ["--exclude-checks", "use_after_free"]
    # Cut short calls and jobs answer as well, and there are thousands.
    short = {"LINEWORKS_SECONDS": "1", "LINEWORKS_JOB_SECONDS": "1", "LINEWORKS_JOBS": "1"}
    with run_service(folder, 0, LINEWORKS_STOCK="0", **short) as service:
        service.wait_until_ready()
        address = f"{service.url}/openapi.json"
        run = subprocess.run(
            [program, "--config-file", str(CONFIG), "run", address, *arguments],
            cwd=folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert run.returncode == 0, run.stdout[-10_000:] + run.stderr[-2000:]
    assert re.search(r"([1-9]\d*) generated, \1 passed", run.stdout), run.stdout[-2000:]


@pytest.mark.slow
def test_the_service_does_what_its_document_says(tmp_path: Path) -> None:
    # Few examples; what covers the schemas systematically runs at length.
    _fuzz(tmp_path, 20, "examples,fuzzing,stateful")


@pytest.mark.long
def test_the_service_does_what_its_document_says_at_length(tmp_path: Path) -> None:
    _fuzz(tmp_path, 1000, "examples,coverage,fuzzing,stateful")
