"""Tests the private folders of the service's processes."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from api.service.private_folder import private_folder, remove_abandoned_folders


@pytest.fixture(autouse=True)
def _temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def _folder(place: Path, name: str, mode: int = 0o700) -> Path:
    """A folder as a killed process leaves it."""
    folder = place / name
    folder.mkdir()
    for file in ("lock", "beat"):
        (folder / file).touch()
    folder.chmod(mode)
    return folder


def test_a_folder_is_private_and_lasts_as_long_as_it_is_used(tmp_path: Path) -> None:
    with private_folder() as one, private_folder() as other:
        remove_abandoned_folders()
        assert {one, other} == set(tmp_path.iterdir())
        assert one.stat().st_mode & 0o777 == 0o700
    assert list(tmp_path.iterdir()) == []


def test_what_killed_processes_left_is_removed_and_nothing_else(tmp_path: Path) -> None:
    _folder(tmp_path, "lineworks-run-killed")
    (tmp_path / "lineworks-run-empty").mkdir(mode=0o700)
    outside = _folder(tmp_path, "outside")
    (tmp_path / "lineworks-run-link").symlink_to(outside)
    open_to_others = _folder(tmp_path, "lineworks-run-open", 0o755)
    without_lock = _folder(tmp_path, "lineworks-run-unknown")
    (without_lock / "lock").unlink()
    linked_lock = _folder(tmp_path, "lineworks-run-linked")
    (linked_lock / "lock").unlink()
    (linked_lock / "lock").symlink_to(outside / "lock")
    (tmp_path / "lineworks-run-file").touch()
    remove_abandoned_folders()
    assert {path.name for path in tmp_path.iterdir()} == {
        "outside", open_to_others.name, without_lock.name, linked_lock.name, "lineworks-run-link",
        "lineworks-run-file",
    }  # fmt: skip
    assert (outside / "beat").exists()


def test_a_folder_that_is_removed_while_it_is_made_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, attempts = tempfile.mkdtemp, 0

    def make_and_lose(prefix: str) -> str:
        nonlocal attempts
        attempts += 1
        folder = make(prefix=prefix)
        if attempts < 3:
            remove_abandoned_folders()
        return folder

    monkeypatch.setattr(tempfile, "mkdtemp", make_and_lose)
    with private_folder() as folder:
        assert attempts == 3
        assert list(tmp_path.iterdir()) == [folder]
