"""Tests linja build and linja verify on small tables."""

from __future__ import annotations

import os
import pty
import re
import shlex
import signal
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from api.cli.linja import table
from puzzles.linja.board import USUAL, Options
from solvers.data_folder import VARIABLE
from solvers.linja.table import table_path
from solvers.linja.table_file import HEADER, Reader, create, file_size, writing
from tests.api.program import PROGRAM, ROOT, run, start
from tests.api.running_service import FOR_EVER, wait_until
from tests.tiers import reach

LAYER = 150
DOWN_TO = ("linja", "build", "--down-to", str(LAYER))
DIRECTORY = HEADER + 64 * 169


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sets a data folder of the test's own."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return tmp_path


def build_table() -> Path:
    assert run(*DOWN_TO).exit_code == 0
    return table_path(USUAL)


# build


def test_it_tells_what_it_makes(folder: Path) -> None:
    result = run(*DOWN_TO)
    assert (result.exit_code, result.stderr) == (0, "")
    path = folder / "linja" / "own-negatives.table"
    output = result.stdout
    assert "may move a player's own piece, pieces may score below 0." in output
    for words in (
        f"file    {path}",
        "layers  150 to 168",
        "size    0.06 MB, 0.06 MB of it new",
        "memory  about",
    ):
        assert words in output
    assert re.search(r"time    less than a minute with \d+ core", output)
    assert output.splitlines()[-1] == "Done: layers 150 to 168, 0.06 MB."
    assert path.stat().st_size == file_size(LAYER)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_it_goes_on_and_ends_where_nothing_is_to_do() -> None:
    path = build_table()
    result = run(*DOWN_TO[:3], "145")
    assert "layers  145 to 149; those from 150 on exist" in result.stdout
    whole = path.read_bytes()
    for args in (DOWN_TO, (*DOWN_TO[:3], "145")):
        result = run(*args)
        assert (result.exit_code, result.stderr) == (0, "")
        assert result.stdout == f"Nothing to do: {path} goes down to layer 145.\n"
    path.unlink()
    run(*DOWN_TO[:3], "145")
    assert path.read_bytes() == whole


def test_tables_of_other_rules_are_files_of_their_own() -> None:
    for options, args in (
        (Options("any"), ("--extra-move", "any")),
        (Options("own", False), ("--no-negatives",)),
    ):
        assert run(*DOWN_TO, *args).exit_code == 0
        assert Reader(table_path(options), options).lowest == LAYER
        assert run("linja", "verify", *args).exit_code == 0
    assert not table_path(USUAL).exists()


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.further
@pytest.mark.parametrize("min_size", reach(test=[2_000_000], long=[DIRECTORY, 2_000_000]))
def test_a_kill_loses_at_most_the_layer_in_work(min_size: int) -> None:
    args = ("linja", "build", "--down-to", "118")
    path = table_path(USUAL)
    with start(*args) as process:
        wait_until(lambda: path.exists() and path.stat().st_size > min_size, pause=0.005)
        process.kill()
    lowest = Reader(path, USUAL).lowest
    assert lowest > 118
    assert run("linja", "verify").exit_code == (0 if lowest <= 168 else 3)
    assert run(*args).exit_code == 0
    resumed = path.read_bytes()
    path.unlink()
    assert run(*args).exit_code == 0
    assert path.read_bytes() == resumed


@pytest.mark.process
def test_an_interrupt_tells_what_stays() -> None:
    path = table_path(USUAL)
    with start("linja", "build") as process:
        wait_until(lambda: path.exists() and path.stat().st_size > 1_000_000, pause=0.01)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=FOR_EVER)
    assert process.returncode == 130
    match = re.fullmatch(
        r"The layers from (\d+) on are kept; the same command continues\.\nInterrupted\.\n", err.decode()
    )
    assert match
    # One more may have been written meanwhile.
    assert Reader(path, USUAL).lowest in (int(match[1]), int(match[1]) - 1)
    assert run("linja", "verify").exit_code == 0


@pytest.mark.slow
def test_two_at_once() -> None:
    path = build_table()
    with writing(path, USUAL):
        create(path, USUAL)  # as who found no file a moment earlier
        result = run(*DOWN_TO[:3], "140")
    assert result.exit_code == 74
    assert result.stderr == f"Error: {path}: another process is building it; wait for it to end\n"
    assert Reader(path, USUAL).lowest == LAYER


def test_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = SimpleNamespace(disk_usage=lambda _: SimpleNamespace(free=1_000_000_000))
    monkeypatch.setattr(table, "shutil", fake)
    result = run("linja", "build")
    path = table_path(USUAL)
    assert (result.exit_code, result.stdout) == (74, "")
    assert result.stderr == f"Error: {path}: not enough disk space: needs 1.28 GB, but only 1.00 GB is free\n"
    assert not path.exists()
    assert run(*DOWN_TO).exit_code == 0


@pytest.mark.process
def test_a_disk_that_fills_up_keeps_what_was_done() -> None:
    """A limit on the size of files does what a full disk does."""
    command = shlex.join([*PROGRAM, "linja", "build", "--down-to", "130"])
    ended = subprocess.run(
        ["bash", "-c", f"ulimit -f 1000; exec {command}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    path = table_path(USUAL)
    assert (ended.returncode, ended.stderr) == (74, f"Error: {path}: File too large\n")
    assert run("linja", "verify").exit_code == 0
    assert run("linja", "build", "--down-to", "130").exit_code == 0
    assert path.stat().st_size == file_size(130)


def test_a_folder_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "/dev/null")
    result = run(*DOWN_TO)
    assert result.exit_code == 74
    assert result.stderr == "Error: /dev/null/linja/own-negatives.table: Not a directory\n"


def test_what_is_no_table_is_not_written_to() -> None:
    path = table_path(USUAL)
    path.parent.mkdir(parents=True)
    path.write_text("my diary")
    result = run(*DOWN_TO)
    assert result.exit_code == 2
    assert f"{path}: not a table of Linja" in result.stderr
    assert path.read_text() == "my diary"


@pytest.mark.process
def test_progress_on_a_terminal() -> None:
    terminal, side = pty.openpty()
    with start("linja", "build", stderr=side, TERM="xterm", COLUMNS="80") as process:
        os.close(side)
        terminal_output = b""
        while not re.search(rb"Building.* [1-9]%.*\d:\d\d:\d\d", terminal_output):
            terminal_output += os.read(terminal, 1024)
        process.kill()
    os.close(terminal)


# verify


def test_a_good_table() -> None:
    path = build_table()
    result = run("linja", "verify")
    assert (result.exit_code, result.stderr) == (0, "")
    below = "To make the layers below: lineworks linja build"
    assert result.stdout.splitlines() == [f"{path}: good, layers 150 to 168.", below]


def test_no_table_and_an_empty_one() -> None:
    result = run("linja", "verify", "--extra-move", "any", "--no-negatives")
    assert (result.exit_code, result.stderr) == (3, "")
    make = "To build it: lineworks linja build --extra-move any --no-negatives"
    path = table_path(Options("any", False))
    assert result.stdout == f"{path}: there is no such table. {make}\n"
    with writing(path, Options("any", False)):
        pass
    result = run("linja", "verify", "--extra-move", "any", "--no-negatives")
    assert result.stdout == f"{path}: no layer has been made yet. {make}\n"
    assert result.exit_code == 3


def test_a_table_of_other_rules() -> None:
    build_table().rename(table_path(Options("any")))
    result = run("linja", "verify", "--extra-move", "any")
    assert result.exit_code == 1
    assert "made for other rules: extra_move is 'own', expected 'any'" in result.stdout


@pytest.mark.slow
def test_every_flipped_byte_is_seen() -> None:
    """Flips bytes of the header, its blanks, the directory with the missing layers, and every layer."""
    path = build_table()
    good = path.read_bytes()
    offsets = [*range(200), *range(200, DIRECTORY, 29), HEADER + 64 * 150 + 8, HEADER + 64 * 168 + 63]
    offsets += [
        entry.begin + i for entry in Reader(path, USUAL).entries if entry for i in (0, entry.size - 1)
    ]
    for offset in offsets:
        for value in {good[offset] ^ 1, 0, ord("\n")} - {good[offset]}:
            path.write_bytes(good[:offset] + bytes([value]) + good[offset + 1 :])
            assert run("linja", "verify").exit_code == 1, (offset, value)


@pytest.mark.parametrize(
    ("offset", "words"),
    [
        (4000, "damaged: its header is inconsistent"),
        (0, "not a table of Linja, or its header is damaged"),
        (HEADER + 64 * 160, "damaged: the directory entry of layer 160 is inconsistent"),
        (HEADER + 64 * 160 + 20, "damaged: the checksum of layer 160 does not match"),
        (HEADER + 64 * 3, "damaged: the directory entry of layer 3 is inconsistent"),
        (-1, "damaged: the checksum of layer 150 does not match"),
    ],
)
def test_damage_is_named(offset: int, words: str) -> None:
    path = build_table()
    data = bytearray(path.read_bytes())
    data[offset] ^= 1 if offset != 4000 else ord(" ") ^ ord("\t")
    path.write_bytes(data)
    result = run("linja", "verify")
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout == f"{path}: {words}. Delete the file and make it again: lineworks linja build\n"


@pytest.mark.parametrize("cut", [0, 1, HEADER, DIRECTORY - 1, DIRECTORY, DIRECTORY + 100, -1])
def test_a_truncated_file(cut: int) -> None:
    path = build_table()
    path.write_bytes(path.read_bytes()[:cut])
    result = run("linja", "verify")
    assert (result.exit_code, result.stderr) == (1, "")
    assert re.search(r"not a table|truncated within|layer 1\d\d goes on past the end", result.stdout)
    assert run("linja", "build", "--down-to", "140").exit_code == 2


# options and helps


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("build", "--down-to", "-1"), "expected an integer from 0 to 168, got -1"),
        (("build", "--down-to", "169"), "expected an integer from 0 to 168, got 169"),
        (("build", "--down-to", "1.5"), "expected an integer from 0 to 168, got 1.5"),
        (("build", "--down-to", "start"), 'expected an integer from 0 to 168, got "start"'),
        (("build", "--extra-move", "both"), "'both' is not one of 'own', 'any'"),
        (("verify", "--extra-move", "ANY"), "'ANY' is not one of 'own', 'any'"),
        (("verify", "--no-negatives=1"), "does not take a value"),
        (("verify", "--down-to", "3"), "No such option"),
        (("build", "all"), "unexpected extra argument"),
        (("make",), "No such command"),
    ],
)
def test_bad_input(folder: Path, args: tuple[str, ...], words: str) -> None:
    result = run("linja", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr
    assert not list(folder.iterdir())


def test_the_helps() -> None:
    help_text = run("linja", "--help").stdout
    assert all(re.search(rf"^  {name} ", help_text, re.MULTILINE) for name in ("build", "verify", "play"))
    assert VARIABLE in help_text
    help_text = run("linja", "build", "--help").stdout
    assert all(name in help_text for name in ("--down-to LAYER", "--extra-move [own|any]", "--no-negatives"))
    assert "exit status" in run("linja", "verify", "--help").stdout


def test_stats_without_a_table_offer_to_make_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINEWORKS_DATA", str(tmp_path))
    result = run("linja", "stats")
    assert (result.exit_code, result.stdout) == (3, "")
    assert "there is no table" in result.stderr
    assert result.stderr.endswith("To build it: lineworks linja build\n")
    monkeypatch.setattr(table, "offer_to_build", lambda _, layer: layer > 0)
    assert run("linja", "stats").exit_code == 3
