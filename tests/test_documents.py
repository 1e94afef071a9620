"""Runs every example in the documents, and checks their links and pictures."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from solvers.data_folder import VARIABLE
from tests.api.running_service import RunningService
from tests.readme_pictures import ROOT, icons, pictures

# The address that the examples use; the service under test has another one.
ADDRESS = "http://127.0.0.1:8000"
FOLDERS = (".", "puzzles", "solvers", "generators", "api")
DOCUMENTS = sorted(
    path for folder in FOLDERS for path in (ROOT / folder).glob("*.md" if folder == "." else "**/*.md")
)


@dataclass(frozen=True)
class Example:
    """A block of commands in a document, and the commands of the blocks before it."""

    document: Path
    number: int
    commands: tuple[str, ...]
    earlier: tuple[str, ...]

    @property
    def needs_service(self) -> bool:
        return any(ADDRESS in command for command in self.commands_with_inputs())

    def commands_with_inputs(self) -> list[str]:
        """Returns the commands, preceded by the earlier commands that write the files they mention."""
        mentioned = " ".join(self.commands)
        before: list[str] = []
        for command in reversed(self.earlier):
            if any(name in mentioned for name in _output_files(command)):
                before.insert(0, command)
                mentioned += " " + command
        return [*before, *self.commands]


def _commands(block: str) -> list[str]:
    """Returns the commands of a block; a line that ends inside quotes or with a backslash is continued."""
    commands: list[str] = []
    for line in block.splitlines():
        if commands and (commands[-1].count("'") % 2 or commands[-1].endswith("\\")):
            commands[-1] += "\n" + line
        elif line and not line.startswith(("#", "make ")):
            commands.append(line)
    return commands


def _output_files(command: str) -> set[str]:
    return set(re.findall(r"(?:>|-o) *([\w.]+\.\w+)", command))


def _examples() -> Iterator[Example]:
    for document in DOCUMENTS:
        earlier: list[str] = []
        for number, block in enumerate(re.findall(r"```sh\n(.*?)```", document.read_text(), re.DOTALL)):
            commands = _commands(block)
            if commands:
                yield Example(document, number, tuple(commands), tuple(earlier))
            earlier += commands


EXAMPLES = list(_examples())


def _parameters(examples: Iterable[Example]) -> list[ParameterSet]:
    return [
        pytest.param(
            example,
            id=f"{example.document.relative_to(ROOT)}-{example.number}",
            marks=() if example.document.parent == ROOT else pytest.mark.slow,
        )
        for example in examples
    ]


def test_there_are_examples() -> None:
    assert sum(example.needs_service for example in EXAMPLES) >= 4
    assert {"README.md", "api/cli/README.md", "api/book/README.md", "api/service/README.md"} <= {
        str(example.document.relative_to(ROOT)) for example in EXAMPLES
    }


@pytest.mark.process
@pytest.mark.parametrize("example", _parameters(example for example in EXAMPLES if not example.needs_service))
def test_the_examples_run(example: Example, tmp_path: Path) -> None:
    _run_all(example, ADDRESS, tmp_path)


@pytest.mark.parametrize("example", _parameters(example for example in EXAMPLES if example.needs_service))
def test_the_examples_run_beside_the_service(
    example: Example, running: RunningService, tmp_path: Path
) -> None:
    _run_all(example, running.url, tmp_path)


def _run_all(example: Example, address: str, folder: Path) -> None:
    # Makes curl fail on an answer with an error status.
    (folder / ".curlrc").write_text("fail\n")
    path = str(Path(sys.executable).parent) + os.pathsep + os.environ["PATH"]
    environment = os.environ | {"PATH": path, "CURL_HOME": str(folder), VARIABLE: str(folder / "data")}
    for command in example.commands_with_inputs():
        _run(command.replace(ADDRESS, address), folder, environment)


def _run(command: str, folder: Path, environment: dict[str, str]) -> None:
    assert " #" not in command, "zsh takes a comment behind a command as words"
    result = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert result.returncode == 0, (command, result.stdout, result.stderr)
    assert "Traceback" not in result.stderr


def test_the_client_in_the_documents_does_what_it_says(running: RunningService, tmp_path: Path) -> None:
    client = ROOT / "api" / "web" / "openapi" / "client.py"
    assert f"```python\n{client.read_text()}```" in (ROOT / "api" / "service" / "README.md").read_text()
    command = [sys.executable, str(client), running.url]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert re.fullmatch(
        r".+, easy: .+\nThe puzzle is solvable\nIts solution is valid and .*\n", result.stdout
    )
    assert (tmp_path / "puzzle.svg").read_text().startswith("<svg")
    command[2] += "/none"
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert result.stderr.endswith(f"see {running.url}/problems/not-found\n")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_and_targets_named_in_a_document_exist(document: Path) -> None:
    text = document.read_text()
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (document.parent / target).exists(), target
    for target in re.findall(r"`make ([a-z-]+)", text):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"make {target}"
    for path in re.findall(r"`((?:puzzles|solvers|generators|api|tests)/[\w./]+)`", text):
        assert (ROOT / path).exists(), path


def test_the_pictures_are_up_to_date() -> None:
    for picture, text in pictures().items():
        assert picture.read_text() == text, f"python -m tests.readme_pictures redraws {picture.name}"


def test_the_icons_are_drawn_from_the_present_files() -> None:
    for file, content in icons().items():
        assert file.read_bytes() == content, f"python -m tests.readme_pictures redraws {file.name}"
