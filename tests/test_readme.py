"""Every example of the README is run, and its pictures are what the program draws."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.api.running_service import served
from tests.readme_pictures import HOUSE, pictures

README = (HOUSE / "README.md").read_text()
# Where the service of the examples is; that of the test is elsewhere.
ADDRESS = "http://127.0.0.1:8000"
BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)


def _commands(block: str) -> list[str]:
    """The commands of a block; a line that ends inside quotes, or with a backslash, goes on."""
    found: list[str] = []
    for line in block.splitlines():
        if found and (found[-1].count("'") % 2 or found[-1].endswith("\\")):
            found[-1] += "\n" + line
        else:
            found.append(line)
    return found


@pytest.mark.process
def test_the_examples_run(tmp_path: Path) -> None:
    folder = str(Path(sys.executable).parent)
    # So that curl takes an answer that is no success for a failure.
    (tmp_path / ".curlrc").write_text("fail\n")
    own = {"PATH": folder + os.pathsep + os.environ["PATH"], "CURL_HOME": str(tmp_path)}
    environment = os.environ | own
    commands = [c for block in BLOCKS for c in _commands(block) if not c.startswith("make ")]
    assert len(commands) >= 10
    with served(tmp_path) as service:
        for command in commands:
            _run(command.replace(ADDRESS, service.url), tmp_path, environment)


def _run(command: str, folder: Path, environment: dict[str, str]) -> None:
    said = re.search(r"# fails: (\d)$", command)
    run = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    expected = int(said.group(1)) if said else 0
    assert run.returncode == expected, (command, run.stdout, run.stderr)
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize(
    "target", ["setup", "serve", "test", "test-long", "bench", "packs", "check", "demo", "lock"]
)
def test_the_makefile_has_what_is_promised(target: str) -> None:
    assert f"make {target}" in README
    assert re.search(rf"^{target}:", (HOUSE / "Makefile").read_text(), re.MULTILINE)


def test_the_pictures_are_what_is_drawn() -> None:
    for picture, text in pictures().items():
        assert picture.read_text() == text, f"python -m tests.readme_pictures draws {picture.name} anew"


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (HOUSE / target).exists(), target
