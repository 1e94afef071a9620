"""Tests how drawings look on standard output: width, colour and characters."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from api.cli.main import main
from api.cli.text_look import text_look
from puzzles.drawing.terminal import TextLook
from tests.api.program import write_file
from tests.api.small_puzzles import COVER

VARIABLES = ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "TERM")


class Output(io.TextIOWrapper):
    """Standard output as it is on a terminal of 55 columns, or not."""

    def __init__(self, terminal: bool, encoding: str = "utf-8") -> None:
        super().__init__(io.BytesIO(), encoding)
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal

    def fileno(self) -> int:
        return 1


@pytest.fixture(autouse=True)
def _terminal_of_55_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((55, 24)))


@pytest.mark.parametrize(
    ("terminal", "variables", "width", "colour"),
    [
        (True, {}, 55, True),
        (False, {}, 80, False),
        (True, {"COLUMNS": "120"}, 120, True),
        (False, {"COLUMNS": "40"}, 40, False),
        (True, {"COLUMNS": "0"}, 55, True),
        (True, {"COLUMNS": "wide"}, 55, True),
        (True, {"COLUMNS": "3"}, 20, True),
        (True, {"NO_COLOR": "1"}, 55, False),
        (True, {"NO_COLOR": "0"}, 55, False),
        (True, {"NO_COLOR": ""}, 55, True),
        (True, {"TERM": "dumb"}, 55, False),
        (False, {"FORCE_COLOR": "1"}, 80, True),
        (False, {"CLICOLOR_FORCE": "1"}, 80, True),
        (False, {"FORCE_COLOR": "0"}, 80, False),
        (False, {"FORCE_COLOR": "1", "NO_COLOR": "1"}, 80, False),
    ],
)
def test_width_and_colour(
    terminal: bool, variables: dict[str, str], width: int, colour: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", Output(terminal))
    assert text_look("es") == TextLook("es", width, colour)


def test_an_encoding_without_box_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Output(False, "latin-1"))
    assert text_look() == TextLook(charset="ascii")


def test_closed_output(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert text_look() == TextLook(charset="ascii")


def test_a_forced_colour_reaches_the_output_but_no_file(tmp_path: Path) -> None:
    file = str(write_file(tmp_path, "cover.json", COVER))
    output = tmp_path / "drawing.txt"
    forced = CliRunner(env={"FORCE_COLOR": "1"})
    assert "\x1b[" in forced.invoke(main, ["show", file]).output
    assert "\x1b[" not in CliRunner().invoke(main, ["show", file]).output
    assert forced.invoke(main, ["show", file, "-o", str(output)]).exit_code == 0
    assert "\x1b[" not in output.read_text(encoding="utf-8")
