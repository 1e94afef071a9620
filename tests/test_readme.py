"""Every example of the README is run, and its pictures are what the program draws."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from solvers.data_folder import VARIABLE
from tests.api.running_service import Served
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


COMMANDS = [[each for each in _commands(block) if not each.startswith("make ")] for block in BLOCKS]
WITH_SERVICE = [n for n, block in enumerate(COMMANDS) if any(ADDRESS in each for each in block)]
ALONE = [n for n, block in enumerate(COMMANDS) if block and n not in WITH_SERVICE]


def _written(command: str) -> set[str]:
    return set(re.findall(r"(?:>|-o) *([\w.]+\.\w+)", command))


def _with_what_it_reads(number: int) -> list[str]:
    """The commands of a block, after those of earlier blocks that write the files it mentions."""
    block = COMMANDS[number]
    mentioned = " ".join(block)
    before: list[str] = []
    for command in reversed([each for earlier in COMMANDS[:number] for each in earlier]):
        if any(name in mentioned for name in _written(command)):
            before.insert(0, command)
            mentioned += " " + command
    return before + block


def test_there_are_examples() -> None:
    assert len(ALONE) >= 5
    assert len(WITH_SERVICE) >= 2


@pytest.mark.process
@pytest.mark.parametrize("number", ALONE)
def test_the_examples_run(number: int, tmp_path: Path) -> None:
    _run_all(number, ADDRESS, tmp_path)


@pytest.mark.parametrize("number", WITH_SERVICE)
def test_the_examples_run_beside_the_service(number: int, running: Served, tmp_path: Path) -> None:
    _run_all(number, running.url, tmp_path)


def _run_all(number: int, address: str, folder: Path) -> None:
    # So that curl takes an answer that is no success for a failure.
    (folder / ".curlrc").write_text("fail\n")
    path = str(Path(sys.executable).parent) + os.pathsep + os.environ["PATH"]
    environment = os.environ | {"PATH": path, "CURL_HOME": str(folder), VARIABLE: str(folder / "data")}
    for command in _with_what_it_reads(number):
        _run(command.replace(ADDRESS, address), folder, environment)


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
    "target", ["setup", "serve", "quick", "test", "test-long", "bench", "packs", "check", "demo", "lock"]
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
