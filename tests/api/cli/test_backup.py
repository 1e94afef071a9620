"""The commands backup and restore."""

from __future__ import annotations

import fcntl
from contextlib import closing
from pathlib import Path

import pytest

from api.service.owner_lock import OWNER_FILE
from api.store import bank
from api.store.database import Database
from solvers.data_folder import VARIABLE
from tests.api.program import run
from tests.api.store.entries import entry


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder whose database has a puzzle."""
    folder = tmp_path / "data"
    monkeypatch.setenv(VARIABLE, str(folder))
    with closing(Database(f"sqlite:///{folder / 'lineworks.db'}")) as database:
        database.migrate()
        with database.writing() as c:
            bank.add(c, entry(1), "made", 1.0)
    return folder


def _has_puzzle(folder: Path) -> bool:
    with closing(Database(f"sqlite:///{folder / 'lineworks.db'}")) as database, database.reading() as c:
        return bank.find(c, entry(1).record["id"]) is not None


def test_a_backup_is_restored_elsewhere(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "all.backup"
    result = run("backup", file)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.endswith("tables.\n")
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir() if path != data] == [file.name]
    monkeypatch.setenv(VARIABLE, str(tmp_path / "other"))
    assert run("restore", file).exit_code == 0
    assert _has_puzzle(tmp_path / "other")
    refusal = run("restore", file)
    assert (refusal.exit_code, refusal.stderr.count("--replace replaces what it holds")) == (2, 1)
    assert run("restore", file, "--replace").exit_code == 0


@pytest.mark.usefixtures("data")
def test_standard_output_and_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    backup = run("backup", "-")
    assert backup.exit_code == 0
    monkeypatch.setenv(VARIABLE, str(tmp_path / "other"))
    assert run("restore", "-", stdin=backup.stdout_bytes).exit_code == 0
    assert _has_puzzle(tmp_path / "other")


def test_a_file_that_exists_is_replaced_by_force_alone(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "all.backup"
    file.write_text("precious")
    refusal = run("backup", file)
    assert (refusal.exit_code, file.read_text()) == (2, "precious")
    assert run("backup", file, "--force").exit_code == 0
    assert file.read_bytes()[:2] == b"\x1f\x8b"
    assert _has_puzzle(data)


def test_what_cannot_be_done_is_said_in_a_line(data: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    bad.write_bytes(b"no backup")
    for result, status, words in (
        (run("restore", bad), 2, "not a backup"),
        (run("restore", tmp_path / "none"), 2, "No such file"),
        (run("backup", tmp_path / "none" / "file"), 74, "No such file"),
    ):
        assert (result.exit_code, len(result.stderr.splitlines())) == (status, 1), result.stderr
        assert words in result.stderr
    (data / "lineworks.db").unlink()
    assert run("backup", tmp_path / "file").exit_code == 74
    assert not (tmp_path / "file").exists()


def test_nothing_is_restored_while_the_service_runs(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "all.backup"
    run("backup", file)
    with (data / OWNER_FILE).open("w") as owner:
        fcntl.flock(owner, fcntl.LOCK_EX)
        refusal = run("restore", file, "--replace")
        assert (refusal.exit_code, refusal.stderr.count("stop it first")) == (2, 1)
    assert run("restore", file, "--replace").exit_code == 0
