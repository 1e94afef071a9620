"""Tests lineworks book: options, files, and what remains after a failure."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from api.book.book import make_book
from api.book.options import read_order
from api.book.selection import PuzzleSources
from api.cli.bank.database import open_database
from api.cli.exit_codes import BAD, GOOD, INTERRUPTED, NO_OUTPUT
from api.service.settings import variable
from api.store import bank
from puzzles import packs
from tests.api.book.book_reader import page_by_puzzle, read_pdf, texts
from tests.api.cli.test_process import wait_for_work
from tests.api.program import lines, run, start, write_file
from tests.api.running_service import FOR_EVER
from tests.api.small_puzzles import COVER, RECORD, STUCK

FEW = ("--count", "2", "--kind", "end_of_line.solo", "--seed", "1")
BOOK: dict[str, Any] = {"count": 2, "kinds": ["end_of_line.solo"], "seed": 1}


def test_options_of_the_command_line_are_those_of_a_request(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    arguments = ("--paper", "A5", "--ink", "patterns", "--language", "de", "--title", "T", "--author", "A",
            "--answers", "without", "--per-page", "1", "--large-print", "--cut-outs",
            "--card-size", "40")  # fmt: skip
    result = run("book", *FEW, *arguments, "-o", path)
    assert (result.exit_code, result.output) == (GOOD, "")
    options = {
        "paper": "a5", "ink": "patterns", "language": "de", "title": "T", "author": "A", "answers": "without",
        "per_page": 1, "large_print": True, "cut_outs": True, "card_size": 40,
    }  # fmt: skip
    order = read_order(BOOK | options)
    assert path.read_bytes() == make_book(order, PuzzleSources().select(order.selection)).pdf


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--paper", "a3", "--paper: expected one of a4, a5, letter, 6x9"),
        ("--per-page", "3", "--per-page: expected 1, 2 or 4, got 3"),
        ("--ink", "color", "--ink: expected one of colour, patterns"),
        ("--language", "fr", "--language: expected one of de, en, es"),
        ("--answers", "no", "--answers: expected one of with, without, apart"),
        ("--card-size", "10", "--card-size: expected a number from 20 to 120"),
        ("--kind", "chess", "--kind: expected one of"),
        ("--grade", "mild", "--grade: expected one of easy"),
        ("--count", "0", "--count: expected an integer from 1"),
        ("--id", "none", "--id: cannot be combined with"),
    ],
)
def test_a_bad_option_is_named(tmp_path: Path, option: str, value: str, message: str) -> None:
    result = run("book", *FEW, option, value, "-o", tmp_path / "a.pdf")
    assert result.exit_code == BAD
    assert result.output.startswith(f"Error: {message}")
    assert list(tmp_path.iterdir()) == []


def test_a_book_of_a_file_of_puzzles(tmp_path: Path) -> None:
    source = write_file(tmp_path, "a.jsonl", lines(COVER, packs.entry("end_of_line.solo", "easy", 0).record))
    assert run("book", "--from", source, "-o", tmp_path / "a.pdf").exit_code == GOOD
    assert list(page_by_puzzle(read_pdf((tmp_path / "a.pdf").read_bytes()))) == [1, 2]


def test_problems_of_a_file_are_reported_with_the_line(tmp_path: Path) -> None:
    source = write_file(tmp_path, "a.jsonl", lines(COVER, STUCK, RECORD | {"grade": "mild"}))
    result = run("book", "--from", source, "-o", tmp_path / "a.pdf")
    assert result.exit_code == BAD
    assert f"{source}, line 3: /grade: expected one of" in result.output
    source = write_file(tmp_path, "a.jsonl", lines(COVER, STUCK))
    result = run("book", "--from", source, "-o", tmp_path / "a.pdf")
    assert result.exit_code == BAD
    assert f"{source}, line 2: " in result.output
    assert "(end_of_line.cover): it is impossible" in result.output
    source = write_file(tmp_path, "a.jsonl", lines(COVER, "{"))
    assert f"{source}, line 2: not JSON" in run("book", "--from", source, "-o", tmp_path / "a.pdf").output
    assert not (tmp_path / "a.pdf").exists()


def test_puzzles_by_their_ids(tmp_path: Path) -> None:
    names = [packs.entry("linja.endgame", "easy", n).record["id"] for n in (3, 5)]
    ids = [word for name in names for word in ("--id", name)]
    assert run("book", *ids, "-o", tmp_path / "a.pdf").exit_code == GOOD
    result = run("book", *ids, "--id", "unknown", "-o", tmp_path / "b.pdf")
    assert (result.exit_code, result.output) == (BAD, "Error: --id: no puzzle with the id unknown is known\n")


def test_puzzles_of_the_bank_by_their_ids(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "bank.db"
    monkeypatch.setenv(variable("database_url"), f"sqlite:///{file}")
    command = ("book", "--id", RECORD["id"], "-o", tmp_path / "a.pdf")
    assert run(*command).exit_code == BAD
    assert not file.exists()
    with open_database() as database:
        with database.writing() as connection:
            bank.add(connection, bank.NewPuzzle(RECORD), "import", 1.0)
        # What is not shown yet nobody knows.
        assert run(*command).exit_code == BAD
        with database.writing() as connection:
            bank.make_visible(connection, RECORD["id"], 2.0)
    assert run(*command).exit_code == GOOD


def test_answers_apart_are_a_file_beside_it(tmp_path: Path) -> None:
    assert run("book", *FEW, "--answers", "apart", "-o", tmp_path / "a.pdf").exit_code == GOOD
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a-answers.pdf", "a.pdf"]
    (tmp_path / "a.pdf").unlink()
    result = run("book", *FEW, "--answers", "apart", "-o", tmp_path / "a.pdf")
    assert (result.exit_code, "a-answers.pdf: already exists" in result.output) == (BAD, True)
    assert not (tmp_path / "a.pdf").exists()


def test_the_base_address_is_a_setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable("base_url"), "https://puzzles.example/")
    assert run("book", *FEW, "-o", tmp_path / "a.pdf").exit_code == GOOD
    page_texts = texts(read_pdf((tmp_path / "a.pdf").read_bytes()))
    assert any("puzzles.example/p/" in page for page in page_texts)


def test_a_book_does_not_go_to_standard_output() -> None:
    result = run("book", *FEW, "-o", "-")
    assert (result.exit_code, "name a file" in result.output) == (BAD, True)


def test_no_file_is_replaced_but_by_force(tmp_path: Path) -> None:
    path = write_file(tmp_path, "a.pdf", "mine")
    result = run("book", *FEW, "-o", path)
    assert result.exit_code == BAD
    assert "--force replaces it" in result.output
    assert path.read_text() == "mine"
    assert run("book", *FEW, "-o", path, "--force").exit_code == GOOD
    assert path.read_bytes().startswith(b"%PDF")


def test_a_missing_folder_is_reported_before_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.cli.book._make_book", None)
    result = run("book", *FEW, "-o", tmp_path / "none" / "a.pdf")
    assert result.exit_code == NO_OUTPUT
    assert f"there is no folder {tmp_path / 'none'}" in result.output
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Path.write_bytes

    def half(self: Path, content: bytes) -> int:
        if self.name.endswith(".1.part"):
            whole(self, content[: len(content) // 2])
            raise OSError(28, "No space left on device")
        return whole(self, content)

    monkeypatch.setattr(Path, "write_bytes", half)
    result = run("book", *FEW, "--answers", "apart", "-o", tmp_path / "a.pdf")
    assert result.exit_code == NO_OUTPUT
    assert "a-answers.pdf: No space left on device" in result.output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device here")
def test_a_device_that_is_full() -> None:
    result = run("book", *FEW, "-o", "/dev/full", "--force")
    assert (result.exit_code, result.output) == (NO_OUTPUT, "Error: /dev/full: No space left on device\n")


@pytest.mark.process
def test_an_interrupt_leaves_nothing(tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    command = ("book", "--count", "900", "--seed", "1", "-o", tmp_path / "a.pdf")
    with start(*command, TMPDIR=str(scratch)) as process:
        wait_for_work(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=FOR_EVER)
    assert (process.returncode, out, err) == (INTERRUPTED, b"", b"Interrupted.\n")
    assert [*tmp_path.rglob("*")] == [scratch]


def test_a_book_may_go_on_with_what_generate_makes(tmp_path: Path) -> None:
    generated = run("generate", "light_line.place", "--grade", "easy", "--seed", "900")
    record = json.loads(generated.stdout)
    assert record["id"] not in {entry.record["id"] for entry in packs.entries("light_line.place", "easy")}
    assert run("book", "--from", "-", "-o", tmp_path / "a.pdf", stdin=generated.stdout).exit_code == GOOD
