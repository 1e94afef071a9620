"""Every example of the documents is run, every link leads somewhere, and pictures are what is drawn."""

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
from tests.api.running_service import Served
from tests.readme_pictures import HOUSE, pictures

# Where the service of the examples is; that of the test is elsewhere.
ADDRESS = "http://127.0.0.1:8000"
FOLDERS = (".", "puzzles", "solvers", "generators", "api")
DOCUMENTS = sorted(
    path for folder in FOLDERS for path in (HOUSE / folder).glob("*.md" if folder == "." else "**/*.md")
)


@dataclass(frozen=True)
class Example:
    """A block of commands of a document, and the blocks before it."""

    document: Path
    number: int
    commands: tuple[str, ...]
    earlier: tuple[str, ...]

    @property
    def needs_service(self) -> bool:
        return any(ADDRESS in command for command in self.with_what_it_reads())

    def with_what_it_reads(self) -> list[str]:
        """The commands, after those of earlier blocks that write the files mentioned in them."""
        mentioned = " ".join(self.commands)
        before: list[str] = []
        for command in reversed(self.earlier):
            if any(name in mentioned for name in _files_written(command)):
                before.insert(0, command)
                mentioned += " " + command
        return [*before, *self.commands]


def _commands(block: str) -> list[str]:
    """The commands of a block; a line that ends inside quotes, or with a backslash, goes on."""
    commands: list[str] = []
    for line in block.splitlines():
        if commands and (commands[-1].count("'") % 2 or commands[-1].endswith("\\")):
            commands[-1] += "\n" + line
        elif line and not line.startswith(("#", "make ")):
            commands.append(line)
    return commands


def _files_written(command: str) -> set[str]:
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


def _named(examples: Iterable[Example]) -> list[ParameterSet]:
    return [
        pytest.param(example, id=f"{example.document.relative_to(HOUSE)}-{example.number}")
        for example in examples
    ]


def test_there_are_examples() -> None:
    assert sum(example.needs_service for example in EXAMPLES) >= 4
    assert {"README.md", "api/cli/README.md", "api/book/README.md", "api/service/README.md"} <= {
        str(example.document.relative_to(HOUSE)) for example in EXAMPLES
    }


@pytest.mark.process
@pytest.mark.parametrize("example", _named(each for each in EXAMPLES if not each.needs_service))
def test_the_examples_run(example: Example, tmp_path: Path) -> None:
    _run_all(example, ADDRESS, tmp_path)


@pytest.mark.parametrize("example", _named(each for each in EXAMPLES if each.needs_service))
def test_the_examples_run_beside_the_service(example: Example, running: Served, tmp_path: Path) -> None:
    _run_all(example, running.url, tmp_path)


def _run_all(example: Example, address: str, folder: Path) -> None:
    # So that curl takes an answer that is no success for a failure.
    (folder / ".curlrc").write_text("fail\n")
    path = str(Path(sys.executable).parent) + os.pathsep + os.environ["PATH"]
    environment = os.environ | {"PATH": path, "CURL_HOME": str(folder), VARIABLE: str(folder / "data")}
    for command in example.with_what_it_reads():
        _run(command.replace(ADDRESS, address), folder, environment)


def _run(command: str, folder: Path, environment: dict[str, str]) -> None:
    failure = re.search(r"# fails: (\d)$", command)
    run = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    expected = int(failure.group(1)) if failure else 0
    assert run.returncode == expected, (command, run.stdout, run.stderr)
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(HOUSE)))
def test_what_a_document_names_is_there(document: Path) -> None:
    text = document.read_text()
    makefile = (HOUSE / "Makefile").read_text()
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (document.parent / target).exists(), target
    for target in re.findall(r"`make ([a-z-]+)", text):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"make {target}"
    for path in re.findall(r"`((?:puzzles|solvers|generators|api|tests)/[\w./]+)`", text):
        assert (HOUSE / path).exists(), path


def test_the_pictures_are_what_is_drawn() -> None:
    for picture, text in pictures().items():
        assert picture.read_text() == text, f"python -m tests.readme_pictures draws {picture.name} anew"
