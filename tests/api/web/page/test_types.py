"""Checks the types of the page's modules."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import api.web
from tests.programs import path_of


@pytest.mark.process
def test_the_modules_are_well_typed() -> None:
    config = Path(api.web.__file__).with_name("jsconfig.json")
    checked = subprocess.run(
        [path_of("tsc"), "--noEmit", "-p", config], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout
