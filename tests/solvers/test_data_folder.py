"""The data folder belongs to its user alone."""

from __future__ import annotations

from pathlib import Path

from solvers.data_folder import make_private


def test_a_new_or_an_open_folder_is_closed_to_other_users(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "data"
    make_private(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o755)
    (folder / "file").write_text("kept")
    make_private(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / "file").read_text() == "kept"
